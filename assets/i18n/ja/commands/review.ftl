line-review-heading = 検討 · { $title }
line-review-turned = 勝負の分かれ目と、より良い手順：
line-review-none-of = **{ $side }**：大きく損をした手はありません
line-review-none = 大きく損をした手は見つかりませんでした。
line-review-point = { $played } · { $before } → { $after } · より良い手順：{ $better }
line-review-shown = 盤は{ $played }の代わりに{ $better }と進んだ局面です。
line-review-not-over = 検討できるのは終局後です。

line-review-loses = { $piece }を失う
line-review-misses = { $piece }を取り逃がす
# Both sides' moves are counted, as in shogi.
line-review-allows-mate = { $moves ->
    [1] 1手詰めを許す
    [2] 3手詰めを許す
    [3] 5手詰めを許す
    [4] 7手詰めを許す
    [5] 9手詰めを許す
   *[other] 相手の{ $moves }手目で詰まされる
}
line-review-misses-mate = { $moves ->
    [1] 1手詰めを逃す
    [2] 3手詰めを逃す
    [3] 5手詰めを逃す
    [4] 7手詰めを逃す
    [5] 9手詰めを逃す
   *[other] 自分の{ $moves }手目の詰みを逃す
}
line-review-gives-corner = 隅を渡す
line-review-loses-discs = { $count }石の損

line-review-losing = 敗勢
line-review-worse = 劣勢
line-review-even = 互角
line-review-better = 優勢
line-review-winning = 勝勢

line-review-alt = 形勢の推移（数字は手数）。{ $spans }
line-review-ahead-from = { $from }から{ $side }が優勢
line-review-even-from = { $from }から互角

label-review = 検討
label-review-whole = 対局全体
label-review-show = 全員に公開
