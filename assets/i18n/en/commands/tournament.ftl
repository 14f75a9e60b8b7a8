command-tournament = tournament
command-tournament-description = Make a tournament for this server, or see those under way
option-game-tournament-description = Which game; leave it out to see the tournaments under way
option-format = format
option-format-description = Who plays whom (usually everybody plays everybody)
option-players = players
option-players-description = With how many players it is full (usually 8)
option-time-tournament-description = Time for moves: 12h, 3d, 10d+1d or none (usually 1d)
option-hours = hours
option-hours-description = In how many hours it begins at the latest (usually 24)
option-days-tournament-description = How many days a round lasts at most (usually 30)
choice-everybody = Everybody plays everybody
choice-knockout = Knockout: whoever loses is out
help-tournament = `/{ command-tournament }` makes a tournament that members of a server join with a button.

line-tournament-title = **{ $game } tournament**
line-tournament-everybody = everybody plays everybody
line-tournament-knockout = knockout
line-tournament-begins = It begins { $begins }, or as soon as { $most } have joined.
line-tournament-rules = { $count ->
    [one] All games are played at once and have { $count } day. The computer judges those that are not over then: whoever is clearly ahead wins, otherwise it is a draw. Holidays stop clocks, but do not move that deadline. Whoever drops out before half of their games are over is taken off the table; later they lose the rest.
   *[other] All games are played at once and have { $count } days. The computer judges those that are not over then: whoever is clearly ahead wins, otherwise it is a draw. Holidays stop clocks, but do not move that deadline. Whoever drops out before half of their games are over is taken off the table; later they lose the rest.
}
line-tournament-rules-knockout = { $count ->
    [one] Whoever loses is out; a draw is won by the side that moved second. A round has { $count } day. The computer judges games that are not over then: whoever is clearly ahead wins, otherwise it is a draw. Holidays stop clocks, but do not move that deadline. Whoever drops out loses.
   *[other] Whoever loses is out; a draw is won by the side that moved second. A round has { $count } days. The computer judges games that are not over then: whoever is clearly ahead wins, otherwise it is a draw. Holidays stop clocks, but do not move that deadline. Whoever drops out loses.
}
line-tournament-joined = Joined ({ $joined } of { $most }): { $players }
line-tournament-until = Games that are not over by { $until } are judged.
line-tournament-rests = The tournament is paused: no clock runs.
line-tournament-place = { $name } · **{ $points }** · tie-break { $tiebreak } · { $count ->
    [one] { $count } game
   *[other] { $count } games
}
line-tournament-struck = { $name } · dropped out, no game counts
line-tournament-round = **Round { $round }**
line-tournament-open = under way
line-tournament-bye = { $name } · has a bye
line-tournament-begun = { $players }: the tournament begins!
line-tournament-ended = { $players }: the tournament is over.
line-tournament-begun-there = It has begun: { $link }
line-tournament-won = { $count ->
    [one] **{ $players } wins the tournament!**
   *[other] **{ $players } share the first place!**
}
line-tournament-nobody-won = The tournament is over, and nobody has won it.
line-tournament-stopped = The tournament was ended. Its games go on as games of their own.
line-tournament-too-few = The tournament does not take place: fewer than 3 had joined.

line-tournament-only-servers = Tournaments are for servers. Use this command on one.
line-tournament-too-many = 4 tournaments are under way on this server. A new one can be made when one of them is over.
line-tournament-none = No tournament is under way here. `/{ command-tournament } { option-game }:{ othello }` makes one.
line-tournament-has-joined = You have joined. It begins { $begins } at the latest, and you will be pinged.
line-tournament-has-left = You have left, and somebody else can have the place.
line-tournament-has-dropped-out = You have dropped out. Your games that were not over are lost.
line-tournament-has-taken-over = The place is yours. Its games are yours in a moment.
line-tournament-done = Done. Everybody sees it in a moment.
line-tournament-one-each = Your last tournament is still under way. A new one can be made when it is over.
line-tournament-sure-leave = Drop out? Your games that are not over are lost.
line-tournament-sure-stop = End the tournament for everybody? Its games go on as games of their own.
line-tournament-over = This tournament is over.
line-tournament-full = This tournament is full.
line-tournament-begun-already = This tournament has already begun.
line-tournament-not-begun = This tournament has not begun yet.
line-tournament-joined-already = You have already joined.
line-tournament-not-joined = You are not in this tournament.
line-tournament-not-yours = Only the player who made the tournament and moderators can do that.
line-tournament-too-few-yet = At least 3 players must have joined.
line-tournament-not-offered = This place is taken.
line-tournament-not-here = You cannot join this tournament: you or one of its players has blocked the other.

label-tournament-join = Join
label-tournament-leave = Leave
label-tournament-more = More…
label-tournament-take-over = Play on for { $name }
label-tournament-drop-out = Drop out
label-tournament-start = Begin now
label-tournament-pause = Pause
label-tournament-resume = Go on
label-tournament-stop = End the tournament
label-tournament-offer = Let somebody else have a place…
