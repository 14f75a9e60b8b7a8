line-review-mistakes = Wat je het meeste kostte, en hoe je er daarna voor stond:
line-review-mistake = { $played } · { $before } → { $after } · beter: { $better }
line-review-shown = Op het bord: { $better } in plaats van { $played }.
line-review-none = Ik vond geen zet van je die veel kostte.
line-review-not-over = Een partij kan worden nagekeken als ze voorbij is.

line-review-losing = verloren
line-review-worse = nadeel
line-review-even = gelijk
line-review-better = voordeel
line-review-winning = gewonnen

label-review = Nakijken
