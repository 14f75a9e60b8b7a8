# Options and choices that several commands share. Names of commands and options: 1 to 32 small
# letters, digits, - or _. Descriptions: at most 100 characters.

option-game = game
option-game-description = Welk spel
option-table-description = Welke van je partijen, als je er meerdere hebt
