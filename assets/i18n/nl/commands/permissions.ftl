line-permissions-lacking = In { $channel } mis ik:
line-permissions-view-channel = **{ $permissions }**: ik kan niet uit mezelf borden of herinneringen plaatsen, alleen antwoorden.
line-permissions-connect = **{ $permissions }**: ik kan in dit spraakkanaal niets uit mezelf plaatsen.
line-permissions-send-messages = **{ $permissions }**: ik kan niet uit mezelf borden of herinneringen plaatsen, alleen antwoorden op opdrachten en knoppen.
line-permissions-attach-files = **{ $permissions }**: borden bestaan uit letters in plaats van plaatjes.
line-permissions-history = **{ $permissions }**: na een storing kan een bericht twee keer komen.
line-permissions-public-threads = **{ $permissions }**: geen partij kan een eigen thread krijgen.
line-permissions-threads = **{ $permissions }**: ik kan niets in threads plaatsen.
line-permissions-mend = Zo is het te verhelpen: iemand die de server beheert opent de instellingen van { $channel }, gaat naar de rechten, voegt mij of mijn rol toe en staat het bovenstaande toe.
line-permissions-not-in-thread = Ik zit niet in deze privéthread: ik antwoord hier, maar kan geen herinneringen sturen of oude borden opruimen. Vermeld mij om me toe te voegen: { $bot }
line-permissions-slow-mode = { $seconds ->
    [one] De langzame modus staat aan: als je in de laatste seconde iets schreef, zie alleen jij mijn antwoorden.
   *[other] De langzame modus staat aan: als je in de laatste { $seconds } seconden iets schreef, zie alleen jij mijn antwoorden.
}
