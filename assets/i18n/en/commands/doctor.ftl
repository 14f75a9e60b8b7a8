command-doctor = doctor
command-doctor-description = Which permissions I still need in this channel, and how to fix that
help-doctor = `/{ command-doctor }` says which permissions I still need in a channel, and how to fix that.

line-doctor-well = All is well: in { $channel } I have every permission that I need.
line-doctor-well-in-private = All is well: in this conversation I need no permission.
line-doctor-lacking = In { $channel } I lack:
line-doctor-view-channel = **{ $permissions }**: I cannot post boards or reminders by myself, only answer.
line-doctor-connect = **{ $permissions }**: I cannot post anything in this voice channel by myself.
line-doctor-send-messages = **{ $permissions }**: I cannot post boards or reminders by myself, only answer commands and buttons.
line-doctor-attach-files = **{ $permissions }**: boards are letters instead of pictures.
line-doctor-history = **{ $permissions }**: after a failure I may post a message twice.
line-doctor-public-threads = **{ $permissions }**: no game can have a thread of its own.
line-doctor-threads = **{ $permissions }**: I cannot post in threads.
line-doctor-mend = To fix it: somebody who manages the server opens the settings of { $channel }, goes to its permissions, adds me or my role, and allows the above.
line-doctor-no-member = I am not a member of this server: somebody has me as their own app, or the server has only my commands. Games work by commands and buttons. I cannot send reminders, open threads or post by myself. Somebody who manages the server can add me to it.
line-doctor-no-member-in-private = All is well: in this conversation games work by commands and buttons. I cannot post by myself here, so reminders come as direct messages.
line-doctor-not-in-thread = I am not in this private thread: I answer here, and cannot send reminders or tidy up old boards. Mention me to add me: { $bot }
line-doctor-thread = This is a thread: games stay in it, and no game can have a thread of its own.
line-doctor-forum = This is a post in a forum: games stay in it, and no game can have a thread of its own.
line-doctor-slow-mode = { $seconds ->
    [one] Slow mode is on: if you wrote within the last second, only you see my answers.
   *[other] Slow mode is on: if you wrote within the last { $seconds } seconds, only you see my answers.
}
line-doctor-started-elsewhere = Games cannot be started here. This server has them in { $channels }.
line-doctor-started-by-role = You cannot start games here. In this server { $role } can.
