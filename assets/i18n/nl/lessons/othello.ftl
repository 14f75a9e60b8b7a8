# The lessons of Othello: what each is about, its tasks, and a sentence after each is solved.

learn-othello-flip = Stenen omdraaien
learn-othello-flip-about = Je speelt met Zwart. Je legt een steen zo dat er witte stenen in een rechte lijn tussen die steen en een andere zwarte steen liggen. Die witte stenen draaien om en worden zwart.
learn-othello-flip-1 = Sluit de witte steen in: speel f4.
learn-othello-flip-1-end = De witte steen lag tussen twee zwarte, dus hij draaide om.
learn-othello-flip-2 = Draai drie stenen om met één zet.
learn-othello-flip-2-end = Een hele rij draait om, hoe lang ook, zolang er geen gat in zit.
learn-othello-flip-3 = Zo begint elke partij. Doe een zet die een steen omdraait.
learn-othello-flip-3-end = Zwart begint altijd, en deze vier eerste zetten zijn even goed.
learn-othello-flip-4 = Je mag alleen spelen waar je iets omdraait. Zoek het enige veld waar dat kan.
learn-othello-flip-4-end = Diagonale lijnen tellen ook. De stenen op d7 en e7 zijn veilig: het gat op c7 scheidt ze van jouw steen.
learn-othello-flip-5 = Zoek de zet op de derde rij die stenen omdraait in drie richtingen.
learn-othello-flip-5-end = Recht omlaag en langs beide diagonalen: elke ingesloten lijn draait om, alles tegelijk.
learn-othello-flip-6 = Draai alle witte stenen om met één zet.
learn-othello-flip-6-end = Eén steen kan in alle acht richtingen stenen omdraaien.

learn-othello-pass = Passen en het einde
learn-othello-pass-about = Wie kan zetten, moet zetten. Wie dat niet kan, **past**: dan is de ander weer aan de beurt. De partij is afgelopen als geen van beiden kan zetten; wie de meeste stenen heeft, wint.
learn-othello-pass-1 = Er zijn nog twee velden. Speel zo dat Wit moet passen, en vul dan het laatste.
learn-othello-pass-1-end = Wit kon niets, dus je speelde twee keer achter elkaar en won met 41–23.
learn-othello-pass-2 = Er zijn nog drie velden. Kies de volgorde zo dat Wit twee keer moet passen.
learn-othello-pass-2-end = Alle drie de velden waren voor jou: 39–25.
learn-othello-pass-3 = Draai alles om wat wit is: beëindig de partij met één zet.
learn-othello-pass-3-end = Wie geen stenen meer heeft, kan niet meer zetten. De partij is dus meteen afgelopen.
learn-othello-pass-4 = Een van je twee zetten beëindigt de partij met winst. Zoek hem.
learn-othello-pass-4-end = Op a8 kan niemand spelen, dus het eindigt in 38–25. Het lege veld is voor de winnaar: officieel 39–25.

learn-othello-corner = Hoeken
learn-othello-corner-about = Een steen in een hoek kan nooit meer om, want er loopt geen lijn voorbij. Pak dus hoeken als het kan, en help Wit er niet aan.
learn-othello-corner-1 = Pak de hoek.
learn-othello-corner-1-end = De steen op a1 blijft van jou tot het eind van de partij.
learn-othello-corner-2 = Eén zet is veel beter dan de andere. Zoek hem.
learn-othello-corner-2-end = Je draait maar één steen om, maar de hoek blijft van jou en stenen ernaast worden veilig.
learn-othello-corner-3 = Wit wil een hoek. Doe de enige zet die er geen weggeeft.
learn-othello-corner-3-end = b2, g2 en h2 liggen naast een lege hoek: een zwarte steen daar is voor Wit de brug ernaartoe.
learn-othello-corner-4 = Weer houdt maar één zet Wit uit de hoeken. Zoek hem.
learn-othello-corner-4-end = Vraag je voor elke zet af: kan Wit daarna een hoek pakken?

