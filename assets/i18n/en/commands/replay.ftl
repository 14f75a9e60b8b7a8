command-replay = replay
command-replay-description = A game as an animation
help-replay = `/{ command-replay }` shows a game as an animation.

line-replay-heading = The game as an animation · { $title }

label-replay = Watch the game
