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

refusal-ambiguous = หมายถึงได้หลายตา: { $moves } ต้องการตาไหน?
refusal-legal-from = จาก { $square } เดินได้: { $moves }
refusal-legal = เดินได้: { $moves }

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
