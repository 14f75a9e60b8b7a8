command-board = board
command-board-description = Toon het bord hier, met de knoppen
help-board = `/{ command-board }` toont het bord hier, met knoppen en menu’s om mee te spelen.

option-at = at
option-at-description = Toon een eerdere stelling, alleen aan jou: het nummer van de zet, zoals 12 of 12…

line-board-after = Na { $written }:
line-board-start = De beginstelling:
line-board-not-a-number = Geef het nummer van een zet, zoals 12, of 12… voor de zet van de tweede speler. De lijst toont de zetten van de partij.
line-board-no-such-move = { $last ->
    [none] Deze partij heeft geen zet { $number }: er is nog geen zet gedaan.
   *[other] Deze partij heeft geen zet { $number }: de laatste is { $last }.
}

label-more-actions = Meer
label-more-with-offer = Meer (antwoord gevraagd)
label-private-board = Privébord

label-remind-in-menu = Herinner mij…
line-remind-in-hours = { $hours ->
    [one] Over een uur
   *[other] Over { $hours } uur
}
label-remind-in-the-morning = Morgenochtend
label-remind-not-at-all = Toch geen herinnering
line-reminder-asked = Je krijgt een herinnering: { $time }
