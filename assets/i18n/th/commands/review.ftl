line-review-heading = บทวิเคราะห์ · { $title }
line-review-turned = จุดเปลี่ยนของเกม และตาที่ดีกว่า:
line-review-none-of = **{ $side }**: ไม่มีตาเดินที่เสียหายมาก
line-review-none = ไม่พบตาเดินที่เสียหายมาก
line-review-point = { $played } · { $before } → { $after } · ดีกว่า: { $better }
line-review-shown = บนกระดาน: { $better } แทน { $played }
line-review-not-over = ดูบทวิเคราะห์ได้เมื่อจบเกมแล้ว

line-review-loses = เสีย{ $piece }
line-review-misses = พลาดโอกาสกิน{ $piece }
line-review-allows-mate = เปิดทางให้ถูกรุกจนใน { $moves } ตา
line-review-misses-mate = พลาดโอกาสรุกจนใน { $moves } ตา
line-review-gives-corner = เสียมุม
line-review-loses-discs = เสียหมาก { $count } ตัว

line-review-losing = ใกล้แพ้
line-review-worse = เสียเปรียบ
line-review-even = สูสี
line-review-better = ได้เปรียบ
line-review-winning = ใกล้ชนะ

line-review-alt = ใครได้เปรียบตอนไหน · { $spans }
line-review-ahead-from = ตั้งแต่ตาที่ { $from }: { $side }
line-review-even-from = ตั้งแต่ตาที่ { $from }: สูสี

label-review = วิเคราะห์เกม
label-review-whole = ดูทั้งเกม
label-review-show = แสดงให้ทุกคน
