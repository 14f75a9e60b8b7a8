command-board = board
command-board-description = Show the board here, with its buttons
help-board = `/{ command-board }` shows the board here, with buttons and menus to play with.

option-at = at
option-at-description = Show an earlier position, to you alone: the number of the move, such as 12 or 12…

line-board-after = After { $written }:
line-board-start = The position at the start:
line-board-not-a-number = Please give the number of a move, such as 12, or 12… for the second player’s move. The list shows the moves of the game.
line-board-no-such-move = { $last ->
    [none] This game has no move { $number }: no move has been made yet.
   *[other] This game has no move { $number }: the last one is { $last }.
}

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
