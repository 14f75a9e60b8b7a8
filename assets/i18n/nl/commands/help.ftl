command-help = help
command-help-description = Wat alle opdrachten doen
help-help = `/{ command-help }` toont deze lijst.

line-help-heading = Wat ik kan
line-help-footer = Onder elk bord staan ook knoppen en menu’s, dus typen hoeft niet. De regels van elk spel: `/{ command-rules }`.
