# ตำแหน่งหมากเป็นถ้อยคำ: คำบรรยายภาพ และข้อความใต้กระดานแบบตัวอักษร

gap = { " " }
comma = { ", " }

othello = โอเทลโล
makruk = หมากรุกไทย
ogi = โองิ

othello-first = ฝ่ายดำ
othello-second = ฝ่ายขาว
makruk-first = ฝ่ายขาว
makruk-second = ฝ่ายดำ
ogi-first = ฝ่ายเซ็นเตะ
ogi-second = ฝ่ายโกเตะ

makruk-khun = ขุน
makruk-met = เม็ด
makruk-bia-ngai = เบี้ยหงาย
makruk-khon = โคน
makruk-ma = ม้า
makruk-rua = เรือ
makruk-bia = เบี้ย

ogi-king-first = ราชา
ogi-king-second = ราชา
ogi-princess = เจ้าหญิง
ogi-rook = เรือ
ogi-bishop = บิชอป
ogi-silver = เงิน
ogi-knight = ม้า
ogi-lance = หอก
ogi-pawn = เบี้ย
ogi-promoted-princess = เจ้าหญิงเลื่อนขั้น
ogi-promoted-rook = เรือเลื่อนขั้น
ogi-promoted-bishop = บิชอปเลื่อนขั้น
ogi-promoted-silver = เงินเลื่อนขั้น
ogi-promoted-knight = ม้าเลื่อนขั้น
ogi-promoted-lance = หอกเลื่อนขั้น
ogi-promoted-pawn = เบี้ยเลื่อนขั้น

to-move = { $game } ถึงตา{ $side }เดิน
to-move-check = { $game } ถึงตา{ $side }เดิน กำลังถูกรุก
won = { $game } จบเกม { $side }ชนะ
won-by = { $game } จบเกม { $side }ชนะ ({ $reason })
drawn = { $game } จบเกม เสมอกัน
drawn-by = { $game } จบเกม เสมอกัน ({ $reason })

reason-full = เต็มกระดาน
reason-no-moves = ไม่มีฝ่ายใดเดินได้
reason-wipe-out = อีกฝ่ายไม่เหลือหมากบนกระดาน
reason-checkmate = รุกจน
reason-stalemate = อับ
reason-count = นับครบศักดิ์
reason-no-move = อีกฝ่ายไม่มีตาเดิน
reason-repetition = รูปหมากซ้ำเป็นครั้งที่สี่
reason-perpetual-check = อีกฝ่ายรุกซ้ำตลอด

pieces = { $side }: { $pieces }
piece = { $piece } { $squares }
discs = { $side } { $count } ตัว: { $squares }
discs-none = { $side }ไม่มีหมากบนกระดาน
counted = จำนวนหมาก: { $first } { $first-count }, { $second } { $second-count }
score = คะแนนทางการ: { $first } { $first-count }, { $second } { $second-count }
hand = หมากในมือ{ $side }: { $pieces }
hand-empty = หมากในมือ{ $side }: ไม่มี
held = { $piece } { $count } ตัว

count-board = { $side }นับศักดิ์กระดาน { $number }/{ $limit }
count-pieces = { $side }นับศักดิ์หมาก { $number }/{ $limit }
count-pieces-due = { $side }ต้องเริ่มนับศักดิ์หมากต่อจาก { $number } จนถึง { $limit }

last-move = ตาล่าสุด: { $what }
placed = { $side }ลง { $to } พลิก { $count } ตัว
passed = { $side }ผ่าน
moved = { $side }เดิน{ $piece }จาก { $from } ไป { $to }
dropped = { $side }วาง{ $piece }ที่ { $to }
captured = กิน{ $piece }
promoted-makruk = หงาย
promoted-ogi = เลื่อนขั้น

letter = { $letter } { $piece }
letters-othello = X คือ{ $first }, O คือ{ $second }
letters-makruk = { $pieces } ตัวพิมพ์ใหญ่คือ{ $first } ตัวพิมพ์เล็กคือ{ $second }
letters-ogi = { $pieces }, + เลื่อนขั้น ตัวพิมพ์ใหญ่คือ{ $first } ตัวพิมพ์เล็กคือ{ $second }
