command-settings = settings
command-settings-description = Language, colours, pieces and how moves are made
help-settings = `/{ command-settings }` is for your language, colours and pieces, and how you make moves.

line-settings-heading = Your settings
line-settings-kept = Noted.

label-language-menu = Language
label-as-discord = As in Discord
label-theme-menu = Colours
label-pieces-menu = Ōgi pieces
label-below-menu = Which side is below
label-below-mover = Whoever is to move
label-below-first = The side that began
label-below-second = The other side
label-hints-on = Hints: on
label-hints-off = Hints: off
label-confirm-on = Confirm moves: on
label-confirm-off = Confirm moves: off
label-theme-classic = Classic
label-theme-wood = Wood
label-theme-contrast = High contrast
label-theme-safe = Safe for colour blindness
label-theme-night = Night
label-pieces-kanji = Kanji
label-pieces-symbols = Symbols
