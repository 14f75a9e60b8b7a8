command-note = note
command-note-description = Een notitie bij een van je partijen, die niemand anders ziet
help-note = `/{ command-note }` bewaart een notitie bij een partij, voor jou alleen.
option-text = text
option-text-description = Wat je wilt onthouden, tot 500 tekens; laat het weg om je notitie te zien

line-note-kept = Je notitie bij deze partij, die niemand anders ziet:
line-note-shown = Je schreef over deze partij:
line-note-empty = Je hebt geen notitie bij deze partij. `/{ command-note } { option-text }:` schrijft er een.
line-note-cleared = Je notitie bij deze partij is gewist.
line-note-below = Je notitie: { $text }

label-note-clear = Notitie wissen
