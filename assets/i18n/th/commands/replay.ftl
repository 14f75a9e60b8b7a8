command-replay = replay
command-replay-description = ดูเกมเป็นภาพเคลื่อนไหว
help-replay = `/{ command-replay }` แสดงเกมเป็นภาพเคลื่อนไหว
option-record = record
option-record-description = เกมที่จดไว้: PGN, GGF หรือตาเดิน เช่น f5d6c3

line-replay-heading = ภาพเคลื่อนไหวของเกม · { $title }
line-replay-written = { $kind } { $moves } ตา
line-replay-written-of = { $kind }: { $first } – { $second } { $moves } ตา
line-replay-unreadable = อ่านเป็นเกมไม่ได้ วาง PGN (หมากรุกไทย, หมากรุกโองิ), GGF (โอเทลโล่) หรือตาเดินเรียงกัน เช่น `f5d6c3`
line-replay-broken = ตาที่ { $number } ของเกมนั้นเล่นไม่ได้ { $why }

label-replay = ดูเกมย้อนหลัง
