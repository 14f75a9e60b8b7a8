command-board = bord
command-board-description = Toon het bord hier, met de knoppen
help-board = `/{ command-board }` toont het bord hier, met knoppen en menu’s om mee te spelen.
