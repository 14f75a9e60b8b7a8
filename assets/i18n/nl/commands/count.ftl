label-claim-count = Bordtelling beginnen
label-stop-count = Stoppen met tellen
label-skip-count = Deze zet niet tellen
# The same once it is said, until the move is made.
label-count-claimed = Bordtelling begint ✓
label-count-stopped = Stopt met tellen ✓
label-count-skipped = Zet wordt niet geteld ✓

line-count-leave-ask = { $act ->
    [claim] Met je volgende zet begin je de bordtelling.
    [skip] Je volgende zet tel je niet.
   *[stop] Bij je volgende zet stop je met tellen.
} Wil je dat terugnemen?
line-count-kept = Er is niets veranderd.
label-count-leave = Terugnemen
label-count-keep = Zo laten

# Beside a move in the list of moves.
line-count-said = ‘{ $number }’
line-count-not-said = (niet geteld)
line-count-stopped = (telling gestopt)
