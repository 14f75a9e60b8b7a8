label-offer-pause = Pauze voorstellen
label-accept-pause = Pauze accepteren
label-decline-pause = Pauze weigeren
label-withdraw-pause = Pauzevoorstel intrekken
label-resume = Partij hervatten
