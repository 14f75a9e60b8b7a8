command-puzzle = puzzle
command-puzzle-description = 勝つ手が一つだけの局面。その手を探します
option-game-puzzle-description = どのゲームの問題か
help-puzzle = `/{ command-puzzle }`：実力に合った問題を出します。

line-puzzle-heading = { $game } · 問題{ $number } · レベル{ $level }
# Both sides' moves are counted, as in shogi.
line-puzzle-mate = { $side }の番：{ $count ->
    [1] 1手詰めです。
    [2] 3手詰めです。
    [3] 5手詰めです。
    [4] 7手詰めです。
   *[other] 自分の{ $count }手目で詰ませてください。
}
line-puzzle-win = { $side }の番：勝てる手は一つだけです。
line-puzzle-gain = { $side }の番：駒得になる手は一つだけです。
line-puzzle-goes-on = `{ $played }`は正解で、相手の応手は`{ $reply }`です。続けてください。
line-puzzle-wrong = `{ $played }`は正解ではありません。`{ $reply }`と応じられます。
line-puzzle-wrong-alone = `{ $played }`は正解ではありません。
line-puzzle-solved = `{ $played }`で正解です。
line-puzzle-rating = 問題のレート：**{ $rating }**（{ $change }） · { $streak }問連続正解
line-puzzle-solution = 答え：{ $moves }

label-puzzle-hint = ヒントを見る
label-puzzle-again = もう一度
label-puzzle-solution = 答えを見る
label-puzzle-next = 次の問題
