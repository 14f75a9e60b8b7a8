command-takeback = takeback
command-takeback-description = Ask to take back your last move
help-takeback = `/{ command-takeback }` asks to take back your last move.

label-ask-takeback = Ask for a takeback
label-grant-takeback = Allow the takeback
label-refuse-takeback = Refuse the takeback
label-withdraw-takeback = Withdraw the request
