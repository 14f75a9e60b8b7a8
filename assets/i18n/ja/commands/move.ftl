command-move = move
command-move-description = 着手する（駒を動かす、石を打つ）

option-move = move
option-move-description = 手。例：d3、e3e4、Nd2（可能な手が一覧に出ます）

help-move = `/{ command-move }`：着手します。可能な手が一覧に出ます。例：`/{ command-move } { option-move }:d3`

line-pick-target = { $square }の{ $piece }：どこへ動かしますか？
line-picked-drop = 持ち駒の{ $piece }：どこに打ちますか？
line-nothing-from = その駒はいま動かせません。別の駒を選んでください。
line-confirm-move = { $written }でよいですか？
line-move-two-tables = 一覧から選んだ手は、`game` で指定した対局とは別の対局のものです。どちらか一方だけを指定してください。

label-pick-square = 打つマスを選ぶ…
label-back = 戻る
label-play-it = この手に決める
label-other-piece = 別の駒
label-more-pieces = ほかの駒も見る
label-more-squares = ほかのマスも見る

# On buttons and menus; in hand says how many of the piece there are.
line-pick-in-hand = { $count ->
    [1] 持ち駒
   *[other] 持ち駒{ $count }枚
}
