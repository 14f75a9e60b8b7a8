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
line-replay-no-start = Read as { $kind }: the game does not begin at the usual start, and the position at which it begins cannot be read.
line-replay-broken = Read as { $kind }: move { $number } of that game, { $text }, cannot be played. { $why }
line-replay-stopped = Read as { $kind } up to { $text }, where the record breaks off or has something that cannot stand there.
line-replay-several = That could be { $games }. Say which with `/{ command-game } { option-kind }`.

label-replay = Animation
