label-ask-takeback = Terugname vragen
label-grant-takeback = Toestaan
label-refuse-takeback = Niet toestaan
label-withdraw-takeback = Verzoek intrekken
