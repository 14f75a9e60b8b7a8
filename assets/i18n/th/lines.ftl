# ข้อความอื่น ๆ

line-challenge = { $challenger } ท้า { $opponent } เล่น{ $kind } · { $side ->
    [chance] สุ่มว่าใครจะได้เริ่มก่อน
   *[other] { $challenger } เล่นเป็น{ $side }
} · เวลา: { $time } · คำท้าหมดอายุ { $until }
line-open-challenge = { $challenger } อยากเล่น{ $kind } ใครจะเล่นด้วยบ้าง? · { $side ->
    [chance] สุ่มว่าใครจะได้เริ่มก่อน
   *[other] { $challenger } เล่นเป็น{ $side }
} · เวลา: { $time } · คำท้าหมดอายุ { $until }

line-your-turn = { $name } ถึงตาคุณแล้ว ({ $side })
line-your-turn-check = { $name } ถึงตาคุณแล้ว ({ $side }) และกำลังถูกรุก
line-computers-turn = { $name } กำลังคิด
line-time-left = เวลาสำหรับตานี้: ถึง { $until } ({ $relative })
line-other-clock = { $name } เหลือเวลา { $time }
line-on-holiday = { $name }: ลาพักถึง { $until }
line-on-weekend = หยุดเสาร์-อาทิตย์: นาฬิกาของ { $name } หยุดจนถึง { $until }
line-weekends-off = นาฬิกาหยุดวันเสาร์-อาทิตย์
line-holidays-ignored = การลาพักไม่มีผลกับนาฬิกา
line-game-paused = เกมนี้พักอยู่ นาฬิกาหยุดเดิน

line-game-title = { $kind }: { $first } – { $second }
line-erased-player = ผู้เล่นที่ลบข้อมูลแล้ว
line-computer = Kradan (ระดับ { $level })
line-moved-elsewhere = เกมนี้แสดงอยู่ที่ { $place }
line-cannot-post = บอทส่งข้อความใน { $place } เองไม่ได้ ใช้ `/{ command-board }` ที่นั่นเพื่อแสดงกระดาน
line-not-shown = ทำเรียบร้อยแล้ว แต่ Discord ยังไม่แสดงใน { $place } ใช้ `/{ command-games }` เพื่อเปิดกระดานได้
line-cannot-see = คุณมองไม่เห็นช่องของเกมนี้แล้ว บอทจึงส่งมาที่นี่แทน
line-timed-out = ตอนนี้คุณถูกพักการใช้งานในเซิร์ฟเวอร์ของเกมนี้ บอทจึงส่งมาที่นี่แทน เดินที่นี่ได้เลย
line-game-left = { $name ->
    [none] ตอนนี้เกมนี้แสดงอยู่ที่นี่: { $link }
   *[other] { $name } ตอนนี้เกมนี้แสดงอยู่ที่นี่: { $link }
}
line-only-you = Discord แสดงข้อความนี้ให้คุณเห็นคนเดียว: { $cause ->
    [send] คุณไม่มีสิทธิ์ส่งข้อความที่นี่
    [apps] คุณไม่มีสิทธิ์ใช้แอปภายนอกที่นี่
   *[settings] ติดโหมดช้าหรือการตั้งค่าอื่นของเซิร์ฟเวอร์
} แต่สิ่งที่คุณทำมีผลแล้ว และบอทจะแจ้งคู่แข่งด้วยวิธีอื่น
line-not-reached = เรื่องที่ก่อนหน้านี้แจ้งคุณไม่ได้:

# ข้อความบรรทัดเดียวที่เหลือจากข้อความเก่า
settled-challenge-accepted = รับคำท้าแล้ว · { $title }
settled-offer-lapsed = หมดอายุแล้ว
mark-alike = กระดานที่ { $number } จาก { $count } (เก่าสุดก่อน)

line-nothing-here = คุณไม่มีเกมที่นี่ เริ่มเกมใหม่ด้วย `/{ command-play }` หรือดูเกมทั้งหมดของคุณด้วย `/{ command-games }`
line-which-table = มีหลายเกมที่ตรงกัน ต้องการเกมไหน?
line-elsewhere = ที่นี่ไม่มีเกมที่ตรงกัน หมายถึง **{ $title }** ใน { $place } หรือไม่?
line-game-gone = ไม่พบเกมนี้แล้ว ดูเกมของคุณด้วย `/{ command-games }`

