command-board = board
command-board-description = แสดงกระดานที่นี่ พร้อมปุ่ม
help-board = `/{ command-board }` แสดงกระดานที่นี่ พร้อมปุ่มและเมนูสำหรับเล่น

option-at = at
option-at-description = ดูรูปหมากก่อนหน้า เห็นเฉพาะคุณ: ลำดับตาเดิน เช่น 12 หรือ 12…

line-board-after = หลัง { $written }:
line-board-start = รูปหมากตอนเริ่ม:
line-board-not-a-number = กรุณาบอกลำดับตาเดิน เช่น 12 หรือ 12… สำหรับตาของฝ่ายที่เดินทีหลัง ในรายการมีตาเดินทั้งหมดของเกม
line-board-no-such-move = { $last ->
    [none] เกมนี้ไม่มีตาที่ { $number }: ยังไม่เริ่มเล่น
   *[other] เกมนี้ไม่มีตาที่ { $number }: ตาล่าสุดคือ { $last }
}

label-more-actions = อื่น ๆ
label-more-with-offer = อื่น ๆ (มีคำขอรออยู่)
label-private-board = กระดานส่วนตัว

label-remind-in-menu = เตือนฉัน…
line-remind-in-hours = อีก { $hours } ชั่วโมง
label-remind-in-the-morning = พรุ่งนี้เช้า
label-remind-not-at-all = ยกเลิกการเตือน
line-reminder-asked = จะเตือนคุณ: { $time }
