command-replay = replay
command-replay-description = 対局を動画で見る
help-replay = `/{ command-replay }`：対局を動画にします。
option-record = record
option-record-description = 書かれた対局：PGN、GGF、または f5d6c3 のような指し手

line-replay-heading = 対局の動画 · { $title }
line-replay-written = { $kind }、{ $moves }手
line-replay-written-of = { $kind }：{ $first } – { $second }、{ $moves }手
line-replay-unreadable = 対局として読めません。PGN（マークルック、王棋）、GGF（オセロ）、または `f5d6c3` のように続けた指し手を貼り付けてください。
line-replay-broken = { $number }手目が指せません。{ $why }

label-replay = 動画で見る
