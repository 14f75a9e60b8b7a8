command-rules = rules
command-rules-description = How a game is played, with diagrams

option-game-rules-description = The rules of which game

help-rules = `/{ command-rules }` explains a game: `/{ command-rules } { option-game }:{ makruk }`
label-how-to-play = How to play
label-page-before = ‹ Previous
label-page-after = Next ›
