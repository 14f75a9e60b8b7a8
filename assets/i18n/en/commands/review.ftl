line-review-heading = Review · { $title }
line-review-turned = Where the game turned, and what was better:
line-review-none-of = **{ $side }**: no move that cost much
line-review-none = I found no move that cost much.
line-review-point = { $played } · { $before } → { $after } · better: { $better }
line-review-shown = On the board: { $better } instead of { $played }.
line-review-not-over = A game can be reviewed once it is over.

line-review-loses = loses the { $piece }
line-review-misses = misses the { $piece }
line-review-allows-mate = allows mate in { $moves }
line-review-misses-mate = misses mate in { $moves }
line-review-gives-corner = gives a corner away
line-review-loses-discs = costs { $count ->
    [one] { $count } disc
   *[other] { $count } discs
}

line-review-losing = losing
line-review-worse = behind
line-review-even = even
line-review-better = ahead
line-review-winning = winning

line-review-alt = Who was ahead. { $spans }
line-review-ahead-from = From move { $from }: { $side }
line-review-even-from = From move { $from }: even

label-review = Review
label-review-whole = Whole game
label-review-show = Show to all
