# What is said of Makruk alone: the names and letters of a position, why a move is refused, and
# the guide, of which a text has at most 900 characters.

makruk = Makruk
makruk-first = Wit
makruk-second = Zwart
makruk-khun = khun
makruk-met = met
makruk-bia-ngai = bia-ngai
makruk-khon = khon
makruk-ma = ma
makruk-rua = rua
makruk-bia = bia
count-board = { $side } doet de bordtelling: { $number }/{ $limit }.
count-pieces = { $side } doet de stukkentelling: { $number }/{ $limit }.
count-pieces-due = { $side } moet de stukkentelling doen: van { $number } tot en met { $limit }.
promoted-makruk = wordt bia-ngai
letters-makruk = { $pieces }. Hoofdletters zijn van { $first }, kleine letters van { $second }.

refusal-not-a-move-makruk = Ik herken { $text } niet als zet. Noem beide velden, of het stuk en het doelveld, bijvoorbeeld `e3e4` of `Nd2`.
illegal-khun-into-check = Daar zou het stuk op { $square } de khun schaak geven.
illegal-exposes-khun = Dan zou het stuk op { $square } de khun schaak geven.
illegal-leaves-khun-in-check = De khun staat schaak door het stuk op { $square }, en die zet helpt daar niet tegen.
illegal-bia-must-promote = Een bia die { $square } bereikt, wordt bia-ngai.
illegal-does-not-promote = Op { $to } wordt dit stuk ({ $piece }) geen bia-ngai.
illegal-claim-bia-stands = Zolang er nog een bia op het bord staat, kun je de bordtelling niet beginnen.
illegal-claim-lone-khun = Als een speler alleen de khun nog heeft, kun je de bordtelling niet beginnen: dan geldt de stukkentelling.
illegal-claim-already-counting = Je bent al aan het tellen.
illegal-claim-off = In deze partij wordt niet geteld.
illegal-not-counting-stop = Je telt niet, dus er valt niets te stoppen.
illegal-not-counting-skip = Je bent niet aan het tellen, dus deze zet wordt toch al niet geteld.

guide-makruk-aim = Het doel
guide-makruk-aim-text = Makruk is het schaak van Thailand. Wit begint. Wie de khun van de tegenstander zo aanvalt dat die niet meer te redden is, geeft mat en wint. Een aanval op de khun is schaak; daar moet je iets tegen doen. Rokeren bestaat niet, en een bia gaat nooit twee velden vooruit. Stukken slaan zoals ze gaan; alleen de bia slaat anders.
guide-makruk-khun = Khun (ขุน)
guide-makruk-khun-text = De khun, K, gaat één veld in een van de acht richtingen, maar nooit naar een veld dat wordt aangevallen. Hier bewaakt de ma op d5 enkele velden om hem heen.
guide-makruk-met = Met (เม็ด)
guide-makruk-met-text = De met, M, gaat één veld schuin. Een gepromoveerde bia, de bia-ngai (เบี้ยหงาย), gaat precies zo.
guide-makruk-khon = Khon (โคน)
guide-makruk-khon-text = De khon, S, gaat één veld schuin, of één veld recht vooruit.
guide-makruk-ma = Ma (ม้า)
guide-makruk-ma-text = De ma, N, springt als het paard bij het schaken: twee velden recht en één opzij. Niets staat hem in de weg.
guide-makruk-rua = Rua (เรือ)
guide-makruk-rua-text = De rua, R, gaat zo ver hij wil langs een rij of lijn, als de toren bij het schaken. Over andere stukken heen kan hij niet.
guide-makruk-bia = Bia (เบี้ย)
guide-makruk-bia-text = De bia, P, gaat één veld recht vooruit en slaat één veld schuin vooruit. Bereikt hij de rij waar de bia’s van de tegenstander begonnen (de zesde voor Wit, de derde voor Zwart), dan wordt hij meteen omgedraaid en is hij voortaan een bia-ngai.
guide-makruk-draw = Remise
guide-makruk-draw-text = Wie niet schaak staat en geen geldige zet heeft, staat pat (อับ): dat is remise, zoals hier voor Zwart. Het is ook remise als de spelers dat afspreken, als er alleen nog twee khuns staan, en als een telling vol is. Staat een stelling voor de derde keer op het bord, dan mag wie aan zet is remise opeisen; de vijfde keer is het vanzelf remise.
guide-makruk-board-honour = Tellen: de bordtelling
guide-makruk-board-honour-text = Als alle bia’s geslagen of gepromoveerd zijn, mag de zwakkere speler met een eigen zet de bordtelling (ศักดิ์กระดาน) beginnen, als die minstens twee stukken heeft, de khun meegeteld. Bij die zet zegt de speler 1, en bij elke volgende eigen zet het volgende getal, tot en met 64. Na 64 heeft de ander nog één zet; wie 65 zegt, heeft remise. Mat vóór die tijd wint. Zwakker wil zeggen: niet meer waarde aan stukken dan de tegenstander (rua 5, ma 3, khon 2½, een met of bia-ngai 1½), en minder dan de tegenstander als die aan het tellen is. Wie telt, mag altijd stoppen; een nieuwe telling begint bij 1.
guide-makruk-pieces-honour = Tellen: de stukkentelling
guide-makruk-pieces-honour-text = Heeft een speler alleen nog de khun en staat er geen bia meer, dan begint voor die speler vanzelf de stukkentelling (ศักดิ์หมาก). Het eerste getal is het aantal stukken op het bord plus één. De grens hangt af van het sterkste stuk van de ander: twee rua’s 8, één rua 16, twee khons 22, één khon 44, twee ma’s 32, één ma 64, alleen mets en bia-ngais 64. Als de grens is genoemd, heeft de ander nog één zet; met het volgende getal is het remise. Mat daarvóór wint. De grens blijft zoals die bij het begin van de telling was. Wie telt, mag stoppen of een zet niet tellen: daarna volgt het getal na het laatst genoemde. Hier telt Zwart van 5 tot en met 16.
