command-game = game
command-game-description = Look back at a game, step by step
help-game = `/{ command-game }` opens a game, running or over, to look back at it: its positions, its moves, as a file or an animation.

option-record = record
option-record-description = A written game to watch instead: PGN, GGF, or moves such as f5d6c3
option-kind = kind
option-kind-description = Which game the written one is, if it is not clear

line-board-after = After { $written }:
line-board-start = The position at the start:

label-look-back = Look back
