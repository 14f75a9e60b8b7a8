command-settings = ตั้งค่า
command-settings-description = ภาษา สี ตัวหมาก และวิธีเดิน
help-settings = `/{ command-settings }` ใช้เลือกภาษา สี ตัวหมาก และวิธีเดิน

line-settings-heading = การตั้งค่าของคุณ
line-settings-kept = บันทึกแล้ว

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
