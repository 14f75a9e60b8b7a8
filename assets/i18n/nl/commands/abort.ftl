command-abort = abort
command-abort-description = Voor moderators: beëindig een partij op deze server zonder uitslag
help-abort = `/{ command-abort }` is voor moderators en beëindigt een partij zonder uitslag.

line-abort-other-server = Een partij kun je alleen beëindigen in de server waar die te zien is.
line-abort-done = Beide spelers krijgen bericht.
