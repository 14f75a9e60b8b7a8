command-block = block
command-block-description = บล็อกคนหนึ่ง: ไม่มีคำท้า คำขอ หรือการแจ้งเตือนจากคนนั้น หรือดูว่าบล็อกใครไว้
help-block = `/{ command-block }` บล็อกคนหนึ่ง หรือดูว่าคุณบล็อกใครไว้
option-user = user
option-user-description = จะบล็อกใคร ถ้าไม่ใส่ จะแสดงรายชื่อที่บล็อกไว้

line-block-done = บล็อก { $name } แล้ว จะไม่มีคำท้า คำขอ หรือการแจ้งเตือนจากคนนี้ คำท้าและคำขอที่ค้างอยู่ระหว่างกันถือว่าปฏิเสธแล้ว เกมที่กำลังเล่นอยู่ยังเล่นต่อได้ คนนี้จะรู้ก็ต่อเมื่อท้าหรือยื่นคำขอกับคุณ
line-block-full = คุณบล็อกไว้ { $most } คนแล้ว ซึ่งเต็มจำนวน เลิกบล็อกใครสักคนก่อน ดูรายชื่อด้วย `/{ command-block }`
line-block-oneself = คุณบล็อกตัวเองไม่ได้
line-block-bot = บล็อกได้เฉพาะคนเท่านั้น
line-block-nobody = คุณไม่ได้บล็อกใครไว้ ใช้ `/{ command-block } { option-user }:` เพื่อบล็อก
line-block-list = คุณบล็อกไว้ { $count } คน เลือกคนที่จะเลิกบล็อก
line-block-undone = เลิกบล็อก { $name } แล้ว
line-blocked-by-other = { $name } ไม่เริ่มเกมกับคุณและไม่รับคำขอจากคุณ
line-blocked-by-you = คุณบล็อก { $name } ไว้ ถ้าอยากเล่นด้วยกัน เลิกบล็อกได้ด้วย `/{ command-block }`

label-unblock = เลิกบล็อก
label-unblock-menu = เลิกบล็อกใคร …
