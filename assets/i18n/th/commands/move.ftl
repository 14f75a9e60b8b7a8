command-move = move
command-move-description = เดินหรือลงหมาก

option-move = move
option-move-description = ตาเดิน เช่น d3, e3e4 หรือ Nd2 รายการแสดงตาที่เล่นได้

help-move = `/{ command-move }` เดินหรือลงหมาก: `/{ command-move } { option-move }:d3` รายการแสดงตาที่เล่นได้

line-pick-target = { $piece }ที่ { $square } จะไปไหน?
line-picked-drop = { $piece }ในมือ จะวางที่ไหน?
line-nothing-from = หมากตัวนั้นเดินไม่ได้ตอนนี้ กรุณาเลือกตัวอื่น
line-confirm-move = เล่น { $written } ใช่ไหม?
line-move-two-tables = ตาเดินที่เลือกจากรายการเป็นของเกมอื่น ไม่ใช่เกมที่ระบุใน `game` กรุณาใส่อย่างใดอย่างหนึ่ง

label-pick-square = ลงหมากที่ …
label-back = ย้อนกลับ
label-play-it = เล่นตานี้
label-other-piece = เลือกตัวอื่น
label-more-pieces = หมากตัวอื่น ๆ
label-more-squares = ช่องอื่น ๆ

# On buttons and menus; in hand says how many of the piece there are.
line-pick-in-hand = { $count ->
    [1] ในมือ
   *[other] ในมือ { $count } ตัว
}
