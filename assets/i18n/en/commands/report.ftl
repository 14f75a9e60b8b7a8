line-report-title = What happened?
line-report-reason = In up to 500 characters
line-no-reason = Please say what happened.
line-report = **Report** by { $name } in { $place }:
line-report-sent = The moderators of this server have your report: they read it in { $channel }.
line-report-no-channel = This server has no channel for reports yet. Somebody who manages it can choose one with `/{ command-server }`. Until then, please write to its moderators.
line-report-no-server = Reports go to the moderators of a server: write one there.
line-report-not-allowed = I may not post in the channel for reports, so nobody has your report. Please write to the moderators of this server.
line-report-too-many = You have sent several reports within an hour. Please write to the moderators of this server.

label-report = Report to the moderators
