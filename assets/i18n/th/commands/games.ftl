command-games = games
command-games-description = เกมทั้งหมดของคุณ เกมที่รอคุณอยู่ขึ้นก่อน
help-games = `/{ command-games }` แสดงเกมทั้งหมดของคุณ เกมที่รอคุณอยู่ขึ้นก่อน

line-no-games = ตอนนี้คุณยังไม่มีเกม เริ่มเล่นได้ด้วย `/{ command-play }`
line-games-heading = คุณมี { $count } เกม
line-challenges-heading = คำท้าที่รอคำตอบ { $count } รายการ
line-game-waiting = **ถึงตาคุณ**
line-game-offer-waits = **มีคำขอรอคำตอบจากคุณ**
line-game-theirs = ตาของคู่แข่ง
line-challenge-to-you = **มีคนท้าคุณ**
line-challenge-by-you = คำท้าของคุณ
line-challenge-lapses = หมดอายุ { $until }
line-game-time-ends = หมดเวลา { $until }
line-game-is-paused = พักเกมอยู่
line-results-heading = ผลล่าสุด
label-result-won = ชนะ
label-result-lost = แพ้
label-result-drawn = เสมอ
label-result-none = ไม่มีผล

line-others-wait = มีอีก { $count } เกมที่รอคุณอยู่
line-next-game = เกมถัดไป (รออยู่ { $count } เกม)
line-game-shown = { $title } · { $link }
line-no-next-game = ไม่มีเกมอื่นรอคุณอยู่

line-reminded-of-several = { $name } มี { $count } เกมที่ถึงตาคุณ และเวลากำลังเดินอยู่:
line-holiday-over-in-several = { $name } การลาพักของคุณสิ้นสุด { $until } จากนั้นนาฬิกาของคุณจะเดินต่อใน { $count } เกม:
line-reminded-more = และอีก { $count } เกม: `/{ command-games }`

line-recap-since = **ตั้งแต่ { $day }**
line-recap-lost-on-time = แพ้เพราะหมดเวลา: { $title } · { $link }
line-recap-holiday-used = ใช้วันลาพักไป { $count } วัน
