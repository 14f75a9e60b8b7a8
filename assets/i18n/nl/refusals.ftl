# Waarom iets niet kan, verteld aan wie het vroeg.

refusal-not-seated = Je speelt niet mee in deze partij.
refusal-not-challenged = Deze uitdaging is voor iemand anders.
refusal-own-challenge = Dit is je eigen uitdaging: iemand anders moet haar aannemen.
refusal-answered = Op deze uitdaging is al gereageerd.
refusal-not-begun = De partij is nog niet begonnen: de uitdaging wacht nog op antwoord.
refusal-not-your-turn = Je bent niet aan de beurt: { $side } is aan zet.
refusal-not-your-turn-of = Je bent niet aan de beurt: { $name } ({ $side }) is aan zet.
refusal-stale = { $ply ->
    [one] Het bord is intussen veranderd: de partij staat nu na { $ply } zet. Gebruik het nieuwste bord.
   *[other] Het bord is intussen veranderd: de partij staat nu na { $ply } zetten. Gebruik het nieuwste bord.
}
refusal-over = Deze partij is afgelopen. { $ending }.
refusal-nothing-offered = Er valt niets te beantwoorden: er is op dit moment niets aangeboden of gevraagd.
refusal-offered-already = Dat heb je al gevraagd: nu is het aan je tegenstander.
refusal-declined-already = Je tegenstander heeft daar nee op gezegd. Na je volgende zet kun je het opnieuw vragen.
refusal-asked-first = Je tegenstander wil ook een zet terugnemen: beantwoord dat eerst.
refusal-nothing-to-take-back = Je hebt nog geen zet gedaan die je kunt terugnemen.
refusal-no-counts = In dit spel wordt niet geteld: dat gebeurt alleen bij makruk.
refusal-not-weaker = Alleen de zwakkere kant mag gaan tellen: je stukken mogen niet meer waard zijn dan die van je tegenstander, en zolang je tegenstander telt, moeten ze minder waard zijn.
refusal-unread = Ik weet niet of je tegenstander deze plek kan zien, daarom blijft de partij waar ze is. Ze kan hierheen zodra je tegenstander hier een opdracht of knop van mij heeft gebruikt.
refusal-not-over = Deze partij is nog niet afgelopen.

refusal-ambiguous = Dat kan meer dan één zet zijn: { $moves }. Welke bedoel je?
refusal-legal-from = Vanaf { $square } kun je { $moves } spelen.
refusal-legal = Je kunt { $moves } spelen.

# Makruk en Ōgi.
illegal-no-piece = Op { $square } staat geen stuk.
illegal-not-yours = Het stuk op { $square } is niet van jou.
illegal-other-piece = Op { $square } staat een ander stuk: { $piece }.
illegal-stays-put = Een stuk dat van { $square } naar { $square } gaat, is niet verzet.
illegal-own-piece = Op { $square } staat een stuk van jezelf.
illegal-cannot-go-there = Het stuk op { $from } ({ $piece }) kan niet naar { $to }.
illegal-none-goes-there = Geen { $piece } van jou kan naar { $to }.
illegal-none-goes-there-from = Geen { $piece } van jou op { $line } kan naar { $to }.
illegal-any-piece = stuk
illegal-promoted-piece = gepromoveerd stuk
illegal-unpromoted-piece = ongepromoveerd stuk
illegal-file = de { $file }-lijn
illegal-rank = rij { $rank }
