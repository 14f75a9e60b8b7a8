command-abort = abort
command-abort-description = Voor moderators: beëindig een partij op deze server zonder uitslag
help-abort = `/{ command-abort }` is voor moderators en beëindigt een partij zonder uitslag.

line-abort-only-moderators = Alleen moderators van de server waar een partij te zien is, kunnen die daar beëindigen.
line-abort-done = Beide spelers krijgen bericht.
