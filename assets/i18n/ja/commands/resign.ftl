command-resign = resign
command-resign-description = 投了する（もう一度確認します）
help-resign = `/{ command-resign }`：投了します。もう一度確認します。

line-resign-ask = { $opponent }さんとの{ $kind }の対局を本当に投了しますか？
line-resign-kept = よかった、対局を続けましょう。

label-resign = 投了
label-resign-yes = はい、投了します
label-keep-playing = 対局を続ける
