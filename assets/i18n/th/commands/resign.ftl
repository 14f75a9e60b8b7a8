command-resign = resign
command-resign-description = ยอมแพ้ (จะถามยืนยันอีกครั้ง)
help-resign = `/{ command-resign }` ยอมแพ้ จะถามยืนยันอีกครั้ง

line-resign-ask = ต้องการยอมแพ้เกม{ $kind }กับ { $opponent } จริงหรือ?
line-resign-kept = ดีแล้ว เล่นกันต่อ

label-resign = ยอมแพ้
label-resign-yes = ยืนยันยอมแพ้
label-keep-playing = เล่นต่อ
