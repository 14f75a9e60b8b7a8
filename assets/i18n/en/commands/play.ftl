command-play = play
command-play-description = Challenge somebody to a game, or leave the challenge open to anyone

# In the menu of a person, in at most 32 characters.
label-play-in-menu = Play { $kind }

option-opponent = opponent
option-opponent-description = Whom you challenge; leave it out and anyone may join
option-level = level
option-level-description = Play me, the computer, at once: 1 is for beginners, 8 is the strongest
option-side = side
option-side-description = Who begins; leave it out and chance decides
option-time = time
option-time-description = Time for moves: 12h, 3d, 10d+1d or none (usually 3d)
option-holidays = holidays
option-holidays-description = Whether holidays stop the clocks (usually they do)
option-weekends = weekends
option-weekends-description = Whether the clocks run on Saturday and Sunday (in the time zone of /settings, else UTC)
option-rated = rated
option-rated-description = Whether the game counts for your ratings; if left out, as the server chose
option-where = where
option-where-description = Where the game is played
option-pictures = pictures
option-pictures-description = Which boards keep their pictures
option-below = below
option-below-description = Which side is at the bottom of the boards

choice-level-1 = 1 · very easy
choice-level-2 = 2 · easy
choice-level-3 = 3 · fairly easy
choice-level-4 = 4 · medium
choice-level-5 = 5 · fairly hard
choice-level-6 = 6 · hard
choice-level-7 = 7 · very hard
choice-level-8 = 8 · the strongest
choice-first = I begin
choice-second = My opponent begins
choice-count = They stop the clocks
choice-ignore = They do not count
choice-run = They run
choice-off = Off: the clocks stand still
choice-yes = Yes
choice-similar = Yes, with a similar rating (± 200)
choice-no = No, a friendly game
choice-here = Here
choice-thread = In a thread of its own
choice-newest = Only the newest
choice-all = All
choice-mover = Whoever is to move
choice-beginner = The side that begins
choice-other = The other side

help-play = `/{ command-play }` challenges somebody, or anyone: `/{ command-play } { option-game }:{ othello } { option-opponent }:@Ben` or, against me, `{ option-level }:2`

line-thread-name = { $kind }: { $first } – { $second }
line-game-in-thread = The game is played in { $thread }.
line-level-of-person = A level is for a game against me. Leave the opponent out, or leave the level out.
line-not-against-computer = A game against me has no clock: leave `{ $option }` out.
line-cannot-challenge-self = You cannot challenge yourself. Leave the opponent out and see who joins!
line-cannot-challenge-bot = Other bots do not play here. Challenge a friend, or leave the opponent out and see who joins!
line-not-in-server = { $name } is not in this server. Challenge somebody who is, or leave the opponent out and see who joins!
line-not-in-conversation = { $name } is not in this conversation. Challenge somebody who is, or leave the opponent out and see who joins!
line-cannot-see-channel = { $name } cannot see { $channel }. Choose a channel that both of you can see.
line-nobody-else-here = Nobody but you and me can see this conversation. Challenge somebody in a server, or in a direct message with them; or play me here, with `{ option-level }`.
line-start-elsewhere = In this server games are started in { $channels }.
line-start-by-role = In this server only { $role } can start games.
line-bad-time = I cannot read that as a time. For each move: from 1h to 30d, such as 12h or 3d. For the whole game: 10d+1d is 10 days and 1 more after each move, which can be 7d at most. Or none.

label-accept = Accept
label-decline = Decline
label-cancel = Withdraw
label-rematch = Rematch
label-rematch-at = Try level { $level }
label-play-computer = Play the computer

# Ratings: in a challenge, in `/games`, and below the result of a game.
line-rated = rated
line-challengers-rating = rating { $rating }
line-for-similar = for { $least } to { $most }
line-not-similar = This challenge is for players with ratings from { $least } to { $most }.
line-also-open = { $name } would like to play { $kind } too: { $link }
line-friendly = not rated
line-your-ratings = Your ratings: { $ratings }
line-not-rated-short = Not rated: too few moves were played.
line-not-rated-pair = Not rated: you two have played ten rated games within 30 days.
line-not-rated-absence = Not rated: of the games that are lost on time in one absence, only the first counts.
line-not-rated-taken-over = Not rated: somebody else began this game.
line-not-rated-annulled = Not rated any more: a moderator annulled the result.
