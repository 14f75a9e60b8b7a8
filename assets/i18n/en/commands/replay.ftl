command-replay = replay
command-replay-description = A game as a film
help-replay = `/{ command-replay }` shows a game as a film.

line-replay-heading = The game as a film: { $title }

label-replay = Watch the game
