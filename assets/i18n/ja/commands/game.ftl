command-game = game
command-game-description = 対局を一手ずつ振り返る
help-game = `/{ command-game }`：対局中・終局後の対局を開き、局面や手順をたどったり、ファイルや動画にしたりします。

option-record = record
option-record-description = 動画で見たい棋譜：PGN、GGF、または f5d6c3 のような手順
option-kind = kind
option-kind-description = 書かれた棋譜がどのゲームか（はっきりしない場合）

line-board-after = { $written }のあとの局面：
line-board-start = 開始局面：

label-look-back = 手順をたどる
