command-server = server
command-server-description = このサーバーで対局する場所、対局を始められる人、言語を決める
help-server = `/{ command-server }`：サーバーの管理者が、対局する場所と始められる人を決めます。

line-server-heading = このサーバーの設定
line-server-about = チャンネルを選ばないとすべてのチャンネルで、ロールを選ばないと誰でも対局を始められます。公開のメッセージは二人に共通の言語で表示され、言語が違うときはここで選んだ言語になります。
line-server-ask-venue = このサーバーではどこで対局しますか？　次の申し込みから適用されます。`/{ command-server }` でいつでも変更できます。
line-server-public-reports = { $channel }の通報はこのサーバーの全員が読めます。モデレーターだけに見えるチャンネルを選んでください。
line-server-kept = 保存しました。
line-server-only-managers = 設定を変えられるのは、このサーバーを管理できる人だけです。

label-server-answer-here = チャンネルの中
label-server-answer-thread = 対局ごとのスレッド
label-server-here = 対局：始めた場所
label-server-thread = 対局：専用のスレッド
label-server-boards-gone = 前の盤：削除
label-server-boards-line = 前の盤：1行だけ残す
label-server-boards-pictures = 前の盤：画像あり
label-server-rated = 対局：レート対象
label-server-friendly = 対局：レート対象外
label-server-language = 言語が違うとき
label-server-no-language = 選ばない（英語）
label-server-channels = 対局用チャンネル（すべて）
label-server-role = 対局を始められる人（全員）
label-server-moderators = プレイヤーからの通報（なし）
