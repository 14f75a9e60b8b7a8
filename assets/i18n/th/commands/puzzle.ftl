command-puzzle = puzzle
command-puzzle-description = โจทย์ที่มีตาเดินชนะเพียงตาเดียว ลองหาดู
option-game-puzzle-description = โจทย์ของเกมอะไร
help-puzzle = `/{ command-puzzle }` ให้โจทย์ที่เหมาะกับฝีมือแก้โจทย์ของคุณ

line-puzzle-heading = { $game } · โจทย์ { $number } · ระดับ { $level }
line-puzzle-mate = ตา{ $side }: รุกจนใน { $count } ตา
line-puzzle-win = ตา{ $side }: มีตาเดียวเท่านั้นที่ชนะเกม
line-puzzle-gain = ตา{ $side }: มีตาเดียวเท่านั้นที่กินหมากได้กำไร
line-puzzle-goes-on = `{ $played }` ถูกต้อง อีกฝ่ายตอบ `{ $reply }` เล่นต่อได้เลย
line-puzzle-wrong = `{ $played }` ยังไม่ใช่ เพราะอีกฝ่ายจะตอบ `{ $reply }`
line-puzzle-wrong-alone = `{ $played }` ยังไม่ใช่
line-puzzle-solved = แก้โจทย์ได้ด้วย `{ $played }`
line-puzzle-rating = เรตติ้งแก้โจทย์ของคุณ: **{ $rating }** ({ $change }) · แก้ได้ติดต่อกัน { $streak } ข้อ
line-puzzle-solution = เฉลย: { $moves }

label-puzzle-hint = ขอคำใบ้
label-puzzle-again = ลองอีกครั้ง
label-puzzle-solution = ดูเฉลย
label-puzzle-next = โจทย์ต่อไป
