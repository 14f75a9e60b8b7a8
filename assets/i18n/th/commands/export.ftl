line-export-heading = ไฟล์ของเกม · { $title }

label-export = ไฟล์
