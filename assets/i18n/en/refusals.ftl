# Why not, told to whoever asked.

refusal-not-seated = You are not one of the players of this game.
refusal-not-challenged = This challenge is for somebody else.
refusal-own-challenge = This is your own challenge: somebody else has to accept it.
refusal-own-challenge-declined = This is your own challenge: you can withdraw it, not decline it.
refusal-not-your-challenge = This challenge is not yours: only its challenger can withdraw it.
refusal-not-your-computer = This challenge is somebody else’s. To play the computer yourself: `/{ command-play } { option-level }:`
refusal-answered = This challenge has been answered already.
refusal-not-begun = The game has not begun yet: the challenge still waits for an answer.
refusal-not-your-turn = It is not your turn: { $side } is to move.
refusal-not-your-turn-of = It is not your turn: { $name } ({ $side }) is to move.
refusal-stale = The board has changed since then. Please use the newest board.
refusal-over = This game is over. { $ending }.
refusal-nothing-offered = There is nothing to answer at the moment.
refusal-own-offer = That was your own request: your opponent has to answer it.
refusal-offered-already = You have asked already: your opponent has to answer.
refusal-declined-already = That was declined or withdrawn. You can ask again after your next move.
refusal-announced-already = You have already said that for your next move.
refusal-nothing-announced = Your next move changes nothing about the count, so there is nothing to undo.
refusal-nothing-to-withdraw = You have no offer that waits for an answer.
refusal-asked-first = Your opponent asks for a takeback too: please answer that first.
refusal-offered-first = Your opponent offers a draw: please answer that first.
refusal-pause-offered-first = Your opponent offers a pause: please answer that first.
refusal-paused = This game is paused already.
refusal-not-paused = This game is not paused.
refusal-no-clock = This game has no time limit, so there is no clock to stop or to add to.
refusal-given-often = Time was given five times in this turn already. You can give more after the next move.
refusal-clock-full = { $room ->
    [none] Your opponent’s clock can hold no more than { $most }.
   *[other] Your opponent’s clock can hold no more than { $most }: you can give { $room } now.
}
refusal-nothing-to-take-back = You have made no move yet that could be taken back.
refusal-no-counts = This game has no counts: only Makruk does.
refusal-not-weaker = Only the weaker side may claim the count: your pieces may not be worth more than your opponent’s, and while your opponent counts they must be worth less.
refusal-unread = I do not know whether your opponent can see this channel, so the game stays where it is. It can move here once your opponent has used one of my commands or buttons here.
refusal-not-over = This game is not over yet.
refusal-planned-move = Move { $number } of your line, { $text }, cannot be played there.
refusal-no-planned-reply = A line has a move of your opponent and ends with your reply to it, such as `d3 then c5`.
refusal-line-too-long = A line can have at most { $most } moves.
refusal-too-many-lines = You have planned { $most } lines in this game already. Please remove one first.
refusal-opponent-erased = Your opponent had everything about them deleted, so there is no rematch.
refusal-reminder-too-late = Your time for this move ends before that.

refusal-ambiguous = That can mean more than one move: { $moves }. Which one?
refusal-legal-from = From { $square } you can play: { $moves }
refusal-legal = You can play: { $moves }

# Makruk and Ōgi.
illegal-no-piece = There is no piece on { $square }.
illegal-not-yours = The piece on { $square } belongs to the other side.
illegal-other-piece = The piece on { $square } is a { $piece }.
illegal-stays-put = That is not a move: it starts and ends on { $square }.
illegal-own-piece = A piece of the same side is on { $square }.
illegal-cannot-go-there = The { $piece } on { $from } cannot go to { $to }.
illegal-none-goes-there = No { $piece } can go to { $to } now.
illegal-none-goes-there-from = No { $piece } on { $line } can go to { $to } now.
illegal-any-piece = piece
illegal-promoted-piece = promoted piece
illegal-unpromoted-piece = unpromoted piece
illegal-file = the { $file } file
illegal-rank = rank { $rank }
