command-count = นับศักดิ์
command-count-description = หมากรุกไทย: ขอนับ ข้าม หรือหยุดนับในตาถัดไปของคุณ

option-act = ทำอะไร
option-act-description = จะทำอะไรกับการนับในตาถัดไปของคุณ

choice-claim = ขอนับศักดิ์กระดาน: นับ 1
choice-skip = ข้าม: ไม่นับตานี้
choice-stop = หยุดนับ

help-count = `/{ command-count }` ใช้กับการนับศักดิ์ในหมากรุกไทย: `/{ command-count } { option-act }:{ choice-stop }`

label-claim-count = ขอนับศักดิ์
label-stop-count = หยุดนับ
label-skip-count = ข้ามการนับตานี้
