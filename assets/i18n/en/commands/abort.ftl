line-abort-other-server = A game can only be ended in the server where it is shown.
line-abort-own-game = You play in this game yourself: another moderator has to end it.
line-abort-done = Both players are told.
line-abort-only-moderators = Only those who may give members a time-out can end games of others.
line-abort-no-game = There is no game of others in this channel.

label-abort = End without a result: { $title }
label-abort-games = End a game …
