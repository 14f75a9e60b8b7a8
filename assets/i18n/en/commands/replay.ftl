command-replay = replay
command-replay-description = A game as an animation
help-replay = `/{ command-replay }` shows a game as an animation.
option-record = record
option-record-description = A written game to watch instead: PGN, GGF, or moves such as f5d6c3

line-replay-heading = The game as an animation · { $title }
line-replay-written = { $kind }, { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}
line-replay-written-of = { $kind }: { $first } – { $second }, { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}
line-replay-unreadable = That is no game that I can read. Paste a PGN (Makruk, Ōgi), a GGF (Othello), or moves in a row, such as `f5d6c3`.
line-replay-broken = Move { $number } of that game cannot be played. { $why }

label-replay = Watch the game
