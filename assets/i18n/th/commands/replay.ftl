line-replay-heading = ภาพเคลื่อนไหวของเกม · { $title }
line-replay-written = { $kind } { $moves } ตา
line-replay-written-of = { $kind }: { $first } – { $second } { $moves } ตา
line-replay-unreadable = อ่านเป็นเกมไม่ได้ วาง PGN (หมากรุกไทย, หมากรุกโองิ), GGF (โอเทลโล่) หรือตาเดินเรียงกัน เช่น `f5d6c3`
line-replay-no-start = อ่านเป็น{ $kind }: เกมนี้ไม่ได้เริ่มจากตำแหน่งเริ่มต้นตามปกติ และอ่านตำแหน่งที่เริ่มไม่ได้
line-replay-broken = อ่านเป็น{ $kind }: ตาที่ { $number } ของเกมนั้น ({ $text }) เล่นไม่ได้ { $why }
line-replay-stopped = อ่านเป็น{ $kind } ได้ถึง { $text } จากตรงนั้นบันทึกขาดไป หรือมีสิ่งที่อยู่ตรงนั้นไม่ได้
line-replay-several = อาจเป็น { $games } ระบุเกมด้วย `/{ command-game } { option-kind }`

label-replay = ภาพเคลื่อนไหว
