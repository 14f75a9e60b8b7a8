# สิ่งที่เกิดขึ้นในเกม บอกให้ทุกคนรู้

event-challenged = { $challenger } ท้า { $opponent } เล่น{ $kind }
event-challenged-anyone = { $challenger } อยากเล่น{ $kind } ใครจะเล่นด้วยบ้าง?
event-accepted = เริ่มเกมแล้ว: { $first } เล่นเป็น{ $first-side } · { $second } เล่นเป็น{ $second-side }
event-furigoma = ฟูริโงมะ: { $name } โยนได้ { $pawns } (歩 { $plain } と { $promoted }) จึงเล่นเป็น{ $side }
event-no-thread = เปิดเธรดที่นี่ไม่ได้ จึงเล่นกันตรงนี้แทน
event-declined = { $name ->
    [none] ปฏิเสธคำท้าแล้ว
   *[other] { $name } ปฏิเสธคำท้า
}
event-cancelled = ถอนคำท้าแล้ว
event-lapsed = ไม่มีใครตอบคำท้าภายในเวลาที่กำหนด

event-moved = { $name } เดิน { $move }
event-moved-counting = { $name } เดิน { $move } และนับ “{ $number }”
event-answered = { $name } ตอบ { $before } ด้วย { $mv }
event-passed = { $name } ไม่มีที่ลงหมาก จึงผ่าน
event-count-claim = { $name } ขอนับศักดิ์กระดาน ตาถัดไปเริ่มนับ “1” และนับไปจนถึง { $limit } หลังจากนั้น { $other } ยังเดินได้อีกหนึ่งตา
event-count-skip = { $name } จะไม่นับในตาถัดไป
event-count-stop = { $name } จะหยุดนับในตาถัดไป
event-count-left = { $name } ยกเลิกเรื่องการนับที่แจ้งไว้
event-count-due = { $name } ({ $side }) ต้องนับศักดิ์หมากตั้งแต่ { $number } ถึง { $limit } หลังนับ “{ $limit }” แล้ว { $other } ยังเดินได้อีกหนึ่งตา

event-draw-offered = { $name } ขอเสมอ
event-draw-declined = { $name } ปฏิเสธคำขอเสมอ
event-draw-withdrawn = { $name } ถอนคำขอเสมอ
event-takeback-asked = { $plies ->
    [1] { $name } ขอเดินใหม่ โดยย้อนตาล่าสุด ({ $moves })
   *[other] { $name } ขอเดินใหม่ โดยย้อน { $plies } ตาล่าสุด ({ $moves })
}
event-takeback-refused = { $name } ไม่ให้เดินใหม่ ตานั้นคงไว้ตามเดิม
event-takeback-withdrawn = { $name } ถอนคำขอเดินใหม่ ตานั้นคงไว้ตามเดิม
event-taken-back = { $plies ->
    [1] ย้อนตาล่าสุดแล้ว
   *[other] ย้อน { $plies } ตาล่าสุดแล้ว
}{ $moves ->
    [none] { "" }
   *[other] { " " }({ $moves })
}
event-pause-offered = { $name } ขอพักเกม ระหว่างพักนาฬิกาจะหยุดเดินทั้งสองฝ่าย
event-pause-declined = { $name } ไม่ตกลงพักเกม
event-pause-withdrawn = { $name } ถอนคำขอพักเกม
event-paused = { $name } ตกลงพักเกม นาฬิกาหยุดเดินแล้ว ฝ่ายใดจะเล่นต่อเมื่อไรก็ได้ เมื่อครบ 30 วันเกมจะเริ่มต่อเอง
event-resumed = { $name } ให้เล่นต่อ นาฬิกาเริ่มเดินอีกครั้ง
event-resumed-by-itself = หมดเวลาพักแล้ว นาฬิกาเริ่มเดินอีกครั้ง
event-holiday-began = { $name } ลาพัก นาฬิกาของฝ่ายนี้หยุดเดินจนถึง { $until }
event-holiday-by-itself = { $name } หมดเวลา จึงเริ่มลาพักโดยอัตโนมัติ นาฬิกาของฝ่ายนี้หยุดเดินถึง { $until } เมื่อเล่นตาต่อไปแล้ว เกมจะดำเนินต่อตามปกติ
event-holiday-ended = { $name } กลับจากลาพักแล้ว นาฬิกาของฝ่ายนี้เดินต่อ
event-holiday-over = { $name } การลาพักของคุณสิ้นสุด { $until } จากนั้นนาฬิกาของคุณจะเดินต่อ
event-time-given = { $name } เพิ่มเวลาให้ { $opponent } อีก { $time }
event-shown = จากนี้เกมจะแสดงที่นี่
event-reminded = { $name } เวลาสำหรับตานี้เหลือไม่มากแล้ว
event-reminded-half = { $name } เวลาสำหรับตานี้เหลือครึ่งหนึ่ง
event-reminded-twentieth = { $name } เวลาสำหรับตานี้ใกล้จะหมดแล้ว
event-reminded-asked = { $name } คุณขอให้เตือนเรื่องตานี้
event-reminder-set = รับทราบ จะเตือนคุณเรื่องตานี้
event-reminder-dropped = รับทราบ ยกเลิกการเตือนที่คุณขอไว้แล้ว

