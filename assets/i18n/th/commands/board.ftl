command-board = board
command-board-description = แสดงกระดานที่นี่ พร้อมปุ่ม
help-board = `/{ command-board }` แสดงกระดานที่นี่ พร้อมปุ่มและเมนูสำหรับเล่น

label-more-actions = อื่น ๆ
label-more-with-offer = อื่น ๆ (มีคำขอรออยู่)
label-private-board = กระดานส่วนตัว

label-remind-in-menu = เตือนฉัน…
line-remind-in-hours = อีก { $hours } ชั่วโมง
label-remind-in-the-morning = พรุ่งนี้เช้า
label-remind-not-at-all = ยกเลิกการเตือน
line-reminder-asked = จะเตือนคุณ: { $time }
