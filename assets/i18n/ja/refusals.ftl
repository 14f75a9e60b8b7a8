# できない理由。頼んだ人だけに伝える文。

refusal-not-seated = あなたはこの対局に参加していません。
refusal-not-challenged = この申し込みは別の人へのものです。
refusal-own-challenge = これはあなた自身の申し込みです。ほかの人の返事が必要です。
refusal-own-challenge-declined = これはあなた自身の申し込みです。断ることはできませんが、取り下げられます。
refusal-not-your-challenge = この申し込みはあなたのものではありません。取り下げられるのは申し込んだ人だけです。
refusal-not-your-computer = これはほかの人の申し込みです。自分でボットと対局するには `/{ command-play } { option-level }:` を使ってください。
refusal-answered = この申し込みにはすでに返事がありました。
refusal-not-begun = 対局はまだ始まっていません。申し込みへの返事を待っているところです。
refusal-not-your-turn = あなたの番ではありません。いまは{ $side }の番です。
refusal-not-your-turn-of = あなたの番ではありません。いまは{ $side }の{ $name }さんの番です。
refusal-stale = 盤はその後変わりました。最新の盤を使ってください。
refusal-over = この対局は終わっています。結果：{ $ending }
refusal-nothing-offered = いまは返事を待っているものがありません。
refusal-own-offer = これはあなたからの申し出です。相手の返事を待ってください。
refusal-offered-already = もう伝えてあります。相手の返事を待ちましょう。
refusal-declined-already = その申し出は断られたか、取り下げられています。自分の次の手のあとなら、もう一度申し出られます。
refusal-announced-already = 次の手について、それはもう伝えてあります。
refusal-nothing-announced = 次の手でカウントは変わらないので、取り消すものはありません。
refusal-nothing-to-withdraw = 返事待ちの提案や申し出はありません。
refusal-asked-first = 相手も待ったを求めています。先にそちらへ返事をしてください。
refusal-offered-first = 相手が引き分けを提案しています。先にそちらへ返事をしてください。
refusal-pause-offered-first = 相手が中断を提案しています。先にそちらへ返事をしてください。
refusal-paused = この対局はすでに中断されています。
refusal-not-paused = この対局は中断されていません。
refusal-no-clock = この対局には時間制限がないので、止める時計も追加する時間もありません。
refusal-given-often = この手番ではすでに5回時間が追加されました。次の手のあとで追加できます。
refusal-clock-full = { $room ->
    [none] 相手の持ち時間の上限は{ $most }です。これ以上は追加できません。
   *[other] 相手の持ち時間の上限は{ $most }です。今追加できるのは{ $room }までです。
}
refusal-nothing-to-take-back = 戻せるあなたの手はまだありません。
refusal-no-counts = このゲームにカウントはありません。カウントがあるのはマークルックだけです。
refusal-not-weaker = カウントを宣言できるのは不利な側だけです。駒の価値の合計が相手を超えていてはならず、相手がカウント中なら相手より少なくなければなりません。
refusal-unread = 相手がここを見られるかどうか分からないため、対局の場所はそのままです。相手がここでボットのコマンドかボタンを一度使えば、ここに移せます。
refusal-not-over = この対局はまだ終わっていません。
refusal-planned-move = 予定の{ $number }手目（{ $text }）は、その局面では着手できません。
refusal-no-planned-reply = 予定には相手の手を入れ、自分の応手で終えてください。例：`d3ならc5`
refusal-line-too-long = 1つの予定は{ $most }手までです。
refusal-too-many-lines = この対局にはすでに{ $most }件の予定があります。先に1件削除してください。
refusal-opponent-erased = 相手はすべてのデータを削除したため、再戦はできません。
refusal-reminder-too-late = この手の持ち時間はそれより前に切れます。

refusal-ambiguous = 当てはまる手がいくつかあります：{ $moves }。どの手ですか？
refusal-legal-from = { $square }から可能な手：{ $moves }
refusal-legal = 可能な手：{ $moves }

# マークルックと王棋。
illegal-no-piece = { $square }に駒はありません。
illegal-not-yours = { $square }の駒はもう一方の側の駒です。
illegal-other-piece = { $square }の駒は{ $piece }です。
illegal-stays-put = { $square }から{ $square }では、動いたことになりません。
illegal-own-piece = { $square }には味方の駒があります。
illegal-cannot-go-there = { $from }の{ $piece }は{ $to }へは行けません。
illegal-none-goes-there = { $to }へ行ける{ $piece }は今ありません。
illegal-none-goes-there-from = { $line }に、{ $to }へ行ける{ $piece }は今ありません。
illegal-any-piece = 駒
illegal-promoted-piece = 成駒
illegal-unpromoted-piece = 成っていない駒
illegal-file = { $file }筋
illegal-rank = { $rank }段目
