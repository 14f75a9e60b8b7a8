label-ask-takeback = 待ったを頼む
label-grant-takeback = 待ったを認める
label-refuse-takeback = 待ったを断る
label-withdraw-takeback = 待ったを取り下げる
