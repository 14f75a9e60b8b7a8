# What is said of Ōgi alone: the names and letters of a position, why a move is refused, and
# the guide, of which a text has at most 900 characters.

ogi = Ōgi
ogi-first = Sente
ogi-second = Gote
ogi-king-first = koning
ogi-king-second = koning
ogi-princess = prinses
ogi-rook = toren
ogi-bishop = loper
ogi-silver = zilver
ogi-knight = paard
ogi-lance = lans
ogi-pawn = pion
ogi-promoted-princess = gepromoveerde prinses
ogi-promoted-rook = gepromoveerde toren
ogi-promoted-bishop = gepromoveerde loper
ogi-promoted-silver = gepromoveerd zilver
ogi-promoted-knight = gepromoveerd paard
ogi-promoted-lance = gepromoveerde lans
ogi-promoted-pawn = gepromoveerde pion
promoted-ogi = promoveert
letters-ogi = { $pieces }, + gepromoveerd. Hoofdletters zijn van { $first }, kleine letters van { $second }.

refusal-not-a-move-ogi = Ik herken { $text } niet als zet. Noem beide velden, of het stuk en het doelveld, bijvoorbeeld `c3c4` of `Se2`; inzetten is `P*e5`.
illegal-king-into-check = Daar zou het stuk op { $square } de koning schaak geven.
illegal-exposes-king = Dan zou het stuk op { $square } de koning schaak geven.
illegal-leaves-king-in-check = De koning staat schaak door het stuk op { $square }, en die zet helpt daar niet tegen.
illegal-must-promote = Van { $from } naar { $to } moet dit stuk ({ $piece }) promoveren.
illegal-does-not-promote-from = Van { $from } naar { $to } promoveert dit stuk ({ $piece }) niet.
illegal-not-in-hand = Dit stuk is niet in de hand: { $piece }.
illegal-drop-on-piece = Op { $square } staat een stuk, en inzetten kan alleen op een leeg veld.
illegal-drop-on-own-piece = Op { $square } staat al een stuk van dezelfde kant, en inzetten kan alleen op een leeg veld.
illegal-drop-promoted = Dit stuk ({ $piece }) wordt ongepromoveerd ingezet.
illegal-drop-without-move = Op { $to } kan dit stuk ({ $piece }) daarna nergens heen.
illegal-nifu = Nifu: op { $line } staat al een ongepromoveerde pion van dezelfde kant.

guide-ogi-aim = Het doel
guide-ogi-aim-text = Ōgi (王棋) is een shogi op acht bij acht velden met een prinses. Sente begint; wie dat is, bepaalt een worp met vijf pionnen (furigoma). Wie de koning van de tegenstander zo aanvalt dat die niet meer te redden is, geeft mat en wint. Tegen schaak moet je iets doen: de koning gaat weg, de aanvaller wordt geslagen, of er komt iets tussen. Stukken slaan zoals ze gaan.
guide-ogi-king = Koning (王, 玉)
guide-ogi-king-text = De koning, K, gaat één veld in een van de acht richtingen, maar nooit naar een veld dat wordt aangevallen. Hij promoveert niet.
guide-ogi-princess = Prinses (姫)
guide-ogi-princess-text = De prinses, I, gaat schuin zo ver ze wil, of springt als het paard bij het schaken: twee velden recht en één opzij, in alle richtingen. Gepromoveerd (神) kan ze ook stappen als een koning.
guide-ogi-rook-bishop = Toren (飛) en loper (角)
guide-ogi-rook-bishop-text = De toren, R, gaat zo ver hij wil langs een rij of lijn, de loper, B, zo ver hij wil schuin. Over andere stukken heen kunnen ze niet. Gepromoveerd (龍, 馬) kunnen ze ook stappen als een koning. Hier is een gepromoveerde loper gemarkeerd.
guide-ogi-silver = Zilver (銀)
guide-ogi-silver-text = Het zilver, S, gaat één veld schuin, of één veld recht vooruit.
guide-ogi-knight-lance = Paard (桂) en lans (香)
guide-ogi-knight-lance-text = Het paard, N, springt twee velden vooruit en één opzij, alleen naar voren: het heeft dus twee velden. De lans, L, gaat zo ver hij wil recht vooruit.
guide-ogi-pawn = Pion (歩)
guide-ogi-pawn-text = De pion, P, gaat één veld recht vooruit en slaat ook zo.
guide-ogi-promotion = Promotie
guide-ogi-promotion-text = De laatste drie rijen zijn de promotiezone. Elk stuk behalve de koning dat erin komt, erin beweegt of eruit gaat, moet met die zet promoveren. Zilver, paard, lans en pion (全, 圭, 杏, と) gaan dan allemaal op dezelfde manier: één veld recht in vier richtingen, of één veld schuin vooruit. Een gepromoveerd stuk blijft dat tot het geslagen wordt.
guide-ogi-drop = Inzetten
guide-ogi-drop-text = Wat je slaat, komt ongepromoveerd in je hand. In plaats van een zet te doen mag je een stuk uit je hand inzetten op een leeg veld, ongepromoveerd. Met inzetten sla je niets. Je mag geen pion inzetten op een lijn waar je al een ongepromoveerde pion hebt (nifu), en geen stuk waar het nergens meer heen kan: een pion of lans op de laatste rij, een paard op de laatste twee rijen. Mat door een pion in te zetten mag.
guide-ogi-end = Het einde
guide-ogi-end-text = Mat wint; hier staat Gote mat. Wie geen geldige zet heeft, verliest, schaak of niet. Staat dezelfde stelling (bord, stukken in de hand en wie aan zet is) voor de vierde keer op het bord, dan is het remise; maar gaven alle zetten van één speler sinds de eerste keer schaak, dan verliest die speler: eeuwig schaak is verboden. Bij een revanche wisselen de kleuren.
