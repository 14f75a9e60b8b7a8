command-move = 指す
command-move-description = 手を指す（石を打つ）

option-move = 手
option-move-description = 手。例：d3、e3e4、Nd2（可能な手が一覧に出ます）

help-move = `/{ command-move }`：手を指します。可能な手が一覧に出ます。例：`/{ command-move } { option-move }:d3`

line-pick-target = { $square }の{ $piece }：どこへ動かしますか？
line-picked-drop = 持ち駒の{ $piece }：どこに打ちますか？
line-nothing-from = その駒はいま動かせません。別の駒を選んでください。
line-confirm-move = { $written }と指しますか？

label-pick-square = 打つマスを選ぶ…
label-pick-piece = 駒を選ぶ…
label-pick-target = どこへ？
label-back = 戻る
label-play-it = この手を指す
label-other-piece = 別の駒
