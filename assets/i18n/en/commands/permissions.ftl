line-permissions-lacking = In { $channel } I lack:
line-permissions-view-channel = **{ $permissions }**: I cannot post boards or reminders by myself, only answer.
line-permissions-connect = **{ $permissions }**: I cannot post anything in this voice channel by myself.
line-permissions-send-messages = **{ $permissions }**: I cannot post boards or reminders by myself, only answer commands and buttons.
line-permissions-attach-files = **{ $permissions }**: boards are letters instead of pictures.
line-permissions-history = **{ $permissions }**: after a failure I may post a message twice.
line-permissions-public-threads = **{ $permissions }**: no game can have a thread of its own.
line-permissions-threads = **{ $permissions }**: I cannot post in threads.
line-permissions-mend = To fix it: somebody who manages the server opens the settings of { $channel }, goes to its permissions, adds me or my role, and allows the above.
line-permissions-not-in-thread = I am not in this private thread: I answer here, and cannot send reminders or tidy up old boards. Mention me to add me: { $bot }
line-permissions-slow-mode = { $seconds ->
    [one] Slow mode is on: if you wrote within the last second, only you see my answers.
   *[other] Slow mode is on: if you wrote within the last { $seconds } seconds, only you see my answers.
}
