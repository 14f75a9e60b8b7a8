command-note = note
command-note-description = A note on one of your games, which nobody else sees
help-note = `/{ command-note }` keeps a note on a game for you alone.
option-text = text
option-text-description = What to remember, up to 500 characters; leave it out to see your note

line-note-kept = Your note on this game, which nobody else sees:
line-note-shown = You wrote about this game:
line-note-empty = You have no note on this game. `/{ command-note } { option-text }:` writes one.
line-note-cleared = Your note on this game is deleted.
line-note-below = Your note: { $text }

label-note-clear = Delete the note
