command-board = 盤
command-board-description = 盤とボタンをここに表示する
help-board = `/{ command-board }`：盤をボタンとメニュー付きでここに表示します。
