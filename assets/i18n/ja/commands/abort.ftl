command-abort = abort
command-abort-description = モデレーター用：このサーバーの対局を結果なしで終わらせる
help-abort = `/{ command-abort }`：モデレーターが対局を結果なしで終わらせます。
option-abort-table-description = どの対局か（このチャンネルのほかの人の対局を表示）

line-abort-other-server = 対局を終わらせられるのは、その対局が表示されているサーバーの中だけです。
line-abort-own-game = 自分の対局は終わらせられません。ほかのモデレーターに頼んでください。
line-abort-no-game = その対局は見つかりません。一覧から選ぶか、通報にある番号を使ってください。
line-abort-done = 二人の対局者に知らせます。
