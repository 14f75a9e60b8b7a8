command-board = board
command-board-description = Show the board here, with its buttons
help-board = `/{ command-board }` shows the board here, with buttons and menus to play by.
