command-profile = profile
command-profile-description = Ratings, results and games of a player
option-player = player
option-player-description = Whose profile; yours, if nobody is chosen
help-profile = `/{ command-profile }` shows somebody’s ratings and results, and yours against them.

line-profile-game = { $game } { $rating } ± { $deviation } · { $won } won, { $lost } lost, { $drawn } drawn
line-profile-best = best win: { $name } ({ $rating })
line-profile-best-somebody = best win: { $rating }
line-profile-course = From { $first }, between { $least } and { $most }.
line-profile-last = of the last { $count } games
line-profile-running = { $count ->
    [one] { $count } game under way
   *[other] { $count } games under way
}
line-profile-none = { $name } has not ended a rated game yet. `/{ command-play }` begins one.
line-profile-hidden = { $name } keeps that private.
