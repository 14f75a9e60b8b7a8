line-review-mistakes = ตาที่เสียหายมากที่สุด และรูปเกมหลังจากนั้น:
line-review-mistake = { $played } · { $before } → { $after } · ดีกว่า: { $better }
line-review-shown = กระดานแสดงตา { $better } แทน { $played }
line-review-none = ไม่พบตาเดินของคุณที่เสียหายมาก
line-review-not-over = ดูบทวิเคราะห์ได้เมื่อจบเกมแล้ว

line-review-losing = ใกล้แพ้
line-review-worse = เสียเปรียบ
line-review-even = สูสี
line-review-better = ได้เปรียบ
line-review-winning = ใกล้ชนะ

label-review = วิเคราะห์เกม
