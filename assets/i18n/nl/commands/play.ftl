command-play = speel
command-play-description = Daag iemand uit, of laat de uitdaging open voor iedereen

option-opponent = tegenstander
option-opponent-description = Wie je uitdaagt; laat dit weg en iedereen mag meedoen
option-side = kant
option-side-description = Wie begint; laat dit weg en het lot beslist
option-days = dagen
option-days-description = Dagen per zet (1 tot 30, gewoonlijk 3)
option-where = waar
option-where-description = Waar de partij gespeeld wordt

choice-first = Ik begin
choice-second = Mijn tegenstander begint
choice-here = Hier
choice-thread = In een eigen thread

help-play = `/{ command-play }` daagt iemand uit, of iedereen die zin heeft: `/{ command-play } { option-game }:{ othello } { option-opponent }:@Ben`

line-thread-name = { $kind }: { $first } – { $second }
line-game-in-thread = De partij wordt gespeeld in { $thread }.
line-no-engine = Zelf spelen kan ik nog niet. Daag een vriend uit, of laat de tegenstander weg en kijk wie er meedoet!
line-cannot-challenge-self = Je kunt jezelf niet uitdagen. Laat de tegenstander weg en kijk wie er meedoet!
line-cannot-challenge-bot = Bots spelen hier niet mee. Daag een vriend uit, of laat de tegenstander weg en kijk wie er meedoet!
line-not-in-server = { $name } zit niet op deze server. Daag iemand uit die er wel is, of laat de tegenstander weg en kijk wie er meedoet!
line-cannot-see-channel = { $name } kan { $channel } niet zien. Daag uit op een plek waar jullie allebei kunnen meelezen.
line-nobody-else-here = Dit gesprek zien alleen jij en ik. Daag iemand uit op een server, of in je eigen gesprek met diegene.

label-accept = Aannemen
label-decline = Afslaan
label-cancel = Intrekken
label-rematch = Revanche
