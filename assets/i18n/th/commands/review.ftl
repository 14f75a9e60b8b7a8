command-review = review
command-review-description = ดูว่าคุณเดินตาไหนให้ดีกว่านี้ได้ เมื่อจบเกม
help-review = `/{ command-review }` บอกว่าตาไหนเดินให้ดีกว่านี้ได้

line-review-mistakes = ตาที่เสียหายมากที่สุด และรูปเกมหลังจากนั้น:
line-review-mistake = { $played } · { $before } → { $after } · ดีกว่า: { $better }
line-review-shown = กระดานแสดงตา { $better }
line-review-none = ไม่พบตาเดินของคุณที่เสียหายมาก
line-review-running = ดูบทวิเคราะห์ได้เมื่อจบเกมแล้ว

standing-losing = ใกล้แพ้
standing-worse = เสียเปรียบ
standing-even = สูสี
standing-better = ได้เปรียบ
standing-winning = ใกล้ชนะ

label-review = วิเคราะห์เกม
