line-abort-other-server = Een partij kun je alleen beëindigen in de server waar die te zien is.
line-annul-other-server = Een uitslag kun je alleen schrappen in de server waar de partij eindigde.
line-abort-own-game = Je speelt zelf in deze partij: een andere moderator moet het doen.
line-abort-done = Beide spelers krijgen bericht.
line-abort-only-moderators = Alleen wie leden een time-out mag geven, kan dit doen.
line-abort-no-game = In dit kanaal is geen partij van anderen.

label-abort = Beëindigen zonder uitslag: { $title }
label-abort-games = Een partij beëindigen …
label-annul = Uitslag schrappen
