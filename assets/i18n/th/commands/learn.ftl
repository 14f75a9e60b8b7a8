command-learn = learn
command-learn-description = หัดเล่นเกมตั้งแต่ตาแรก ครั้งละไม่กี่นาที
option-game-learn-description = เกมที่จะเรียน
help-learn = `/{ command-learn }` สอนเกมเป็นบทสั้น ๆ และเรียนต่อจากที่ค้างไว้ได้

line-learn-goes-on = ถูกต้อง อีกฝ่ายตอบ `{ $reply }` เล่นต่อได้เลย
line-learn-wrong = `{ $played }` ยังไม่ได้ผล เพราะอีกฝ่ายจะตอบ `{ $reply }`
line-learn-not-that = `{ $played }` เล่นได้ แต่ข้อนี้ไม่ได้ให้เล่นตานั้น
line-learn-solved = ถูกต้อง!
line-learn-lesson-done = จบบทที่ { $done } จาก { $count } บท
line-learn-all-done = คุณเล่น{ $game }เป็นแล้ว เริ่มเกมได้ด้วย `/{ command-play }` เล่นกับบอทก็ได้ และฝึกต่อได้ที่ `/{ command-puzzle }`
line-learn-list = บทเรียน{ $game }

label-learn-first = ขอเรียนก่อน (5 นาที)
label-learn-hint = ดูตรงไหนดี
label-learn-lessons = บทเรียนทั้งหมด
label-learn-again = ลองใหม่
label-learn-next = ข้อต่อไป
label-learn-next-lesson = บทต่อไป
label-learn-pick = เลือกบทเรียน
