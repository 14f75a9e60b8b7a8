command-rules = กติกา
command-rules-description = วิธีเล่น พร้อมภาพประกอบ

option-game-rules-description = กติกาของเกมอะไร

help-rules = `/{ command-rules }` อธิบายวิธีเล่น: `/{ command-rules } { option-game }:{ makruk }`
