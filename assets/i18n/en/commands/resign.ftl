command-resign = resign
command-resign-description = Resign a game (you confirm it first)
help-resign = `/{ command-resign }` gives a game up; you confirm it first.

line-resign-ask = Do you really want to resign your game of { $kind } against { $opponent }?
line-resign-kept = Good: the game goes on.

label-resign = Resign
label-resign-yes = Yes, resign
label-keep-playing = Keep playing
