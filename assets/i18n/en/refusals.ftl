# Why not, told to whoever asked.

refusal-not-seated = You are not one of the players of this game.
refusal-not-challenged = This challenge is for somebody else.
refusal-own-challenge = This is your own challenge: somebody else has to accept it.
refusal-answered = This challenge has been answered already.
refusal-not-begun = The game has not begun yet: the challenge still waits for an answer.
refusal-not-your-turn = It is not your turn: { $side } is to move.
refusal-not-your-turn-of = It is not your turn: { $name } ({ $side }) is to move.
refusal-stale = { $ply ->
    [one] The board has changed since then: the game now stands after { $ply } move. Please use the newest board.
   *[other] The board has changed since then: the game now stands after { $ply } moves. Please use the newest board.
}
refusal-over = This game is over. { $ending }.
refusal-nothing-offered = There is nothing to answer: nothing is offered or asked for at the moment.
refusal-offered-already = You have asked that already: now your opponent has to answer.
refusal-declined-already = Your opponent has said no to that. You can ask again after your next move.
refusal-asked-first = Your opponent asks for a takeback too: please answer that first.
refusal-nothing-to-take-back = You have made no move yet that could be taken back.
refusal-no-counts = This game has no counts: only Makruk does.
refusal-not-weaker = Only the weaker side may claim the count: your pieces may not be worth more than your opponent’s, and while your opponent counts they have to be worth less.
refusal-unread = I cannot tell whether your opponent can see this place, so the game stays where it is. It can come here once your opponent has used a command or button of mine here.
refusal-not-over = This game is not over yet.

refusal-ambiguous = That can mean more than one move: { $moves }. Which one?
refusal-legal-from = From { $square } you can play { $moves }.
refusal-legal = You can play { $moves }.

# Makruk and Ōgi.
illegal-no-piece = There is no piece on { $square }.
illegal-not-yours = The piece on { $square } is not yours.
illegal-other-piece = The piece on { $square } is a { $piece }.
illegal-stays-put = A piece on { $square } that stays on { $square } has not moved.
illegal-own-piece = A piece of your own stands on { $square }.
illegal-cannot-go-there = The { $piece } on { $from } cannot go to { $to }.
illegal-none-goes-there = No { $piece } of yours can go to { $to }.
illegal-none-goes-there-from = No { $piece } of yours on { $line } can go to { $to }.
illegal-any-piece = piece
illegal-promoted-piece = promoted piece
illegal-unpromoted-piece = unpromoted piece
illegal-file = the { $file } file
illegal-rank = rank { $rank }
