command-learn = learn
command-learn-description = ゲームを最初の一手から、数分ずつ学びます
option-game-learn-description = 学ぶゲーム
help-learn = `/{ command-learn }`：短いレッスンでゲームを学びます。続きから再開できます。

line-learn-goes-on = 正解です。相手の応手は`{ $reply }`です。続けてください。
line-learn-wrong = `{ $played }`ではうまくいきません。`{ $reply }`と応じられます。
line-learn-not-that = `{ $played }`も可能ですが、ここで求められている手ではありません。
line-learn-solved = 正解です！
line-learn-lesson-done = レッスン{ $done }（全{ $count }レッスン）が終わりました。
line-learn-all-done = これで{ $game }を遊べます。`/{ command-play }`で対局が始まり、ボットとも対局できます。練習は`/{ command-puzzle }`で続けられます。
line-learn-list = { $game }を学ぶ

label-learn-first = 先に学ぶ（5分）
label-learn-hint = どこを見る？
label-learn-lessons = レッスン一覧
label-learn-again = もう一回
label-learn-next = 次の練習
label-learn-next-lesson = 次のレッスン
label-learn-pick = レッスンを選ぶ
