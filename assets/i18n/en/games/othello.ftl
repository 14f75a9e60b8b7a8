# What is said of Othello alone: the names and letters of a position, why a move is refused, and
# the guide, of which a text has at most 900 characters.

othello = Othello
othello-first = Black
othello-second = White
letters-othello = X is { $first }, O is { $second }.
event-moved-othello = { $name } played { $move }.

refusal-not-a-move-othello = I cannot read { $text } as a move. Name a square, such as `d3`.
illegal-taken = There is a disc on { $square } already.
illegal-encloses-nothing = A disc on { $square } would enclose nothing, so it cannot be placed there.
illegal-may-not-pass = A disc can be placed, so this is no pass.
illegal-must-pass = No disc can be placed, so this has to be a pass.

guide-othello-aim = The aim
guide-othello-aim-text = Othello is played with discs that are black on one side and white on the other. Whoever has more discs of their own colour on the board at the end wins. Black begins from this position; the squares where Black can play are marked.
guide-othello-turning = Placing and turning
guide-othello-turning-text = On your turn you place a disc on an empty square so that one or more of your opponent’s discs stand in an unbroken straight line between it and another disc of yours: across, up and down, or diagonally. All discs enclosed that way are turned over, in every direction at once, and all of them must be. Discs that come to be enclosed only by turning others stay as they are. Where you would turn nothing, you may not play. Here a black disc on d3 turns five discs in three directions.
guide-othello-passing = Passing
guide-othello-passing-text = Whoever can place a disc must place one. Whoever cannot, passes: that happens by itself, and the opponent plays again. Here White has no move, so Black goes on.
guide-othello-end = The end and the score
guide-othello-end-text = The game is over when neither side can move: the board is full, nobody can turn anything, or one colour is gone. Whoever has more discs wins; an equal number is a draw. In the official score the winner also gets the squares that stayed empty: 52–10 becomes 54–10.
guide-othello-advice = A little advice
guide-othello-advice-text = In the middle of the game the number of discs does not matter. A disc in a corner can never be turned, so corners are worth a lot, and the squares next to an empty corner are dangerous. Having many moves to choose from is better than having many discs.
