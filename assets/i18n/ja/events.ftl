# 対局での出来事。全員に伝える文。

event-challenged = { $challenger }さんが{ $opponent }さんに{ $kind }の対局を申し込みました。
event-challenged-anyone = { $challenger }さんが{ $kind }の対局相手を募集しています。
event-accepted = 対局開始です。{ $first }さんが{ $first-side }、{ $second }さんが{ $second-side }です。
event-furigoma = 振り駒の結果は { $pawns }（歩{ $plain }枚、と{ $promoted }枚）。{ $name }さんが{ $side }になりました。
event-no-thread = ここではスレッドを作れないので、このままここで対局します。
event-declined = { $name ->
    [none] 対局の申し込みは断られました。
   *[other] { $name }さんが対局の申し込みを断りました。
}
event-cancelled = 対局の申し込みは取り下げられました。
event-lapsed = 期限までに返事がなく、申し込みは無効になりました。

event-moved = { $name }さんの手：{ $move }
event-moved-counting = { $name }さんの手：{ $move }（カウント「{ $number }」）
event-answered = { $name }さんの応手：{ $mv }（{ $before }に対して）
event-passed = { $name }さんは打てる場所がないため、パスです。
event-count-claim = { $name }さんが盤のカウントを宣言しました。次の手が「1」です。{ $limit }まで数え、そのあと{ $other }さんはあと1手指せます。
event-count-skip = { $name }さんは次の手を数えません。
event-count-stop = { $name }さんは次の手でカウントをやめます。
event-count-left = { $name }さんがカウントについての宣言を取り消しました。
event-count-due = { $side }の{ $name }さんは、駒のカウントを{ $number }から{ $limit }まで行わなければなりません。「{ $limit }」のあと、{ $other }さんはあと1手指せます。

event-draw-offered = { $name }さんが引き分けを提案しています。
event-draw-declined = { $name }さんが引き分けの提案を断りました。
event-draw-withdrawn = { $name }さんが引き分けの提案を取り下げました。
event-takeback-asked = { $plies ->
    [1] { $name }さんが待ったを求めています。戻すのは直前の手（{ $moves }）です。
   *[other] { $name }さんが待ったを求めています。戻すのは直前の{ $plies }手（{ $moves }）です。
}
event-takeback-refused = { $name }さんが待ったを断りました。手はそのままです。
event-takeback-withdrawn = { $name }さんが待ったの申し出を取り下げました。手はそのままです。
event-taken-back = 直前の{ $plies }手{ $moves ->
    [none] を戻しました。
   *[other] （{ $moves }）を戻しました。
}
event-pause-offered = { $name }さんが対局の中断を提案しています。中断中はどちらの時間も減りません。
event-pause-declined = { $name }さんが中断の提案を断りました。
event-pause-withdrawn = { $name }さんが中断の提案を取り下げました。
event-paused = { $name }さんが同意し、対局は中断されました。時間は減りません。どちらの対局者もいつでも再開でき、30日たつと自動的に再開します。
event-resumed = { $name }さんが対局を再開しました。時間がまた減りはじめます。
event-resumed-by-itself = 中断の期間が終わりました。時間がまた減りはじめます。
event-holiday-began = { $name }さんが休暇に入りました。{ $until }まで持ち時間は減りません。
event-holiday-by-itself = { $name }さんの時間が切れたため、自動的に休暇に入りました。{ $until }まで時間は減りません。次の手を進めれば、対局はそのまま続きます。
event-holiday-ended = { $name }さんが休暇から戻りました。時間がまた減りはじめます。
event-holiday-over = { $name }さん、休暇は{ $until }に終わります。それ以降は持ち時間が減ります。
event-time-given = { $name }さんが{ $opponent }さんの時間を{ $time }増やしました。
event-shown = これからはここに盤を表示します。
event-reminded = { $name }さん、この手の残り時間が少なくなりました。
event-reminded-half = { $name }さん、この手の残り時間が半分になりました。
event-reminded-twentieth = { $name }さん、この手の時間がもうすぐ切れます。
event-reminded-asked = { $name }さん、ご希望のお知らせです。次の一手をお忘れなく。
event-reminder-set = 承知しました。この手について後でお知らせします。
event-reminder-dropped = 承知しました。予約したお知らせは取り消しました。

# 終局。理由は position.ftl にある。1手は片方の1手と数える。
event-won = { $side }の**{ $winner }**さんの勝ちです（{ $moves }手、{ $reason }）。
event-won-by-score = { $side }の**{ $winner }**さんが{ $score }で勝ちました（{ $moves }手、{ $reason }）。
event-drawn = **引き分け**です（{ $moves }手、{ $reason }）。
event-drawn-by-score = { $score }で**引き分け**です（{ $moves }手、{ $reason }）。
event-resigned = { $loser }さんが投了し、{ $side }の**{ $winner }**さんの勝ちです。
event-out-of-time = { $loser }さんの時間切れで、{ $side }の**{ $winner }**さんの勝ちです。
event-out-of-time-drawn = { $loser }さんの時間が切れましたが、{ $opponent }さんには勝てるだけの駒がありません。**引き分け**です。
event-aborted-out-of-time = 双方が2手ずつ終える前に{ $name }さんの時間が切れました。この対局は**結果なし**で終わります。
event-aborted-by-moderator = モデレーターがこの対局を終了させました。理由：{ $reason }
event-annulled-by-moderator = モデレーターがこの結果を取り消しました。レートには数えません。理由：{ $reason }
event-taken-over = { $name }さんがこちら側を引き継ぎ、ここから指し継ぎます。
event-aborted-moderator = この対局は**結果なし**で終わります。
event-aborted-erased = 双方が2手ずつ終える前に{ $name }さんが退会しました。この対局は**結果なし**で終わります。
event-agreed = 合意により**引き分け**です。
event-judged = この回の期限が来たため、局面で判定しました。{ $side }の**{ $winner }**さんの勝ちです。
event-judged-drawn = この回の期限が来たため、局面で判定しました。**引き分け**です。

# プレーヤーが終わらせた対局の長さ。結果のあとに置く。
event-length = 手数は{ $moves }手です。
ending-by-move = { $reason }、最後の手は{ $move }
ending-move-said = { $move }、カウント{ $number }
ending-official = { $score }（公式{ $official }）

# 同じことを短く、句点なしで。
ending-won = { $side }の勝ち（{ $reason }）
ending-drawn = 引き分け（{ $reason }）
ending-resigned = { $winner }の勝ち（{ $loser }の投了）
ending-out-of-time = { $winner }の勝ち（{ $loser }の時間切れ）
ending-out-of-time-drawn = 引き分け（{ $loser }の時間切れ、相手に勝てるだけの駒なし）
ending-aborted-out-of-time = 結果なし（開始直後に{ $loser }の時間切れ）
ending-aborted-moderator = 結果なし（モデレーターが終了）
ending-aborted-erased = 結果なし（開始直後に{ $loser }が退会）
ending-agreed = 引き分け（合意）
verdict-won = { $side }の勝ち
verdict-drawn = 引き分け
