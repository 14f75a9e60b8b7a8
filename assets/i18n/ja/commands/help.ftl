command-help = help
command-help-description = すべてのコマンドの説明
help-help = `/{ command-help }`：この一覧を表示します。

line-help-heading = できること
line-help-footer = どの盤にもボタンとメニューがあり、文字を打たなくても遊べます。ルールは`/{ command-rules }`で見られます。
