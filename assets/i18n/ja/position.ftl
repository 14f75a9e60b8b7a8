# 局面を言葉で：画像の説明と、文字盤の下に置く文。

gap = { "" }
comma = { "、" }

othello = オセロ
makruk = マークルック
ogi = 王棋

othello-first = 黒
othello-second = 白
makruk-first = 白
makruk-second = 黒
ogi-first = 先手
ogi-second = 後手

makruk-khun = クン
makruk-met = メット
makruk-bia-ngai = ビアンガーイ
makruk-khon = コーン
makruk-ma = マー
makruk-rua = ルア
makruk-bia = ビア

ogi-king-first = 王
ogi-king-second = 玉
ogi-princess = 姫
ogi-rook = 飛
ogi-bishop = 角
ogi-silver = 銀
ogi-knight = 桂
ogi-lance = 香
ogi-pawn = 歩
ogi-promoted-princess = 神
ogi-promoted-rook = 龍
ogi-promoted-bishop = 馬
ogi-promoted-silver = 成銀
ogi-promoted-knight = 成桂
ogi-promoted-lance = 成香
ogi-promoted-pawn = と

to-move = { $game }、{ $side }の番。
to-move-check = { $game }、{ $side }の番、王手がかかっている。
won = { $game }、{ $side }の勝ち。
won-by = { $game }、{ $side }の勝ち（{ $reason }）。
drawn = { $game }、引き分け。
drawn-by = { $game }、引き分け（{ $reason }）。

reason-full = 盤が埋まった
reason-no-moves = 双方とも打てない
reason-wipe-out = 相手の石が全滅
reason-checkmate = 詰み
reason-stalemate = ステイルメイト
reason-count = カウントの上限を超えた
reason-no-move = 相手に指せる手がない
reason-repetition = 千日手
reason-perpetual-check = 相手の連続王手の千日手

pieces = { $side }：{ $pieces }。
piece = { $piece } { $squares }
discs = { $side }の石{ $count }個：{ $squares }。
discs-none = { $side }の石なし。
counted = 石数：{ $first } { $first-count }、{ $second } { $second-count }。
score = 公式スコア：{ $first } { $first-count }、{ $second } { $second-count }。
hand = { $side }の持ち駒：{ $pieces }。
hand-empty = { $side }の持ち駒：なし。
held = { $piece }{ $count }枚

count-board = { $side }が盤のカウント中：{ $number }/{ $limit }。
count-pieces = { $side }が駒のカウント中：{ $number }/{ $limit }。
count-pieces-due = { $side }は駒のカウントを{ $number }の次から{ $limit }まで数える。

last-move = 直前の手：{ $what }。
placed = { $side }、{ $to }、{ $count }個返し
passed = { $side }パス
moved = { $side }、{ $from }の{ $piece }を{ $to }へ
dropped = { $side }、{ $to }に{ $piece }を打つ
captured = { $piece }を取る
promoted-makruk = 成る
promoted-ogi = 成る

letter = { $letter } { $piece }
letters-othello = Xは{ $first }、Oは{ $second }。
letters-makruk = { $pieces }。大文字は{ $first }、小文字は{ $second }。
letters-ogi = { $pieces }、+ 成駒。大文字は{ $first }、小文字は{ $second }。
