command-review = review
command-review-description = 終局後に、もっと良い手があった場面を見る
help-review = `/{ command-review }`：もっと良い手があった場面を示します。

line-review-mistakes = 損の大きかった手と、その後の形勢：
line-review-mistake = { $played } · { $before } → { $after } · 良い手：{ $better }
line-review-shown = 盤は{ $better }の後の局面です。
line-review-none = 大きく損をした手は見つかりませんでした。
line-review-running = 検討できるのは終局後です。

standing-losing = 敗勢
standing-worse = 劣勢
standing-even = 互角
standing-better = 優勢
standing-winning = 勝勢

label-review = 検討
