command-if = if
command-if-description = วางแผนตาตอบไว้ล่วงหน้า ไม่มีใครอื่นเห็น

option-line = line
option-line-description = ตาเดินของคู่แข่งและตาตอบของคุณ เช่น d3 แล้ว c5 จากนั้นถ้า e6 แล้ว f4 เว้นว่างเพื่อดูแผนทั้งหมด

help-if = `/{ command-if }` วางแผนตาตอบที่บอทจะเล่นให้เอง: `/{ command-if } { option-line }:d3 แล้ว c5`

line-if-two-tables = แผนที่เลือกจากรายการเป็นของเกมอื่น ไม่ใช่เกมที่ระบุใน `game` กรุณาใส่อย่างใดอย่างหนึ่ง
line-if-name-table = คุณมีหลายเกมที่ใช้แผนนี้ได้ กรุณาระบุเกมใน `game`
line-if-heading = ตาเดินที่คุณวางแผนไว้ ไม่มีใครอื่นเห็น:
line-if-empty = คุณยังไม่ได้วางแผนตาตอบในเกมนี้
line-if-planned = วางแผนแล้ว ไม่มีใครอื่นเห็น:
line-if-first = หลังจาก { $own }
line-if-pair = ถ้า { $their } แล้ว { $own }
line-if-condition = ถ้า { $their } …
line-if-goes-on = { $line } จากนั้น{ $next }
line-if-pick-theirs = จะตอบตาไหนของคู่แข่ง?
line-if-pick-reply = คุณจะตอบด้วยตาไหน?
line-if-pick-first = แผนเริ่มด้วยตาไหนของคุณ? ตานี้จะยังไม่เล่นจริง
line-if-would-be-over = ถึงตรงนั้นเกมก็จบแล้ว
line-if-remove = ลบแผน { $number }

label-if-plan = วางแผนตาตอบ
label-if-then = แล้วต่อด้วย …
label-if-list = แผนของฉัน
label-if-remove-this = ลบแผนนี้
label-if-clear = ลบทุกแผน
label-if-again = เลือกใหม่ตั้งแต่ต้น
