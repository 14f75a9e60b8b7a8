line-replay-heading = 対局の動画 · { $title }
line-replay-written = { $kind }、{ $moves }手
line-replay-written-of = { $kind }：{ $first } – { $second }、{ $moves }手
line-replay-unreadable = 棋譜として読み取れません。PGN（マークルック、王棋）、GGF（オセロ）、または `f5d6c3` のように続けて書いた手順を貼り付けてください。
line-replay-no-start = { $kind }として読みましたが、通常の初期配置から始まっておらず、開始局面を読み取れません。
line-replay-broken = { $kind }として読みましたが、{ $number }手目の{ $text }は着手できません。{ $why }
line-replay-stopped = { $kind }として読みましたが、{ $text }の所で棋譜が途切れているか、そこに書けないものがあります。
line-replay-several = { $games }のどれとも読めます。`/{ command-game } { option-kind }`で指定してください。

label-replay = 動画
