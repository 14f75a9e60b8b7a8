command-play = play
command-play-description = Challenge somebody to a game, or leave the challenge open to anyone

option-opponent = opponent
option-opponent-description = Whom you challenge; without this, anyone may join
option-side = side
option-side-description = Who begins; without this, chance decides
option-days = days
option-days-description = Days for each move (1 to 30, usually 3)
option-where = where
option-where-description = Where the game is played

choice-first = I begin
choice-second = My opponent begins
choice-here = Here
choice-thread = In a thread of its own

help-play = `/{ command-play }` challenges somebody, or anyone who likes: `/{ command-play } { option-game }:{ othello } { option-opponent }:@Ben`

line-thread-name = { $kind }: { $first } – { $second }
line-game-in-thread = The game is played in { $thread }.
line-no-engine = I cannot play myself yet. Challenge a friend, or leave the opponent out and see who joins!
line-cannot-challenge-self = You cannot challenge yourself. Leave the opponent out and see who joins!
line-cannot-challenge-bot = Bots do not play here. Challenge a friend, or leave the opponent out and see who joins!
line-not-in-server = { $name } is not in this server. Challenge somebody who is, or leave the opponent out and see who joins!
line-cannot-see-channel = { $name } cannot see { $channel }. Challenge them where both of you can read along.
line-nobody-else-here = Nobody but you and me can see this conversation. Challenge somebody in a server, or in your own conversation with them.

label-accept = Accept
label-decline = Decline
label-cancel = Withdraw
label-rematch = Rematch
