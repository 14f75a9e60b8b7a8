# What is said of Makruk alone: the names and letters of a position, why a move is refused, and
# the guide, of which a text has at most 900 characters.

makruk = Makruk
makruk-first = White
makruk-second = Black
makruk-khun = khun
makruk-met = met
makruk-bia-ngai = bia-ngai
makruk-khon = khon
makruk-ma = ma
makruk-rua = rua
makruk-bia = bia
count-board = { $side } counts the board’s honour: { $number }/{ $limit }.
count-pieces = { $side } counts the pieces’ honour: { $number }/{ $limit }.
count-pieces-due = { $side } must count the pieces’ honour: from { $number } to { $limit }.
promoted-makruk = turns over
letters-makruk = { $pieces }. Capitals are { $first }, small letters { $second }.

refusal-not-a-move-makruk = I cannot read { $text } as a move. Name both squares or the piece and its target, such as `e3e4` or `Nd2`.
illegal-khun-into-check = The khun would be in check there, from { $square }.
illegal-exposes-khun = That would leave the khun in check from { $square }.
illegal-leaves-khun-in-check = The khun is in check from { $square }, and that move does not stop it.
illegal-bia-must-promote = A bia that reaches { $square } has to turn over.
illegal-does-not-promote = The { $piece } does not turn over on { $to }.
illegal-claim-bia-stands = The count cannot be claimed while there is a bia on the board.
illegal-claim-lone-khun = The board’s honour cannot be claimed when a side has only its khun left: then the pieces’ honour is counted.
illegal-claim-already-counting = You are counting already.
illegal-claim-off = This game is played without counts.
illegal-not-counting-stop = You are not counting, so there is no count to stop.
illegal-not-counting-skip = You are not counting, so there is no move to leave uncounted.

guide-makruk-aim = The aim
guide-makruk-aim-text = Makruk is the chess of Thailand. White begins. Whoever attacks the enemy khun so that it cannot be saved has given mate and wins. An attack on the khun is a check and must be answered. There is no castling, and no bia moves two squares. Pieces capture as they move, except the bia.
guide-makruk-khun = Khun (ขุน)
guide-makruk-khun-text = The khun, K, moves one step in any of the eight directions, but never onto a square that is attacked. Here the ma on d5 guards some squares around it.
guide-makruk-met = Met (เม็ด)
guide-makruk-met-text = The met, M, moves one step diagonally. A bia that has turned over, the bia-ngai (เบี้ยหงาย), moves in just the same way.
guide-makruk-khon = Khon (โคน)
guide-makruk-khon-text = The khon, S, moves one step diagonally, or one step straight ahead.
guide-makruk-ma = Ma (ม้า)
guide-makruk-ma-text = The ma, N, leaps like the knight of chess: two squares straight and one aside. Nothing stands in its way.
guide-makruk-rua = Rua (เรือ)
guide-makruk-rua-text = The rua, R, moves any distance along a rank or file, like the rook of chess. It cannot pass over other pieces.
guide-makruk-bia = Bia (เบี้ย)
guide-makruk-bia-text = The bia, P, moves one step straight ahead and captures one step diagonally ahead. When it reaches the rank where the enemy bia began (the sixth for White, the third for Black) it turns over at once and is a bia-ngai from then on.
guide-makruk-draw = Draws
guide-makruk-draw-text = Whoever is not in check and has no legal move is stalemated (อับ): that is a draw, as it is for Black here. It is a draw as well when the players agree, when only the two khun are left, and when a count goes past its limit. When a position stands for the third time, the player to move can claim a draw; at the fifth time it is one by itself.
guide-makruk-board-honour = Counting: the board’s honour
guide-makruk-board-honour-text = Once no unpromoted bia is left, the weaker side can claim the count called the board’s honour (ศักดิ์กระดาน) with a move of its own, if it has two pieces or more, khun included. The move that claims it says 1, and each further move of that side says the next number, up to 64. After 64 the other side still has one move; saying 65 makes it a draw. Mate before that wins. Weaker means: no more in pieces than the opponent (rua 5, ma 3, khon 2½, met and bia-ngai 1½), and less than the opponent if the opponent is counting. The counter may stop at any time; a new count begins at 1.
guide-makruk-pieces-honour = Counting: the pieces’ honour
guide-makruk-pieces-honour-text = When a side has nothing but its khun and no bia is left, it counts the pieces’ honour (ศักดิ์หมาก), by itself. The first number is that of all pieces on the board plus one. The limit goes by the strongest piece of the other side: two rua 8, one rua 16, two khon 22, one khon 44, two ma 32, one ma 64, only met and bia-ngai 64. After the limit is said the other side still has one move; the next number makes it a draw. Mate before that wins. The limit stays as it was when the count began. The counter may stop, or leave a move uncounted: the next number then follows the last one said. Here Black counts from 5 up to 16.
