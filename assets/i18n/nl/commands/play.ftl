command-play = play
command-play-description = Daag iemand uit, of laat de uitdaging open voor iedereen

# In the menu of a person, in at most 32 characters.
label-play-in-menu = Speel { $kind }

option-opponent = opponent
option-opponent-description = Wie je uitdaagt; laat dit weg en iedereen mag meedoen
option-level = level
option-level-description = Speel meteen tegen mij, de computer: 1 is voor beginners, 8 is het sterkst
option-side = side
option-side-description = Wie begint; laat dit weg en het lot beslist
option-time = time
option-time-description = Bedenktijd: 12h, 3d, 10d+1d of none (gewoonlijk 3d)
option-holidays = holidays
option-holidays-description = Of vakanties de klokken stilzetten (gewoonlijk wel)
option-weekends = weekends
option-weekends-description = Of de klokken zaterdag en zondag lopen (in de tijdzone van /settings, anders UTC)
option-rated = rated
option-rated-description = Of de partij meetelt voor jullie ratings; anders zoals de server koos
option-where = where
option-where-description = Waar de partij gespeeld wordt
option-pictures = pictures
option-pictures-description = Welke borden hun plaatje houden
option-below = below
option-below-description = Wie onderaan op de borden staat

choice-level-1 = 1 · heel makkelijk
choice-level-2 = 2 · makkelijk
choice-level-3 = 3 · vrij makkelijk
choice-level-4 = 4 · gemiddeld
choice-level-5 = 5 · vrij moeilijk
choice-level-6 = 6 · moeilijk
choice-level-7 = 7 · heel moeilijk
choice-level-8 = 8 · het sterkst
choice-first = Ik begin
choice-second = Mijn tegenstander begint
choice-count = Ze zetten de klokken stil
choice-ignore = Ze tellen niet mee
choice-run = Ze lopen
choice-off = Vrij: de klokken staan stil
choice-yes = Ja
choice-similar = Ja, met een rating die dichtbij ligt (± 200)
choice-no = Nee, een vriendschappelijke partij
choice-here = Hier
choice-thread = In een eigen thread
choice-newest = Alleen het nieuwste
choice-all = Alle
choice-mover = Wie aan zet is
choice-beginner = Wie begint
choice-other = De andere speler

help-play = `/{ command-play }` daagt iemand uit: `/{ command-play } { option-game }:{ othello } { option-opponent }:@Ben` of, tegen mij, `{ option-level }:2`

line-thread-name = { $kind }: { $first } – { $second }
line-game-in-thread = De partij wordt gespeeld in { $thread }.
line-level-of-person = Een niveau hoort bij een partij tegen mij. Laat de tegenstander weg, of laat het niveau weg.
line-not-against-computer = Een partij tegen mij heeft geen klok: laat `{ $option }` weg.
line-cannot-challenge-self = Je kunt jezelf niet uitdagen. Laat de tegenstander weg en kijk wie er meedoet!
line-cannot-challenge-bot = Andere bots spelen hier niet mee. Daag een vriend uit, of laat de tegenstander weg en kijk wie er meedoet!
line-not-in-server = { $name } zit niet op deze server. Daag iemand uit die er wel is, of laat de tegenstander weg en kijk wie er meedoet!
line-not-in-conversation = { $name } zit niet in dit gesprek. Daag iemand uit die erin zit, of laat de tegenstander weg en kijk wie er meedoet!
line-cannot-see-channel = { $name } kan { $channel } niet zien. Kies een kanaal dat jullie allebei kunnen zien.
line-nobody-else-here = Alleen jij en ik kunnen dit gesprek zien. Daag iemand uit op een server, of in een privégesprek met die persoon; of speel hier tegen mij, met `{ option-level }`.
line-start-elsewhere = Op deze server beginnen partijen in { $channels }.
line-start-by-role = Op deze server kan alleen { $role } partijen beginnen.
line-bad-time = Dat herken ik niet als tijd. Per zet: van 1h tot 30d, zoals 12h of 3d. Voor de hele partij: 10d+1d is 10 dagen en 1 erbij na elke zet, hoogstens 7d. Of none.

label-accept = Accepteren
label-decline = Weigeren
label-cancel = Intrekken
label-rematch = Revanche
label-rematch-at = Niveau { $level } proberen
label-play-computer = Speel tegen de computer

# Ratings: in a challenge, in `/games`, and below the result of a game.
line-rated = telt voor de rating
line-challengers-rating = rating { $rating }
line-for-similar = voor { $least } tot { $most }
line-not-similar = Deze uitdaging is voor spelers met een rating van { $least } tot { $most }.
line-also-open = { $name } wil ook { $kind } spelen: { $link }
line-friendly = telt niet voor de rating
line-your-ratings = Je ratings: { $ratings }
line-not-rated-short = Telt niet voor de rating: er zijn te weinig zetten gedaan.
line-not-rated-pair = Telt niet voor de rating: jullie speelden binnen 30 dagen al tien partijen die telden.
line-not-rated-absence = Telt niet voor de rating: van de partijen die iemand tijdens één afwezigheid op tijd verliest, telt alleen de eerste.
line-not-rated-taken-over = Telt niet voor de rating: iemand anders begon deze partij.
line-not-rated-annulled = Telt niet meer voor de rating: een moderator heeft de uitslag geschrapt.
