command-if = if
command-if-description = 相手の手に対する自分の手を予定します（ほかの人には見えません）

option-line = line
option-line-description = 相手の手と自分の手。例：d3ならc5、続いてe6ならf4（空なら予定の一覧を表示）

help-if = `/{ command-if }`：予定した手を自動で着手します。例：`/{ command-if } { option-line }:d3ならc5`

line-if-two-tables = 一覧から選んだ予定は、`game` で指定した対局とは別の対局のものです。どちらか一方だけを指定してください。
line-if-name-table = この予定に合う対局がいくつかあります。`game` で対局を指定してください。
line-if-heading = あなたの予定（ほかの人には見えません）：
line-if-empty = この対局には予定がありません。
line-if-planned = 予定しました（ほかの人には見えません）：
line-if-first = { $own }のあと
line-if-pair = { $their }なら{ $own }
line-if-condition = { $their }なら…
line-if-goes-on = { $line }、続いて{ $next }
line-if-pick-theirs = 相手のどの手に備えますか？
line-if-pick-reply = どの手で応じますか？
line-if-pick-first = 自分のどの手から始めますか？（まだ盤には反映されません）
line-if-would-be-over = そこで対局は終わりです。
line-if-remove = { $number }を削除

label-if-plan = 手を予定する
label-if-then = 続きを予定する…
label-if-list = 予定の一覧
label-if-remove-this = この予定を削除
label-if-clear = すべて削除
label-if-again = 選び直す
