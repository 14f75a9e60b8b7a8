command-leaderboard = leaderboard
command-leaderboard-description = The best players of this server, by their ratings
option-game-leaderboard-description = The players of which game
help-leaderboard = `/{ command-leaderboard }` shows the best players of a server.

line-leaderboard-all = { $game }: the players of this server
line-leaderboard-month = { $game }: who ended a rated game this month
line-leaderboard-provisional = After few games:
line-leaderboard-player = **{ $place }** { $name } · **{ $rating }** · { $count ->
    [one] { $count } game
   *[other] { $count } games
}
line-leaderboard-empty = Nobody yet: rated games between two people count, `/{ command-play }` begins one.
line-leaderboard-only-servers = Every server has a leaderboard of its own. Use this command on a server.
label-leaderboard-month = This month
label-leaderboard-all = All time
