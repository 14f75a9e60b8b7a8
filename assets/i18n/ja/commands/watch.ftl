command-watch = watch
command-watch-description = このチャンネルのほかの人の対局をフォローする（ダイレクトメッセージでお知らせ）
help-watch = `/{ command-watch }`：ほかの人の対局の進行をダイレクトメッセージで知らせます。
option-tell = tell
option-tell-description = 知らせる内容。選ばないと終局だけを知らせます
choice-moves = 一手ごと
choice-end = 終局だけ

line-watch-moves = この対局をフォローしました。一手ごとにダイレクトメッセージで知らせます。
line-watch-end = この対局をフォローしました。終局したらダイレクトメッセージで知らせます。
line-watch-own = ご自分の対局なので、もともとお知らせが届きます。
line-watch-closed = ダイレクトメッセージが届きませんでした。プライバシー設定でこのサーバーのメンバーからのダイレクトメッセージを許可して、もう一度フォローしてください。
line-watch-full = この対局はすでに上限の{ $most }人がフォローしています。
line-watch-too-many = すでに上限の{ $most }局をフォローしています。ボットのメッセージの下のボタンで解除できます。
line-watch-unfollowed = この対局のフォローをやめました。
line-watch-none = いまこのチャンネルに、ほかの人の対局はありません。

label-follow-moves = 一手ごとに知らせる
label-follow-end = 終局を知らせる
label-unfollow = フォローをやめる
