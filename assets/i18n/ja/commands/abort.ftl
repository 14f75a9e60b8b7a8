command-abort = abort
command-abort-description = モデレーター用：このサーバーの対局を結果なしで終わらせる
help-abort = `/{ command-abort }`：モデレーターが対局を結果なしで終わらせます。

line-abort-other-server = 対局を終わらせられるのは、その対局が表示されているサーバーの中だけです。
line-abort-done = 二人の対局者に知らせます。
