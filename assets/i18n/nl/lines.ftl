# Wat er verder gezegd wordt.

line-challenge = { $challenger } daagt { $opponent } uit voor een partij { $kind }. { $side ->
    [chance] Het lot bepaalt wie begint.
   *[other] { $challenger } is { $side }.
} Bedenktijd: { $time }. De uitdaging vervalt { $until }.
line-open-challenge = { $challenger } heeft zin in een partij { $kind }: wie doet er mee? { $side ->
    [chance] Het lot bepaalt wie begint.
   *[other] { $challenger } is { $side }.
} Bedenktijd: { $time }. De uitdaging vervalt { $until }.

line-your-turn = { $name }, jij bent aan zet ({ $side }).
line-your-turn-check = { $name }, jij bent aan zet ({ $side }) en je staat schaak.
line-computers-turn = { $name } denkt na.
line-time-left = Tijd voor deze zet: tot { $until } ({ $relative }).
line-other-clock = { $name } heeft nog { $time }.
line-on-holiday = { $name }: vakantie tot { $until }
line-on-weekend = Vrij weekend: de klok van { $name } staat stil tot { $until }.
line-weekends-off = weekend telt niet
line-holidays-ignored = vakanties zetten de klokken niet stil
line-game-paused = De partij is gepauzeerd: er loopt geen klok.

line-game-title = { $kind }: { $first } – { $second }
line-erased-player = Verwijderde speler
line-computer = Kradan (niveau { $level })
line-moved-elsewhere = Deze partij is te zien in { $place }.
line-cannot-post = In { $place } kan ik zelf niets plaatsen. Gebruik daar `/{ command-board }` om het bord te zien.
line-not-shown = Gedaan, maar Discord laat het nog niet zien in { $place }. Met `/{ command-games }` open je het bord.
line-cannot-see = Je kunt het kanaal van deze partij niet meer zien, daarom krijg je het bord hier.
line-timed-out = Je hebt een time-out in de server van deze partij, daarom krijg je het bord hier. Je kunt hier zetten.
line-game-left = { $name ->
    [none] Deze partij is nu hier te zien: { $link }
   *[other] { $name }, deze partij is nu hier te zien: { $link }
}
line-only-you = Discord laat dit alleen aan jou zien: { $cause ->
    [send] je mag hier geen berichten sturen.
    [apps] je mag hier geen externe apps gebruiken.
   *[settings] de langzame modus of een andere instelling van deze server zit in de weg.
} Het telt gewoon mee, en je tegenstander hoort het op een andere manier van mij.
line-not-reached = Wat ik je eerder niet kon vertellen:

# Wat van oude berichten overblijft, op één regel.
settled-challenge-accepted = Geaccepteerd · { $title }
settled-offer-lapsed = Dit is vervallen.
mark-alike = partij { $number } van { $count } (oudste eerst)

line-nothing-here = Je hebt hier geen partij. Begin er een met `/{ command-play }`, of bekijk al je partijen met `/{ command-games }`.
line-which-table = Dat kan bij meerdere partijen. Welke bedoel je?
line-game-gone = Deze partij ken ik niet meer. `/{ command-games }` toont je partijen.
line-elsewhere = Hier is geen partij waarbij dat kan. Bedoel je **{ $title }** in { $place }?

line-missing-permissions = In { $channel } heb ik nog niet: { $permissions }. Wie de server beheert, kan dat toestaan.
line-board-as-text = Ik mag hier geen bestanden bijvoegen, daarom krijg je het bord als tekst.
line-failed = Er ging bij mij iets mis, sorry. { $counts ->
    [no] Wat je deed, telt niet: probeer het nog eens.
   *[unknown] Ik weet nog niet of het meetelt: `/{ command-board }` laat het zien.
}
line-one-moment = Een ogenblik: ik ben nog bezig met wat je eerder vroeg.
line-press-again = Dat duurde net te lang. Druk er nog eens op.
line-already-done = Daar heb ik al op geantwoord.
line-stale-board = { $link ->
    [none] Dat bord was verouderd. Zo staat het nu.
   *[other] Dit bord is verouderd. Het huidige staat hier: { $link }
}
line-unknown-interaction = Deze knop of opdracht ken ik niet meer. Gebruik een nieuwer bord of probeer `/{ command-help }`.

# Zoals Discord ze in zijn instellingen noemt.
permission-view-channel = Kanaal bekijken
permission-connect = Verbinden
permission-send-messages = Berichten verzenden
permission-attach-files = Bestanden bijvoegen
permission-read-message-history = Berichtgeschiedenis lezen
permission-create-public-threads = Openbare threads maken
permission-send-messages-in-threads = Berichten verzenden in threads
line-too-many-games = Je hebt { $most } lopende partijen, en dat is het maximum voor één persoon. Kom terug zodra er een is afgelopen.
line-too-many-games-of-other = De andere speler heeft { $most } lopende partijen, en dat is het maximum voor één persoon. Kom terug zodra er een is afgelopen.
line-too-many-waiting = Er wachten { $most } uitdagingen van je op antwoord, en dat is het maximum voor één persoon. Trek er een in, of kom { $until } terug, als de eerste vervalt.
line-too-many-received = Deze speler heeft al het maximale aantal uitdagingen openstaan. Kom { $until } terug, of zodra er een is beantwoord.
line-too-many-sent = Je hebt binnen een uur { $most } uitdagingen verstuurd, en dat is het maximum. De volgende kun je { $until } versturen.
line-challenged-just-now = Je hebt deze speler net uitgedaagd. Je kunt dat { $until } weer doen.

# Knoppen en menu’s: hoogstens 34 tekens.

label-pick-table = Kies een partij …
label-more = Meer …
label-table-running = loopt
label-table-challenge = uitdaging
label-table-over = afgelopen
label-that-game = Ja, die partij

time-days = { $count ->
    [one] { $count } dag
   *[other] { $count } dagen
}
time-hours = { $count } uur
time-minutes = { $count ->
    [one] { $count } minuut
   *[other] { $count } minuten
}
time-per-move = { $time } per zet
time-bank = { $time }, plus { $increment } na elke zet, tot hoogstens { $cap }
time-unlimited = geen tijdslimiet
