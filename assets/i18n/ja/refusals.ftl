# できない理由。頼んだ人だけに伝える文。

refusal-not-seated = あなたはこの対局に参加していません。
refusal-not-challenged = この申し込みは別の人へのものです。
refusal-own-challenge = これはあなた自身の申し込みです。ほかの人の返事が必要です。
refusal-answered = この申し込みにはもう返事がされています。
refusal-not-begun = 対局はまだ始まっていません。申し込みへの返事を待っているところです。
refusal-not-your-turn = あなたの番ではありません。いまは{ $side }の番です。
refusal-not-your-turn-of = あなたの番ではありません。いまは{ $side }の{ $name }さんの番です。
refusal-stale = この盤はもう古くなっています。いまは{ $ply }手まで進んだ局面です。最新の盤を使ってください。
refusal-over = この対局は終わっています。結果：{ $ending }
refusal-nothing-offered = いまは提案も依頼もないので、返事はできません。
refusal-offered-already = もう伝えてあります。相手の返事を待ちましょう。
refusal-declined-already = 相手に断られています。次の一手のあとなら、もう一度申し込めます。
refusal-asked-first = 相手も待ったを求めています。先にそちらへ返事をしてください。
refusal-nothing-to-take-back = 戻せるあなたの手はまだありません。
refusal-no-counts = このゲームにカウントはありません。カウントがあるのはマークルックだけです。
refusal-not-weaker = カウントを宣言できるのは弱い側だけです。駒の価値の合計が相手を超えていてはならず、相手がカウント中なら相手より少なくなければなりません。
refusal-unread = 相手がここを見られるかどうか分からないため、対局の場所はそのままです。相手がここで私のコマンドかボタンを一度使えば、ここに移せます。
refusal-not-over = この対局はまだ終わっていません。

refusal-ambiguous = { $moves }のどれにも取れます。どの手ですか？
refusal-legal-from = { $square }からは{ $moves }が指せます。
refusal-legal = 可能な手：{ $moves }

# マークルックと王棋。
illegal-no-piece = { $square }に駒はありません。
illegal-not-yours = { $square }の駒はあなたのものではありません。
illegal-other-piece = { $square }の駒は{ $piece }です。
illegal-stays-put = { $square }から{ $square }では、動いたことになりません。
illegal-own-piece = { $square }にはあなた自身の駒があります。
illegal-cannot-go-there = { $from }の{ $piece }は{ $to }へは行けません。
illegal-none-goes-there = { $to }へ行けるあなたの{ $piece }はありません。
illegal-none-goes-there-from = { $line }に、{ $to }へ行けるあなたの{ $piece }はありません。
illegal-any-piece = 駒
illegal-promoted-piece = 成駒
illegal-unpromoted-piece = 成っていない駒
illegal-file = { $file }の筋
illegal-rank = { $rank }の段
