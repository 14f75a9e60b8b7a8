line-review-heading = Analyse · { $title }
line-review-turned = Waar de partij kantelde, en wat beter was:
line-review-none-of = **{ $side }**: geen zet die veel kostte
line-review-none = Ik vond geen zet die veel kostte.
line-review-point = { $played } · { $before } → { $after } · beter: { $better }
line-review-shown = Op het bord: { $better } in plaats van { $played }.
line-review-not-over = Een partij kan worden nagekeken als ze voorbij is.

line-review-loses = verliest een stuk ({ $piece })
line-review-misses = mist een stuk ({ $piece })
line-review-allows-mate = laat mat in { $moves } toe
line-review-misses-mate = mist mat in { $moves }
line-review-gives-corner = geeft een hoek weg
line-review-loses-discs = kost { $count ->
    [one] { $count } steen
   *[other] { $count } stenen
}

line-review-losing = verloren
line-review-worse = nadeel
line-review-even = gelijk
line-review-better = voordeel
line-review-winning = gewonnen

line-review-alt = Wie er beter voor stond. { $spans }
line-review-ahead-from = Vanaf zet { $from }: { $side }
line-review-even-from = Vanaf zet { $from }: gelijk

label-review = Nakijken
label-review-whole = Hele partij
label-review-show = Aan iedereen tonen
