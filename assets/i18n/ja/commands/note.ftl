command-note = note
command-note-description = 自分の対局へのメモ（ほかの人には見えません）
help-note = `/{ command-note }`：対局に自分だけのメモを残します。
option-text = text
option-text-description = 覚えておきたいこと（500文字まで）。省略するとメモを表示します

line-note-kept = この対局へのメモ（ほかの人には見えません）：
line-note-shown = この対局に残したメモ：
line-note-empty = この対局にメモはありません。`/{ command-note } { option-text }:`で書けます。
line-note-cleared = この対局のメモを削除しました。
line-note-below = メモ：{ $text }

label-note-clear = メモを削除
