command-learn = learn
command-learn-description = Learn a game from the first move, a few minutes at a time
option-game-learn-description = Which game to learn
help-learn = `/{ command-learn }` teaches you a game in small lessons; you go on where you were.

line-learn-goes-on = Right. Your opponent answers `{ $reply }`: go on.
line-learn-wrong = `{ $played }` does not do it: `{ $reply }` would follow.
line-learn-not-that = `{ $played }` can be played, but it is not what is asked here.
line-learn-solved = Right!
line-learn-lesson-done = That was lesson { $done } of { $count }.
line-learn-all-done = You know { $game } now: `/{ command-play }` begins a game, against me too. More of it is in `/{ command-puzzle }`.
line-learn-list = Learn { $game }

label-learn-first = Learn it first (5 min)
label-learn-hint = Where to look?
label-learn-lessons = All lessons
label-learn-again = Once more
label-learn-next = Next exercise
label-learn-next-lesson = Next lesson
label-learn-pick = Pick a lesson
