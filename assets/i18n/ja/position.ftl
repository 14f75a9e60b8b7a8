# 局面を言葉で：画像の説明と、文字盤の下に置く文。

gap = { "" }
comma = { "、" }

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
reason-bare-khuns = 双方ともクンだけになった
reason-repeated = 同じ局面が繰り返された
reason-too-long = 手数の上限に達した
reason-judged = 回の期限が来て、局面で判定された

pieces = { $side }：{ $pieces }。
piece = { $piece } { $squares }
discs = { $side }の石{ $count }個：{ $squares }。
discs-none = { $side }の石なし。
counted = 石数：{ $first } { $first-count }、{ $second } { $second-count }。
score = 公式スコア：{ $first } { $first-count }、{ $second } { $second-count }。
hand = { $side }の持ち駒：{ $pieces }。
hand-empty = { $side }の持ち駒：なし。
held = { $piece }{ $count }枚

last-move = 直前の手：{ $what }。
placed = { $side }、{ $to }に打ち、{ $count }個返す
passed = { $side }、パス
moved = { $side }、{ $from }の{ $piece }を{ $to }へ
dropped = { $side }、{ $to }に{ $piece }を打つ
captured = { $piece }を取る

letter = { $letter } { $piece }
