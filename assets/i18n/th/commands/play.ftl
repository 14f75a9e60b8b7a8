command-play = เล่น
command-play-description = ท้าใครสักคน หรือเปิดให้ใครก็ได้มาเล่นด้วย

option-opponent = คู่แข่ง
option-opponent-description = คนที่คุณท้า ถ้าไม่ระบุ ใครก็เล่นด้วยได้
option-side = ฝ่าย
option-side-description = ใครเริ่มก่อน ถ้าไม่ระบุจะสุ่ม
option-days = จำนวนวัน
option-days-description = จำนวนวันต่อตา (1 ถึง 30 ปกติ 3)
option-where = ที่ไหน
option-where-description = เล่นที่ไหน

choice-first = ฉันเริ่มก่อน
choice-second = คู่แข่งเริ่มก่อน
choice-here = ที่นี่
choice-thread = ในเธรดแยก

help-play = `/{ command-play }` ท้าใครสักคน หรือเปิดให้ใครก็ได้: `/{ command-play } { option-game }:{ othello } { option-opponent }:@Ben`

line-thread-name = { $kind }: { $first } – { $second }
line-game-in-thread = เกมนี้เล่นกันที่ { $thread }
line-no-engine = บอตยังเล่นเองไม่ได้ ลองท้าเพื่อน หรือไม่ต้องระบุคู่แข่งแล้วรอดูว่าใครจะมาเล่นด้วย
line-cannot-challenge-self = ท้าตัวเองไม่ได้ ลองไม่ระบุคู่แข่งแล้วรอดูว่าใครจะมาเล่นด้วย
line-cannot-challenge-bot = บอตเล่นที่นี่ไม่ได้ ลองท้าเพื่อน หรือไม่ต้องระบุคู่แข่งแล้วรอดูว่าใครจะมาเล่นด้วย
line-not-in-server = { $name } ไม่ได้อยู่ในเซิร์ฟเวอร์นี้ ลองท้าคนที่อยู่ หรือไม่ต้องระบุคู่แข่งแล้วรอดูว่าใครจะมาเล่นด้วย
line-cannot-see-channel = { $name } มองไม่เห็น { $channel } ลองท้าในที่ที่ทั้งสองคนเห็น
line-nobody-else-here = ห้องสนทนานี้มีแค่คุณกับฉันที่เห็น ลองท้าใครสักคนในเซิร์ฟเวอร์ หรือในแชตของคุณกับคนนั้น

label-accept = รับคำท้า
label-decline = ปฏิเสธ
label-cancel = ถอนคำท้า
label-rematch = แก้มือ
