# เหตุผลที่ทำไม่ได้ บอกเฉพาะคนที่ขอ

refusal-not-seated = คุณไม่ได้เป็นผู้เล่นในเกมนี้
refusal-not-challenged = คำท้านี้ส่งถึงคนอื่น
refusal-own-challenge = นี่คือคำท้าของคุณเอง ต้องให้คนอื่นเป็นผู้รับ
refusal-own-challenge-declined = นี่คือคำท้าของคุณเอง ปฏิเสธไม่ได้ แต่ถอนได้
refusal-not-your-challenge = คำท้านี้ไม่ใช่ของคุณ มีแต่คนที่ท้าเท่านั้นที่ถอนได้
refusal-not-your-computer = คำท้านี้เป็นของคนอื่น ถ้าอยากเล่นกับบอทเอง ใช้ `/{ command-play } { option-level }:`
refusal-answered = คำท้านี้มีคนตอบไปแล้ว
refusal-not-begun = เกมยังไม่เริ่ม กำลังรอคำตอบรับคำท้า
refusal-not-your-turn = ยังไม่ถึงตาคุณ ตอนนี้เป็นตาของ{ $side }
refusal-not-your-turn-of = ยังไม่ถึงตาคุณ ตอนนี้เป็นตาของ { $name } ({ $side })
refusal-stale = กระดานเปลี่ยนไปแล้ว กรุณาใช้กระดานล่าสุด
refusal-over = เกมนี้จบแล้ว ({ $ending })
refusal-nothing-offered = ตอนนี้ไม่มีอะไรให้ตอบ
refusal-own-offer = คุณเป็นคนขอเอง ต้องให้คู่แข่งเป็นคนตอบ
refusal-offered-already = คุณขอไปแล้ว รอคำตอบจากคู่แข่ง
refusal-declined-already = คำขอนี้ถูกปฏิเสธหรือถอนไปแล้ว ขอใหม่ได้หลังตาถัดไปของคุณ
refusal-announced-already = คุณแจ้งเรื่องนี้สำหรับตาถัดไปไว้แล้ว
refusal-nothing-announced = ตาถัดไปของคุณไม่ได้เปลี่ยนการนับ จึงไม่มีอะไรให้ยกเลิก
refusal-asked-first = คู่แข่งก็ขอเดินใหม่อยู่ กรุณาตอบก่อน
refusal-offered-first = คู่แข่งขอเสมออยู่ กรุณาตอบก่อน
refusal-pause-offered-first = คู่แข่งขอพักเกมอยู่ กรุณาตอบก่อน
refusal-paused = เกมนี้พักอยู่แล้ว
refusal-not-paused = เกมนี้ไม่ได้พักอยู่
refusal-no-clock = เกมนี้ไม่จำกัดเวลา จึงไม่มีนาฬิกาให้หยุดหรือเพิ่มเวลา
refusal-given-often = ตานี้เพิ่มเวลาครบห้าครั้งแล้ว เพิ่มได้อีกหลังตาต่อไป
refusal-clock-full = { $room ->
    [none] นาฬิกาของคู่แข่งมีเวลาได้ไม่เกิน { $most } เพิ่มอีกไม่ได้แล้ว
   *[other] นาฬิกาของคู่แข่งมีเวลาได้ไม่เกิน { $most } ตอนนี้เพิ่มได้อีกไม่เกิน { $room }
}
refusal-nothing-to-take-back = คุณยังไม่มีตาที่จะขอเดินใหม่ได้
refusal-nothing-to-withdraw = คุณไม่มีคำขอที่รอคำตอบอยู่
refusal-no-counts = เกมนี้ไม่มีการนับศักดิ์ มีเฉพาะหมากรุกไทยเท่านั้น
refusal-not-weaker = ขอนับศักดิ์ได้เฉพาะฝ่ายที่เป็นรอง หมากของคุณต้องมีค่ารวมไม่มากกว่าคู่แข่ง และถ้าคู่แข่งกำลังนับอยู่ ต้องมีค่าน้อยกว่า
refusal-unread = บอทไม่รู้ว่าคู่แข่งเห็นที่นี่หรือไม่ เกมจึงยังอยู่ที่เดิม เมื่อคู่แข่งใช้คำสั่งหรือปุ่มของบอทที่นี่แล้ว จึงจะย้ายเกมมาได้
refusal-not-over = เกมนี้ยังไม่จบ
refusal-planned-move = ตาที่ { $number } ในแผนของคุณ ({ $text }) เล่นในรูปหมากนั้นไม่ได้
refusal-no-planned-reply = แผนต้องมีตาเดินของคู่แข่ง และจบด้วยตาตอบของคุณ เช่น `d3 แล้ว c5`
refusal-line-too-long = แผนหนึ่งมีได้ไม่เกิน { $most } ตาเดิน
refusal-too-many-lines = คุณวางแผนในเกมนี้ไว้ { $most } แผนแล้ว กรุณาลบออกหนึ่งแผนก่อน
refusal-opponent-erased = คู่แข่งของคุณลบข้อมูลทั้งหมดแล้ว จึงเล่นอีกกระดานไม่ได้
refusal-reminder-too-late = เวลาสำหรับตานี้จะหมดก่อนหน้านั้น

refusal-ambiguous = หมายถึงได้หลายตา: { $moves } ต้องการตาไหน?
refusal-legal-from = จาก { $square } เดินได้: { $moves }
refusal-legal = ตาที่เล่นได้: { $moves }

# หมากรุกไทยและหมากรุกโองิ
illegal-no-piece = ช่อง { $square } ไม่มีหมาก
illegal-not-yours = หมากที่ { $square } เป็นของอีกฝ่าย
illegal-other-piece = หมากที่ { $square } คือ{ $piece }
illegal-stays-put = เดินจาก { $square } ไป { $square } ไม่นับเป็นตาเดิน
illegal-own-piece = ช่อง { $square } มีหมากฝ่ายเดียวกันอยู่
illegal-cannot-go-there = { $piece }ที่ { $from } เดินไป { $to } ไม่ได้
illegal-none-goes-there = ตอนนี้ไม่มี{ $piece }ที่เดินไป { $to } ได้
illegal-none-goes-there-from = ตอนนี้ไม่มี{ $piece }ใน{ $line } ที่เดินไป { $to } ได้
illegal-any-piece = หมาก
illegal-promoted-piece = หมากที่เลื่อนขั้นแล้ว
illegal-unpromoted-piece = หมากที่ยังไม่เลื่อนขั้น
illegal-file = แนวตั้ง { $file }
illegal-rank = แถวที่ { $rank }
