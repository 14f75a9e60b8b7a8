command-pause = pause
command-pause-description = Stel een pauze voor: er loopt geen klok tot een van jullie de partij hervat
help-pause = `/{ command-pause }` stelt een pauze zonder klok voor, of hervat de partij.

label-offer-pause = Pauze voorstellen
label-accept-pause = Pauze accepteren
label-decline-pause = Pauze weigeren
label-withdraw-pause = Pauzevoorstel intrekken
label-resume = Partij hervatten
