command-watch = watch
command-watch-description = Follow a game of others in this channel: I tell you of it by direct message
help-watch = `/{ command-watch }` tells you by direct message how a game of others goes.
option-tell = tell
option-tell-description = What you are told of; the end alone, unless you choose each move
choice-moves = each move
choice-end = the end alone

line-watch-moves = You follow this game: I tell you of each move by direct message.
line-watch-end = You follow this game: I tell you by direct message how it ends.
line-watch-own = You play in this game yourself, so I tell you of it anyway.
line-watch-closed = My direct message does not reach you. Allow direct messages from members of this server in your privacy settings, and follow the game again.
line-watch-full = { $most } people follow this game, which is the limit.
line-watch-too-many = You follow { $most } games, which is the limit. A button below my messages ends that.
line-watch-unfollowed = You no longer follow this game.
line-watch-none = Nobody else is playing in this channel at the moment.

label-follow-moves = Tell me of each move
label-follow-end = Tell me of the end
label-unfollow = Stop following
