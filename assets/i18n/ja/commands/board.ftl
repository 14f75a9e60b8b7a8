command-board = board
command-board-description = 盤とボタンをここに表示する
help-board = `/{ command-board }`：盤をボタンとメニュー付きでここに表示します。

label-more-actions = その他
label-more-with-offer = その他（提案への返事待ち）
label-private-board = 自分だけの盤

label-remind-in-menu = 後でお知らせ…
line-remind-in-hours = { $hours }時間後
label-remind-in-the-morning = 明日の朝
label-remind-not-at-all = お知らせを取り消す
line-reminder-asked = お知らせの予定：{ $time }