learn-othello-edge = Veilige randen
learn-othello-edge-about = Een steen die nooit meer om kan, heet **stabiel**. Vanuit je eigen hoek kun je langs de rand een rij stabiele stenen bouwen.
learn-othello-edge-1 = De hoek a1 is van jou. Maak een stabiele rij van vier stenen langs de bovenrand.
learn-othello-edge-1-end = Van a1 tot d1 kan niets meer om: Wit komt nooit achter jouw hoek.
learn-othello-edge-2 = Pak de hoek. Maak na de zet van Wit ook de linkerrand veilig.
learn-othello-edge-2-end = Eén hoek, twee veilige randen: vier stabiele stenen in elke richting.
learn-othello-edge-3 = Doe de zet naast je eigen hoek.
learn-othello-edge-3-end = Naast een lege hoek is het gevaarlijk, naast je eigen hoek veilig: a2 is meteen stabiel.
learn-othello-edge-4 = Zoek het gat tussen witte stenen op de onderrand en leg daar een steen in.
learn-othello-edge-4-end = Zo’n steen heet een wig: Wit kan d8 nu niet terugdraaien, en jij dreigt de hoek h8 te pakken.

learn-othello-mobility = Weinig stenen, veel zetten
learn-othello-mobility-about = Weinig stenen hebben is tijdens de partij niet erg. Het gaat erom wie er goede zetten heeft: laat er voor Wit weinig over, tot Wit wel een slechte moet doen.
learn-othello-mobility-1 = Jij hebt 12 stenen, Wit 48. Win: laat Wit niet meer aan zet komen.
learn-othello-mobility-1-end = Wit paste drie keer en jij won met 39–25. Alleen het einde telt.
learn-othello-mobility-2 = Laat Wit maar drie zetten over. Draai weinig stenen om.
learn-othello-mobility-2-end = f2 draait twee stenen om en laat drie zetten over. Met g5 zouden het zeven stenen en tien zetten zijn.
learn-othello-mobility-3 = Jij hebt 4 stenen, Wit 24. Laat Wit zo weinig mogelijk zetten over.
learn-othello-mobility-3-end = Een rustige zet die maar één steen omdraait: Wit houdt drie zetten over, en jij staat heel goed.
learn-othello-mobility-4 = Laat Wit alleen zetten over die jou een hoek geven. Pak die hoek dan.
learn-othello-mobility-4-end = Wit had alleen g1, a2 en h7, elk naast een lege hoek. Wie weinig zetten heeft, moet wel een slechte doen.

learn-othello-parity = De laatste zet
learn-othello-parity-about = Tegen het eind vallen de lege velden uiteen in groepjes. Wie in een groepje het laatst speelt, heeft vaak voordeel, want die stenen draaien niet meer terug. Laat Wit dus groepjes van twee of vier. Nu kan ook een veld naast een hoek goed zijn.
learn-othello-parity-1 = Er is één los veld en één groepje van twee. Speel zo dat Wit in het tweetal moet beginnen.
learn-othello-parity-1-end = Wit begon in het tweetal en jij had de laatste zet: 36–28.
learn-othello-parity-2 = Eén los veld en twee tweetallen. Speel eerst het losse veld en antwoord dan steeds naast de zet van Wit.
learn-othello-parity-2-end = In elk tweetal ging Wit eerst en jij het laatst: 35–29.
learn-othello-parity-3 = Een drietal en een tweetal. Begin in het drietal, zodat er alleen tweetallen overblijven.
learn-othello-parity-3-end = Je antwoordde steeds in hetzelfde tweetal en won met 35–29.
learn-othello-parity-4 = Een drietal en twee tweetallen. Win: laat alleen tweetallen over en antwoord waar Wit speelt.
learn-othello-parity-4-end = Even aantallen voor Wit, de laatste zet voor jou: 35–29.

learn-othello-endgame = Win het eindspel
learn-othello-endgame-about = Nu alles samen: hoeken, passen en de laatste zet. Bedenk voor elke zet wat Wit antwoordt, en speel tot het bord vol is. Steeds wint maar één zet.
learn-othello-endgame-1 = Er zijn nog vier velden. Win.
learn-othello-endgame-1-end = Twee hoeken, één keer passen en de laatste zet: 36–28.
learn-othello-endgame-2 = Er zijn nog zes velden. Win.
learn-othello-endgame-2-end = Gewonnen met 35–29. Je pakte wat veilig was en hield de laatste zet.
learn-othello-endgame-3 = Er zijn nog acht velden. Speel de partij uit en win.
learn-othello-endgame-3-end = Gewonnen met 37–27! Je bent klaar voor een hele partij.
