line-hint-quarter = 盤のこの部分（4分の1）に注目してください：{ $files }、{ $ranks }。
line-hint-piece = { $square }にある駒を動かします。
line-hint-hand = 持ち駒を使います。
line-hint-file = { $file }列のマスです。
line-hint-move = ボットが選ぶ手は`{ $written }`です。
line-hint-none = ヒントを見られるのは、ボットとの対局であなたの番のときだけです。

label-hint = ヒント
label-hint-further = もっと教えて
