command-block = block
command-block-description = 相手をブロックする（申し込み、提案、通知が届かなくなる）、またはブロック中の人を見る
help-block = `/{ command-block }`：相手をブロックする、またはブロック中の人を表示します。
option-user = user
option-user-description = ブロックする人。省略するとブロック中の人を表示します

line-block-done = { $name }さんをブロックしました。申し込み、提案、通知は届かなくなります。二人の間で返事待ちだった申し込みや提案は、断ったことになります。進行中の対局は続きます。相手がそれを知るのは、あなたに申し込みや提案をしたときだけです。
line-block-full = すでに上限の{ $most }人をブロックしています。先に誰かのブロックを解除してください。一覧は`/{ command-block }`で見られます。
line-block-oneself = 自分をブロックすることはできません。
line-block-bot = ブロックできるのは人だけです。
line-block-nobody = 誰もブロックしていません。`/{ command-block } { option-user }:`でブロックできます。
line-block-list = { $count }人をブロックしています。解除する人を選んでください。
line-block-undone = { $name }さんのブロックを解除しました。
line-blocked-by-other = { $name }さんとは対局を始められず、提案も送れません。
line-blocked-by-you = { $name }さんをブロックしています。一緒に対局するには`/{ command-block }`で解除してください。

label-unblock = ブロック解除
label-unblock-menu = ブロックを解除する人 …
