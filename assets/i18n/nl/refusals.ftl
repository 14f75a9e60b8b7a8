# Waarom iets niet kan, verteld aan wie het vroeg.

refusal-not-seated = Je speelt niet mee in deze partij.
refusal-not-challenged = Deze uitdaging is voor iemand anders.
refusal-own-challenge = Dit is je eigen uitdaging: iemand anders moet die accepteren.
refusal-own-challenge-declined = Dit is je eigen uitdaging: die kun je intrekken, niet weigeren.
refusal-not-your-challenge = Deze uitdaging is niet van jou: alleen de uitdager kan die intrekken.
refusal-not-your-computer = Deze uitdaging is van iemand anders. Zelf tegen de computer spelen: `/{ command-play } { option-level }:`
refusal-answered = Op deze uitdaging is al gereageerd.
refusal-not-begun = De partij is nog niet begonnen: de uitdaging wacht nog op antwoord.
refusal-not-your-turn = Je bent niet aan de beurt: { $side } is aan zet.
refusal-not-your-turn-of = Je bent niet aan de beurt: { $name } ({ $side }) is aan zet.
refusal-stale = Het bord is intussen veranderd. Gebruik het nieuwste bord.
refusal-over = Deze partij is afgelopen. { $ending }.
refusal-nothing-offered = Er valt op dit moment niets te beantwoorden.
refusal-own-offer = Dat heb je zelf gevraagd: je tegenstander moet antwoorden.
refusal-offered-already = Dat heb je al gevraagd: je tegenstander moet nog antwoorden.
refusal-declined-already = Dat is geweigerd of ingetrokken. Na je volgende zet kun je het opnieuw vragen.
refusal-announced-already = Dat heb je voor je volgende zet al gezegd.
refusal-nothing-announced = Je volgende zet verandert niets aan de telling, dus er valt niets ongedaan te maken.
refusal-asked-first = Je tegenstander vraagt ook om een terugname: beantwoord die eerst.
refusal-offered-first = Je tegenstander biedt remise aan: beantwoord dat eerst.
refusal-pause-offered-first = Je tegenstander stelt een pauze voor: beantwoord dat eerst.
refusal-paused = Deze partij is al gepauzeerd.
refusal-not-paused = Deze partij is niet gepauzeerd.
refusal-no-clock = Deze partij heeft geen tijdslimiet, dus er is geen klok om stil te zetten of bij te vullen.
refusal-given-often = Er is in deze beurt al vijf keer tijd gegeven. Na de volgende zet kan het weer.
refusal-clock-full = { $room ->
    [none] Op de klok van je tegenstander past niet meer dan { $most }.
   *[other] Op de klok van je tegenstander past niet meer dan { $most }: je kunt nu nog { $room } geven.
}
refusal-nothing-to-withdraw = Je hebt geen voorstel dat nog op antwoord wacht.
refusal-nothing-to-take-back = Je hebt nog geen zet gedaan die je kunt terugnemen.
refusal-no-counts = In dit spel wordt niet geteld: dat gebeurt alleen bij Makruk.
refusal-not-weaker = Alleen de zwakkere speler mag gaan tellen: je stukken mogen niet meer waard zijn dan die van je tegenstander, en zolang je tegenstander telt, moeten ze minder waard zijn.
refusal-unread = Ik weet niet of je tegenstander dit kanaal kan zien, daarom blijft de partij waar die is. De partij kan hierheen zodra je tegenstander hier een opdracht of knop van mij heeft gebruikt.
refusal-not-over = Deze partij is nog niet afgelopen.
refusal-planned-move = Zet { $number } van je variant, { $text }, kan daar niet.
refusal-no-planned-reply = Een variant bevat een zet van je tegenstander en eindigt met jouw antwoord, zoals `d3 dan c5`.
refusal-line-too-long = Een variant heeft hooguit { $most } zetten.
refusal-too-many-lines = Je hebt in deze partij al { $most } varianten gepland. Verwijder er eerst een.
refusal-opponent-erased = Je tegenstander heeft alle gegevens laten wissen, dus een revanche kan niet.
refusal-reminder-too-late = Je tijd voor deze zet is dan al om.

refusal-ambiguous = Dat kan meer dan één zet zijn: { $moves }. Welke bedoel je?
refusal-legal-from = Vanaf { $square } kun je spelen: { $moves }
refusal-legal = Je kunt spelen: { $moves }

# Makruk en Ōgi.
illegal-no-piece = Op { $square } staat geen stuk.
illegal-not-yours = Het stuk op { $square } is van de andere kant.
illegal-other-piece = Op { $square } staat een ander stuk: { $piece }.
illegal-stays-put = Van { $square } naar { $square } is geen zet.
illegal-own-piece = Op { $square } staat al een stuk van dezelfde kant.
illegal-cannot-go-there = Het stuk op { $from } ({ $piece }) kan niet naar { $to }.
illegal-none-goes-there = Geen { $piece } kan nu naar { $to }.
illegal-none-goes-there-from = Geen { $piece } op { $line } kan nu naar { $to }.
illegal-any-piece = stuk
illegal-promoted-piece = gepromoveerd stuk
illegal-unpromoted-piece = ongepromoveerd stuk
illegal-file = de { $file }-lijn
illegal-rank = rij { $rank }
