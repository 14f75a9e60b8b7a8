# ตำแหน่งหมากเป็นถ้อยคำ: คำบรรยายภาพ และข้อความใต้กระดานแบบตัวอักษร

gap = { " " }
comma = { ", " }

to-move = { $game } ถึงตา{ $side }
to-move-check = { $game } ถึงตา{ $side } กำลังถูกรุก
won = { $game } จบเกม { $side }ชนะ
won-by = { $game } จบเกม { $side }ชนะ ({ $reason })
drawn = { $game } จบเกม เสมอกัน
drawn-by = { $game } จบเกม เสมอกัน ({ $reason })

reason-full = เต็มกระดาน
reason-no-moves = ไม่มีฝ่ายใดลงหมากได้
reason-wipe-out = อีกฝ่ายไม่เหลือหมากบนกระดาน
reason-checkmate = รุกจน
reason-stalemate = อับ
reason-count = นับเกินศักดิ์
reason-no-move = อีกฝ่ายไม่มีตาเดิน
reason-repetition = รูปหมากซ้ำเป็นครั้งที่สี่
reason-perpetual-check = อีกฝ่ายรุกล้อ
reason-bare-khuns = เหลือแต่ขุนทั้งสองฝ่าย
reason-repeated = รูปหมากซ้ำหลายครั้ง
reason-too-long = เกมยาวถึงขีดจำกัดแล้ว
reason-judged = หมดเวลาของรอบ และตัดสินจากรูปหมากบนกระดาน

pieces = { $side }: { $pieces }
piece = { $piece } { $squares }
discs = { $side } { $count } ตัว: { $squares }
discs-none = { $side }ไม่มีหมากบนกระดาน
counted = จำนวนหมาก: { $first } { $first-count }, { $second } { $second-count }
score = คะแนนทางการ: { $first } { $first-count }, { $second } { $second-count }
hand = หมากในมือ{ $side }: { $pieces }
hand-empty = หมากในมือ{ $side }: ไม่มี
held = { $piece } { $count } ตัว

last-move = ตาล่าสุด: { $what }
placed = { $side }ลง { $to } พลิก { $count } ตัว
passed = { $side }ผ่าน
moved = { $side }เดิน{ $piece }จาก { $from } ไป { $to }
dropped = { $side }วาง{ $piece }ที่ { $to }
captured = กิน{ $piece }

letter = { $letter } { $piece }
