# そのほかの文。

line-challenge = { $challenger }さんが{ $opponent }さんに{ $kind }の対局を申し込みました。{ $side ->
    [chance] 先手・後手はランダムに決まります。
   *[other] { $challenger }さんは{ $side }です。
}持ち時間：{ $time }。申し込みの期限：{ $until }
line-open-challenge = { $challenger }さんが{ $kind }の対局相手を募集しています。どなたかいかがですか？{ $side ->
    [chance] 先手・後手はランダムに決まります。
   *[other] { $challenger }さんは{ $side }です。
}持ち時間：{ $time }。申し込みの期限：{ $until }

line-your-turn = { $name }さん（{ $side }）の番です。
line-your-turn-check = { $name }さん（{ $side }）の番です。王手がかかっています。
line-computers-turn = { $name }が考えています。
line-time-left = この手の期限：{ $until }（{ $relative }）
line-other-clock = { $name }さんの残り時間：{ $time }
line-on-holiday = { $name }さん：{ $until }まで休暇
line-on-weekend = 週末休み：{ $name }さんの時間は{ $until }まで減りません。
line-weekends-off = 土日は時間が減らない
line-holidays-ignored = 休暇中も時間が減る
line-game-paused = この対局は中断中です。時間は減りません。

line-game-title = { $kind }：{ $first } – { $second }
line-erased-player = 削除されたプレイヤー
line-computer = Kradan（レベル{ $level }）
line-moved-elsewhere = この対局の盤は{ $place }にあります。
line-cannot-post = { $place }にはボットからは書き込めません。そこで`/{ command-board }`を使うと盤が表示されます。
line-not-shown = 操作は完了しましたが、Discordではまだ{ $place }に表示されていません。`/{ command-games }`から盤を開けます。
line-cannot-see = この対局のチャンネルが見られなくなっているため、こちらにお送りします。
line-timed-out = この対局のサーバーではタイムアウト中のため、こちらにお送りします。ここから着手できます。
line-game-left = { $name ->
    [none] この対局の盤はこちらに移りました：{ $link }
   *[other] { $name }さん、この対局の盤はこちらに移りました：{ $link }
}
line-only-you = これはあなたにだけ表示されています。{ $cause ->
    [send] ここでメッセージを送る権限がないためです。
    [apps] ここで外部アプリを使う権限がないためです。
   *[settings] 低速モードなど、サーバーの設定によるものです。
}操作は有効です。相手には別の方法で知らせます。
line-not-reached = これまでお知らせできなかったこと：

# 古いメッセージの代わりに残る1行。
settled-challenge-accepted = 申し込み成立 · { $title }
settled-offer-lapsed = これは無効になりました。
mark-alike = { $count }局中{ $number }局目（古い順）

line-nothing-here = ここにあなたの対局はありません。`/{ command-play }`で始めるか、`/{ command-games }`で自分の対局を確認してください。
line-which-table = 当てはまる対局がいくつかあります。どれですか？
line-elsewhere = ここに当てはまる対局はありません。{ $place }の**{ $title }**のことですか？
line-game-gone = その対局は見つかりません。あなたの対局は`/{ command-games }`で確認できます。

line-missing-permissions = { $channel }で必要な権限が足りません：{ $permissions }。サーバーの管理者に設定してもらってください。
line-board-as-text = ここではファイルを添付できないため、盤を文字で表示します。
line-failed = すみません、ボット側で問題が起きました。{ $counts ->
    [no] いまの操作は無効です。もう一度お試しください。
   *[unknown] いまの操作が有効かどうかはまだ分かりません。`/{ command-board }`で確かめてください。
}
line-one-moment = 少々お待ちください。先ほどの依頼をまだ処理しています。
line-press-again = 少し時間がかかりすぎました。もう一度押してください。
line-already-done = その操作にはもう応答しました。
line-stale-board = { $link ->
    [none] その盤は古くなっていました。現在の局面はこちらです。
   *[other] この盤は古くなっています。最新の盤はこちら：{ $link }
}
line-unknown-interaction = このボタンやコマンドはもう使えません。新しい盤を使うか、`/{ command-help }`を試してください。

# Discordの設定画面での呼び名。
permission-view-channel = チャンネルを見る
permission-connect = 接続
permission-send-messages = メッセージを送信
permission-attach-files = ファイルを添付
permission-read-message-history = メッセージ履歴を読む
permission-create-public-threads = 公開スレッドの作成
permission-send-messages-in-threads = スレッドでメッセージを送信
line-too-many-games = 進行中の対局が{ $most }局あり、1人の上限に達しています。どれかが終わってから始めてください。
line-too-many-games-of-other = 相手の進行中の対局が{ $most }局あり、1人の上限に達しています。どれかが終わってから始めてください。
line-too-many-waiting = 返事待ちの申し込みが{ $most }件あり、1人の上限に達しています。どれかを取り下げるか、最初の申し込みの期限（{ $until }）が過ぎるのを待ってください。
line-too-many-received = この相手への返事待ちの申し込みが上限に達しています。最初の申し込みの期限（{ $until }）が過ぎるか、どれかに返事があるまで待ってください。
line-too-many-sent = 1時間に送れる申し込みは{ $most }件までです。次の申し込みを送れるのは{ $until }です。
line-challenged-just-now = この相手には申し込みを送ったばかりです。次に申し込めるのは{ $until }です。

# ボタンとメニュー：34文字まで。

label-pick-table = どの対局？
label-more = 続き…
label-table-running = 対局中
label-table-challenge = 申し込み
label-table-over = 終局
label-that-game = はい、その対局です

time-days = { $count }日
time-hours = { $count }時間
time-minutes = { $count }分
time-per-move = 1手{ $time }
time-bank = { $time }、1手ごとに{ $increment }追加、上限{ $cap }
time-unlimited = 時間制限なし
