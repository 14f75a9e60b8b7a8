# The lessons of Othello: what each is about, its tasks, and a sentence after each is solved.

learn-othello-flip = Turning discs
learn-othello-flip-about = You play Black. You place a disc so that white discs stand in a straight line between it and another black disc. Those white discs are turned over and become black.
learn-othello-flip-1 = Enclose the white disc: play f4.
learn-othello-flip-1-end = The white disc stood between two black ones, so it was turned over.
learn-othello-flip-2 = Turn three discs with one move.
learn-othello-flip-2-end = A whole line of any length turns, as long as it has no gap.
learn-othello-flip-3 = Every game begins like this. Make any move that turns a disc.
learn-othello-flip-3-end = Black always begins, and these four first moves are equally good.
learn-othello-flip-4 = You may only play where you turn something. Find the one square where you can.
learn-othello-flip-4-end = Diagonal lines count too. The two discs on d7 and e7 are safe: the gap on c7 parts them from your disc.
learn-othello-flip-5 = Find the move on the third row that turns discs in three directions.
learn-othello-flip-5-end = Straight down and along both diagonals: every enclosed line turns, all at once.
learn-othello-flip-6 = Turn all the white discs with one move.
learn-othello-flip-6-end = One disc can turn lines in all eight directions.

learn-othello-pass = Passing and the end
learn-othello-pass-about = Whoever can move must move. Whoever cannot, **passes**: the turn goes back to the other side. The game ends when neither side can move, and whoever has more discs wins.
learn-othello-pass-1 = Two squares are left. Play so that White has to pass, then fill the last one.
learn-othello-pass-1-end = White had no move, so you played twice in a row and won 41–23.
learn-othello-pass-2 = Three squares are left. Choose the order so that White has to pass twice.
learn-othello-pass-2-end = All three squares were yours: 39–25.
learn-othello-pass-3 = Turn all that is white: end the game with one move.
learn-othello-pass-3-end = A side without discs cannot move any more, so the game is over at once.
learn-othello-pass-4 = One of your two moves ends the game with a win. Find it.
learn-othello-pass-4-end = Nobody can play on a8, so the game ends 38–25. The empty square goes to the winner: officially 39–25.

learn-othello-corner = Corners
learn-othello-corner-about = A disc in a corner can never be turned, because no line goes past it. So take corners when you can, and do not help White to get one.
learn-othello-corner-1 = Take the corner.
learn-othello-corner-1-end = The disc on a1 is yours until the end of the game.
learn-othello-corner-2 = One move is much better than the others. Find it.
learn-othello-corner-2-end = It turns only one disc, but the corner stays yours and nearby discs become safe.
learn-othello-corner-3 = White wants a corner. Make the one move that does not give one away.
learn-othello-corner-3-end = b2, g2 and h2 are next to an empty corner: a black disc there is White’s bridge to it.
learn-othello-corner-4 = Again only one move keeps White out of the corners. Find it.
learn-othello-corner-4-end = Before each move, ask yourself: can White then take a corner?

learn-othello-edge = Safe edges
learn-othello-edge-about = A disc that can never be turned is called **stable**. From your own corner you can build a row of stable discs along the edge.
learn-othello-edge-1 = You own the corner a1. Make a stable row of four discs along the top edge.
learn-othello-edge-1-end = From a1 to d1 nothing can be turned any more: White can never get behind your corner.
learn-othello-edge-2 = Take the corner. After White’s move, make the left edge safe as well.
learn-othello-edge-2-end = One corner, two safe edges: four stable discs in each direction.
learn-othello-edge-3 = Make the move next to your own corner.
learn-othello-edge-3-end = Next to an empty corner is dangerous, next to your own corner is safe: a2 is stable at once.
learn-othello-edge-4 = Find the gap between white discs on the bottom edge, and put a disc in it.
learn-othello-edge-4-end = This is a wedge: White cannot turn d8 back now, and next you threaten to take the corner h8.

learn-othello-mobility = Few discs, many moves
learn-othello-mobility-about = Having few discs during the game is not bad. What matters is who has good moves: leave White few of them, until White must make a bad one.
learn-othello-mobility-1 = You have 12 discs, White has 48. Win: do not let White move any more.
learn-othello-mobility-1-end = White passed three times, and you won 39–25. Only the end counts.
learn-othello-mobility-2 = Leave White only three moves. Turn few discs.
learn-othello-mobility-2-end = f2 turns two discs and leaves three moves. g5 would turn seven and leave ten.
learn-othello-mobility-3 = You have 4 discs, White has 24. Leave White as few moves as you can.
learn-othello-mobility-3-end = A quiet move that turns a single disc: White has three moves left, and you are doing very well.
learn-othello-mobility-4 = Leave White only moves that give you a corner. Then take it.
learn-othello-mobility-4-end = White had only g1, a2 and h7, each next to an empty corner. Few moves become bad moves.

learn-othello-parity = The last move
learn-othello-parity-about = Near the end the empty squares fall into separate groups. Whoever plays last in a group often gains, because those discs are not turned back. So leave groups of two or four squares to White. Now even squares next to a corner can be right.
learn-othello-parity-1 = There is one single square, and one group of two. Play so that White must begin in the pair.
learn-othello-parity-1-end = White began in the pair and you had the last move: 36–28.
learn-othello-parity-2 = One single square and two pairs. Play the single one, then always answer next to White’s move.
learn-othello-parity-2-end = In each pair White went first and you went last: 35–29.
learn-othello-parity-3 = A group of three and a pair. Begin in the group of three, so that only pairs are left.
learn-othello-parity-3-end = Again you answered in the same pair each time, and won 35–29.
learn-othello-parity-4 = A group of three and two pairs. Win: leave only pairs, and answer where White plays.
learn-othello-parity-4-end = Even numbers for White, the last move for you: 35–29.

learn-othello-endgame = Win the endgame
learn-othello-endgame-about = Now everything together: corners, passes and the last move. Think of White’s reply before each move, and play until the board is full. At each step only one move wins.
learn-othello-endgame-1 = Four squares are left. Win.
learn-othello-endgame-1-end = Two corners, a pass and the last move: 36–28.
learn-othello-endgame-2 = Six squares are left. Win.
learn-othello-endgame-2-end = Won 35–29. You took what was safe and kept the last move.
learn-othello-endgame-3 = Eight squares are left. Win this game to the end.
learn-othello-endgame-3-end = Won 37–27! You are ready for a whole game.
