line-privacy-stored = **あなたについて保存しているデータ**
line-privacy-name = Discordに表示される名前と言語、あなたの設定。
line-privacy-games = あなたの対局と申し込み（手、時間、チャンネル）と、あなたのレート。
line-privacy-own = あなたのメモ、ブロックしている人、フォローしている対局。
line-privacy-channels = ボットを使ったチャンネル、最後に使った時刻、ダイレクトメッセージのチャンネル、まだお知らせできていないこと。
line-privacy-no-more = メッセージは読みません。データは誰にも渡しません。チャンネルに投稿したものは、誰かが削除するまで残ります。
line-privacy-policy = プライバシーポリシー：<{ $link }>
line-privacy-terms = 利用規約：<{ $link }>
line-privacy-file = あなたについて保存しているデータは、これがすべてです。誰かがあなたをブロックしているかどうかなど、あなたに関するもののうち含まれないものは、ファイルの最後に書いてあります。
line-privacy-ask = **あなたのデータをすべて削除しますか？** 申し込みは取り下げるか断ったことになり、進行中の対局からは退きます（負けになります。双方が2手ずつ終える前なら結果なしです）。終わった対局では「削除されたプレイヤー」と表示されます。設定、メモ、ブロック、フォローは削除されます。元には戻せません。
line-privacy-erasing = あなたのデータをすべて削除しています。途中では止まりません。7日以内に、どのファイルにも何も残らなくなります。またボットを使うと、新しいデータで始まります。
line-privacy-kept = 何も削除していません。

label-privacy-file = ファイルをもらう
label-privacy-erase = すべて削除 …
label-privacy-erase-yes = すべて削除する
label-privacy-keep = 削除しない
label-privacy = プライバシーと人
