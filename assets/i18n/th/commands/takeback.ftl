command-takeback = คืนตา
command-takeback-description = ขอคืนตาล่าสุดของคุณ หรือให้คู่แข่งคืนตา
help-takeback = `/{ command-takeback }` ขอคืนตาล่าสุดของคุณ หรือให้คู่แข่งคืนตา

label-ask-takeback = ขอคืนตา
label-grant-takeback = ให้คืนตา
label-refuse-takeback = ไม่ให้คืนตา
