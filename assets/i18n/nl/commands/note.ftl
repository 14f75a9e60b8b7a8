line-note-title = Je notitie bij deze partij
line-note-only-you = Niemand anders ziet die
line-note-below = Je notitie: { $text }

label-note = Notitie
