command-holiday = holiday
command-holiday-description = ลาพัก: หยุดนาฬิกาของคุณทุกเกมตามจำนวนวัน หรือกลับมาก่อนกำหนด
option-days = days
option-holiday-days-description = กี่วัน (ปีละไม่เกิน 20 วัน)
help-holiday = `/{ command-holiday }` หยุดนาฬิกาของคุณทุกเกมตามจำนวนวัน: `/{ command-holiday } { option-days }:5`

line-holiday-until = คุณลาพักถึง { $until } นาฬิกาของคุณหยุดเดินทุกเกม
line-holiday-by-itself-until = คุณหมดเวลาแล้ว นาฬิกาของเกมนั้นจึงหยุดเดินถึง { $until } ส่วนนาฬิกาของเกมอื่นยังเดินอยู่ ใช้ `/{ command-holiday } { option-days }:5` เพื่อหยุดนาฬิกาทุกเกม 5 วัน
line-holiday-already = คุณลาพักอยู่แล้วจนถึง { $until } ถ้าต้องการเปลี่ยนจำนวนวัน ให้กดปุ่มด้านล่างเพื่อเลิกลาพักครั้งนี้ แล้วเริ่มลาพักใหม่
line-holiday-none = ตอนนี้คุณไม่ได้ลาพัก ใช้ `/{ command-holiday } { option-days }:5` เพื่อหยุดนาฬิกาทุกเกม 5 วัน
line-holiday-left = ปีนี้คุณเหลือวันลาพัก { $count } วัน
line-holiday-ended = ยินดีต้อนรับกลับมา นาฬิกาของคุณเดินต่อแล้ว
line-holiday-too-long = { $count ->
    [0] คุณใช้วันลาพักหมดแล้ว (ปีละไม่เกิน 20 วัน)
   *[other] คุณเหลือวันลาพักเพียง { $count } วัน (ปีละไม่เกิน 20 วัน)
}
line-holiday-automatic-on = ก่อนที่คุณจะแพ้เพราะหมดเวลา บอทจะเริ่มลาพักให้เองไม่เกิน 3 วัน และไม่เกินหนึ่งครั้งใน 30 วัน โดยหยุดเฉพาะนาฬิกาที่หมดเวลาแล้ว
line-holiday-automatic-off = จะไม่มีการลาพักให้เอง ถ้าหมดเวลาคุณจะแพ้

label-holiday-end = เลิกลาพักตอนนี้
label-holiday-automatic-on = ลาพักให้เองก่อนแพ้: เปิด
label-holiday-automatic-off = ลาพักให้เองก่อนแพ้: ปิด
