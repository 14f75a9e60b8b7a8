# Positions told in words: the description of a picture, and what stands below a text board.
# Every language has the same messages with the same variables.

# Between sentences, and between the things of a list.
gap = { " " }
comma = { ", " }

# How the game stands.
to-move = { $game }, { $side } to move.
to-move-check = { $game }, { $side } to move, in check.
won = { $game }, { $side } has won.
won-by = { $game }, { $side } has won: { $reason }.
drawn = { $game }, a draw.
drawn-by = { $game }, a draw: { $reason }.

reason-full = the board is full
reason-no-moves = neither side can move
reason-wipe-out = no disc of the other colour is left
reason-checkmate = checkmate
reason-stalemate = stalemate
reason-count = the count has run out
reason-no-move = the other side has no move
reason-repetition = the same position for the fourth time
reason-perpetual-check = the other side gave perpetual check
reason-bare-khuns = only the two khun are left
reason-repeated = the same position came again and again
reason-too-long = a game can be no longer
reason-judged = the round was over, and the position was judged

# What stands where.
pieces = { $side }: { $pieces }.
piece = { $piece } { $squares }
discs = { $side }, { $count ->
    [one] { $count } disc
   *[other] { $count } discs
}: { $squares }.
discs-none = { $side }, no discs.
counted = Discs: { $first } { $first-count }, { $second } { $second-count }.
score = Official score: { $first } { $first-count }, { $second } { $second-count }.
hand = { $side } in hand: { $pieces }.
hand-empty = { $side } in hand: nothing.
held = { $piece } ×{ $count }

# The last move, and what it did, one after the other.
last-move = Last move: { $what }.
placed = { $side } on { $to }, turning { $count ->
    [one] { $count } disc
   *[other] { $count } discs
}
passed = { $side } passes
moved = { $side }, { $piece } from { $from } to { $to }
dropped = { $side } drops { $piece } on { $to }
captured = captures { $piece }

# Which letter of a text board is what.
letter = { $letter } { $piece }
