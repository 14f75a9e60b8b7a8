line-hint-quarter = ลองดูส่วนนี้ของกระดาน: { $files }, { $ranks }
line-hint-piece = ลองเดินหมากที่ { $square }
line-hint-hand = ลองวางหมากในมือ
line-hint-file = ช่องที่จะลงอยู่ในแนวตั้ง { $file }
line-hint-move = ถ้าเป็นบอท จะเล่น `{ $written }`
line-hint-none = คำใบ้มีเฉพาะในเกมกับบอท เมื่อถึงตาคุณ

label-hint = คำใบ้
label-hint-further = บอกอีกหน่อย
