command-profile = profile
command-profile-description = เรตติ้ง ผลการเล่น และเกมของผู้เล่น
option-player = player
option-player-description = โปรไฟล์ของใคร ถ้าไม่เลือกจะเป็นของคุณ
help-profile = `/{ command-profile }` แสดงเรตติ้งและผลการเล่นของผู้เล่น และสถิติที่คุณเจอกับเขา

line-profile-game = { $game } { $rating } ± { $deviation } · ชนะ { $won } แพ้ { $lost } เสมอ { $drawn }
line-profile-best = ชัยชนะที่ดีที่สุด: { $name } ({ $rating })
line-profile-best-somebody = ชัยชนะที่ดีที่สุด: { $rating }
line-profile-course = เริ่มที่ { $first } อยู่ระหว่าง { $least } ถึง { $most }
line-profile-last = จาก { $count } เกมล่าสุด
line-profile-running = กำลังเล่น { $count } เกม
line-profile-none = { $name } ยังไม่เคยเล่นเกมคิดเรตติ้งจบ เริ่มได้ด้วย `/{ command-play }`
line-profile-hidden = { $name } ไม่เปิดเผยข้อมูลนี้
