line-history-heading = 棋譜 · { $title }
line-history-empty = まだ1手も進んでいません。

label-history = 棋譜
