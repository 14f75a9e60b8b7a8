command-hint = hint
command-hint-description = คำใบ้สำหรับตาต่อไปของคุณ ในเกมกับบอท
help-hint = `/{ command-hint }` ให้คำใบ้ในเกมกับบอท

line-hint-quarter = มองที่ส่วนนี้ของกระดาน: { $files }, { $ranks }
line-hint-piece = เดินตัวที่อยู่ที่ { $square }
line-hint-hand = ใช้ตัวหมากในมือ
line-hint-file = ช่องอยู่ในแนว { $file }
line-hint-move = บอทจะเดิน `{ $written }`
line-hint-none = คำใบ้มีเฉพาะในเกมกับบอท เมื่อถึงตาคุณ

label-hint = คำใบ้
label-hint-further = บอกอีกหน่อย
