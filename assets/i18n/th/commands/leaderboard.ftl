command-leaderboard = leaderboard
command-leaderboard-description = ผู้เล่นที่เก่งที่สุดของเซิร์ฟเวอร์นี้ เรียงตามเรตติ้ง
option-game-leaderboard-description = ผู้เล่นของเกมอะไร
help-leaderboard = `/{ command-leaderboard }` แสดงผู้เล่นที่เก่งที่สุดของเซิร์ฟเวอร์

line-leaderboard-all = { $game }: ผู้เล่นของเซิร์ฟเวอร์นี้
line-leaderboard-month = { $game }: ผู้ที่เล่นเกมคิดเรตติ้งจบในเดือนนี้
line-leaderboard-provisional = เพิ่งเล่นไม่กี่เกม:
line-leaderboard-player = **{ $place }** { $name } · **{ $rating }** · { $count } เกม
line-leaderboard-empty = ยังไม่มีใคร อันดับนับเฉพาะเกมคิดเรตติ้งที่คนเล่นกับคน เริ่มได้ด้วย `/{ command-play }`
line-leaderboard-only-servers = แต่ละเซิร์ฟเวอร์มีตารางอันดับของตัวเอง ใช้คำสั่งนี้ในเซิร์ฟเวอร์
label-leaderboard-month = เดือนนี้
label-leaderboard-all = ตลอดกาล
