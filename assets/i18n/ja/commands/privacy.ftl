command-privacy = privacy
command-privacy-description = あなたについて保存しているもの、そのファイル、その削除
help-privacy = `/{ command-privacy }`：あなたについて保存しているものを見る、受け取る、削除する。

line-privacy-stored = **あなたについて保存しているもの**
line-privacy-name = Discordに表示される名前と言語、あなたの設定。
line-privacy-games = あなたの対局と申し込み（手、時間、チャンネル）。
line-privacy-own = あなたのメモ、ブロックしている人、フォローしている対局。
line-privacy-channels = ボットを使ったチャンネル、ダイレクトメッセージのチャンネル、まだお知らせできていないこと。
line-privacy-no-more = メッセージは読まず、誰にも渡しません。チャンネルに投稿したものは、誰かが削除するまで残ります。
line-privacy-file = あなたについて保存しているもののすべてです。
line-privacy-ask = **あなたについてのすべてを削除しますか？** 申し込みは取り下げるか断り、進行中の対局からは退きます（負け、双方が2手指す前なら結果なし）。終わった対局では「削除されたプレイヤー」と表示されます。設定、メモ、ブロック、フォローは削除されます。元には戻せません。
line-privacy-erasing = あなたについてのすべてを削除しています。終わるまで続けます。7日以内に、どのファイルにも何も残らなくなります。またボットを使うと、初めからになります。
line-privacy-kept = 何も削除していません。

label-privacy-file = ファイルをもらう
label-privacy-erase = すべて削除 …
label-privacy-erase-yes = すべて削除する
label-privacy-keep = 削除しない
