# 対局での出来事。全員に伝える文。

event-challenged = { $challenger }さんが{ $opponent }さんに{ $kind }の対局を申し込みました。
event-challenged-anyone = { $challenger }さんが{ $kind }の対局相手を募集しています。
event-accepted = 対局開始です。{ $first }さんが{ $first-side }、{ $second }さんが{ $second-side }です。
event-furigoma = 振り駒の結果は { $pawns }（歩{ $plain }枚、と{ $promoted }枚）。{ $name }さんが{ $side }になりました。
event-no-thread = ここではスレッドを作れないので、このままここで対局します。
event-declined = 対局の申し込みは断られました。
event-cancelled = 対局の申し込みは取り下げられました。
event-lapsed = 期限までに返事がなく、申し込みは無効になりました。

event-moved = { $name }さんの手：{ $move }
event-moved-counting = { $name }さんの手：{ $move }（カウント「{ $number }」）
event-passed = { $name }さんは打てる場所がないため、パスです。
event-count-claim = { $name }さんが盤のカウントを宣言しました。次の手から数えます。
event-count-skip = { $name }さんは次の手では数えません。
event-count-stop = { $name }さんは次の手でカウントをやめます。
event-count-left = { $name }さんはカウントをそのままにします。

event-draw-offered = { $name }さんが引き分けを提案しています。
event-draw-declined = { $name }さんが引き分けの提案を断りました。
event-takeback-asked = { $plies ->
    [1] { $name }さんが待ったを求めています。戻るのは直前の手（{ $to }手目）です。
   *[other] { $name }さんが待ったを求めています。戻るのは直前の{ $plies }手（{ $from }～{ $to }手目）です。
}
event-takeback-refused = { $name }さんが待ったを断りました。指し手はそのままです。
event-taken-back = { $plies ->
    [1] 直前の1手を戻しました。
   *[other] 直前の{ $plies }手を戻しました。
}
event-shown = これからはここに盤を表示します。
event-reminded = { $name }さん、この手の残り時間が少なくなりました。

# 終局。理由は position.ftl にある。
event-won = { $side }の**{ $winner }**さんの勝ちです（{ $reason }）。
event-drawn = **引き分け**です（{ $reason }）。
event-resigned = { $loser }さんが投了し、{ $side }の**{ $winner }**さんの勝ちです。
event-out-of-time = { $loser }さんの時間切れで、{ $side }の**{ $winner }**さんの勝ちです。
event-agreed = 合意により**引き分け**です。
event-bare-khuns = **引き分け**です（クンだけが残りました）。
event-repetition = **引き分け**です（同じ局面が繰り返されました）。
event-too-long = **引き分け**です（{ $plies }手を超えました）。

# 同じことを短く、句点なしで。
ending-won = { $side }の勝ち（{ $reason }）
ending-drawn = 引き分け（{ $reason }）
ending-resigned = { $winner }の勝ち（{ $loser }の投了）
ending-out-of-time = { $winner }の勝ち（{ $loser }の時間切れ）
ending-agreed = 引き分け（合意）
ending-bare-khuns = 引き分け（クンだけが残った）
ending-repetition = 引き分け（同じ局面の繰り返し）
ending-too-long = 引き分け（{ $plies }手を超過）
verdict-won = { $side }の勝ち
verdict-drawn = 引き分け
