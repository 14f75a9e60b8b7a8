command-abort = abort
command-abort-description = สำหรับผู้ดูแล: ยุติเกมในเซิร์ฟเวอร์นี้โดยไม่มีผลแพ้ชนะ
help-abort = `/{ command-abort }` ให้ผู้ดูแลยุติเกมโดยไม่มีผลแพ้ชนะ
option-abort-table-description = เกมไหน รายการแสดงเกมของคนอื่นในช่องนี้

line-abort-other-server = ยุติเกมได้เฉพาะในเซิร์ฟเวอร์ที่แสดงเกมนั้นอยู่
line-abort-own-game = คุณเป็นผู้เล่นในเกมนี้เอง ต้องให้ผู้ดูแลคนอื่นเป็นผู้ยุติเกม
line-abort-no-game = ไม่รู้จักเกมนี้ เลือกจากรายการ หรือใช้หมายเลขในรายงาน
line-abort-done = บอทแจ้งผู้เล่นทั้งสองแล้ว
