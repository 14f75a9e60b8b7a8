command-abort = abort
command-abort-description = สำหรับผู้ดูแล: ยุติเกมในเซิร์ฟเวอร์นี้โดยไม่มีผลแพ้ชนะ
help-abort = `/{ command-abort }` ให้ผู้ดูแลยุติเกมโดยไม่มีผลแพ้ชนะ

line-abort-only-moderators = เฉพาะผู้ดูแลของเซิร์ฟเวอร์ที่แสดงเกมนั้นอยู่จึงจะยุติเกมได้ และต้องทำในเซิร์ฟเวอร์นั้น
line-abort-done = บอทแจ้งผู้เล่นทั้งสองแล้ว
