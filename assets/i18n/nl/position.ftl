# Stellingen in woorden: de beschrijving van een plaatje, en wat onder een tekstbord staat.

gap = { " " }
comma = { ", " }

othello = Othello
makruk = Makruk
ogi = Ōgi

othello-first = Zwart
othello-second = Wit
makruk-first = Wit
makruk-second = Zwart
ogi-first = Sente
ogi-second = Gote

makruk-khun = khun
makruk-met = met
makruk-bia-ngai = bia-ngai
makruk-khon = khon
makruk-ma = ma
makruk-rua = rua
makruk-bia = bia

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

to-move = { $game }, { $side } is aan zet.
to-move-check = { $game }, { $side } is aan zet en staat schaak.
won = { $game }, { $side } heeft gewonnen.
won-by = { $game }, { $side } heeft gewonnen: { $reason }.
drawn = { $game }, remise.
drawn-by = { $game }, remise: { $reason }.

reason-full = het bord is vol
reason-no-moves = geen van beiden kan nog zetten
reason-wipe-out = van de andere kleur ligt geen schijf meer
reason-checkmate = schaakmat
reason-stalemate = pat
reason-count = de telling is verstreken
reason-no-move = de tegenstander kan niet zetten
reason-repetition = voor de vierde keer dezelfde stelling
reason-perpetual-check = de tegenstander gaf eeuwig schaak

pieces = { $side }: { $pieces }.
piece = { $piece } { $squares }
discs = { $side }, { $count ->
    [one] { $count } schijf
   *[other] { $count } schijven
}: { $squares }.
discs-none = { $side }, geen schijven.
counted = Schijven: { $first } { $first-count }, { $second } { $second-count }.
score = Officiële uitslag: { $first } { $first-count }, { $second } { $second-count }.
hand = { $side } heeft in de hand: { $pieces }.
hand-empty = { $side } heeft in de hand: niets.
held = { $piece } ×{ $count }

count-board = { $side } telt de eer van het bord: { $number }/{ $limit }.
count-pieces = { $side } telt de eer van de stukken: { $number }/{ $limit }.
count-pieces-due = { $side } moet de eer van de stukken gaan tellen, verder vanaf { $number } en tot { $limit }.

last-move = Laatste zet: { $what }.
placed = { $side } op { $to }, { $count ->
    [one] { $count } schijf
   *[other] { $count } schijven
} omgedraaid
passed = { $side } past
moved = { $side }, { $piece } van { $from } naar { $to }
dropped = { $side } zet { $piece } in op { $to }
captured = slaat { $piece }
promoted-makruk = keert om
promoted-ogi = promoveert

letter = { $letter } { $piece }
letters-othello = X is { $first }, O is { $second }.
letters-makruk = { $pieces }. Hoofdletters zijn van { $first }, kleine letters van { $second }.
letters-ogi = { $pieces }, + gepromoveerd. Hoofdletters zijn van { $first }, kleine letters van { $second }.
