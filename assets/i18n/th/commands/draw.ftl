command-draw = เสมอ
command-draw-description = ขอเสมอ ตกลงเสมอ หรือเรียกเสมอเมื่อรูปหมากซ้ำ
help-draw = `/{ command-draw }` ขอเสมอ ตกลงเสมอ หรือเรียกเสมอเมื่อรูปหมากซ้ำ

label-offer-draw = ขอเสมอ
label-accept-draw = ตกลงเสมอ
label-decline-draw = ไม่รับเสมอ
label-claim-draw = เรียกเสมอ
