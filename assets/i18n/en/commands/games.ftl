command-games = games
command-games-description = All your games, those that wait for you first
help-games = `/{ command-games }` lists all your games, those that wait for you first.

line-no-games = You have no games at the moment. Start one with `/{ command-play }`!
line-games-heading = { $count ->
    [one] You have { $count } game
   *[other] You have { $count } games
}
line-challenges-heading = { $count ->
    [one] { $count } challenge waits for an answer
   *[other] { $count } challenges wait for an answer
}
line-game-waiting = **Your turn**
line-game-offer-waits = **An offer waits for your answer**
line-game-theirs = Your opponent’s turn
line-challenge-to-you = **You are challenged**
line-challenge-by-you = Your challenge
line-challenge-lapses = lapses { $until }
line-game-time-ends = time ends { $until }
line-game-is-paused = paused
line-results-heading = Last results
label-result-won = Won
label-result-lost = Lost
label-result-drawn = Drawn
label-result-none = No result

line-others-wait = { $count ->
    [one] One more game waits for you.
   *[other] { $count } more games wait for you.
}
line-next-game = Next game ({ $count } waiting)
line-game-shown = { $title } · { $link }
line-no-next-game = No other game waits for you.

line-reminded-of-several = { $name }, { $count } games wait for your move, and their time runs:
line-holiday-over-in-several = { $name }, your holiday ends { $until }. From then on your clock runs in { $count } games:
line-reminded-more = and { $count } more: `/{ command-games }`

line-recap-since = **Since { $day }**
line-recap-lost-on-time = Lost on time: { $title } · { $link }
line-recap-holiday-used = { $count ->
    [one] { $count } day of holiday was used.
   *[other] { $count } days of holiday were used.
}
