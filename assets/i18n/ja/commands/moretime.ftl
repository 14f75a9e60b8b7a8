command-moretime = moretime
command-moretime-description = 相手に時間を追加する
option-more-time-description = 追加する時間：12h、1d、3dなど（ふつうは1d）
help-moretime = `/{ command-moretime }`：相手に時間を追加します。

label-give-day = 相手に1日追加
line-not-more-time = その時間は追加できません。一度に 1h から 14d までを、12h や 3d のように入力してください。