# ผลของเกม พร้อมชื่อผู้เล่น เหตุผลอยู่ใน position.ftl
event-won = **{ $winner }** ({ $side }) ชนะใน { $moves } ตา: { $reason }
event-won-by-score = **{ $winner }** ({ $side }) ชนะ { $score } ใน { $moves } ตา: { $reason }
event-drawn = เกมจบด้วยผล**เสมอ**หลัง { $moves } ตา: { $reason }
event-drawn-by-score = เกมจบด้วยผล**เสมอ** { $score } หลัง { $moves } ตา: { $reason }
event-resigned = { $loser } ยอมแพ้ ทำให้ **{ $winner }** ({ $side }) ชนะ
event-out-of-time = { $loser } หมดเวลา ทำให้ **{ $winner }** ({ $side }) ชนะ
event-out-of-time-drawn = { $loser } หมดเวลา แต่ { $opponent } ไม่มีหมากเหลือพอจะชนะ จึง**เสมอ**กัน
event-aborted-out-of-time = { $name } หมดเวลาก่อนที่ทั้งสองฝ่ายจะเล่นครบสองตา เกมนี้จบโดย**ไม่มีผลแพ้ชนะ**
event-aborted-by-moderator = ผู้ดูแลยุติเกมนี้แล้ว เหตุผล: { $reason }
event-annulled-by-moderator = ผู้ดูแลยกเลิกผลของเกมนี้แล้ว ไม่นับเรตติ้ง เหตุผล: { $reason }
event-taken-over = { $name } รับช่วงเล่นฝ่ายนี้ต่อจากตรงนี้
event-aborted-moderator = เกมนี้จบโดย**ไม่มีผลแพ้ชนะ**
event-aborted-erased = { $name } เลิกเล่นถาวรก่อนที่ทั้งสองฝ่ายจะเล่นครบสองตา เกมนี้จบโดย**ไม่มีผลแพ้ชนะ**
event-agreed = ทั้งสองฝ่ายตกลง**เสมอ**กัน
event-judged = หมดเวลาของรอบนี้แล้ว ตัดสินจากรูปหมากบนกระดาน **{ $winner }** ({ $side }) ชนะ
event-judged-drawn = หมดเวลาของรอบนี้แล้ว ตัดสินจากรูปหมากบนกระดานให้**เสมอ**กัน

# ความยาวของเกมที่ผู้เล่นเป็นคนจบ ต่อท้ายผลของเกม
event-length = เล่นไป { $moves } ตา
ending-by-move = { $reason } (ตาสุดท้าย { $move })
ending-move-said = { $move } นับ “{ $number }”
ending-official = { $score } (คะแนนทางการ { $official })

# แบบสั้น ใช้ชื่อฝ่าย
ending-won = { $side }ชนะ: { $reason }
ending-drawn = เสมอ: { $reason }
ending-resigned = { $winner }ชนะ: { $loser }ยอมแพ้
ending-out-of-time = { $winner }ชนะ: { $loser }หมดเวลา
ending-out-of-time-drawn = เสมอ: { $loser }หมดเวลา และอีกฝ่ายไม่มีหมากเหลือพอจะชนะ
ending-aborted-out-of-time = ไม่มีผล: { $loser }หมดเวลาตั้งแต่ต้นเกม
ending-aborted-moderator = ไม่มีผล: ผู้ดูแลยุติเกม
ending-aborted-erased = ไม่มีผล: { $loser }เลิกเล่นถาวรตั้งแต่ต้นเกม
ending-agreed = เสมอโดยตกลงกัน
verdict-won = { $side }ชนะ
verdict-drawn = เสมอ
