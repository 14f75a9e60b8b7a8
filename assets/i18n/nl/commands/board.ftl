command-board = board
command-board-description = Toon het bord hier, met de knoppen
help-board = `/{ command-board }` toont het bord hier, met knoppen en menu’s om mee te spelen.

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
