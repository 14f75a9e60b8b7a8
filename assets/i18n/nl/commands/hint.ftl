line-hint-quarter = Kijk naar dit kwart van het bord: { $files }, { $ranks }.
line-hint-piece = Speel met het stuk op { $square }.
line-hint-hand = Zet een stuk uit je hand in.
line-hint-file = Het veld ligt op de { $file }-lijn.
line-hint-move = Ik zou `{ $written }` spelen.
line-hint-none = Hints zijn er in een partij tegen mij, als jij aan zet bent.

label-hint = Hint
label-hint-further = Vertel me meer
