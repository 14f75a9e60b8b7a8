command-moretime = moretime
command-moretime-description = เพิ่มเวลาให้คู่แข่ง
option-more-time-description = เพิ่มเท่าไร: 12h, 1d, 3d… (ปกติ 1d)
help-moretime = `/{ command-moretime }` เพิ่มเวลาให้คู่แข่ง

label-give-day = เพิ่มเวลาให้อีก 1 วัน
line-not-more-time = เพิ่มเวลาตามที่ระบุไม่ได้ เพิ่มได้ครั้งละ 1h ถึง 14d เช่น 12h หรือ 3d
