# Positions told in words: the description of a picture, and what stands below a text board.
# Every language has the same messages with the same variables.

# Between sentences, and between the things of a list.
gap = { " " }
comma = { ", " }

othello = Othello
makruk = Makruk
ogi = Ōgi

othello-first = Black
othello-second = White
makruk-first = White
makruk-second = Black
ogi-first = Sente
ogi-second = Gote

makruk-khun = khun
makruk-met = met
makruk-bia-ngai = bia-ngai
makruk-khon = khon
makruk-ma = ma
makruk-rua = rua
makruk-bia = bia

# The king's face may differ by side; a promoted piece has a name of its own.
ogi-king-first = king
ogi-king-second = king
ogi-princess = princess
ogi-rook = rook
ogi-bishop = bishop
ogi-silver = silver
ogi-knight = knight
ogi-lance = lance
ogi-pawn = pawn
ogi-promoted-princess = promoted princess
ogi-promoted-rook = promoted rook
ogi-promoted-bishop = promoted bishop
ogi-promoted-silver = promoted silver
ogi-promoted-knight = promoted knight
ogi-promoted-lance = promoted lance
ogi-promoted-pawn = promoted pawn

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

# Makruk's counts.
count-board = { $side } counts the board's honour: { $number }/{ $limit }.
count-pieces = { $side } counts the pieces' honour: { $number }/{ $limit }.
count-pieces-due = { $side } is to count the pieces' honour on from { $number }, up to { $limit }.

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
promoted-makruk = turns over
promoted-ogi = promotes

# Which letter of a text board is what.
letter = { $letter } { $piece }
letters-othello = X is { $first }, O is { $second }.
letters-makruk = { $pieces }. Capitals are { $first }, small letters { $second }.
letters-ogi = { $pieces }, + promoted. Capitals are { $first }, small letters { $second }.
