line-history-heading = ตาเดิน · { $title }
line-history-empty = ยังไม่มีใครเริ่มเล่น

label-history = ตาเดิน
