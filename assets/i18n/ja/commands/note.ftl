line-note-title = この対局のメモ
line-note-only-you = ほかの人には見えません
line-note-below = メモ：{ $text }

label-note = メモ
