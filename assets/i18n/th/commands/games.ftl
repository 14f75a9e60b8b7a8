command-games = เกมของฉัน
command-games-description = เกมทั้งหมดของคุณ เกมที่รอคุณอยู่ขึ้นก่อน
help-games = `/{ command-games }` แสดงเกมทั้งหมดของคุณ เกมที่รอคุณอยู่ขึ้นก่อน

line-no-games = ตอนนี้คุณยังไม่มีเกม เริ่มเล่นได้ด้วย `/{ command-play }`
line-games-heading = คุณมี { $count } เกม
line-challenges-heading = คำท้าที่รอคำตอบ { $count } รายการ
line-game-waiting = **ถึงตาคุณ:** { $title } ถึง { $until } · { $link }
line-game-theirs = รอคู่แข่งเดิน: { $title } ถึง { $until } · { $link }
line-challenge-to-you = **มีคนท้าคุณ:** { $title } ถึง { $until } · { $link }
line-challenge-by-you = คำท้าของคุณ: { $title } ถึง { $until } · { $link }
