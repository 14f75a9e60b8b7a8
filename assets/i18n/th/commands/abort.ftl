command-abort = abort
command-abort-description = สำหรับผู้ดูแล: ยุติเกมในเซิร์ฟเวอร์นี้โดยไม่มีผลแพ้ชนะ
help-abort = `/{ command-abort }` ให้ผู้ดูแลยุติเกมโดยไม่มีผลแพ้ชนะ

line-abort-other-server = ยุติเกมได้เฉพาะในเซิร์ฟเวอร์ที่แสดงเกมนั้นอยู่
line-abort-done = บอทแจ้งผู้เล่นทั้งสองแล้ว
