command-draw = draw
command-draw-description = ขอเสมอ หรือใช้สิทธิ์เสมอเมื่อรูปหมากซ้ำ
help-draw = `/{ command-draw }` ขอเสมอ หรือใช้สิทธิ์เสมอเมื่อรูปหมากซ้ำ

label-offer-draw = ขอเสมอ
label-accept-draw = ตกลงเสมอ
label-decline-draw = ไม่รับเสมอ
label-claim-draw = ใช้สิทธิ์เสมอ
label-withdraw-draw = ถอนคำขอเสมอ
