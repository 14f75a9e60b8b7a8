line-abort-other-server = A game can only be ended in the server where it is shown.
line-annul-other-server = A result can only be annulled on the server where the game ended.
line-abort-own-game = You play in this game yourself: another moderator has to do it.
line-abort-done = Both players are told.
line-abort-only-moderators = Only those who may give members a time-out can do this.
line-abort-no-game = There is no game of others in this channel.

label-abort = End without a result: { $title }
label-abort-games = End a game …
label-annul = Annul the result
