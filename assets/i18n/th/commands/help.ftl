command-help = help
command-help-description = คำสั่งทั้งหมดใช้ทำอะไร
help-help = `/{ command-help }` แสดงรายการนี้

line-help-heading = สิ่งที่บอททำได้
line-help-footer = ทุกกระดานมีปุ่มและเมนูให้กด จึงไม่จำเป็นต้องพิมพ์ กติกาของแต่ละเกมดูได้ที่ `/{ command-rules }`
