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

refusal-not-a-move-othello = I cannot read { $text } as a move. Name a square, such as `d3`.
refusal-not-a-move-makruk = I cannot read { $text } as a move. Name both squares or the piece and its target, such as `e3e4` or `Nd2`.
refusal-not-a-move-ogi = I cannot read { $text } as a move. Name both squares or the piece and its target, such as `c3c4` or `Se2`; a drop is `P*e5`.
refusal-ambiguous = That can mean more than one move: { $moves }. Which one?
refusal-legal-from = From { $square } you can play { $moves }.
refusal-legal = You can play { $moves }.

# Othello.
illegal-taken = There is a disc on { $square } already.
illegal-encloses-nothing = A disc on { $square } would enclose nothing, so it cannot be placed there.
illegal-may-not-pass = You can place a disc, so you may not pass.
illegal-must-pass = You cannot place a disc anywhere, so you have to pass.

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

illegal-khun-into-check = Your khun would be in check there from { $square }.
illegal-exposes-khun = That would leave your khun open to check from { $square }.
illegal-leaves-khun-in-check = Your khun is in check from { $square }, and that does not help it.
illegal-bia-must-promote = A bia that reaches { $square } has to turn over.
illegal-does-not-promote = The { $piece } does not turn over on { $to }.
illegal-claim-bia-stands = The count cannot be claimed while there is a bia on the board.
illegal-claim-lone-khun = The board’s honour cannot be claimed once a khun stands alone: then the pieces’ honour is counted.
illegal-claim-already-counting = You are counting already.
illegal-claim-off = This game is played without counts.
illegal-not-counting-stop = You are not counting, so there is no count to stop.
illegal-not-counting-skip = You are not counting, so there is no number to skip.

illegal-king-into-check = Your king would be in check there from { $square }.
illegal-exposes-king = That would leave your king open to check from { $square }.
illegal-leaves-king-in-check = Your king is in check from { $square }, and that does not help it.
illegal-must-promote = The { $piece } has to promote when it goes from { $from } to { $to }.
illegal-does-not-promote-from = The { $piece } does not promote when it goes from { $from } to { $to }.
illegal-not-in-hand = You have no { $piece } in hand.
illegal-drop-on-piece = There is a piece on { $square }, and a drop captures nothing.
illegal-drop-promoted = A { $piece } is dropped unpromoted.
illegal-drop-without-move = A { $piece } dropped on { $to } could never move.
illegal-nifu = Nifu: you have an unpromoted pawn on { $line } already.
