command-abort = abort
command-abort-description = For moderators: end a game of this server without a result
help-abort = `/{ command-abort }` is for moderators: it ends a game without a result.

line-abort-other-server = A game can only be ended in the server where it is shown.
line-abort-done = Both players are told.
