command-abort = abort
command-abort-description = For moderators: end a game of this server without a result
help-abort = `/{ command-abort }` is for moderators: it ends a game without a result.
option-abort-table-description = Which game: the list shows those of others in this channel

line-abort-other-server = A game can only be ended in the server where it is shown.
line-abort-own-game = You play in this game yourself: another moderator has to end it.
line-abort-no-game = I know no such game. Choose one from the list, or use the number of a report.
line-abort-done = Both players are told.
