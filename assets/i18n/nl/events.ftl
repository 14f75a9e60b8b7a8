# Wat er aan een tafel gebeurde, verteld aan iedereen.

event-challenged = { $challenger } daagt { $opponent } uit voor een partij { $kind }.
event-challenged-anyone = { $challenger } heeft zin in een partij { $kind }: wie doet er mee?
event-accepted = De partij begint: { $first } is { $first-side }, { $second } is { $second-side }.
event-furigoma = Furigoma: { $name } gooit { $pawns } (歩 { $plain }, と { $promoted }) en is dus { $side }.
event-no-thread = Hier kan geen thread worden geopend, dus de partij wordt in dit kanaal gespeeld.
event-declined = { $name ->
    [none] De uitdaging is geweigerd.
   *[other] { $name } weigert de uitdaging.
}
event-cancelled = De uitdaging is ingetrokken.
event-lapsed = Niemand heeft op tijd op de uitdaging gereageerd.

event-moved = { $name } speelde { $move }.
event-moved-counting = { $name } speelde { $move } en zei ‘{ $number }’.
event-answered = { $name } antwoordde op { $before } met { $mv }.
event-passed = { $name } kan geen steen leggen en past.
event-count-claim = { $name } begint de bordtelling: bij de volgende zet zegt { $name } ‘1’. Er wordt tot en met { $limit } geteld; daarna heeft { $other } nog één zet.
event-count-skip = { $name } telt de volgende zet niet.
event-count-stop = { $name } houdt bij de volgende zet op met tellen.
event-count-left = { $name } neemt de aankondiging over de telling terug.
event-count-due = { $name } ({ $side }) moet nu stukken tellen, van { $number } tot en met { $limit }. Na ‘{ $limit }’ heeft { $other } nog één zet.

event-draw-offered = { $name } biedt remise aan.
event-draw-declined = { $name } weigert remise.
event-draw-withdrawn = { $name } trekt het remiseaanbod in.
event-takeback-asked = { $plies ->
    [one] { $name } wil de laatste zet terugnemen ({ $moves }).
   *[other] { $name } wil de laatste { $plies } zetten terugnemen ({ $moves }).
}
event-takeback-refused = { $name } weigert de terugname: de zet blijft staan.
event-takeback-withdrawn = { $name } trekt het verzoek om terugname in: de zet blijft staan.
event-taken-back = { $plies ->
    [one] De laatste zet is teruggenomen
   *[other] De laatste { $plies } zetten zijn teruggenomen
}{ $moves ->
    [none] .
   *[other] { " " }({ $moves }).
}
event-pause-offered = { $name } stelt voor de partij te pauzeren. Tijdens een pauze loopt er geen klok.
event-pause-declined = { $name } weigert de pauze.
event-pause-withdrawn = { $name } trekt het voorstel om te pauzeren in.
event-paused = { $name } gaat akkoord: de partij is gepauzeerd en er loopt geen klok. Beide spelers kunnen de partij op elk moment hervatten; na 30 dagen gaat die vanzelf verder.
event-resumed = { $name } hervat de partij: de klokken lopen weer.
event-resumed-by-itself = De pauze is voorbij: de klokken lopen weer.
event-holiday-began = { $name } neemt vakantie: de klok staat stil tot { $until }.
event-holiday-by-itself = De tijd van { $name } was om, dus er is vanzelf een vakantie begonnen: de klok staat stil tot { $until }. Met de volgende zet gaat de partij gewoon verder.
event-holiday-ended = { $name } is terug van vakantie: de klok loopt weer.
event-holiday-over = { $name }, je vakantie eindigt { $until }: vanaf dan loopt je klok.
event-time-given = { $name } geeft { $opponent } { $time } extra.
event-shown = De partij is nu hier te zien.
event-reminded = { $name }, je hebt niet veel tijd meer voor je zet.
event-reminded-half = { $name }, de helft van de tijd voor je zet is om.
event-reminded-twentieth = { $name }, je tijd voor deze zet is bijna om.
event-reminded-asked = { $name }, je vroeg om een herinnering aan je zet.
event-reminder-set = Genoteerd: je wordt aan deze zet herinnerd.
event-reminder-dropped = Genoteerd: de herinnering waar je om vroeg, komt niet.

# Hoe het afliep, met de namen van de spelers. De redenen staan in position.ftl.
event-won = **{ $winner }** ({ $side }) wint na { $moves ->
    [one] { $moves } zet
   *[other] { $moves } zetten
}: { $reason }.
event-won-by-score = **{ $winner }** ({ $side }) wint met { $score } na { $moves ->
    [one] { $moves } zet
   *[other] { $moves } zetten
}: { $reason }.
event-drawn = De partij eindigt na { $moves ->
    [one] { $moves } zet
   *[other] { $moves } zetten
} in **remise**: { $reason }.
event-drawn-by-score = De partij eindigt na { $moves ->
    [one] { $moves } zet
   *[other] { $moves } zetten
} in **remise**, { $score }: { $reason }.
event-resigned = { $loser } geeft op. **{ $winner }** ({ $side }) wint.
event-out-of-time = De tijd van { $loser } is om. **{ $winner }** ({ $side }) wint.
event-out-of-time-drawn = De tijd van { $loser } is om, maar { $opponent } heeft niets meer om mee te winnen. De partij eindigt in **remise**.
event-aborted-out-of-time = De tijd van { $name } was om voordat beiden twee zetten hadden gedaan: de partij eindigt **zonder uitslag**.
event-aborted-by-moderator = Een moderator heeft deze partij beëindigd. De reden: { $reason }
event-annulled-by-moderator = Een moderator heeft deze uitslag geschrapt: ze telt voor geen rating. De reden: { $reason }
event-taken-over = { $name } neemt deze kant over en speelt vanaf hier verder.
event-aborted-moderator = De partij eindigt **zonder uitslag**.
event-aborted-erased = { $name } is voorgoed vertrokken voordat beiden twee zetten hadden gedaan: de partij eindigt **zonder uitslag**.
event-agreed = De spelers zijn **remise** overeengekomen.
event-judged = De tijd voor deze ronde is om: de stelling is beoordeeld. **{ $winner }** ({ $side }) wint.
event-judged-drawn = De tijd voor deze ronde is om: de stelling is beoordeeld en de partij is **remise**.

# De lengte van een partij die de spelers beëindigden, achter de afloop.
event-length = { $moves ->
    [one] Er is { $moves } zet gespeeld.
   *[other] Er zijn { $moves } zetten gespeeld.
}
ending-by-move = { $reason } (laatste zet { $move })
ending-move-said = { $move }, ‘{ $number }’
ending-official = { $score } (officieel { $official })

# Hetzelfde in het kort, met de namen van de kleuren en zonder punt.
ending-won = { $side } heeft gewonnen: { $reason }
ending-drawn = Remise: { $reason }
ending-resigned = { $winner } heeft gewonnen: { $loser } gaf op
ending-out-of-time = { $winner } heeft gewonnen: de tijd van { $loser } was om
ending-out-of-time-drawn = Remise: de tijd van { $loser } was om en de ander had niets meer om mee te winnen
ending-aborted-out-of-time = Geen uitslag: de tijd van { $loser } was meteen aan het begin om
ending-aborted-moderator = Geen uitslag: een moderator heeft de partij beëindigd
ending-aborted-erased = Geen uitslag: { $loser } is meteen aan het begin vertrokken
ending-agreed = Remise in onderling overleg
verdict-won = { $side } heeft gewonnen
verdict-drawn = Remise
