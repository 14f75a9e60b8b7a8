# What is said beside events and refusals.
# Where a value is marked as none or chance, nothing was named.

line-challenge = { $challenger } challenges { $opponent } to a game of { $kind }. { $side ->
    [chance] Chance decides who begins.
   *[other] { $challenger } plays { $side }.
} Time for a move: { $days ->
    [one] { $days } day
   *[other] { $days } days
}. The challenge stands until { $until }.
line-open-challenge = { $challenger } would like to play { $kind }: who joins? { $side ->
    [chance] Chance decides who begins.
   *[other] { $challenger } plays { $side }.
} Time for a move: { $days ->
    [one] { $days } day
   *[other] { $days } days
}. The challenge stands until { $until }.

line-your-turn = { $name }, it is your turn ({ $side }).
line-your-turn-check = { $name }, it is your turn ({ $side }), and you are in check.
line-time-left = Time for this move: until { $until } ({ $relative }).

line-game-title = { $kind }: { $first } – { $second }
line-moved-elsewhere = This game is shown in { $place }.
line-cannot-post = I cannot write in { $place } of my own accord: `/{ command-board }` shows the board there.
line-game-left = This game is now shown here: { $link }
line-only-you = Discord shows this to you alone: { $cause ->
    [send] you may not send messages here.
    [apps] you may not use external apps here.
   *[settings] slow mode or another setting of this server is in the way.
} It counts all the same, and I tell your opponent in another way.
line-not-reached = What I could not tell you before:

line-nothing-here = You have no game here. Start one with `/{ command-play }`, or see all of yours with `/{ command-games }`.
line-which-table = Several of your games fit. Which one do you mean?
line-game-gone = I do not know this game any more. `/{ command-games }` shows yours.

line-missing-permissions = In { $channel } I still need: { $permissions }. Somebody who runs the server can allow that.
line-board-as-text = I may not attach files here, so this is the board as text.
line-failed = Something broke on my side, sorry. { $counts ->
    [no] What you did does not count: please try again.
   *[unknown] I cannot tell yet whether it counts: `/{ command-board }` will show.
}
line-already-done = That has been dealt with already.
line-stale-board = { $link ->
    [none] This board is out of date. `/{ command-board }` shows the present one.
   *[other] This board is out of date. The present one is here: { $link }
}
line-unknown-interaction = I do not know this button or command any more. Please use a newer board or try `/{ command-help }`.

# In the words of Discord's own settings.
permission-view-channel = View Channel
permission-send-messages = Send Messages
permission-attach-files = Attach Files
permission-create-public-threads = Create Public Threads
permission-send-messages-in-threads = Send Messages in Threads
line-too-many-games = You have { $most } games running, and that is the most for one person. Come back as soon as one of them is over.
line-too-many-games-of-other = The other player has { $most } games running, and that is the most for one person. Come back as soon as one of them is over.
line-too-many-waiting = { $most } challenges of yours wait for an answer, and that is the most for one person. Withdraw one, or come back { $until }, when the first of them lapses.
line-too-many-received = As many challenges wait for this player as may wait for one person. Come back { $until }, or once one of them is answered.
line-too-many-sent = You have sent { $most } challenges within an hour, and that is the most. You can send the next one { $until }.
line-challenged-just-now = You have just challenged this player. You can do so again { $until }.

# Buttons and menus: at most 34 characters each.

label-pick-table = Which game? …
label-more = More …
