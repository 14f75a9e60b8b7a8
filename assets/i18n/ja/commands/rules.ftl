command-rules = rules
command-rules-description = 遊び方を図で説明する

option-game-rules-description = どのゲームのルールか

help-rules = `/{ command-rules }`：遊び方を説明します。例：`/{ command-rules } { option-game }:{ makruk }`
label-how-to-play = 遊び方
label-page-before = ‹ 前へ
label-page-after = 次へ ›
