# What is said beside events and refusals.
# Where a value is marked as none or chance, nothing was named.

line-challenge = { $challenger } challenges { $opponent } to a game of { $kind }. { $side ->
    [chance] Chance decides who begins.
   *[other] { $challenger } plays { $side }.
} Time: { $time }. The challenge lapses { $until }.
line-open-challenge = { $challenger } would like to play { $kind }: who joins? { $side ->
    [chance] Chance decides who begins.
   *[other] { $challenger } plays { $side }.
} Time: { $time }. The challenge lapses { $until }.

line-your-turn = { $name }, it is your turn ({ $side }).
line-your-turn-check = { $name }, it is your turn ({ $side }), and you are in check.
line-computers-turn = { $name } is thinking.
line-time-left = Time for this move: until { $until } ({ $relative }).
line-other-clock = { $name } has { $time } left.
line-on-holiday = { $name }: holiday until { $until }
line-on-weekend = Weekend off: { $name }’s clock stands still until { $until }.
line-weekends-off = weekends off
line-holidays-ignored = holidays do not stop the clocks
line-game-paused = The game is paused: no clock runs.

line-game-title = { $kind }: { $first } – { $second }
line-erased-player = Deleted player
line-computer = Kradan (level { $level })
line-moved-elsewhere = This game is shown in { $place }.
line-cannot-post = I cannot post in { $place } myself. Use `/{ command-board }` there to see the board.
line-not-shown = Done, but Discord does not show it in { $place } yet. `/{ command-games }` leads to the board.
line-cannot-see = You cannot see the channel of this game any more, so it comes here.
line-timed-out = You are in time-out in the server of this game, so it comes here. You can move here.
line-game-left = { $name ->
    [none] This game is now shown here: { $link }
   *[other] { $name }, this game is now shown here: { $link }
}
line-only-you = Discord shows this to you alone: { $cause ->
    [send] you may not send messages here.
    [apps] you may not use external apps here.
   *[settings] slow mode or another setting of this server is in the way.
} It still counts, and I will tell your opponent in another way.
line-not-reached = What I could not tell you before:

# What is left of old messages, on one line.
settled-challenge-accepted = Accepted · { $title }
settled-offer-lapsed = This has lapsed.
mark-alike = game { $number } of { $count } (oldest first)

line-nothing-here = You have no game here. Start one with `/{ command-play }`, or see all of yours with `/{ command-games }`.
line-which-table = That could mean several games. Which one do you mean?
line-game-gone = I no longer know this game. `/{ command-games }` shows yours.
line-elsewhere = There is no such game here. Do you mean **{ $title }** in { $place }?

line-missing-permissions = In { $channel } I still need: { $permissions }. Somebody who manages the server can allow that.
line-board-as-text = I may not attach files here, so this is the board as text.
line-failed = Something broke on my side, sorry. { $counts ->
    [no] What you did does not count: please try again.
   *[unknown] I do not know yet whether it counts: `/{ command-board }` will show.
}
line-one-moment = One moment: I am still busy with what you asked for before.
line-press-again = That took a moment too long. Please press it once more.
line-already-done = I have already answered that.
line-stale-board = { $link ->
    [none] That board was out of date. This is how the game stands now.
   *[other] This board is out of date. The current one is here: { $link }
}
line-unknown-interaction = I no longer know this button or command. Please use a newer board or try `/{ command-help }`.

# In the words of Discord's own settings.
permission-view-channel = View Channel
permission-connect = Connect
permission-send-messages = Send Messages
permission-attach-files = Attach Files
permission-read-message-history = Read Message History
permission-create-public-threads = Create Public Threads
permission-send-messages-in-threads = Send Messages in Threads
line-too-many-games = You have { $most } games running, which is the limit. Come back when one of them is over.
line-too-many-games-of-other = The other player has { $most } games running, which is the limit. Come back when one of them is over.
line-too-many-waiting = { $most } challenges of yours wait for an answer, which is the limit. Withdraw one, or come back { $until }, when the first of them lapses.
line-too-many-received = This player already has the maximum number of open challenges. Come back { $until }, or when one of them is answered.
line-too-many-sent = You have sent { $most } challenges within an hour, which is the limit. You can send the next one { $until }.
line-challenged-just-now = You have just challenged this player. You can do so again { $until }.

# Buttons and menus: at most 34 characters each.

label-pick-table = Choose a game …
label-more = More …
label-table-running = running
label-table-challenge = challenge
label-table-over = finished
label-that-game = Yes, that game

time-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
time-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
time-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
time-per-move = { $time } for each move
time-bank = { $time }, plus { $increment } after each move, up to { $cap }
time-unlimited = no time limit
