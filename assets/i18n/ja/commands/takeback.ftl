command-takeback = takeback
command-takeback-description = 自分の直前の手の待ったを求める
help-takeback = `/{ command-takeback }`：自分の直前の手の待ったを求めます。

label-ask-takeback = 待ったを頼む
label-grant-takeback = 待ったを認める
label-refuse-takeback = 待ったを断る
label-withdraw-takeback = 待ったを取り下げる
