command-pause = pause
command-pause-description = ขอพักเกม นาฬิกาหยุดเดินจนกว่าฝ่ายใดฝ่ายหนึ่งจะเล่นต่อ
help-pause = `/{ command-pause }` ขอพักเกม (นาฬิกาหยุดเดิน) หรือเล่นเกมที่พักอยู่ต่อ

label-offer-pause = ขอพักเกม
label-accept-pause = ตกลงพักเกม
label-decline-pause = ไม่พักเกม
label-withdraw-pause = ถอนคำขอพักเกม
label-resume = เล่นเกมนี้ต่อ
