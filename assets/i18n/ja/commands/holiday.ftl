command-holiday = holiday
command-holiday-description = 数日間すべての持ち時間を止める、または早めに戻る
option-days = days
option-holiday-days-description = 日数（1年に20日まで）
help-holiday = `/{ command-holiday }`：数日間すべての持ち時間を止めます。例：`/{ command-holiday } { option-days }:5`

line-holiday-until = { $until }まで休暇中です。すべての対局で持ち時間は減りません。
line-holiday-by-itself-until = 時間が切れた対局では、{ $until }まで持ち時間は減りません。ほかの対局では減ります。`/{ command-holiday } { option-days }:5` で5日間すべての持ち時間を止められます。
line-holiday-already = すでに{ $until }までの休暇中です。日数を変えるには、下のボタンで今の休暇を終えて、新しく始めてください。
line-holiday-none = いまは休暇中ではありません。`/{ command-holiday } { option-days }:5` で5日間すべての持ち時間を止められます。
line-holiday-left = 今年の休暇はあと{ $count }日です。
line-holiday-ended = お帰りなさい。時間がまた減りはじめます。
line-holiday-too-long = { $count ->
    [0] 休暇はもう残っていません（1年に20日まで）。
   *[other] 休暇はあと{ $count }日しかありません（1年に20日まで）。
}
line-holiday-automatic-on = 時間切れで負けそうになると、自動的に最長3日の休暇に入ります（30日に1回まで）。止まるのは、時間が切れた対局だけです。
line-holiday-automatic-off = 休暇は自動的には始まりません。時間が切れると負けになります。

label-holiday-end = 休暇を終える
label-holiday-automatic-on = 時間切れ前の自動休暇：オン
label-holiday-automatic-off = 時間切れ前の自動休暇：オフ
