command-note = note
command-note-description = บันทึกเกี่ยวกับเกมของคุณ ซึ่งคนอื่นมองไม่เห็น
help-note = `/{ command-note }` เก็บบันทึกเกี่ยวกับเกมไว้ให้คุณเห็นคนเดียว
option-text = text
option-text-description = สิ่งที่อยากจำ ไม่เกิน 500 ตัวอักษร ถ้าไม่ใส่ จะแสดงบันทึกของคุณ

line-note-kept = บันทึกของคุณเกี่ยวกับเกมนี้ ซึ่งคนอื่นมองไม่เห็น:
line-note-shown = คุณบันทึกเกี่ยวกับเกมนี้ไว้ว่า:
line-note-empty = คุณยังไม่มีบันทึกเกี่ยวกับเกมนี้ เขียนได้ด้วย `/{ command-note } { option-text }:`
line-note-cleared = ลบบันทึกของคุณเกี่ยวกับเกมนี้แล้ว
line-note-below = บันทึกของคุณ: { $text }

label-note-clear = ลบบันทึก
