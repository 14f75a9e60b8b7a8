command-profile = profile
command-profile-description = Ratings, resultaten en partijen van een speler
option-player = player
option-player-description = Wiens profiel; dat van jou als je niemand kiest
help-profile = `/{ command-profile }` toont iemands ratings en resultaten, en jouw stand tegen die speler.

line-profile-game = { $game } { $rating } ± { $deviation } · { $won } gewonnen, { $lost } verloren, { $drawn } remise
line-profile-best = beste zege: { $name } ({ $rating })
line-profile-best-somebody = beste zege: { $rating }
line-profile-course = Vanaf { $first }, tussen { $least } en { $most }.
line-profile-last = van de laatste { $count } partijen
line-profile-running = { $count ->
    [one] { $count } lopende partij
   *[other] { $count } lopende partijen
}
line-profile-none = { $name } heeft nog geen partij afgemaakt die voor de rating telt. `/{ command-play }` begint er een.
line-profile-hidden = { $name } houdt dat voor zichzelf.
