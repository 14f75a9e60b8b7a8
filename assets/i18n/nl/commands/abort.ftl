command-abort = abort
command-abort-description = Voor moderators: beëindig een partij op deze server zonder uitslag
help-abort = `/{ command-abort }` is voor moderators en beëindigt een partij zonder uitslag.
option-abort-table-description = Welke partij: de lijst toont die van anderen in dit kanaal

line-abort-other-server = Een partij kun je alleen beëindigen in de server waar die te zien is.
line-abort-own-game = Je speelt zelf in deze partij: een andere moderator moet die beëindigen.
line-abort-no-game = Zo’n partij ken ik niet. Kies er een uit de lijst, of gebruik het nummer van een melding.
line-abort-done = Beide spelers krijgen bericht.
