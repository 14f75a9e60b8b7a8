command-move = move
command-move-description = Make a move

option-move = move
option-move-description = The move, such as d3, e3e4 or Nd2; the list shows what is possible

help-move = `/{ command-move }` makes a move: `/{ command-move } { option-move }:d3`. The list shows what is possible.

line-pick-target = Where should the { $piece } on { $square } go?
line-picked-drop = Where do you drop the { $piece }?
line-nothing-from = That piece has no move just now. Please pick another one.
line-confirm-move = Play { $written }?
line-move-two-tables = The move from the list is for another game than the one in `game`. Please leave one of the two out.

label-pick-square = Place a disc …
label-back = Back
label-play-it = Play it
label-other-piece = Another piece
label-more-pieces = More pieces
label-more-squares = More squares

# On buttons and menus; in hand says how many of the piece there are.
line-pick-in-hand = { $count ->
    [1] in hand
   *[other] { $count } in hand
}
