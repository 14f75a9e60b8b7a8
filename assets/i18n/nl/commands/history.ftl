command-history = history
command-history-description = De zetten van een partij tot nu toe
help-history = `/{ command-history }` toont de zetten van een partij.

line-history-heading = Zetten · { $title }
line-history-empty = Er is nog geen zet gedaan.

label-history = Zetten tot nu toe
