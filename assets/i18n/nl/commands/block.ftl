command-block = block
command-block-description = Blokkeer iemand: geen uitdagingen, voorstellen of pings meer; of zie wie je blokkeert
help-block = `/{ command-block }` blokkeert iemand, of laat zien wie je blokkeert.
option-user = user
option-user-description = Wie je wilt blokkeren; laat dit weg om te zien wie je blokkeert

line-block-done = { $name } is geblokkeerd: geen uitdagingen, geen voorstellen en geen pings meer. Wat tussen jullie op antwoord wachtte, is geweigerd. Lopende partijen gaan door. De ander merkt dit pas bij een uitdaging of een voorstel aan jou.
line-block-full = Je blokkeert { $most } mensen, en meer kan niet. Deblokkeer eerst iemand: `/{ command-block }` toont de lijst.
line-block-oneself = Je kunt jezelf niet blokkeren.
line-block-bot = Alleen mensen kun je blokkeren.
line-block-nobody = Je blokkeert niemand. `/{ command-block } { option-user }:` blokkeert iemand.
line-block-list = Je blokkeert { $count ->
    [one] { $count } persoon
   *[other] { $count } mensen
}. Kies wie je deblokkeert.
line-block-undone = { $name } is niet meer geblokkeerd.
line-blocked-by-other = { $name } begint geen partijen met jou en accepteert geen voorstellen van je.
line-blocked-by-you = Je blokkeert { $name }. Wil je samen spelen, deblokkeer dan met `/{ command-block }`.

label-unblock = Deblokkeren
label-unblock-menu = Kies wie je deblokkeert …
