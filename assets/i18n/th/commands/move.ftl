command-move = เดิน
command-move-description = เดินหมาก

option-move = ตา
option-move-description = ตาเดิน เช่น d3, e3e4 หรือ Nd2 รายการจะบอกว่าเดินอะไรได้บ้าง

help-move = `/{ command-move }` เดินหมาก: `/{ command-move } { option-move }:d3` รายการจะบอกว่าเดินอะไรได้บ้าง

line-pick-target = { $piece }ที่ { $square } จะไปไหน?
line-picked-drop = { $piece }ในมือ จะวางที่ไหน?
line-nothing-from = หมากตัวนั้นเดินไม่ได้ตอนนี้ กรุณาเลือกตัวอื่น
line-confirm-move = เดิน { $written } ใช่ไหม?

label-pick-square = ลงหมากที่ …
label-pick-piece = เลือกหมาก …
label-pick-target = ไปที่ไหน …
label-back = ย้อนกลับ
label-play-it = เดินตานี้
label-other-piece = เลือกตัวอื่น
