command-server = server
command-server-description = Where games are played in this server, by whom, and in which language
help-server = `/{ command-server }` is for those who manage a server: where games are played, and who may start them.

line-server-heading = Settings of this server
line-server-about = Without a chosen channel, games can be started in every channel; without a chosen role, by everybody. Public messages are in the language of both players; the one chosen here is for players whose languages differ.
line-server-ask-venue = Where should games be played in this server? Your answer counts from the next challenge on, and `/{ command-server }` changes it at any time.
line-server-public-reports = Everybody in this server can read the reports in { $channel }: choose a channel that only moderators see.
line-server-kept = Saved.
line-server-only-managers = Only those who may manage this server can change its settings.

label-server-answer-here = In the channel
label-server-answer-thread = Each in its own thread
label-server-here = Games: where they are started
label-server-thread = Games: in threads of their own
label-server-boards-gone = Old boards: gone
label-server-boards-line = Old boards: one line
label-server-boards-pictures = Old boards: with pictures
label-server-rated = Games: rated
label-server-friendly = Games: not rated
label-server-language = When languages differ
label-server-no-language = Not chosen (English)
label-server-channels = Channels for games (all)
label-server-role = Who starts games (everybody)
label-server-moderators = Reports from players (nowhere)
