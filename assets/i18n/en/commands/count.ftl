label-claim-count = Claim the count
label-stop-count = Stop counting
label-skip-count = Don’t count this move
# The same once it is said, until the move is made.
label-count-claimed = Count claimed ✓
label-count-stopped = Stops counting ✓
label-count-skipped = Move not counted ✓

line-count-leave-ask = { $act ->
    [claim] You claim the board’s honour with your next move.
    [skip] Your next move is not counted.
   *[stop] You stop counting with your next move.
} Take that back?
line-count-kept = Nothing is changed.
label-count-leave = Take it back
label-count-keep = Keep it

# Beside a move in the list of moves.
line-count-said = “{ $number }”
line-count-not-said = (not counted)
line-count-stopped = (count stopped)
