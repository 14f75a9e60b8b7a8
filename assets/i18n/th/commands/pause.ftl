label-offer-pause = ขอพักเกม
label-accept-pause = ตกลงพักเกม
label-decline-pause = ไม่พักเกม
label-withdraw-pause = ถอนคำขอพักเกม
label-resume = เล่นเกมนี้ต่อ
