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
count-board = { $side } telt de eer van het bord: { $number }/{ $limit }.
count-pieces = { $side } telt de eer van de stukken: { $number }/{ $limit }.
count-pieces-due = { $side } moet de eer van de stukken gaan tellen, verder vanaf { $number } en tot { $limit }.
promoted-makruk = keert om
letters-makruk = { $pieces }. Hoofdletters zijn van { $first }, kleine letters van { $second }.

refusal-not-a-move-makruk = Ik begrijp { $text } niet als zet. Noem beide velden, of het stuk en zijn doel, bijvoorbeeld `e3e4` of `Nd2`.
illegal-khun-into-check = Daar zou je khun schaak staan vanaf { $square }.
illegal-exposes-khun = Dan zou je khun schaak staan vanaf { $square }.
illegal-leaves-khun-in-check = Je khun staat schaak vanaf { $square }, en dat helpt daar niet tegen.
illegal-bia-must-promote = Een bia die { $square } bereikt, keert om.
illegal-does-not-promote = Op { $to } keert dit stuk ({ $piece }) niet om.
illegal-claim-bia-stands = Zolang er nog een bia op het bord staat, kun je de telling niet opeisen.
illegal-claim-lone-khun = Zodra een khun alleen staat, kun je de eer van het bord niet opeisen: dan wordt de eer van de stukken geteld.
illegal-claim-already-counting = Je bent al aan het tellen.
illegal-claim-off = In deze partij wordt niet geteld.
illegal-not-counting-stop = Je telt niet, dus er valt niets te stoppen.
illegal-not-counting-skip = Je telt niet, dus er valt geen getal over te slaan.

guide-makruk-aim = Het doel
guide-makruk-aim-text = Makruk is het schaak van Thailand. Wit begint. Wie de khun van de tegenstander zo aanvalt dat die niet meer te redden is, geeft mat en wint. Een aanval op de khun is schaak; daar moet je iets tegen doen. Rokeren bestaat niet, en een bia gaat nooit twee velden vooruit. Stukken slaan zoals ze gaan; alleen de bia slaat anders.
guide-makruk-khun = Khun (ขุน)
guide-makruk-khun-text = De khun, K, gaat één veld in een van de acht richtingen, maar nooit naar een veld dat wordt aangevallen. Hier bewaakt de ma op d5 enkele velden om hem heen.
guide-makruk-met = Met (เม็ด)
guide-makruk-met-text = De met, M, gaat één veld schuin. Een omgekeerde bia, de bia-ngai (เบี้ยหงาย), gaat precies zo.
guide-makruk-khon = Khon (โคน)
guide-makruk-khon-text = De khon, S, gaat één veld schuin, of één veld recht vooruit.
guide-makruk-ma = Ma (ม้า)
guide-makruk-ma-text = De ma, N, springt als het paard bij het schaken: twee velden recht en één opzij. Niets staat hem in de weg.
guide-makruk-rua = Rua (เรือ)
guide-makruk-rua-text = De rua, R, gaat zo ver hij wil langs een rij of lijn, als de toren bij het schaken. Over andere stukken heen kan hij niet.
guide-makruk-bia = Bia (เบี้ย)
guide-makruk-bia-text = De bia, P, gaat één veld recht vooruit en slaat één veld schuin vooruit. Bereikt hij de rij waar de bia’s van de tegenstander begonnen (de zesde voor Wit, de derde voor Zwart), dan keert hij meteen om en is hij voortaan een bia-ngai.
guide-makruk-draw = Remise
guide-makruk-draw-text = Wie niet schaak staat en geen geldige zet heeft, staat pat (อับ): dat is remise, zoals hier voor Zwart. Het is ook remise als de spelers dat afspreken, als er alleen nog twee khuns staan, en als een telling verstrijkt. Staat een stelling voor de derde keer op het bord, dan mag wie aan zet is remise opeisen; de vijfde keer is het vanzelf remise.
guide-makruk-board-honour = Tellen: de eer van het bord
guide-makruk-board-honour-text = Als alle bia’s geslagen of omgekeerd zijn, mag de zwakkere kant met een eigen zet de eer van het bord (ศักดิ์กระดาน) opeisen, mits ze minstens twee stukken heeft, de khun meegeteld. Bij die zet zegt ze 1, en bij elke volgende eigen zet het volgende getal, tot 64. Wie 65 zou moeten zeggen, heeft remise. Mat vóór die tijd telt. Zwakker wil zeggen: niet meer waarde aan stukken dan de tegenstander (rua 5, ma 3, khon 2½, met en bia-ngai 1½), en minder dan de tegenstander als die aan het tellen is. Wie telt, mag altijd stoppen; een nieuwe telling begint bij 1.
guide-makruk-pieces-honour = Tellen: de eer van de stukken
guide-makruk-pieces-honour-text = Heeft een kant alleen nog haar khun en staat er geen bia meer, dan telt die kant vanzelf de eer van de stukken (ศักดิ์หมาก). Het eerste getal is het aantal stukken op het bord plus één. De grens hangt af van het sterkste stuk van de ander: twee rua’s 8, één rua 16, twee khons 22, één khon 44, twee ma’s 32, één ma 64, alleen met en bia-ngai 64. Het is remise zodra een getal boven de grens wordt gezegd; mat daarvóór wint. De grens blijft zoals ze bij het begin van de telling was. Wie telt, mag stoppen of een getal overslaan: daarna volgt het getal na het laatst genoemde. Hier telt Zwart van 5 tot 16.
