line-abort-other-server = ยุติเกมได้เฉพาะในเซิร์ฟเวอร์ที่แสดงเกมนั้นอยู่
line-annul-other-server = ยกเลิกผลได้เฉพาะในเซิร์ฟเวอร์ที่เกมนั้นจบ
line-abort-own-game = คุณเป็นผู้เล่นในเกมนี้เอง ต้องให้ผู้ดูแลคนอื่นทำ
line-abort-done = บอทแจ้งผู้เล่นทั้งสองแล้ว
line-abort-only-moderators = เฉพาะผู้ที่มีสิทธิ์ระงับสมาชิกชั่วคราวเท่านั้นที่ทำได้
line-abort-no-game = ในช่องนี้ไม่มีเกมของคนอื่น

label-abort = ยุติโดยไม่มีผล: { $title }
label-abort-games = ยุติเกม …
label-annul = ยกเลิกผลของเกม
