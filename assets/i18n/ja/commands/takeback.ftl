command-takeback = 待った
command-takeback-description = 待ったを頼む、または相手の待ったを認める
help-takeback = `/{ command-takeback }`：待ったを頼む、または相手の待ったを認めます。

label-ask-takeback = 待ったを頼む
label-grant-takeback = 待ったを認める
label-refuse-takeback = 待ったを断る
