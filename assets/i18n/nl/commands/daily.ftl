line-daily-heading = Puzzel van de dag · { $game }
line-daily-solved = in één keer opgelost door { $solved } van de { $count }
line-daily-first = als eersten: { $players }
line-daily-you-solved = { $place ->
    [one] Je bent de eerste hier die hem in één keer oplost.
   *[other] Je bent nummer { $place } hier die hem in één keer oplost.
}
line-daily-failed = Je eerste poging telt. De oplossing komt met de volgende puzzel; tot dan kun je het blijven proberen.
line-daily-before = Je eerste poging telde al, dus deze niet.
line-daily-late = Deze puzzel is voorbij; de oplossing staat in het kanaal.
line-daily-mentioned = Je wordt hier bij elke nieuwe puzzel genoemd.
line-daily-not-mentioned = Je wordt bij nieuwe puzzels niet genoemd.
line-daily-many-mentioned = Er worden al zo veel mensen genoemd dat er niemand meer bij kan.

label-daily-solve = Oplossen
label-daily-mention = Noem mij elke dag
label-daily-unmention = Noem mij niet meer
