command-replay = replay
command-replay-description = Een partij als filmpje
help-replay = `/{ command-replay }` toont een partij als filmpje.

line-replay-heading = De partij als filmpje · { $title }

label-replay = Naspelen
