# そのほかの文。

line-challenge = { $challenger }さんが{ $opponent }さんに{ $kind }の対局を申し込みました。{ $side ->
    [chance] どちらから始めるかは運任せです。
   *[other] { $challenger }さんは{ $side }です。
}持ち時間は1手{ $days }日。申し込みの期限：{ $until }
line-open-challenge = { $challenger }さんが{ $kind }の対局相手を募集しています。どなたかいかがですか？{ $side ->
    [chance] どちらから始めるかは運任せです。
   *[other] { $challenger }さんは{ $side }です。
}持ち時間は1手{ $days }日。申し込みの期限：{ $until }

line-your-turn = { $name }さん（{ $side }）の番です。
line-your-turn-check = { $name }さん（{ $side }）の番です。王手がかかっています。
line-time-left = この手の期限：{ $until }（{ $relative }）

line-game-title = { $kind }：{ $first } – { $second }
line-moved-elsewhere = この対局の盤は{ $place }にあります。
line-cannot-post = { $place }には自分から書き込めません。そこで`/{ command-board }`を使うと盤が表示されます。
line-game-left = この対局の盤はこちらに移りました：{ $link }
line-only-you = Discordの都合で、これはあなたにしか見えていません：{ $cause ->
    [send] ここでメッセージを送る権限がありません。
    [apps] ここで外部アプリを使う権限がありません。
   *[settings] 低速モードなど、サーバーの設定によるものです。
}操作は有効です。相手には別の方法で知らせます。
line-not-reached = これまでお知らせできなかったこと：

line-nothing-here = ここにあなたの対局はありません。`/{ command-play }`で始めるか、`/{ command-games }`で自分の対局を確認してください。
line-which-table = 当てはまる対局がいくつかあります。どれですか？
line-game-gone = その対局は見つかりません。あなたの対局は`/{ command-games }`で確認できます。

line-missing-permissions = { $channel }で必要な権限が足りません：{ $permissions }。サーバーの管理者に設定してもらってください。
line-board-as-text = ここではファイルを添付できないため、盤を文字で表示します。
line-failed = すみません、こちらで問題が起きました。{ $counts ->
    [no] いまの操作は無効です。もう一度お試しください。
   *[unknown] いまの操作が有効かどうかはまだ分かりません。`/{ command-board }`で確かめてください。
}
line-already-done = それはもう済んでいます。
line-stale-board = { $link ->
    [none] この盤は古くなっています。最新の盤は`/{ command-board }`で表示できます。
   *[other] この盤は古くなっています。最新の盤はこちら：{ $link }
}
line-unknown-interaction = このボタンやコマンドはもう使えません。新しい盤を使うか、`/{ command-help }`を試してください。

# Discordの設定画面での呼び名。
permission-view-channel = チャンネルを見る
permission-send-messages = メッセージを送信
permission-attach-files = ファイルを添付
permission-create-public-threads = 公開スレッドの作成
permission-send-messages-in-threads = スレッドでメッセージを送信
line-too-many-games = 進行中の対局が{ $most }局あり、お一人の上限に達しています。どれかが終わったら、またどうぞ。
line-too-many-games-of-other = 相手の進行中の対局が{ $most }局あり、お一人の上限に達しています。どれかが終わったら、またどうぞ。
line-too-many-waiting = 返事待ちの申し込みが{ $most }件あり、お一人の上限に達しています。どれかを取り下げるか、最初の申し込みが期限を迎えたら（{ $until }）またどうぞ。
line-too-many-received = この方への返事待ちの申し込みが上限に達しています。最初の申し込みが期限を迎えるか（{ $until }）、どれかに返事があったら、またどうぞ。
line-too-many-sent = 1時間に送れる申し込みは{ $most }件までです。次の申し込みを送れる時刻：{ $until }
line-challenged-just-now = この方には申し込みを送ったばかりです。次に送れる時刻：{ $until }

# ボタンとメニュー：34文字まで。

label-pick-table = どの対局？
label-more = 続き…
