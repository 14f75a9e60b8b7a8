command-takeback = terugnemen
command-takeback-description = Vraag je laatste zet terug, of laat je tegenstander terugnemen
help-takeback = `/{ command-takeback }` vraagt je laatste zet terug, of laat je tegenstander terugnemen.

label-ask-takeback = Zet terugnemen
label-grant-takeback = Terugnemen toestaan
label-refuse-takeback = Terugnemen weigeren
