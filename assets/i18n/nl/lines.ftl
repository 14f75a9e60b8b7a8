# Wat er verder gezegd wordt.

line-challenge = { $challenger } daagt { $opponent } uit voor een partij { $kind }. { $side ->
    [chance] Het lot bepaalt wie begint.
   *[other] { $challenger } speelt met { $side }.
} Bedenktijd per zet: { $days ->
    [one] { $days } dag
   *[other] { $days } dagen
}. De uitdaging staat tot { $until }.
line-open-challenge = { $challenger } heeft zin in een partij { $kind }: wie doet er mee? { $side ->
    [chance] Het lot bepaalt wie begint.
   *[other] { $challenger } speelt met { $side }.
} Bedenktijd per zet: { $days ->
    [one] { $days } dag
   *[other] { $days } dagen
}. De uitdaging staat tot { $until }.

line-your-turn = { $name }, jij bent aan zet ({ $side }).
line-your-turn-check = { $name }, jij bent aan zet ({ $side }) en je staat schaak.
line-time-left = Tijd voor deze zet: tot { $until } ({ $relative }).

line-game-title = { $kind }: { $first } – { $second }
line-moved-elsewhere = Deze partij staat in { $place }.
line-cannot-post = In { $place } kan ik niet uit mezelf schrijven: `/{ command-board }` toont daar het bord.
line-game-left = Deze partij staat nu hier: { $link }
line-only-you = Discord laat dit alleen aan jou zien: { $cause ->
    [send] je mag hier geen berichten sturen.
    [apps] je mag hier geen externe apps gebruiken.
   *[settings] de langzame modus of een andere instelling van deze server zit in de weg.
} Het telt gewoon mee, en ik laat het je tegenstander op een andere manier weten.
line-not-reached = Wat ik je eerder niet kon vertellen:

line-nothing-here = Je hebt hier geen partij. Begin er een met `/{ command-play }`, of bekijk al je partijen met `/{ command-games }`.
line-which-table = Er zijn meer partijen mogelijk. Welke bedoel je?
line-game-gone = Deze partij ken ik niet meer. `/{ command-games }` toont de jouwe.

line-missing-permissions = In { $channel } mis ik nog: { $permissions }. Wie de server beheert, kan dat toestaan.
line-board-as-text = Ik mag hier geen bestanden bijvoegen, daarom krijg je het bord als tekst.
line-failed = Er ging bij mij iets mis, sorry. { $counts ->
    [no] Wat je deed, telt niet: probeer het nog eens.
   *[unknown] Ik weet nog niet of het meetelt: `/{ command-board }` laat het zien.
}
line-already-done = Dat is al geregeld.
line-stale-board = { $link ->
    [none] Dit bord is verouderd. `/{ command-board }` toont het huidige.
   *[other] Dit bord is verouderd. Het huidige staat hier: { $link }
}
line-unknown-interaction = Deze knop of opdracht ken ik niet meer. Gebruik een nieuwer bord of probeer `/{ command-help }`.

# Zoals Discord ze in zijn instellingen noemt.
permission-view-channel = Kanaal bekijken
permission-send-messages = Berichten verzenden
permission-attach-files = Bestanden bijvoegen
permission-create-public-threads = Openbare threads maken
permission-send-messages-in-threads = Berichten verzenden in threads
line-too-many-games = Je hebt { $most } lopende partijen, en dat is het maximum voor één persoon. Kom terug zodra er een is afgelopen.
line-too-many-games-of-other = De andere speler heeft { $most } lopende partijen, en dat is het maximum voor één persoon. Kom terug zodra er een is afgelopen.
line-too-many-waiting = Er wachten { $most } uitdagingen van je op antwoord, en dat is het maximum voor één persoon. Trek er een in, of kom { $until } terug, als de eerste vervalt.
line-too-many-received = Er wachten al zoveel uitdagingen op deze speler als er voor één persoon mogen wachten. Kom { $until } terug, of zodra er een is beantwoord.
line-too-many-sent = Je hebt binnen een uur { $most } uitdagingen verstuurd, en dat is het maximum. De volgende kun je { $until } versturen.
line-challenged-just-now = Je hebt deze speler net uitgedaagd. Je kunt dat { $until } weer doen.

# Knoppen en menu’s: hoogstens 34 tekens.

label-pick-table = Welke partij? …
label-more = Meer …
