command-takeback = takeback
command-takeback-description = ขอเดินใหม่แทนตาล่าสุดของคุณ
help-takeback = `/{ command-takeback }` ขอเดินใหม่แทนตาล่าสุดของคุณ

label-ask-takeback = ขอเดินใหม่
label-grant-takeback = ให้เดินใหม่
label-refuse-takeback = ไม่ให้เดินใหม่
label-withdraw-takeback = ถอนคำขอเดินใหม่
