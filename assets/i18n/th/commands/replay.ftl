command-replay = replay
command-replay-description = ดูเกมเป็นภาพเคลื่อนไหว
help-replay = `/{ command-replay }` แสดงเกมเป็นภาพเคลื่อนไหว

line-replay-heading = ภาพเคลื่อนไหวของเกม · { $title }

label-replay = ดูเกมย้อนหลัง
