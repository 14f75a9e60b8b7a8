command-export = export
command-export-description = A game as a file for other programs
help-export = `/{ command-export }` gives you a game as a file for other programs.

line-export-heading = The game as a file · { $title }

label-export = Save the game
