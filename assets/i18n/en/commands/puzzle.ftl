command-puzzle = puzzle
command-puzzle-description = A position in which one move wins: find it
option-game-puzzle-description = A puzzle of which game
help-puzzle = `/{ command-puzzle }` gives you a puzzle that fits how well you solve them.

line-puzzle-heading = { $game } · puzzle { $number } · level { $level }
line-puzzle-mate = { $side } to move: mate in { $count ->
    [one] one move
   *[other] { $count } moves
}.
line-puzzle-win = { $side } to move: only one move wins the game.
line-puzzle-gain = { $side } to move: only one move wins material.
line-puzzle-goes-on = `{ $played }` is right, and `{ $reply }` is the reply. Go on.
line-puzzle-wrong = `{ $played }` is not the move: `{ $reply }` would follow.
line-puzzle-wrong-alone = `{ $played }` is not the move.
line-puzzle-solved = Solved with `{ $played }`.
line-puzzle-rating = Your rating in puzzles: **{ $rating }** ({ $change }) · { $streak ->
    [one] { $streak } in a row
   *[other] { $streak } in a row
}
line-puzzle-solution = The solution: { $moves }

label-puzzle-hint = Give a hint
label-puzzle-again = Try again
label-puzzle-solution = Show the solution
label-puzzle-next = Next puzzle
