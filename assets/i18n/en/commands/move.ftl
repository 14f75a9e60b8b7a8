command-move = move
command-move-description = Make a move

option-move = move
option-move-description = The move, such as d3, e3e4 or Nd2; the list shows what is possible

help-move = `/{ command-move }` makes a move: `/{ command-move } { option-move }:d3`. The list shows what is possible.

line-pick-target = { $piece } on { $square }: where to?
line-picked-drop = { $piece } in hand: where should it be dropped?
line-nothing-from = That piece has no move just now. Please pick another one.
line-confirm-move = Play { $written }?

label-pick-square = Place a disc …
label-pick-piece = Pick a piece …
label-pick-target = Where to? …
label-back = Back
label-play-it = Play it
label-other-piece = Another piece
