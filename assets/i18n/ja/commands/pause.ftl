label-offer-pause = 中断を提案
label-accept-pause = 中断に応じる
label-decline-pause = 中断を断る
label-withdraw-pause = 中断の提案を取り下げる
label-resume = 対局を再開
