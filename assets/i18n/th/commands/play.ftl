command-play = play
command-play-description = ท้าใครสักคน หรือเปิดให้ใครก็ได้มาเล่นด้วย

# In the menu of a person, in at most 32 characters.
label-play-in-menu = เล่น{ $kind }

option-opponent = opponent
option-opponent-description = คนที่คุณท้า ถ้าไม่ระบุ ใครก็เล่นด้วยได้
option-level = level
option-level-description = เล่นกับบอทได้ทันที: ระดับ 1 สำหรับผู้เริ่มต้น ระดับ 8 เก่งที่สุด
option-side = side
option-side-description = ใครเริ่มก่อน ถ้าไม่ระบุจะสุ่ม
option-time = time
option-time-description = เวลาคิด: 12h, 3d, 10d+1d หรือ none (ปกติ 3d)
option-holidays = holidays
option-holidays-description = การลาพักหยุดนาฬิกาหรือไม่ (ปกติหยุด)
option-weekends = weekends
option-weekends-description = นาฬิกาเดินในวันเสาร์-อาทิตย์หรือไม่ (ตามเขตเวลาใน /settings ถ้าไม่มีใช้ UTC)
option-rated = rated
option-rated-description = เกมนี้คิดเรตติ้งหรือไม่ ถ้าไม่ระบุจะเป็นไปตามที่เซิร์ฟเวอร์ตั้งไว้
option-where = where
option-where-description = เล่นที่ไหน
option-pictures = pictures
option-pictures-description = เก็บภาพของกระดานไหนไว้บ้าง
option-below = below
option-below-description = ฝ่ายใดอยู่ด้านล่างของกระดาน

choice-level-1 = 1 · ง่ายมาก
choice-level-2 = 2 · ง่าย
choice-level-3 = 3 · ค่อนข้างง่าย
choice-level-4 = 4 · ปานกลาง
choice-level-5 = 5 · ค่อนข้างยาก
choice-level-6 = 6 · ยาก
choice-level-7 = 7 · ยากมาก
choice-level-8 = 8 · เก่งที่สุด
choice-first = ฉันเริ่มก่อน
choice-second = คู่แข่งเริ่มก่อน
choice-count = หยุดนาฬิกา
choice-ignore = ไม่มีผลกับนาฬิกา
choice-run = นาฬิกาเดิน
choice-off = หยุดนาฬิกา
choice-yes = คิด
choice-similar = คิด เฉพาะเรตติ้งใกล้เคียง (± 200)
choice-no = ไม่คิด เล่นกันเฉย ๆ
choice-here = ที่นี่
choice-thread = ในเธรดแยก
choice-newest = เฉพาะกระดานล่าสุด
choice-all = ทุกกระดาน
choice-mover = ฝ่ายที่ถึงตาเดิน
choice-beginner = ฝ่ายที่เริ่มก่อน
choice-other = อีกฝ่าย

help-play = `/{ command-play }` ท้าใครสักคน หรือเปิดให้ใครก็ได้: `/{ command-play } { option-game }:{ othello } { option-opponent }:@Ben` หรือเล่นกับบอท: `{ option-level }:2`

line-thread-name = { $kind }: { $first } – { $second }
line-game-in-thread = เกมนี้เล่นกันที่ { $thread }
line-level-of-person = ระดับใช้ได้เฉพาะเกมที่เล่นกับบอท กรุณาระบุแค่คู่แข่งหรือระดับ อย่างใดอย่างหนึ่ง
line-not-against-computer = เกมกับบอทไม่มีนาฬิกา จึงระบุ `{ $option }` ไม่ได้
line-cannot-challenge-self = ท้าตัวเองไม่ได้ ลองไม่ระบุคู่แข่งแล้วรอดูว่าใครจะมาเล่นด้วย
line-cannot-challenge-bot = บอทตัวอื่นเล่นที่นี่ไม่ได้ ลองท้าเพื่อน หรือไม่ต้องระบุคู่แข่งแล้วรอดูว่าใครจะมาเล่นด้วย
line-not-in-server = { $name } ไม่ได้อยู่ในเซิร์ฟเวอร์นี้ ลองท้าคนที่อยู่ในเซิร์ฟเวอร์ หรือไม่ต้องระบุคู่แข่งแล้วรอดูว่าใครจะมาเล่นด้วย
line-not-in-conversation = { $name } ไม่ได้อยู่ในแชทนี้ ลองท้าคนที่อยู่ในแชท หรือไม่ต้องระบุคู่แข่งแล้วรอดูว่าใครจะมาเล่นด้วย
line-cannot-see-channel = { $name } มองไม่เห็น { $channel } ลองท้าในช่องที่ทั้งสองคนเห็น
line-nobody-else-here = แชทนี้มีแค่คุณกับบอทที่เห็น ลองท้าใครสักคนในเซิร์ฟเวอร์ หรือในแชทของคุณกับคนนั้น หรือเล่นกับบอทที่นี่โดยระบุ `{ option-level }`
line-start-elsewhere = ในเซิร์ฟเวอร์นี้เริ่มเกมได้ที่ { $channels }
line-start-by-role = ในเซิร์ฟเวอร์นี้มีแค่ { $role } ที่เริ่มเกมได้
line-bad-time = อ่านเวลาที่พิมพ์ไม่ได้ เวลาต่อตา: 1h ถึง 30d เช่น 12h หรือ 3d · เวลาทั้งเกม: 10d+1d คือ 10 วัน เพิ่มตาละ 1 วัน (เพิ่มได้ตาละไม่เกิน 7d) · หรือ none

label-accept = รับคำท้า
label-decline = ปฏิเสธ
label-cancel = ถอนคำท้า
label-rematch = เล่นอีกกระดาน
label-rematch-at = ลองระดับ { $level }
label-play-computer = เล่นกับบอท

# Ratings: in a challenge, in `/games`, and below the result of a game.
line-rated = คิดเรตติ้ง
line-challengers-rating = เรตติ้ง { $rating }
line-for-similar = สำหรับเรตติ้ง { $least } ถึง { $most }
line-not-similar = คำท้านี้สำหรับผู้เล่นที่มีเรตติ้ง { $least } ถึง { $most }
line-also-open = { $name } ก็อยากเล่น{ $kind }เหมือนกัน: { $link }
line-friendly = ไม่คิดเรตติ้ง
line-your-ratings = เรตติ้งของคุณ: { $ratings }
line-not-rated-short = ไม่คิดเรตติ้ง: เดินน้อยตาเกินไป
line-not-rated-pair = ไม่คิดเรตติ้ง: ทั้งคู่เล่นเกมที่คิดเรตติ้งครบ 10 เกมใน 30 วันแล้ว
line-not-rated-absence = ไม่คิดเรตติ้ง: เกมที่แพ้เพราะหมดเวลาในช่วงที่ไม่อยู่ครั้งเดียวกัน นับเฉพาะเกมแรก
line-not-rated-taken-over = ไม่คิดเรตติ้ง: มีคนอื่นเริ่มเล่นเกมนี้ไว้
line-not-rated-annulled = ไม่คิดเรตติ้งแล้ว: ผู้ดูแลยกเลิกผลของเกม
