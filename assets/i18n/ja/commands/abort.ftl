line-abort-other-server = 対局を終わらせられるのは、その対局が表示されているサーバーの中だけです。
line-annul-other-server = 結果を取り消せるのは、対局が終わったサーバーの中だけです。
line-abort-own-game = 自分の対局にはできません。ほかのモデレーターに頼んでください。
line-abort-done = 二人の対局者に知らせます。
line-abort-only-moderators = メンバーをタイムアウトできる人だけができます。
line-abort-no-game = このチャンネルにほかの人の対局はありません。

label-abort = 結果なしで終了：{ $title }
label-abort-games = 対局を終了させる…
label-annul = 結果を取り消す
