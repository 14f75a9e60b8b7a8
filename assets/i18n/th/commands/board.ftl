command-board = กระดาน
command-board-description = แสดงกระดานที่นี่ พร้อมปุ่ม
help-board = `/{ command-board }` แสดงกระดานที่นี่ พร้อมปุ่มและเมนูสำหรับเล่น
