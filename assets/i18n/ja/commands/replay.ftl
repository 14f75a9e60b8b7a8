command-replay = replay
command-replay-description = 対局を動画で見る
help-replay = `/{ command-replay }`：対局を動画にします。

line-replay-heading = 対局の動画 · { $title }

label-replay = 動画で見る
