line-daily-heading = โจทย์ประจำวัน · { $game }
line-daily-solved = แก้ได้ในครั้งแรก { $solved } จาก { $count } คน
line-daily-first = แก้ได้ก่อนใคร: { $players }
line-daily-you-solved = ที่นี่คุณเป็นคนที่ { $place } ที่แก้ได้ในครั้งแรก
line-daily-failed = บันทึกคำตอบครั้งแรกของคุณแล้ว เฉลยจะมาพร้อมโจทย์ข้อต่อไป ระหว่างนี้ลองแก้ต่อได้
line-daily-before = นับครั้งแรกของคุณไปแล้ว ครั้งนี้จึงไม่นับ
line-daily-late = โจทย์ข้อนี้จบแล้ว ดูเฉลยได้ในช่อง
line-daily-mentioned = บอทจะแท็กคุณที่นี่ทุกครั้งที่มีโจทย์ใหม่
line-daily-not-mentioned = บอทจะไม่แท็กคุณเมื่อมีโจทย์ใหม่
line-daily-many-mentioned = มีคนขอให้แท็กเต็มจำนวนแล้ว

label-daily-solve = แก้โจทย์
label-daily-mention = แท็กฉันทุกวัน
label-daily-unmention = ไม่ต้องแท็กแล้ว
