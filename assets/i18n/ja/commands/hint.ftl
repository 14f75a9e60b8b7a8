command-hint = hint
command-hint-description = ボットとの対局で、次の手のヒントを見る
help-hint = `/{ command-hint }`：ボットとの対局でヒントを出します。

line-hint-quarter = 盤のこの四分の一に注目してください：{ $files }、{ $ranks }。
line-hint-piece = { $square }にある駒を動かします。
line-hint-hand = 持ち駒を使います。
line-hint-file = { $file }の列のマスです。
line-hint-move = ボットなら`{ $written }`です。
line-hint-none = ヒントは、ボットとの対局であなたの番のときに見られます。

label-hint = ヒント
label-hint-further = もっと教えて
