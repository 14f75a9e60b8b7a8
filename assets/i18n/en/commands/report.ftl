command-report = report
command-report-description = Report a game or a player to the moderators of this server
help-report = `/{ command-report }` tells the moderators about a game.
option-reason = reason
option-reason-description = What happened, in up to 500 characters

line-no-reason = Please say what happened.
line-report = **Report** by { $name } in { $place }:
line-report-sent = The moderators of this server have your report: they read it in { $channel }.
line-report-no-channel = This server has no channel for reports yet. Somebody who manages it can choose one with `/{ command-server }`. Until then, please write to its moderators.
line-report-no-server = Reports go to the moderators of a server. Use this command there, or name a game that is shown in one.
line-report-not-allowed = I may not post in the channel for reports, so nobody has your report. Please write to the moderators of this server.
line-report-too-many = You have sent several reports within an hour. Please write to the moderators of this server.
line-report-abort = `/{ command-abort }` ends this game without a result; its number is { $number }.
