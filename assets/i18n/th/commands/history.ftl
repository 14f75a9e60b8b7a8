command-history = history
command-history-description = ตาเดินทั้งหมดของเกม
help-history = `/{ command-history }` แสดงตาเดินทั้งหมดของเกม

line-history-heading = ตาเดิน · { $title }
line-history-empty = ยังไม่มีใครเริ่มเล่น

label-history = ตาเดินที่ผ่านมา
