command-games = partijen
command-games-description = Al je partijen, eerst die op jou wachten
help-games = `/{ command-games }` toont al je partijen, eerst die op jou wachten.

line-no-games = Je hebt op dit moment geen partijen. Begin er een met `/{ command-play }`!
line-games-heading = { $count ->
    [one] Je hebt { $count } partij
   *[other] Je hebt { $count } partijen
}
line-challenges-heading = { $count ->
    [one] { $count } uitdaging wacht op antwoord
   *[other] { $count } uitdagingen wachten op antwoord
}
line-game-waiting = **Jij bent aan zet:** { $title }, tot { $until } · { $link }
line-game-theirs = Je tegenstander is aan zet: { $title }, tot { $until } · { $link }
line-challenge-to-you = **Je bent uitgedaagd:** { $title }, tot { $until } · { $link }
line-challenge-by-you = Jouw uitdaging: { $title }, tot { $until } · { $link }
