# What is said of Ōgi alone: the names and letters of a position, why a move is refused, and
# the guide, of which a text has at most 900 characters.

ogi = Ōgi
ogi-first = Sente
ogi-second = Gote
ogi-king-first = king
ogi-king-second = king
ogi-princess = princess
ogi-rook = rook
ogi-bishop = bishop
ogi-silver = silver
ogi-knight = knight
ogi-lance = lance
ogi-pawn = pawn
ogi-promoted-princess = promoted princess
ogi-promoted-rook = promoted rook
ogi-promoted-bishop = promoted bishop
ogi-promoted-silver = promoted silver
ogi-promoted-knight = promoted knight
ogi-promoted-lance = promoted lance
ogi-promoted-pawn = promoted pawn
promoted-ogi = promotes
letters-ogi = { $pieces }, + promoted. Capitals are { $first }, small letters { $second }.

refusal-not-a-move-ogi = I cannot read { $text } as a move. Name both squares or the piece and its target, such as `c3c4` or `Se2`; a drop is `P*e5`.
illegal-king-into-check = The king would be in check there, from { $square }.
illegal-exposes-king = That would leave the king in check from { $square }.
illegal-leaves-king-in-check = The king is in check from { $square }, and that move does not stop it.
illegal-must-promote = The { $piece } has to promote when it goes from { $from } to { $to }.
illegal-does-not-promote-from = The { $piece } does not promote when it goes from { $from } to { $to }.
illegal-not-in-hand = There is no { $piece } in hand.
illegal-drop-on-piece = There is a piece on { $square }, and pieces are dropped on empty squares only.
illegal-drop-on-own-piece = A piece of the same side is on { $square }, and pieces are dropped on empty squares only.
illegal-drop-promoted = A { $piece } is dropped unpromoted.
illegal-drop-without-move = A { $piece } dropped on { $to } could never move.
illegal-nifu = Nifu: an unpromoted pawn of the same side is on { $line } already.

guide-ogi-aim = The aim
guide-ogi-aim-text = Ōgi (王棋) is a shogi on eight by eight squares with a princess. Sente begins; a throw of five pawns (furigoma) decides who that is. Whoever attacks the enemy king so that it cannot be saved has given mate and wins. A check must be answered: the king moves away, the attacker is captured, or something is put between. Pieces capture as they move.
guide-ogi-king = King (王, 玉)
guide-ogi-king-text = The king, K, moves one step in any of the eight directions, but never onto a square that is attacked. It does not promote.
guide-ogi-princess = Princess (姫)
guide-ogi-princess-text = The princess, I, moves any distance diagonally, or leaps like the knight of chess: two squares straight and one aside, in all directions. Promoted (神) she can also step like a king.
guide-ogi-rook-bishop = Rook (飛) and bishop (角)
guide-ogi-rook-bishop-text = The rook, R, moves any distance along a rank or file, the bishop, B, any distance diagonally. Neither can pass over other pieces. Promoted (龍, 馬) they can also step like a king. Here a promoted bishop is marked.
guide-ogi-silver = Silver (銀)
guide-ogi-silver-text = The silver, S, moves one step diagonally, or one step straight ahead.
guide-ogi-knight-lance = Knight (桂) and lance (香)
guide-ogi-knight-lance-text = The knight, N, leaps two squares ahead and one aside, forward only: to two squares. The lance, L, moves any distance straight ahead.
guide-ogi-pawn = Pawn (歩)
guide-ogi-pawn-text = The pawn, P, moves one step straight ahead and captures the same way.
guide-ogi-promotion = Promotion
guide-ogi-promotion-text = The last three ranks are the promotion zone. Any piece but the king that moves into it, within it or out of it must promote with that move. Silver, knight, lance and pawn (全, 圭, 杏, と) then all move alike: one step straight in four directions, or one step diagonally ahead. A promoted piece stays so until it is captured.
guide-ogi-drop = Drops
guide-ogi-drop-text = What you capture goes into your hand, unpromoted. Instead of moving you can drop a piece from your hand on any empty square, unpromoted. A drop captures nothing. You may not drop a pawn on a file where you already have an unpromoted pawn (nifu), nor a piece where it could never move: a pawn or lance on the last rank, a knight on the last two. Mate by dropping a pawn is allowed.
guide-ogi-end = The end
guide-ogi-end-text = Mate wins; here Gote is mated. Whoever has no legal move loses, in check or not. When the same position (board, hands and side to move) stands for the fourth time, the game is a draw; but if all moves of one side since the first time gave check, that side loses: perpetual check is forbidden. In a rematch the sides are exchanged.
