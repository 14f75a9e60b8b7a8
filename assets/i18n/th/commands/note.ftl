line-note-title = บันทึกของคุณเกี่ยวกับเกมนี้
line-note-only-you = คนอื่นมองไม่เห็น
line-note-below = บันทึกของคุณ: { $text }

label-note = บันทึก
