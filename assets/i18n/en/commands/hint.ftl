line-hint-quarter = Look at this quarter of the board: { $files }, { $ranks }.
line-hint-piece = Move what stands on { $square }.
line-hint-hand = You have something in hand for it.
line-hint-file = The square is on file { $file }.
line-hint-move = I would play `{ $written }`.
line-hint-none = Hints are for a game against me, when it is your turn.

label-hint = Hint
label-hint-further = Tell me more
