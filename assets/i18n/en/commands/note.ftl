line-note-title = Your note on this game
line-note-only-you = Nobody else sees it
line-note-below = Your note: { $text }

label-note = Note
