command-game = game
command-game-description = Een partij stap voor stap terugkijken
help-game = `/{ command-game }` opent een partij, lopend of afgelopen, om terug te kijken: de stellingen, de zetten, als bestand of animatie.

option-record = record
option-record-description = Een opgeschreven partij: PGN, GGF of zetten zoals f5d6c3
option-kind = kind
option-kind-description = Welk spel de opgeschreven partij is, als dat niet duidelijk is

line-board-after = Na { $written }:
line-board-start = De beginstelling:

label-look-back = Terugkijken
