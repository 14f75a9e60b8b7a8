# เหตุผลที่ทำไม่ได้ บอกเฉพาะคนที่ขอ

refusal-not-seated = คุณไม่ได้เป็นผู้เล่นในเกมนี้
refusal-not-challenged = คำท้านี้เป็นของคนอื่น
refusal-own-challenge = นี่คือคำท้าของคุณเอง ต้องให้คนอื่นเป็นผู้รับ
refusal-answered = คำท้านี้มีคนตอบไปแล้ว
refusal-not-begun = เกมยังไม่เริ่ม กำลังรอคำตอบรับคำท้า
refusal-not-your-turn = ยังไม่ถึงตาคุณ ตอนนี้เป็นตาของ{ $side }
refusal-not-your-turn-of = ยังไม่ถึงตาคุณ ตอนนี้เป็นตาของ { $name } ({ $side })
refusal-stale = กระดานเปลี่ยนไปแล้ว ตอนนี้เกมเดินมาแล้ว { $ply } ตา กรุณาใช้กระดานล่าสุด
refusal-over = เกมนี้จบแล้ว ผล: { $ending }
refusal-nothing-offered = ตอนนี้ไม่มีการขอหรือเสนออะไรให้ตอบ
refusal-offered-already = คุณขอไปแล้ว รอคำตอบจากคู่แข่ง
refusal-declined-already = คู่แข่งปฏิเสธไปแล้ว คุณขอใหม่ได้หลังจากเดินตาถัดไปของคุณ
refusal-asked-first = คู่แข่งขอคืนตาอยู่เหมือนกัน กรุณาตอบก่อน
refusal-nothing-to-take-back = คุณยังไม่มีตาที่จะขอคืนได้
refusal-no-counts = เกมนี้ไม่มีการนับศักดิ์ มีเฉพาะหมากรุกไทยเท่านั้น
refusal-not-weaker = ขอนับศักดิ์ได้เฉพาะฝ่ายที่เป็นรอง หมากของคุณต้องมีค่ารวมไม่มากกว่าคู่แข่ง และถ้าคู่แข่งกำลังนับอยู่ ต้องมีค่าน้อยกว่า
refusal-unread = บอตไม่รู้ว่าคู่แข่งเห็นที่นี่หรือไม่ เกมจึงยังอยู่ที่เดิม เมื่อคู่แข่งใช้คำสั่งหรือปุ่มของบอตที่นี่แล้ว จึงจะย้ายเกมมาได้
refusal-not-over = เกมนี้ยังไม่จบ

refusal-not-a-move-othello = อ่าน { $text } เป็นตาเดินไม่ได้ ให้บอกช่อง เช่น `d3`
refusal-not-a-move-makruk = อ่าน { $text } เป็นตาเดินไม่ได้ ให้บอกช่องต้นทางและปลายทาง หรือตัวหมากกับปลายทาง เช่น `e3e4` หรือ `Nd2`
refusal-not-a-move-ogi = อ่าน { $text } เป็นตาเดินไม่ได้ ให้บอกช่องต้นทางและปลายทาง หรือตัวหมากกับปลายทาง เช่น `c3c4` หรือ `Se2` ส่วนการวางหมากเขียน `P*e5`
refusal-ambiguous = หมายถึงได้หลายตา: { $moves } ต้องการตาไหน?
refusal-legal-from = จาก { $square } เดินได้: { $moves }
refusal-legal = เดินได้: { $moves }

# โอเทลโล
illegal-taken = ช่อง { $square } มีหมากอยู่แล้ว
illegal-encloses-nothing = ลงที่ { $square } ไม่ได้ เพราะไม่ได้หนีบหมากของอีกฝ่ายเลย
illegal-may-not-pass = คุณยังมีที่ลงหมาก จึงผ่านไม่ได้
illegal-must-pass = คุณไม่มีที่ลงหมาก จึงต้องผ่าน

# หมากรุกไทยและโองิ
illegal-no-piece = ช่อง { $square } ไม่มีหมาก
illegal-not-yours = หมากที่ { $square } ไม่ใช่ของคุณ
illegal-other-piece = หมากที่ { $square } คือ{ $piece }
illegal-stays-put = เดินจาก { $square } ไป { $square } ไม่ถือเป็นการเดิน
illegal-own-piece = ช่อง { $square } มีหมากของคุณเองอยู่
illegal-cannot-go-there = { $piece }ที่ { $from } เดินไป { $to } ไม่ได้
illegal-none-goes-there = คุณไม่มี{ $piece }ที่เดินไป { $to } ได้
illegal-none-goes-there-from = คุณไม่มี{ $piece }ใน{ $line } ที่เดินไป { $to } ได้
illegal-any-piece = หมาก
illegal-promoted-piece = หมากที่เลื่อนขั้นแล้ว
illegal-unpromoted-piece = หมากที่ยังไม่เลื่อนขั้น
illegal-file = แนวตั้ง { $file }
illegal-rank = แนวนอน { $rank }

illegal-khun-into-check = ขุนจะถูกรุกจาก { $square } ที่ช่องนั้น
illegal-exposes-khun = เดินแบบนั้นจะเปิดให้ขุนถูกรุกจาก { $square }
illegal-leaves-khun-in-check = ขุนกำลังถูกรุกจาก { $square } และตานั้นแก้รุกไม่ได้
illegal-bia-must-promote = เบี้ยที่ไปถึง { $square } ต้องหงาย
illegal-does-not-promote = { $piece }ที่ไป { $to } ไม่หงาย
illegal-claim-bia-stands = ยังมีเบี้ยคว่ำอยู่บนกระดาน จึงขอนับศักดิ์ไม่ได้
illegal-claim-lone-khun = เมื่อมีฝ่ายที่เหลือแต่ขุน จะขอนับศักดิ์กระดานไม่ได้ ต้องนับศักดิ์หมากแทน
illegal-claim-already-counting = คุณกำลังนับอยู่แล้ว
illegal-claim-off = เกมนี้เล่นโดยไม่นับศักดิ์
illegal-not-counting-stop = คุณไม่ได้นับอยู่ จึงไม่มีอะไรให้หยุด
illegal-not-counting-skip = คุณไม่ได้นับอยู่ จึงไม่มีเลขให้ข้าม

illegal-king-into-check = ราชาจะถูกรุกจาก { $square } ที่ช่องนั้น
illegal-exposes-king = เดินแบบนั้นจะเปิดให้ราชาถูกรุกจาก { $square }
illegal-leaves-king-in-check = ราชากำลังถูกรุกจาก { $square } และตานั้นแก้รุกไม่ได้
illegal-must-promote = { $piece }ที่เดินจาก { $from } ไป { $to } ต้องเลื่อนขั้น
illegal-does-not-promote-from = { $piece }ที่เดินจาก { $from } ไป { $to } เลื่อนขั้นไม่ได้
illegal-not-in-hand = คุณไม่มี{ $piece }ในมือ
illegal-drop-on-piece = ช่อง { $square } มีหมากอยู่ และการวางหมากกินหมากไม่ได้
illegal-drop-promoted = { $piece }ต้องวางแบบยังไม่เลื่อนขั้น
illegal-drop-without-move = วาง{ $piece }ที่ { $to } ไม่ได้ เพราะจะเดินต่อไม่ได้เลย
illegal-nifu = นิฟุ: ใน{ $line } มีเบี้ยของคุณที่ยังไม่เลื่อนขั้นอยู่แล้ว
