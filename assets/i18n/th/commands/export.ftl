line-export-heading = ไฟล์ของเกม · { $title }

label-export = บันทึกเป็นไฟล์
