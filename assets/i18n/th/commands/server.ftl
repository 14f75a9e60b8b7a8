command-server = server
command-server-description = เล่นเกมที่ไหนในเซิร์ฟเวอร์นี้ ใครเริ่มได้ และใช้ภาษาอะไร
help-server = `/{ command-server }` สำหรับผู้ดูแลเซิร์ฟเวอร์ ใช้กำหนดว่าเล่นที่ไหนและใครเริ่มเกมได้

line-server-heading = การตั้งค่าของเซิร์ฟเวอร์นี้
line-server-about = ถ้าไม่เลือกช่อง จะเริ่มเกมได้ทุกช่อง ถ้าไม่เลือกบทบาท ใครก็เริ่มเกมได้ ข้อความสาธารณะใช้ภาษาของผู้เล่นทั้งสอง ถ้าใช้คนละภาษา จะใช้ภาษาที่เลือกไว้ที่นี่
line-server-ask-venue = ต้องการให้เล่นเกมที่ไหนในเซิร์ฟเวอร์นี้ คำตอบมีผลตั้งแต่คำท้าถัดไป และเปลี่ยนได้ทุกเมื่อด้วย `/{ command-server }`
line-server-public-reports = ทุกคนในเซิร์ฟเวอร์นี้อ่านรายงานใน { $channel } ได้ ควรเลือกช่องที่เห็นเฉพาะผู้ดูแล
line-server-kept = บันทึกการตั้งค่าแล้ว
line-server-only-managers = เฉพาะผู้ที่มีสิทธิ์จัดการเซิร์ฟเวอร์นี้เท่านั้นที่เปลี่ยนการตั้งค่าได้

label-server-answer-here = ในช่องนั้น
label-server-answer-thread = แต่ละเกมในเธรดของตัวเอง
label-server-here = เล่นเกม: ในช่องที่เริ่ม
label-server-thread = เล่นเกม: ในเธรดของเกม
label-server-boards-gone = กระดานเก่า: ลบทิ้ง
label-server-boards-line = กระดานเก่า: เหลือบรรทัดเดียว
label-server-boards-pictures = กระดานเก่า: คงภาพไว้
label-server-rated = เกม: คิดเรตติ้ง
label-server-friendly = เกม: ไม่คิดเรตติ้ง
label-server-language = ภาษาเมื่อใช้คนละภาษา
label-server-no-language = ไม่เลือก (ภาษาอังกฤษ)
label-server-channels = ช่องสำหรับเล่นเกม (ทุกช่อง)
label-server-role = ใครเริ่มเกมได้ (ทุกคน)
label-server-moderators = รับรายงานจากผู้เล่น (ไม่มีช่อง)
