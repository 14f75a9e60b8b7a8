command-doctor = doctor
command-doctor-description = Welke rechten ik in dit kanaal mis, en hoe dat te verhelpen is
help-doctor = `/{ command-doctor }` zegt welke rechten ik in een kanaal mis.

line-doctor-well = Alles is in orde: in { $channel } mag ik alles wat nodig is.
line-doctor-well-in-private = Alles is in orde: in dit gesprek heb ik geen rechten nodig.
line-doctor-lacking = In { $channel } mis ik:
line-doctor-view-channel = **{ $permissions }**: ik kan niet uit mezelf borden of herinneringen plaatsen, alleen antwoorden.
line-doctor-connect = **{ $permissions }**: ik kan in dit spraakkanaal niets uit mezelf plaatsen.
line-doctor-send-messages = **{ $permissions }**: ik kan niet uit mezelf borden of herinneringen plaatsen, alleen antwoorden op opdrachten en knoppen.
line-doctor-attach-files = **{ $permissions }**: borden bestaan uit letters in plaats van plaatjes.
line-doctor-history = **{ $permissions }**: na een storing kan een bericht twee keer komen.
line-doctor-public-threads = **{ $permissions }**: geen partij kan een eigen thread krijgen.
line-doctor-threads = **{ $permissions }**: ik kan niets in threads plaatsen.
line-doctor-mend = Zo is het te verhelpen: iemand die de server beheert opent de instellingen van { $channel }, gaat naar de rechten, voegt mij of mijn rol toe en staat het bovenstaande toe.
line-doctor-no-member = Ik ben geen lid van deze server: iemand heeft mij als eigen app, of de server heeft alleen mijn opdrachten. Spelen werkt met opdrachten en knoppen. Ik kan geen herinneringen sturen, geen threads openen en niets uit mezelf plaatsen. Iemand die de server beheert kan mij toevoegen.
line-doctor-no-member-in-private = Alles is in orde: in dit gesprek werkt spelen met opdrachten en knoppen. Ik kan hier niets uit mezelf plaatsen, dus herinneringen komen als privébericht.
line-doctor-not-in-thread = Ik zit niet in deze privéthread: ik antwoord hier, maar kan geen herinneringen sturen of oude borden opruimen. Vermeld mij om me toe te voegen: { $bot }
line-doctor-thread = Dit is een thread: partijen blijven erin, en geen partij kan een eigen thread krijgen.
line-doctor-forum = Dit is een bericht in een forum: partijen blijven erin, en geen partij kan een eigen thread krijgen.
line-doctor-slow-mode = { $seconds ->
    [one] De langzame modus staat aan: als je in de laatste seconde iets schreef, zie alleen jij mijn antwoorden.
   *[other] De langzame modus staat aan: als je in de laatste { $seconds } seconden iets schreef, zie alleen jij mijn antwoorden.
}
line-doctor-started-elsewhere = Hier kan geen partij beginnen. Op deze server wordt gespeeld in { $channels }.
line-doctor-started-by-role = Jij kunt hier geen partij beginnen. Op deze server kan { $role } dat.
