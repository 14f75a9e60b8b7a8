command-history = history
command-history-description = これまでの棋譜を見る
help-history = `/{ command-history }`：これまでの棋譜を表示します。

line-history-heading = 棋譜 · { $title }
line-history-empty = まだ1手も進んでいません。

label-history = これまでの手
