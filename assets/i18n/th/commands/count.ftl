command-count = count
command-count-description = หมากรุกไทย: ขอนับศักดิ์ หยุดนับ หรือไม่นับตาถัดไปของคุณ

option-act = act
option-act-description = จะทำอะไรกับการนับในตาถัดไปของคุณ

choice-claim = ขอนับศักดิ์กระดาน: นับ 1
choice-skip = ไม่นับตานี้
choice-stop = หยุดนับ

help-count = `/{ command-count }` ใช้กับการนับศักดิ์ในหมากรุกไทย: `/{ command-count } { option-act }:{ choice-stop }`

label-claim-count = ขอนับศักดิ์
label-stop-count = หยุดนับ
label-skip-count = ไม่นับตานี้
# The same once it is said, until the move is made.
label-count-claimed = ขอนับศักดิ์แล้ว ✓
label-count-stopped = จะหยุดนับ ✓
label-count-skipped = จะไม่นับตานี้ ✓

line-count-leave-ask = { $act ->
    [claim] คุณจะขอนับศักดิ์กระดานในตาถัดไป
    [skip] คุณจะไม่นับในตาถัดไป
   *[stop] คุณจะหยุดนับในตาถัดไป
} ต้องการยกเลิกที่แจ้งไว้ไหม?
line-count-kept = ไม่มีอะไรเปลี่ยน
label-count-leave = ยกเลิกที่แจ้งไว้
label-count-keep = ไม่ยกเลิก

# Beside a move in the list of moves.
line-count-said = นับ { $number }
line-count-not-said = (ไม่นับ)
line-count-stopped = (หยุดนับ)
