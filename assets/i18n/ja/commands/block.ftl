line-block-done = { $name }さんをブロックしました。申し込み、提案、通知は届かなくなります。二人の間で返事待ちだった申し込みや提案は、断ったことになります。進行中の対局は続きます。相手がそれを知るのは、あなたに申し込みや提案をしたときだけです。
line-block-full = すでに上限の{ $most }人をブロックしています。先に誰かのブロックを解除してください。
line-block-oneself = 自分をブロックすることはできません。
line-block-bot = ブロックできるのは人だけです。
line-block-undone = { $name }さんのブロックを解除しました。
line-blocked-by-other = { $name }さんとは対局を始められず、提案も送れません。
line-blocked-by-you = { $name }さんをブロックしています。一緒に対局するには`/{ command-settings }`で解除してください。

label-unblock-menu = ブロックを解除する人 …
label-block-menu = ブロックする人…
