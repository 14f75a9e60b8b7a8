line-review-mistakes = 損の大きかった手と、その後の形勢：
line-review-mistake = { $played } · { $before } → { $after } · 良い手：{ $better }
line-review-shown = 盤は{ $played }の代わりに{ $better }とした局面です。
line-review-none = 大きく損をした手は見つかりませんでした。
line-review-not-over = 検討できるのは終局後です。

line-review-losing = 敗勢
line-review-worse = 劣勢
line-review-even = 互角
line-review-better = 優勢
line-review-winning = 勝勢

label-review = 検討
