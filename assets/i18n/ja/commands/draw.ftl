command-draw = draw
command-draw-description = 引き分けを提案する、または同じ局面の繰り返しで申し立てる
help-draw = `/{ command-draw }`：引き分けを提案する、または同じ局面の繰り返しで申し立てます。

label-offer-draw = 引き分けを提案
label-accept-draw = 引き分けに応じる
label-decline-draw = 引き分けを断る
label-claim-draw = 引き分けを申し立てる
label-withdraw-draw = 引き分けの提案を取り下げる
