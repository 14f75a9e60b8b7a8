label-ask-takeback = ขอเดินใหม่
label-grant-takeback = ให้เดินใหม่
label-refuse-takeback = ไม่ให้เดินใหม่
label-withdraw-takeback = ถอนคำขอเดินใหม่
