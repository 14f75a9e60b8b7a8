command-history = history
command-history-description = これまでの指し手を見る
help-history = `/{ command-history }`：これまでの指し手を表示します。

line-history-heading = 指し手 · { $title }
line-history-empty = まだ1手も進んでいません。

label-history = これまでの手
