# ボタンとメニュー：34文字まで。

label-pick-table = どの対局？
label-more = 続き…
