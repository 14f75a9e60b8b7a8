command-if = if
command-if-description = Plan antwoorden op zetten van je tegenstander; niemand anders ziet ze

option-line = line
option-line-description = Een zet van je tegenstander en jouw antwoord: d3 dan c5, en daarna als e6 dan f4; leeg: je plannen

help-if = `/{ command-if }` plant antwoorden die vanzelf gespeeld worden: `/{ command-if } { option-line }:d3 dan c5`

line-if-two-tables = De variant uit de lijst hoort bij een andere partij dan die bij `game`. Laat een van de twee weg.
line-if-name-table = Deze variant kan bij meerdere van je partijen horen. Noem de partij bij `game`.
line-if-heading = Je voorwaardelijke zetten; niemand anders ziet ze:
line-if-empty = Je hebt in deze partij geen antwoorden gepland.
line-if-planned = Gepland; niemand anders ziet het:
line-if-first = na { $own }
line-if-pair = als { $their } dan { $own }
line-if-condition = als { $their } …
line-if-goes-on = { $line }, en daarna { $next }
line-if-pick-theirs = Op welke zet van je tegenstander wil je antwoorden?
line-if-pick-reply = Wat antwoord je?
line-if-pick-first = Met welke zet van jou begint de variant? Die wordt nog niet gespeeld.
line-if-would-be-over = Dan is de partij afgelopen.
line-if-remove = Verwijder { $number }

label-if-plan = Antwoord plannen
label-if-then = En dan …
label-if-list = Mijn plannen
label-if-remove-this = Verwijder deze variant
label-if-clear = Verwijder alles
label-if-again = Opnieuw kiezen
