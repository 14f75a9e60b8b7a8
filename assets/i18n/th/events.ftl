# สิ่งที่เกิดขึ้นในเกม บอกให้ทุกคนรู้

event-challenged = { $challenger } ท้า { $opponent } เล่น{ $kind }
event-challenged-anyone = { $challenger } อยากเล่น{ $kind } ใครจะเล่นด้วยบ้าง?
event-accepted = เริ่มเกมแล้ว { $first } เล่น{ $first-side } { $second } เล่น{ $second-side }
event-furigoma = ฟูริโงมะ: { $name } โยนได้ { $pawns } (歩 { $plain } と { $promoted }) จึงเล่น{ $side }
event-no-thread = เปิดเธรดที่นี่ไม่ได้ จึงเล่นกันตรงนี้แทน
event-declined = คำท้าถูกปฏิเสธ
event-cancelled = ถอนคำท้าแล้ว
event-lapsed = ไม่มีใครตอบคำท้าภายในเวลา

event-moved = { $name } เดิน { $move }
event-moved-counting = { $name } เดิน { $move } และนับ “{ $number }”
event-passed = { $name } ไม่มีตาเดิน จึงผ่าน
event-count-claim = { $name } ขอนับศักดิ์กระดาน เริ่มนับตั้งแต่ตาถัดไป
event-count-skip = { $name } จะไม่นับในตาถัดไป
event-count-stop = { $name } จะหยุดนับในตาถัดไป
event-count-left = { $name } ปล่อยการนับไว้ตามเดิม

event-draw-offered = { $name } ขอเสมอ
event-draw-declined = { $name } ไม่รับการขอเสมอ
event-takeback-asked = { $plies ->
    [1] { $name } ขอคืนตาล่าสุด (ตาที่ { $to })
   *[other] { $name } ขอคืน { $plies } ตาล่าสุด (ตาที่ { $from } ถึง { $to })
}
event-takeback-refused = { $name } ไม่ให้คืนตา ที่เดินไปแล้วถือตามเดิม
event-taken-back = { $plies ->
    [1] คืนตาล่าสุดแล้ว
   *[other] คืน { $plies } ตาล่าสุดแล้ว
}
event-shown = จากนี้เกมจะแสดงที่นี่
event-reminded = { $name } เวลาสำหรับตานี้เหลือไม่มากแล้ว

# ผลของเกม พร้อมชื่อผู้เล่น เหตุผลอยู่ใน position.ftl
event-won = **{ $winner }** ({ $side }) ชนะ: { $reason }
event-drawn = เกมจบด้วยผล**เสมอ**: { $reason }
event-resigned = { $loser } ยอมแพ้ **{ $winner }** ({ $side }) ชนะ
event-out-of-time = { $loser } หมดเวลา **{ $winner }** ({ $side }) ชนะ
event-agreed = ทั้งสองฝ่ายตกลง**เสมอ**กัน
event-bare-khuns = เกมจบด้วยผล**เสมอ**: เหลือแต่ขุนทั้งสองฝ่าย
event-repetition = เกมจบด้วยผล**เสมอ**: รูปหมากซ้ำหลายครั้ง
event-too-long = เกมจบด้วยผล**เสมอ**: เดินเกิน { $plies } ตา

# แบบสั้น ใช้ชื่อฝ่าย
ending-won = { $side }ชนะ: { $reason }
ending-drawn = เสมอ: { $reason }
ending-resigned = { $winner }ชนะ: { $loser }ยอมแพ้
ending-out-of-time = { $winner }ชนะ: { $loser }หมดเวลา
ending-agreed = เสมอโดยตกลงกัน
ending-bare-khuns = เสมอ: เหลือแต่ขุนทั้งสองฝ่าย
ending-repetition = เสมอ: รูปหมากซ้ำ
ending-too-long = เสมอ: เดินครบ { $plies } ตา
verdict-won = { $side }ชนะ
verdict-drawn = เสมอ
