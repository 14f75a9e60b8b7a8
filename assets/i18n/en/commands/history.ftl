command-history = history
command-history-description = The moves of a game so far
help-history = `/{ command-history }` shows the moves of a game.

line-history-heading = Moves · { $title }
line-history-empty = No move has been made yet.

label-history = Moves so far
