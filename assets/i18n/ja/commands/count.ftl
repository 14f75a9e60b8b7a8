command-count = カウント
command-count-description = マークルック：次の手でカウントを宣言する、飛ばす、やめる

option-act = 操作
option-act-description = 次の手でカウントをどうするか

choice-claim = 盤のカウントを宣言（1から）
choice-skip = 今回は数えない
choice-stop = カウントをやめる

help-count = `/{ command-count }`：マークルックのカウントに使います。例：`/{ command-count } { option-act }:{ choice-stop }`

label-claim-count = カウントを宣言
label-stop-count = カウントをやめる
label-skip-count = 今回は数えない
