command-rules = rules
command-rules-description = วิธีเล่น พร้อมภาพประกอบ

option-game-rules-description = กติกาของเกมอะไร

help-rules = `/{ command-rules }` อธิบายวิธีเล่น: `/{ command-rules } { option-game }:{ makruk }`
label-how-to-play = วิธีเล่น
label-page-before = ‹ หน้าก่อน
label-page-after = หน้าถัดไป ›
