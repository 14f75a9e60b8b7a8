line-privacy-stored = **Wat ik over je bewaar**
line-privacy-name = Je naam en taal zoals Discord ze toont, en je instellingen.
line-privacy-games = Je partijen en uitdagingen, met zetten, tijden en kanalen, en je ratings.
line-privacy-own = Je notities, wie je blokkeert en welke partijen je volgt.
line-privacy-channels = In welke kanalen je mij gebruikte, wanneer voor het laatst, het kanaal van onze privéberichten, en wat ik je nog niet kon vertellen.
line-privacy-no-more = Ik lees geen berichten en geef niets aan anderen. Wat ik in kanalen schreef, blijft staan tot iemand het verwijdert.
line-privacy-policy = Privacyverklaring: <{ $link }>
line-privacy-terms = Voorwaarden: <{ $link }>
line-privacy-file = Dit is alles wat ik over je bewaar. Wat jou noemt en er niet in staat, zoals of anderen je blokkeren, staat aan het eind van het bestand.
line-privacy-ask = **Alles over jou wissen?** Je uitdagingen worden ingetrokken of geweigerd, en je verlaat je lopende partijen: die verlies je, of ze eindigen zonder uitslag als nog niet beiden twee zetten hebben gedaan. In gespeelde partijen heet je ‘Verwijderde speler’. Je instellingen, notities, blokkades en gevolgde partijen worden gewist. Dit kan niet ongedaan worden gemaakt.
line-privacy-erasing = Ik wis alles over jou, en stop niet voordat het klaar is. Binnen 7 dagen staat er niets meer van in mijn bestanden. Gebruik je mij weer, dan begin je opnieuw.
line-privacy-kept = Er is niets gewist.

label-privacy-file = Geef me het bestand
label-privacy-erase = Alles wissen …
label-privacy-erase-yes = Wis alles
label-privacy-keep = Niets wissen
label-privacy = Privacy en mensen
