line-replay-heading = De partij als filmpje · { $title }
line-replay-written = { $kind }, { $moves ->
    [one] { $moves } zet
   *[other] { $moves } zetten
}
line-replay-written-of = { $kind }: { $first } – { $second }, { $moves ->
    [one] { $moves } zet
   *[other] { $moves } zetten
}
line-replay-unreadable = Dat is geen partij die ik kan lezen. Plak een PGN (Makruk, Ōgi), een GGF (Othello) of zetten achter elkaar, zoals `f5d6c3`.
line-replay-no-start = Gelezen als { $kind }: de partij begint niet met de gewone beginstelling, en de stelling waarmee ze begint is niet te lezen.
line-replay-broken = Gelezen als { $kind }: zet { $number } van die partij, { $text }, kan niet. { $why }
line-replay-stopped = Gelezen als { $kind } tot { $text }: daar breekt de partij af, of staat iets wat er niet kan staan.
line-replay-several = Dat kan { $games } zijn. Zeg welk spel met `/{ command-game } { option-kind }`.

label-replay = Filmpje
