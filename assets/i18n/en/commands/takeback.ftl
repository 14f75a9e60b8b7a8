label-ask-takeback = Ask for a takeback
label-grant-takeback = Allow the takeback
label-refuse-takeback = Refuse the takeback
label-withdraw-takeback = Withdraw the request
