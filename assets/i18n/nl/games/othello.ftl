# What is said of Othello alone: the names and letters of a position, why a move is refused, and
# the guide, of which a text has at most 900 characters.

othello = Othello
othello-first = Zwart
othello-second = Wit
letters-othello = X is { $first }, O is { $second }.
event-moved-othello = { $name } speelde { $move }.

refusal-not-a-move-othello = Ik herken { $text } niet als zet. Noem een veld, bijvoorbeeld `d3`.
illegal-taken = Op { $square } ligt al een steen.
illegal-encloses-nothing = Een steen op { $square } sluit niets in, dus dat kan niet.
illegal-may-not-pass = Er kan een steen gelegd worden, dus passen mag niet.
illegal-must-pass = Er kan nergens een steen gelegd worden, dus dit wordt passen.

guide-othello-aim = Het doel
guide-othello-aim-text = Othello speel je met stenen die aan de ene kant zwart zijn en aan de andere wit. Wie aan het eind de meeste stenen van de eigen kleur op het bord heeft, wint. Zwart begint vanuit deze stelling; de velden waar Zwart mag spelen zijn gemarkeerd.
guide-othello-turning = Leggen en omdraaien
guide-othello-turning-text = In je beurt leg je een steen op een leeg veld, en wel zo dat een of meer stenen van je tegenstander in een ononderbroken rechte lijn tussen die steen en een andere steen van jou liggen: horizontaal, verticaal of diagonaal. Alle stenen die je zo insluit, draaien om, in alle richtingen tegelijk, en ze moeten allemaal om. Stenen die pas door het omdraaien ingesloten raken, blijven zoals ze zijn. Waar je niets zou omdraaien, mag je niet spelen. Hier draait een zwarte steen op d3 vijf stenen om, in drie richtingen.
guide-othello-passing = Passen
guide-othello-passing-text = Wie een steen kan leggen, moet dat doen. Wie het niet kan, past: dat gaat vanzelf, en de tegenstander speelt verder. Hier kan Wit niets, dus Zwart gaat door.
guide-othello-end = Het einde en de uitslag
guide-othello-end-text = De partij is afgelopen als geen van beiden nog kan zetten: het bord is vol, niemand kan iets omdraaien, of een van de kleuren is verdwenen. Wie de meeste stenen heeft, wint; gelijk is remise. In de officiële uitslag krijgt de winnaar ook de velden die leeg bleven: 52–10 wordt 54–10.
guide-othello-advice = Een paar tips
guide-othello-advice-text = Midden in de partij gaat het niet om het aantal stenen. Een steen in een hoek kan nooit meer om, dus hoeken zijn veel waard, en de velden naast een lege hoek zijn gevaarlijk. Veel zetten om uit te kiezen is beter dan veel stenen.
