command-draw = 引き分け
command-draw-description = 引き分けを提案する、応じる、または同じ局面の繰り返しで主張する
help-draw = `/{ command-draw }`：引き分けを提案する、応じる、または同じ局面の繰り返しで主張します。

label-offer-draw = 引き分けを提案
label-accept-draw = 引き分けに応じる
label-decline-draw = 引き分けを断る
label-claim-draw = 引き分けを主張
