# Stellingen in woorden: de beschrijving van een plaatje, en wat onder een tekstbord staat.

gap = { " " }
comma = { ", " }

to-move = { $game }, { $side } is aan zet.
to-move-check = { $game }, { $side } is aan zet en staat schaak.
won = { $game }, { $side } heeft gewonnen.
won-by = { $game }, { $side } heeft gewonnen: { $reason }.
drawn = { $game }, remise.
drawn-by = { $game }, remise: { $reason }.

reason-full = het bord is vol
reason-no-moves = geen van beiden kan nog zetten
reason-wipe-out = van de andere kleur ligt geen steen meer
reason-checkmate = schaakmat
reason-stalemate = pat
reason-count = de telling is vol
reason-no-move = de tegenstander kan niet zetten
reason-repetition = voor de vierde keer dezelfde stelling
reason-perpetual-check = de tegenstander gaf eeuwig schaak
reason-bare-khuns = alleen de twee khuns zijn nog over
reason-repeated = dezelfde stelling kwam steeds terug
reason-too-long = langer kan een partij niet duren
reason-judged = de ronde was voorbij en de stelling is beoordeeld

pieces = { $side }: { $pieces }.
piece = { $piece } { $squares }
discs = { $side }, { $count ->
    [one] { $count } steen
   *[other] { $count } stenen
}: { $squares }.
discs-none = { $side }, geen stenen.
counted = Stenen: { $first } { $first-count }, { $second } { $second-count }.
score = Officiële uitslag: { $first } { $first-count }, { $second } { $second-count }.
hand = { $side } heeft in de hand: { $pieces }.
hand-empty = { $side } heeft niets in de hand.
held = { $piece } ×{ $count }

last-move = Laatste zet: { $what }.
placed = { $side } op { $to }, { $count ->
    [one] { $count } steen
   *[other] { $count } stenen
} omgedraaid
passed = { $side } past
moved = { $side }, { $piece } van { $from } naar { $to }
dropped = { $side } zet { $piece } in op { $to }
captured = slaat { $piece }

letter = { $letter } { $piece }
