command-count = tellen
command-count-description = Makruk: eis met je volgende zet de telling op, sla een getal over of stop

option-act = actie
option-act-description = Wat er met je volgende zet met de telling gebeurt

choice-claim = Eer van het bord opeisen: 1 zeggen
choice-skip = Overslaan: geen getal noemen
choice-stop = Stoppen met tellen

help-count = `/{ command-count }` is voor de tellingen van makruk: `/{ command-count } { option-act }:{ choice-stop }`

label-claim-count = Telling opeisen
label-stop-count = Stoppen met tellen
label-skip-count = Getal overslaan
