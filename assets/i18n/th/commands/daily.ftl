line-daily-heading = โจทย์ประจำวัน · { $game }
line-daily-solved = แก้ได้ในครั้งแรก { $solved } จาก { $count } คน
line-daily-first = คนแรก ๆ: { $players }
line-daily-you-solved = คุณเป็นคนที่ { $place } ที่นี่ที่แก้ได้ในครั้งแรก
line-daily-failed = นับครั้งแรกของคุณแล้ว เฉลยจะมาพร้อมโจทย์ข้อต่อไป ระหว่างนี้ลองต่อได้
line-daily-before = นับครั้งแรกของคุณไปแล้ว ครั้งนี้จึงไม่นับ
line-daily-late = โจทย์ข้อนี้จบแล้ว ดูเฉลยได้ในช่อง
line-daily-mentioned = จะกล่าวถึงคุณที่นี่ทุกครั้งที่มีโจทย์ใหม่
line-daily-not-mentioned = จะไม่กล่าวถึงคุณเมื่อมีโจทย์ใหม่
line-daily-many-mentioned = มีคนที่ขอให้กล่าวถึงเต็มจำนวนแล้ว

label-daily-solve = แก้โจทย์
label-daily-mention = กล่าวถึงฉันทุกวัน
label-daily-mention-end = ไม่ต้องกล่าวถึงฉันแล้ว
