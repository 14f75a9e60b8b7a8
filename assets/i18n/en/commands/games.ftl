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
line-game-waiting = **Your turn:** { $title }, until { $until } · { $link }
line-game-theirs = Your opponent’s turn: { $title }, until { $until } · { $link }
line-challenge-to-you = **You are challenged:** { $title }, until { $until } · { $link }
line-challenge-by-you = Your challenge: { $title }, until { $until } · { $link }
