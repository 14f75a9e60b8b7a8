# Buttons and menus: at most 34 characters each.

label-accept = Accept
label-decline = Decline
label-cancel = Withdraw
label-resign = Resign
label-resign-yes = Yes, resign
label-keep-playing = Keep playing
label-offer-draw = Offer a draw
label-accept-draw = Accept the draw
label-decline-draw = Decline the draw
label-claim-draw = Claim a draw
label-ask-takeback = Ask for a takeback
label-grant-takeback = Allow the takeback
label-refuse-takeback = Refuse the takeback
label-claim-count = Claim the count
label-stop-count = Stop counting
label-skip-count = Skip a number
label-rematch = Rematch
label-replay = Watch the game
label-export = Save the game

label-pick-square = Place a disc …
label-pick-piece = Pick a piece …
label-pick-target = Where to? …
label-pick-table = Which game? …
label-more = More …
label-back = Back
label-play-it = Play it
label-other-piece = Another piece

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
