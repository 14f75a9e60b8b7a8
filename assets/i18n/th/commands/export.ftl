command-export = export
command-export-description = ไฟล์ของเกมสำหรับโปรแกรมอื่น
help-export = `/{ command-export }` ให้ไฟล์ของเกมสำหรับโปรแกรมอื่น

line-export-heading = ไฟล์ของเกม · { $title }

label-export = บันทึกเป็นไฟล์
