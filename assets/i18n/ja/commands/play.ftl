command-play = 対局
command-play-description = 対局を申し込む、または相手を募集する

option-opponent = 相手
option-opponent-description = 申し込む相手（省略すると誰でも参加できます）
option-side = 先後
option-side-description = どちらから始めるか（省略すると運任せ）
option-days = 日数
option-days-description = 1手あたりの日数（1～30、ふつうは3）
option-where = 場所
option-where-description = 対局する場所

choice-first = 自分から
choice-second = 相手から
choice-here = ここ
choice-thread = 専用のスレッド

help-play = `/{ command-play }`：対局を申し込みます。相手を募集することもできます。例：`/{ command-play } { option-game }:{ othello } { option-opponent }:@Ben`

line-thread-name = { $kind }：{ $first } – { $second }
line-game-in-thread = 対局は{ $thread }で行います。
line-no-engine = 私はまだ対局できません。友だちに申し込むか、相手を指定せずに募集してみてください！
line-cannot-challenge-self = 自分自身とは対局できません。相手を指定せずに募集してみてください！
line-cannot-challenge-bot = ボットとは対局できません。友だちに申し込むか、相手を指定せずに募集してみてください！
line-not-in-server = { $name }さんはこのサーバーにいません。サーバーにいる人を指定するか、相手を指定せずに募集してみてください！
line-cannot-see-channel = { $name }さんには{ $channel }が見えません。二人とも見られる場所で申し込んでください。
line-nobody-else-here = この会話はあなたと私にしか見えません。サーバーか、相手との会話で挑戦してください。

label-accept = 受ける
label-decline = 断る
label-cancel = 取り下げる
label-rematch = もう一局
