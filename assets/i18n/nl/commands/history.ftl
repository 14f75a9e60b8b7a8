line-history-heading = Zetten · { $title }
line-history-empty = Er is nog geen zet gedaan.

label-history = Zetten
