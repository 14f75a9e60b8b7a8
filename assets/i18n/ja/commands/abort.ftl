command-abort = abort
command-abort-description = モデレーター用：このサーバーの対局を結果なしで終わらせる
help-abort = `/{ command-abort }`：モデレーターが対局を結果なしで終わらせます。

line-abort-only-moderators = 対局を終了できるのは、その対局が表示されているサーバーのモデレーターだけで、そのサーバーで行います。
line-abort-done = 二人のプレイヤーに知らせます。
