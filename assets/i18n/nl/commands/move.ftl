command-move = zet
command-move-description = Doe een zet

option-move = zet
option-move-description = De zet, zoals d3, e3e4 of Nd2; de lijst toont wat er kan

help-move = `/{ command-move }` doet een zet: `/{ command-move } { option-move }:d3`. De lijst toont wat er kan.

line-pick-target = { $piece } op { $square }: waarheen?
line-picked-drop = { $piece } in de hand: waar zet je dit stuk in?
line-nothing-from = Dat stuk kan nu niet zetten. Kies een ander stuk.
line-confirm-move = { $written } spelen?

label-pick-square = Leg een schijf …
label-pick-piece = Kies een stuk …
label-pick-target = Waarheen? …
label-back = Terug
label-play-it = Spelen
label-other-piece = Ander stuk
