command-leaderboard = leaderboard
command-leaderboard-description = このサーバーのプレイヤーをレート順に並べる
option-game-leaderboard-description = どのゲームのプレイヤーか
help-leaderboard = `/{ command-leaderboard }`：サーバーのプレイヤーをレート順に並べます。

line-leaderboard-all = { $game }：このサーバーのプレイヤー
line-leaderboard-month = { $game }：今月レート対局を終えた人
line-leaderboard-provisional = 対局数が少ない人：
line-leaderboard-player = **{ $place }** { $name } · **{ $rating }** · { $count }局
line-leaderboard-empty = まだ誰もいません。人どうしのレート対局が対象です。`/{ command-play }`で始められます。
line-leaderboard-only-servers = ランキングはサーバーごとにあります。サーバーで使ってください。
label-leaderboard-month = 今月
label-leaderboard-all = 全期間
