command-games = games
command-games-description = 自分の対局の一覧（自分の番のものが先）
help-games = `/{ command-games }`：自分の対局を、自分の番のものから順に並べます。

line-no-games = いま進行中の対局はありません。`/{ command-play }`で始めましょう！
line-games-heading = あなたの対局：{ $count }局
line-challenges-heading = 返事待ちの申し込み：{ $count }件
line-game-waiting = **あなたの番**
line-game-offer-waits = **あなたの返事待ちの提案**
line-game-theirs = 相手の番
line-challenge-to-you = **あなたへの申し込み**
line-challenge-by-you = あなたからの申し込み
line-challenge-lapses = 返事の期限{ $until }
line-game-time-ends = 期限{ $until }
line-game-is-paused = 中断中
line-results-heading = 最近の結果
label-result-won = 勝ち
label-result-lost = 負け
label-result-drawn = 引き分け
label-result-none = 結果なし

line-others-wait = あなたの番の対局があと{ $count }局あります。
line-next-game = 次の対局へ（{ $count }局待ち）
line-game-shown = { $title } · { $link }
line-no-next-game = ほかにあなたの番の対局はありません。

line-reminded-of-several = { $name }さん、あなたの番の対局が{ $count }局あり、残り時間が減っています：
line-holiday-over-in-several = { $name }さん、休暇は{ $until }に終わります。それ以降は{ $count }局で持ち時間が減ります：
line-reminded-more = ほか{ $count }局：`/{ command-games }`

line-recap-since = **{ $day }から今まで**
line-recap-lost-on-time = 時間切れ負け：{ $title } · { $link }
line-recap-holiday-used = 使った休暇：{ $count }日
