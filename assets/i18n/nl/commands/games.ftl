command-games = games
command-games-description = Al je partijen; wat op jou wacht, staat bovenaan
help-games = `/{ command-games }` toont al je partijen; wat op jou wacht, staat bovenaan.

line-no-games = Je hebt op dit moment geen partijen. Begin er een met `/{ command-play }`!
line-games-heading = { $count ->
    [one] Je hebt { $count } partij
   *[other] Je hebt { $count } partijen
}
line-challenges-heading = { $count ->
    [one] { $count } uitdaging wacht op antwoord
   *[other] { $count } uitdagingen wachten op antwoord
}
line-game-waiting = **Jij bent aan zet**
line-game-offer-waits = **Een voorstel wacht op je antwoord**
line-game-theirs = Je tegenstander is aan zet
line-challenge-to-you = **Je bent uitgedaagd**
line-challenge-by-you = Jouw uitdaging
line-challenge-lapses = vervalt { $until }
line-game-time-ends = tijd om { $until }
line-game-is-paused = gepauzeerd
line-results-heading = Laatste uitslagen
label-result-won = Gewonnen
label-result-lost = Verloren
label-result-drawn = Remise
label-result-none = Geen uitslag

line-others-wait = { $count ->
    [one] Er wacht nog één partij op je.
   *[other] Er wachten nog { $count } partijen op je.
}
line-next-game = Volgende partij (nog { $count })
line-game-shown = { $title } · { $link }
line-no-next-game = Er wacht geen andere partij op je.

line-reminded-of-several = { $name }, { $count } partijen wachten op je zet, en de tijd loopt:
line-holiday-over-in-several = { $name }, je vakantie eindigt { $until }. Vanaf dan loopt je klok in { $count } partijen:
line-reminded-more = en nog { $count }: `/{ command-games }`

line-recap-since = **Sinds { $day }**
line-recap-lost-on-time = Op tijd verloren: { $title } · { $link }
line-recap-holiday-used = { $count ->
    [one] Er is { $count } vakantiedag gebruikt.
   *[other] Er zijn { $count } vakantiedagen gebruikt.
}
