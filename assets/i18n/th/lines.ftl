# ข้อความอื่น ๆ

line-challenge = { $challenger } ท้า { $opponent } เล่น{ $kind } { $side ->
    [chance] สุ่มว่าใครจะได้เริ่มก่อน
   *[other] { $challenger } เล่น{ $side }
} เวลาต่อตา { $days } วัน ตอบรับคำท้าได้ถึง { $until }
line-open-challenge = { $challenger } อยากเล่น{ $kind } ใครจะเล่นด้วยบ้าง? { $side ->
    [chance] สุ่มว่าใครจะได้เริ่มก่อน
   *[other] { $challenger } เล่น{ $side }
} เวลาต่อตา { $days } วัน ตอบรับคำท้าได้ถึง { $until }

line-your-turn = { $name } ถึงตาคุณแล้ว ({ $side })
line-your-turn-check = { $name } ถึงตาคุณแล้ว ({ $side }) และกำลังถูกรุก
line-time-left = เวลาสำหรับตานี้: ถึง { $until } ({ $relative })

line-game-title = { $kind }: { $first } – { $second }
line-moved-elsewhere = เกมนี้แสดงอยู่ที่ { $place }
line-cannot-post = บอตส่งข้อความใน { $place } เองไม่ได้ ใช้ `/{ command-board }` ที่นั่นเพื่อแสดงกระดาน
line-game-left = ตอนนี้เกมนี้แสดงอยู่ที่นี่: { $link }
line-only-you = Discord แสดงข้อความนี้ให้คุณเห็นคนเดียว: { $cause ->
    [send] คุณไม่มีสิทธิ์ส่งข้อความที่นี่
    [apps] คุณไม่มีสิทธิ์ใช้แอปภายนอกที่นี่
   *[settings] ติดโหมดช้าหรือการตั้งค่าอื่นของเซิร์ฟเวอร์
} แต่สิ่งที่คุณทำมีผลแล้ว และบอตจะแจ้งคู่แข่งด้วยวิธีอื่น
line-not-reached = เรื่องที่ก่อนหน้านี้แจ้งคุณไม่ได้:

line-nothing-here = คุณไม่มีเกมที่นี่ เริ่มเกมใหม่ด้วย `/{ command-play }` หรือดูเกมทั้งหมดของคุณด้วย `/{ command-games }`
line-which-table = มีหลายเกมที่ตรงกัน ต้องการเกมไหน?
line-game-gone = ไม่พบเกมนี้แล้ว ดูเกมของคุณด้วย `/{ command-games }`

line-missing-permissions = ใน { $channel } ยังขาดสิทธิ์: { $permissions } ผู้ดูแลเซิร์ฟเวอร์เป็นผู้อนุญาตได้
line-board-as-text = แนบไฟล์ที่นี่ไม่ได้ จึงแสดงกระดานเป็นข้อความแทน
line-failed = ขออภัย ระบบของบอตมีปัญหา { $counts ->
    [no] สิ่งที่คุณทำไม่มีผล กรุณาลองใหม่
   *[unknown] ยังบอกไม่ได้ว่ามีผลหรือไม่ ดูได้ด้วย `/{ command-board }`
}
line-already-done = เรื่องนี้จัดการไปแล้ว
line-stale-board = { $link ->
    [none] กระดานนี้เก่าแล้ว ดูกระดานปัจจุบันด้วย `/{ command-board }`
   *[other] กระดานนี้เก่าแล้ว กระดานปัจจุบันอยู่ที่นี่: { $link }
}
line-unknown-interaction = ปุ่มหรือคำสั่งนี้ใช้ไม่ได้แล้ว กรุณาใช้กระดานที่ใหม่กว่า หรือลอง `/{ command-help }`

# ตามที่เรียกในการตั้งค่าของ Discord
permission-view-channel = ดูช่อง
permission-send-messages = ส่งข้อความ
permission-attach-files = แนบไฟล์
permission-create-public-threads = สร้างเธรดสาธารณะ
permission-send-messages-in-threads = ส่งข้อความในเธรด
line-too-many-games = คุณมีเกมที่กำลังเล่นอยู่ { $most } เกม ซึ่งเป็นจำนวนมากที่สุดต่อหนึ่งคน กลับมาใหม่เมื่อมีเกมใดเกมหนึ่งจบ
line-too-many-games-of-other = ผู้เล่นอีกฝ่ายมีเกมที่กำลังเล่นอยู่ { $most } เกม ซึ่งเป็นจำนวนมากที่สุดต่อหนึ่งคน กลับมาใหม่เมื่อมีเกมใดเกมหนึ่งจบ
line-too-many-waiting = คำท้าของคุณที่รอคำตอบมี { $most } รายการ ซึ่งเป็นจำนวนมากที่สุดต่อหนึ่งคน ถอนสักรายการ หรือกลับมาใหม่{ $until } เมื่อรายการแรกหมดอายุ
line-too-many-received = มีคำท้ารอคำตอบจากผู้เล่นคนนี้เต็มจำนวนแล้ว กลับมาใหม่{ $until } หรือเมื่อมีรายการใดได้รับคำตอบ
line-too-many-sent = คุณส่งคำท้าไปแล้ว { $most } รายการภายในหนึ่งชั่วโมง ซึ่งเป็นจำนวนมากที่สุด ส่งรายการถัดไปได้{ $until }
line-challenged-just-now = คุณเพิ่งท้าผู้เล่นคนนี้ไป ท้าได้อีกครั้ง{ $until }

# ปุ่มและเมนู: ไม่เกิน 34 ตัวอักษร

label-pick-table = เกมไหน …
label-more = เพิ่มเติม …