line-missing-permissions = ใน { $channel } บอทยังขาดสิทธิ์: { $permissions } · ขอให้ผู้ดูแลเซิร์ฟเวอร์อนุญาตให้
line-board-as-text = แนบไฟล์ที่นี่ไม่ได้ จึงแสดงกระดานเป็นข้อความแทน
line-failed = ขออภัย ระบบของบอทมีปัญหา { $counts ->
    [no] สิ่งที่คุณทำไม่มีผล กรุณาลองใหม่
   *[unknown] ยังบอกไม่ได้ว่ามีผลหรือไม่ ดูได้ด้วย `/{ command-board }`
}
line-one-moment = สักครู่ บอทยังทำสิ่งที่คุณขอไว้ก่อนหน้านี้อยู่
line-press-again = ใช้เวลานานเกินไปเล็กน้อย กรุณากดอีกครั้ง
line-already-done = บอทตอบเรื่องนี้ไปแล้ว
line-stale-board = { $link ->
    [none] กระดานนั้นเก่าแล้ว นี่คือกระดานปัจจุบัน
   *[other] กระดานนี้เก่าแล้ว กระดานปัจจุบันอยู่ที่นี่: { $link }
}
line-unknown-interaction = ปุ่มหรือคำสั่งนี้ใช้ไม่ได้แล้ว กรุณาใช้กระดานที่ใหม่กว่า หรือลอง `/{ command-help }`

# ตามที่เรียกในการตั้งค่าของ Discord
permission-view-channel = ดูช่อง
permission-connect = เชื่อมต่อ
permission-send-messages = ส่งข้อความ
permission-attach-files = แนบไฟล์
permission-read-message-history = อ่านประวัติข้อความ
permission-create-public-threads = สร้างเธรดสาธารณะ
permission-send-messages-in-threads = ส่งข้อความในเธรด
line-too-many-games = คุณมีเกมที่กำลังเล่นอยู่ { $most } เกม ซึ่งเป็นจำนวนสูงสุดต่อหนึ่งคน เริ่มเกมใหม่ได้เมื่อมีเกมใดเกมหนึ่งจบ
line-too-many-games-of-other = ผู้เล่นอีกฝ่ายมีเกมที่กำลังเล่นอยู่ { $most } เกม ซึ่งเป็นจำนวนสูงสุดต่อหนึ่งคน เริ่มเกมใหม่ได้เมื่อมีเกมใดเกมหนึ่งจบ
line-too-many-waiting = คำท้าของคุณที่รอคำตอบมี { $most } รายการ ซึ่งเป็นจำนวนสูงสุดต่อหนึ่งคน ถอนสักรายการ หรือกลับมาใหม่ { $until } เมื่อรายการแรกหมดอายุ
line-too-many-received = ผู้เล่นคนนี้มีคำท้าที่รอตอบครบจำนวนสูงสุดต่อหนึ่งคนแล้ว กลับมาใหม่ { $until } หรือเมื่อมีรายการใดได้รับคำตอบ
line-too-many-sent = คุณส่งคำท้าไปแล้ว { $most } รายการภายในหนึ่งชั่วโมง ซึ่งเป็นจำนวนสูงสุด ส่งรายการถัดไปได้ { $until }
line-challenged-just-now = คุณเพิ่งท้าผู้เล่นคนนี้ไป ท้าได้อีกครั้ง { $until }

# ปุ่มและเมนู: ไม่เกิน 34 ตัวอักษร

label-pick-table = เกมไหน …
label-more = เพิ่มเติม …
label-table-running = กำลังเล่น
label-table-challenge = คำท้า
label-table-over = จบแล้ว
label-that-game = ใช่ เกมนี้

time-days = { $count } วัน
time-hours = { $count } ชั่วโมง
time-minutes = { $count } นาที
time-per-move = ตาละ { $time }
time-bank = ทั้งเกม { $time } เพิ่มให้ { $increment } ทุกตา สะสมได้ไม่เกิน { $cap }
time-unlimited = ไม่จำกัดเวลา
