command-learn = learn
command-learn-description = Leer een spel vanaf de eerste zet, een paar minuten per keer
option-game-learn-description = Welk spel je wilt leren
help-learn = `/{ command-learn }` leert je een spel in kleine lessen; je gaat verder waar je was.

line-learn-goes-on = Goed. Je tegenstander antwoordt `{ $reply }`: ga door.
line-learn-wrong = `{ $played }` werkt niet: daarna komt `{ $reply }`.
line-learn-not-that = `{ $played }` mag, maar het is niet wat hier gevraagd wordt.
line-learn-solved = Goed!
line-learn-lesson-done = Dat was les { $done } van { $count }.
line-learn-all-done = Je kunt nu { $game } spelen: `/{ command-play }` begint een partij, ook tegen mij. Verder oefenen kan met `/{ command-puzzle }`.
line-learn-list = { $game } leren

label-learn-first = Leer het eerst (5 min)
label-learn-hint = Waar kijken?
label-learn-lessons = Alle lessen
label-learn-again = Nog een keer
label-learn-next = Volgende opgave
label-learn-next-lesson = Volgende les
label-learn-pick = Kies een les
