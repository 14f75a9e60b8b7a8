# What happened at a table, told to everyone.

event-challenged = { $challenger } challenges { $opponent } to a game of { $kind }.
event-challenged-anyone = { $challenger } would like to play { $kind }: who joins?
event-accepted = The game begins: { $first } plays { $first-side }, { $second } plays { $second-side }.
event-furigoma = Furigoma: { $name } throws { $pawns } (歩 { $plain }, と { $promoted }) and so plays { $side }.
event-no-thread = No thread can be opened here, so the game is played in this channel.
event-declined = { $name ->
    [none] The challenge was declined.
   *[other] { $name } declines the challenge.
}
event-cancelled = The challenge was withdrawn.
event-lapsed = Nobody answered the challenge in time.

event-moved = { $name } played { $move }.
event-moved-counting = { $name } played { $move } and said “{ $number }”.
event-answered = { $name } answered { $before } with { $mv }.
event-passed = { $name } has no move and passes.
event-count-claim = { $name } claims the board’s honour: the next move says “1”. The count runs to { $limit }, and after that { $other } still has one move.
event-count-skip = { $name } does not count the next move.
event-count-stop = { $name } stops counting with the next move.
event-count-left = { $name } takes back what was announced about the count.
event-count-due = { $name } ({ $side }) must count the pieces’ honour, from { $number } to { $limit }. After “{ $limit }” { $other } still has one move.

event-draw-offered = { $name } offers a draw.
event-draw-declined = { $name } declines the draw.
event-draw-withdrawn = { $name } withdraws the draw offer.
event-takeback-asked = { $plies ->
    [one] { $name } asks to take back the last move ({ $moves }).
   *[other] { $name } asks to take back the last { $plies } moves ({ $moves }).
}
event-takeback-refused = { $name } refuses the takeback: the move stands.
event-takeback-withdrawn = { $name } withdraws the request for a takeback: the move stands.
event-taken-back = { $plies ->
    [one] The last move was taken back
   *[other] The last { $plies } moves were taken back
}{ $moves ->
    [none] .
   *[other] { " " }({ $moves }).
}
event-pause-offered = { $name } offers to pause the game. No clock runs during a pause.
event-pause-declined = { $name } declines the pause.
event-pause-withdrawn = { $name } withdraws the offer of a pause.
event-paused = { $name } agrees: the game is paused, and no clock runs. Either player can resume it at any time; after 30 days it resumes by itself.
event-resumed = { $name } resumes the game: the clocks run again.
event-resumed-by-itself = The pause is over: the clocks run again.
event-holiday-began = { $name } takes a holiday: their clock stands still until { $until }.
event-holiday-by-itself = { $name } ran out of time, so a holiday began by itself: their clock stands still until { $until }. With the next move the game goes on as usual.
event-holiday-ended = { $name } is back from holiday: their clock runs again.
event-holiday-over = { $name }, your holiday ends { $until }: from then on your clock runs.
event-time-given = { $name } gives { $opponent } { $time } more.
event-shown = The game is now shown here.
event-reminded = { $name }, there is not much time left for your move.
event-reminded-half = { $name }, half the time for your move is left.
event-reminded-twentieth = { $name }, your time for this move is almost up.
event-reminded-asked = { $name }, you asked to be reminded of your move.
event-reminder-set = Noted: you will be reminded of this move.
event-reminder-dropped = Noted: the reminder that you asked for will not come.

# Endings, with the players’ names. The reasons stand in position.ftl.
event-won = **{ $winner }** wins as { $side } after { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}: { $reason }.
event-won-by-score = **{ $winner }** wins { $score } as { $side } after { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}: { $reason }.
event-drawn = The game is a **draw** after { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}: { $reason }.
event-drawn-by-score = The game is a **draw** after { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}, { $score }: { $reason }.
event-resigned = { $loser } resigns. **{ $winner }** wins as { $side }.
event-out-of-time = { $loser } has run out of time. **{ $winner }** wins as { $side }.
event-out-of-time-drawn = { $loser } has run out of time, but { $opponent } has nothing left to win with. The game is a **draw**.
event-aborted-out-of-time = { $name } has run out of time before both had made two moves: the game ends **without a result**.
event-aborted-by-moderator = A moderator ended this game. The reason: { $reason }
event-annulled-by-moderator = A moderator annulled this result: it counts for no rating. The reason: { $reason }
event-taken-over = { $name } takes this side over, and plays on from here.
event-aborted-moderator = The game ends **without a result**.
event-aborted-erased = { $name } left for good before both had made two moves: the game ends **without a result**.
event-agreed = The game is a **draw** by agreement.
event-judged = Time is up for this round: the position is judged. **{ $winner }** wins as { $side }.
event-judged-drawn = Time is up for this round: the position is judged, and the game is a **draw**.

# The length of a game that the players ended, behind its ending.
event-length = { $moves ->
    [one] { $moves } move was played.
   *[other] { $moves } moves were played.
}
# The parts of an ending: a reason with the last move, a move with the number said, a score with
# the official one, which gives the empty squares to the winner.
ending-by-move = { $reason } (last move { $move })
ending-move-said = { $move }, “{ $number }”
ending-official = { $score } (official { $official })

# The same in short, by the names of the sides, without a full stop.
ending-won = { $side } won: { $reason }
ending-drawn = Draw: { $reason }
ending-resigned = { $winner } won: { $loser } resigned
ending-out-of-time = { $winner } won: { $loser } ran out of time
ending-out-of-time-drawn = Draw: { $loser } ran out of time, and the other side had nothing left to win with
ending-aborted-out-of-time = No result: { $loser } ran out of time at the very beginning
ending-aborted-moderator = No result: a moderator ended the game
ending-aborted-erased = No result: { $loser } left at the very beginning
ending-agreed = Draw by agreement
verdict-won = { $side } won
verdict-drawn = Draw
