command-games = games
command-games-description = เกมทั้งหมดของคุณ เกมที่รอคุณอยู่ขึ้นก่อน
help-games = `/{ command-games }` แสดงเกมทั้งหมดของคุณ เกมที่รอคุณอยู่ขึ้นก่อน

line-no-games = ตอนนี้คุณยังไม่มีเกม เริ่มเล่นได้ด้วย `/{ command-play }`
line-games-heading = คุณมี { $count } เกม
line-challenges-heading = คำท้าที่รอคำตอบ { $count } รายการ
line-game-waiting = **ถึงตาคุณ:** { $title } · หมดเวลา { $until } · { $link }
line-game-offer-waits = **มีคำขอรอคำตอบจากคุณ:** { $title } · { $link }
line-game-theirs = ตาของคู่แข่ง: { $title } · หมดเวลา { $until } · { $link }
line-challenge-to-you = **มีคนท้าคุณ:** { $title } · หมดอายุ { $until } · { $link }
line-challenge-by-you = คำท้าของคุณ: { $title } · หมดอายุ { $until } · { $link }

line-others-wait = มีอีก { $count } เกมที่รอคุณอยู่
line-next-game = เกมถัดไป (รออยู่ { $count } เกม)
line-game-shown = { $title } · { $link }
line-no-next-game = ไม่มีเกมอื่นรอคุณอยู่

line-reminded-of-several = { $name } มี { $count } เกมที่ถึงตาคุณ และเวลากำลังเดินอยู่:
line-holiday-over-in-several = { $name } การลาพักของคุณสิ้นสุด { $until } จากนั้นนาฬิกาของคุณจะเดินต่อใน { $count } เกม:
line-reminded-game = { $title } · หมดเวลา { $until } · { $link }
line-reminded-more = และอีก { $count } เกม: `/{ command-games }`
