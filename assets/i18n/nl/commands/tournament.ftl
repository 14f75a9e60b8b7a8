command-tournament = tournament
command-tournament-description = Maak een toernooi voor deze server, of zie welke er bezig zijn
option-game-tournament-description = Welk spel; laat het weg om de toernooien te zien die bezig zijn
option-format = format
option-format-description = Wie tegen wie speelt (gewoonlijk iedereen tegen iedereen)
option-players = players
option-players-description = Bij hoeveel spelers het vol is (gewoonlijk 8)
option-time-tournament-description = Tijd voor zetten: 12h, 3d, 10d+1d of none (gewoonlijk 1d)
option-hours = hours
option-hours-description = Over hoeveel uur het uiterlijk begint (gewoonlijk 24)
option-days-tournament-description = Hoeveel dagen een ronde hoogstens duurt (gewoonlijk 30)
choice-everybody = Iedereen tegen iedereen
choice-knockout = Knock-out: wie verliest, ligt eruit
help-tournament = `/{ command-tournament }` maakt een toernooi waaraan leden van een server met een knop meedoen.

line-tournament-title = **Toernooi: { $game }**
line-tournament-everybody = iedereen tegen iedereen
line-tournament-knockout = knock-out
line-tournament-begins = Het begint { $begins }, of zodra { $most } spelers meedoen.
line-tournament-rules = { $count ->
    [one] Alle partijen worden tegelijk gespeeld en hebben { $count } dag. De computer beoordeelt partijen die dan niet klaar zijn: wie duidelijk beter staat, wint, anders is het remise. Vakanties stoppen klokken, maar verschuiven die termijn niet. Wie stopt voordat de helft van zijn partijen klaar is, wordt uit de stand gehaald; wie later stopt, verliest de rest.
   *[other] Alle partijen worden tegelijk gespeeld en hebben { $count } dagen. De computer beoordeelt partijen die dan niet klaar zijn: wie duidelijk beter staat, wint, anders is het remise. Vakanties stoppen klokken, maar verschuiven die termijn niet. Wie stopt voordat de helft van zijn partijen klaar is, wordt uit de stand gehaald; wie later stopt, verliest de rest.
}
line-tournament-rules-knockout = { $count ->
    [one] Wie verliest, ligt eruit; remise is winst voor wie als tweede zette. Een ronde duurt { $count } dag. De computer beoordeelt partijen die dan niet klaar zijn: wie duidelijk beter staat, wint, anders is het remise. Vakanties stoppen klokken, maar verschuiven die termijn niet. Wie stopt, verliest.
   *[other] Wie verliest, ligt eruit; remise is winst voor wie als tweede zette. Een ronde duurt { $count } dagen. De computer beoordeelt partijen die dan niet klaar zijn: wie duidelijk beter staat, wint, anders is het remise. Vakanties stoppen klokken, maar verschuiven die termijn niet. Wie stopt, verliest.
}
line-tournament-joined = Doen mee ({ $joined } van { $most }): { $players }
line-tournament-until = Partijen die op { $until } niet klaar zijn, worden beoordeeld.
line-tournament-rests = Het toernooi is gepauzeerd: er loopt geen klok.
line-tournament-place = { $name } · **{ $points }** · SB { $tiebreak } · { $count ->
    [one] { $count } partij
   *[other] { $count } partijen
}
line-tournament-struck = { $name } · gestopt, geen partij telt
line-tournament-round = **Ronde { $round }**
line-tournament-open = bezig
line-tournament-bye = { $name } · heeft deze ronde vrij
line-tournament-begun = { $players }: het toernooi begint!
line-tournament-ended = { $players }: het toernooi is voorbij.
line-tournament-begun-there = Het is begonnen: { $link }
line-tournament-won = { $count ->
    [one] **{ $players } wint het toernooi!**
   *[other] **{ $players } delen de eerste plaats!**
}
line-tournament-nobody-won = Het toernooi is voorbij en niemand heeft het gewonnen.
line-tournament-stopped = Het toernooi is beëindigd. De partijen gaan als gewone partijen verder.
line-tournament-too-few = Het toernooi gaat niet door: er deden minder dan 3 spelers mee.

line-tournament-only-servers = Toernooien zijn voor servers. Gebruik dit commando op een server.
line-tournament-too-many = Op deze server zijn 4 toernooien bezig. Zodra er een voorbij is, kan er een nieuw bij.
line-tournament-none = Hier is geen toernooi bezig. `/{ command-tournament } { option-game }:{ othello }` maakt er een.
line-tournament-has-joined = Je doet mee. Het begint uiterlijk { $begins }, en je krijgt een ping.
line-tournament-has-left = Je doet niet meer mee; iemand anders kan de plaats krijgen.
line-tournament-has-dropped-out = Je bent gestopt. Je partijen die niet klaar waren, zijn verloren.
line-tournament-has-taken-over = De plaats is van jou. De partijen zijn zo meteen van jou.
line-tournament-done = Klaar. Iedereen ziet het zo meteen.
line-tournament-one-each = Je vorige toernooi is nog bezig. Je kunt een nieuw maken als het voorbij is.
line-tournament-sure-leave = Stoppen? Je partijen die niet klaar zijn, zijn dan verloren.
line-tournament-sure-stop = Het toernooi voor iedereen beëindigen? De partijen gaan als gewone partijen verder.
line-tournament-over = Dit toernooi is voorbij.
line-tournament-full = Dit toernooi is vol.
line-tournament-begun-already = Dit toernooi is al begonnen.
line-tournament-not-begun = Dit toernooi is nog niet begonnen.
line-tournament-joined-already = Je doet al mee.
line-tournament-not-joined = Je doet niet mee aan dit toernooi.
line-tournament-not-yours = Alleen de maker van het toernooi en moderators kunnen dat.
line-tournament-too-few-yet = Er moeten minstens 3 spelers meedoen.
line-tournament-not-offered = Deze plaats is bezet.
line-tournament-not-here = Je kunt niet meedoen: jij of een van de spelers heeft de ander geblokkeerd.

label-tournament-join = Meedoen
label-tournament-leave = Niet meer meedoen
label-tournament-more = Meer…
label-tournament-take-over = Verder spelen voor { $name }
label-tournament-drop-out = Stoppen
label-tournament-start = Nu beginnen
label-tournament-pause = Pauzeren
label-tournament-resume = Verdergaan
label-tournament-stop = Toernooi beëindigen
label-tournament-offer = Een plaats laten overnemen…
