command-takeback = takeback
command-takeback-description = Ask for your last move back, or allow your opponent’s takeback
help-takeback = `/{ command-takeback }` asks for your last move back, or allows your opponent’s takeback.

label-ask-takeback = Ask for a takeback
label-grant-takeback = Allow the takeback
label-refuse-takeback = Refuse the takeback
