command-resign = resign
command-resign-description = Resign a game (you are asked once more)
help-resign = `/{ command-resign }` gives a game up; you are asked once more.

line-resign-ask = Do you really want to resign your game of { $kind } against { $opponent }?
line-resign-kept = Good: the game goes on.

label-resign = Resign
label-resign-yes = Yes, resign
label-keep-playing = Keep playing
