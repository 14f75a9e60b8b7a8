command-pause = pause
command-pause-description = 対局の中断を提案する（どちらかが再開するまで時間は減りません）
help-pause = `/{ command-pause }`：時間の減らない中断を提案、または対局を再開します。

label-offer-pause = 中断を提案
label-accept-pause = 中断に応じる
label-decline-pause = 中断を断る
label-withdraw-pause = 中断の提案を取り下げる
label-resume = 対局を再開
