# What happened at a table, told to everyone.

event-challenged = { $challenger } challenges { $opponent } to a game of { $kind }.
event-challenged-anyone = { $challenger } would like to play { $kind }: who joins?
event-accepted = The game begins: { $first } plays { $first-side }, { $second } plays { $second-side }.
event-furigoma = Furigoma: { $name } throws { $pawns } (歩 { $plain }, と { $promoted }) and so plays { $side }.
event-no-thread = No thread can be opened here, so the game is played right here.
event-declined = The challenge was declined.
event-cancelled = The challenge was withdrawn.
event-lapsed = Nobody answered the challenge in time.

event-moved = { $name } played { $move }.
event-moved-counting = { $name } played { $move } and said “{ $number }”.
event-passed = { $name } has no move and passes.
event-count-claim = { $name } claims the board’s honour: the count begins with the next move.
event-count-skip = { $name } says no number with the next move.
event-count-stop = { $name } ends the count with the next move.
event-count-left = { $name } leaves the count as it is after all.

event-draw-offered = { $name } offers a draw.
event-draw-declined = { $name } declines the draw.
event-takeback-asked = { $plies ->
    [one] { $name } asks to take back the last move (number { $to }).
   *[other] { $name } asks to take back the last { $plies } moves (numbers { $from } to { $to }).
}
event-takeback-refused = { $name } refuses the takeback: what was played stands.
event-taken-back = { $plies ->
    [one] The last move was taken back.
   *[other] The last { $plies } moves were taken back.
}
event-shown = The game is now shown here.
event-reminded = { $name }, there is not much time left for your move.

# Endings, with the players’ names. The reasons stand in position.ftl.
event-won = **{ $winner }** wins with { $side }: { $reason }.
event-drawn = The game is a **draw**: { $reason }.
event-resigned = { $loser } resigns. **{ $winner }** wins with { $side }.
event-out-of-time = { $loser } has run out of time. **{ $winner }** wins with { $side }.
event-agreed = The game is a **draw** by agreement.
event-bare-khuns = The game is a **draw**: two khun stand alone.
event-repetition = The game is a **draw**: the same position came again and again.
event-too-long = The game is a **draw**: it is longer than { $plies } moves.

# The same in short, by the names of the sides, without a full stop.
ending-won = { $side } won: { $reason }
ending-drawn = Draw: { $reason }
ending-resigned = { $winner } won: { $loser } resigned
ending-out-of-time = { $winner } won: { $loser } ran out of time
ending-agreed = Draw by agreement
ending-bare-khuns = Draw: two khun stand alone
ending-repetition = Draw by repetition
ending-too-long = Draw after { $plies } moves
verdict-won = { $side } won
verdict-drawn = Draw
