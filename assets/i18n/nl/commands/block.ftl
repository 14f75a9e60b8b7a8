line-block-done = { $name } is geblokkeerd: geen uitdagingen, geen voorstellen en geen pings meer. Wat tussen jullie op antwoord wachtte, is geweigerd. Lopende partijen gaan door. De ander merkt dit pas bij een uitdaging of een voorstel aan jou.
line-block-full = Je blokkeert { $most } mensen, en meer kan niet. Deblokkeer eerst iemand.
line-block-oneself = Je kunt jezelf niet blokkeren.
line-block-bot = Alleen mensen kun je blokkeren.
line-block-undone = { $name } is niet meer geblokkeerd.
line-blocked-by-other = { $name } begint geen partijen met jou en accepteert geen voorstellen van je.
line-blocked-by-you = Je blokkeert { $name }. Wil je samen spelen, deblokkeer dan via `/{ command-settings }`.

label-unblock-menu = Kies wie je deblokkeert …
label-block-menu = Wie je blokkeert …
