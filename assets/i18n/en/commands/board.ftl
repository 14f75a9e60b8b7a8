command-board = board
command-board-description = Show the board here, with its buttons
help-board = `/{ command-board }` shows the board here, with buttons and menus to play with.

label-more-actions = More
label-more-with-offer = More (answer pending)
label-private-board = Private board

label-remind-in-menu = Remind me…
line-remind-in-hours = { $hours ->
    [one] In an hour
   *[other] In { $hours } hours
}
label-remind-in-the-morning = Tomorrow morning
label-remind-not-at-all = No reminder after all
line-reminder-asked = You will be reminded: { $time }
