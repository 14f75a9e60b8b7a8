command-board = board
command-board-description = 盤とボタンをここに表示する
help-board = `/{ command-board }`：盤をボタンとメニュー付きでここに表示します。

option-at = at
option-at-description = 前の局面を自分だけに表示する：何手目か（例：12、後手の手は12…）

line-board-after = { $written }のあとの局面：
line-board-start = 開始局面：
line-board-not-a-number = 何手目かを数字で入力してください（例：12。後手の手は12…）。一覧にこの対局の手が出ます。
line-board-no-such-move = { $last ->
    [none] この対局に{ $number }手目はありません。まだ1手も進んでいません。
   *[other] この対局に{ $number }手目はありません。最後の手は{ $last }です。
}

label-more-actions = その他
label-more-with-offer = その他（提案への返事待ち）
label-private-board = 自分だけの盤

label-remind-in-menu = 後でお知らせ…
line-remind-in-hours = { $hours }時間後
label-remind-in-the-morning = 明日の朝
label-remind-not-at-all = お知らせを取り消す
line-reminder-asked = お知らせの予定：{ $time }
