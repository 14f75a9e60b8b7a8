command-move = move
command-move-description = Doe een zet

option-move = move
option-move-description = De zet, zoals d3, e3e4 of Nd2; de lijst toont wat er kan

help-move = `/{ command-move }` doet een zet: `/{ command-move } { option-move }:d3`. De lijst toont wat er kan.

line-pick-target = Waarheen met { $piece } { $square }?
line-picked-drop = Waar zet je dit stuk in: { $piece }?
line-nothing-from = Dat stuk kan nu nergens heen. Kies een ander stuk.
line-confirm-move = { $written } spelen?
line-move-two-tables = De zet uit de lijst hoort bij een andere partij dan die bij `game`. Laat een van de twee weg.

label-pick-square = Leg een steen …
label-back = Terug
label-play-it = Spelen
label-other-piece = Ander stuk
label-more-pieces = Meer stukken
label-more-squares = Meer velden

# On buttons and menus; in hand says how many of the piece there are.
line-pick-in-hand = { $count ->
    [1] in de hand
   *[other] { $count } in de hand
}
