# ปุ่มและเมนู: ไม่เกิน 34 ตัวอักษร

label-accept = รับคำท้า
label-decline = ปฏิเสธ
label-cancel = ถอนคำท้า
label-resign = ยอมแพ้
label-resign-yes = ยืนยันยอมแพ้
label-keep-playing = เล่นต่อ
label-offer-draw = ขอเสมอ
label-accept-draw = ตกลงเสมอ
label-decline-draw = ไม่รับเสมอ
label-claim-draw = เรียกเสมอ
label-ask-takeback = ขอคืนตา
label-grant-takeback = ให้คืนตา
label-refuse-takeback = ไม่ให้คืนตา
label-claim-count = ขอนับศักดิ์
label-stop-count = หยุดนับ
label-skip-count = ข้ามการนับตานี้
label-rematch = แก้มือ
label-replay = ดูเกมย้อนหลัง
label-export = บันทึกเกม

label-pick-square = ลงหมากที่ …
label-pick-piece = เลือกหมาก …
label-pick-target = ไปที่ไหน …
label-pick-table = เกมไหน …
label-more = เพิ่มเติม …
label-back = ย้อนกลับ
label-play-it = เดินตานี้
label-other-piece = เลือกตัวอื่น

label-language-menu = ภาษา
label-as-discord = ตาม Discord
label-theme-menu = สี
label-pieces-menu = ตัวหมากโองิ
label-below-menu = ฝ่ายที่อยู่ด้านล่าง
label-below-mover = ฝ่ายที่ถึงตาเดิน
label-below-first = ฝ่ายที่เริ่มก่อน
label-below-second = อีกฝ่าย
label-hints-on = คำใบ้: เปิด
label-hints-off = คำใบ้: ปิด
label-confirm-on = ยืนยันก่อนเดิน: เปิด
label-confirm-off = ยืนยันก่อนเดิน: ปิด

label-theme-classic = คลาสสิก
label-theme-wood = ไม้
label-theme-contrast = คอนทราสต์สูง
label-theme-safe = เหมาะกับผู้มีภาวะตาบอดสี
label-theme-night = กลางคืน
label-pieces-kanji = คันจิ
label-pieces-symbols = สัญลักษณ์
