command-takeback = takeback
command-takeback-description = Vraag of je laatste zet teruggenomen mag worden
help-takeback = `/{ command-takeback }` vraagt om terugname van je laatste zet.

label-ask-takeback = Terugname vragen
label-grant-takeback = Toestaan
label-refuse-takeback = Niet toestaan
label-withdraw-takeback = Verzoek intrekken
