command-game = game
command-game-description = ย้อนดูเกมทีละตา
help-game = `/{ command-game }` เปิดเกมที่กำลังเล่นหรือจบแล้วให้ย้อนดู ทั้งตำแหน่ง ตาเดิน ไฟล์ และภาพเคลื่อนไหว

option-record = record
option-record-description = เกมที่จดไว้: PGN, GGF หรือตาเดิน เช่น f5d6c3
option-kind = kind
option-kind-description = เกมที่จดไว้เป็นเกมใด หากไม่ชัดเจน

line-board-after = หลัง { $written }:
line-board-start = รูปหมากตอนเริ่ม:

label-look-back = ย้อนดูเกม
