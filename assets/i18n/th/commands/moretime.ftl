label-give-day = เพิ่มเวลาให้อีก 1 วัน
