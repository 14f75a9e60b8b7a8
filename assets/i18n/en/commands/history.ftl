line-history-heading = Moves · { $title }
line-history-empty = No move has been made yet.

label-history = Moves
