line-daily-heading = Daily puzzle · { $game }
line-daily-solved = { $solved } of { $count } solved it at the first try
line-daily-first = first: { $players }
line-daily-you-solved = { $place ->
    [one] You are the first here to solve it at the first try.
   *[other] You are number { $place } here to solve it at the first try.
}
line-daily-failed = Your first try has counted. The solution comes with the next puzzle; until then you can go on trying.
line-daily-before = Your first try has already counted, so this one does not.
line-daily-late = This puzzle is over, and the solution is in the channel.
line-daily-mentioned = You will be mentioned here with each new puzzle.
line-daily-not-mentioned = You will not be mentioned with new puzzles.
line-daily-many-mentioned = So many are mentioned already that there is no room for one more.

label-daily-solve = Solve it
label-daily-mention = Mention me daily
label-daily-unmention = Stop mentioning me
