command-leaderboard = leaderboard
command-leaderboard-description = De beste spelers van deze server, volgens hun rating
option-game-leaderboard-description = De spelers van welk spel
help-leaderboard = `/{ command-leaderboard }` toont de beste spelers van een server.

line-leaderboard-all = { $game }: de spelers van deze server
line-leaderboard-month = { $game }: wie deze maand een partij afmaakte die telt
line-leaderboard-provisional = Na weinig partijen:
line-leaderboard-player = **{ $place }** { $name } · **{ $rating }** · { $count ->
    [one] { $count } partij
   *[other] { $count } partijen
}
line-leaderboard-empty = Nog niemand: partijen tussen twee mensen tellen mee als ze voor de rating zijn; `/{ command-play }` begint er een.
line-leaderboard-only-servers = Elke server heeft een eigen ranglijst. Gebruik dit commando op een server.
label-leaderboard-month = Deze maand
label-leaderboard-all = Aller tijden
