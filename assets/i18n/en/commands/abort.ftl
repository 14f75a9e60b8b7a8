command-abort = abort
command-abort-description = For moderators: end a game of this server without a result
help-abort = `/{ command-abort }` is for moderators: it ends a game without a result.

line-abort-only-moderators = Only moderators of the server where a game is shown can end it, and only there.
line-abort-done = Both players are told.
