command-puzzle = puzzle
command-puzzle-description = Een stelling waarin één zet wint: vind hem
option-game-puzzle-description = Een puzzel van welk spel
help-puzzle = `/{ command-puzzle }` geeft je een puzzel die past bij hoe goed je ze oplost.

line-puzzle-heading = { $game } · puzzel { $number } · niveau { $level }
line-puzzle-mate = { $side } aan zet: mat in { $count ->
    [one] één zet
   *[other] { $count } zetten
}.
line-puzzle-win = { $side } aan zet: maar één zet wint de partij.
line-puzzle-gain = { $side } aan zet: maar één zet wint materiaal.
line-puzzle-goes-on = `{ $played }` klopt, en `{ $reply }` is het antwoord. Ga door.
line-puzzle-wrong = `{ $played }` is niet de juiste zet: daarna komt `{ $reply }`.
line-puzzle-wrong-alone = `{ $played }` is niet de juiste zet.
line-puzzle-solved = Opgelost met `{ $played }`.
line-puzzle-rating = Je rating in puzzels: **{ $rating }** ({ $change }) · { $streak } achter elkaar
line-puzzle-solution = De oplossing: { $moves }

label-puzzle-hint = Geef een hint
label-puzzle-again = Probeer opnieuw
label-puzzle-solution = Toon de oplossing
label-puzzle-next = Volgende puzzel
