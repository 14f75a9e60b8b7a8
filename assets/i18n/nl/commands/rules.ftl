command-rules = rules
command-rules-description = Hoe een spel gaat, met diagrammen

option-game-rules-description = De regels van welk spel

help-rules = `/{ command-rules }` legt een spel uit: `/{ command-rules } { option-game }:{ makruk }`
label-how-to-play = Hoe speel je dit?
label-page-before = ‹ Vorige
label-page-after = Volgende ›
