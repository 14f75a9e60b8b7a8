command-rules = regels
command-rules-description = Hoe een spel gaat, met diagrammen

option-game-rules-description = De regels van welk spel

help-rules = `/{ command-rules }` legt een spel uit: `/{ command-rules } { option-game }:{ makruk }`
