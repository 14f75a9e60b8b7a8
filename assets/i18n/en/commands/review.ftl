line-review-mistakes = What cost you most, and where it left you:
line-review-mistake = { $played } · { $before } → { $after } · better: { $better }
line-review-shown = On the board: { $better } instead of { $played }.
line-review-none = I found no move of yours that cost you much.
line-review-not-over = A game can be reviewed once it is over.

line-review-losing = losing
line-review-worse = behind
line-review-even = even
line-review-better = ahead
line-review-winning = winning

label-review = Review
