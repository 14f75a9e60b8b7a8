# Wat er aan een tafel gebeurde, verteld aan iedereen.

event-challenged = { $challenger } daagt { $opponent } uit voor een partij { $kind }.
event-challenged-anyone = { $challenger } heeft zin in een partij { $kind }: wie doet er mee?
event-accepted = De partij begint: { $first } speelt met { $first-side }, { $second } met { $second-side }.
event-furigoma = Furigoma: { $name } gooit { $pawns } (歩 { $plain }, と { $promoted }) en speelt dus met { $side }.
event-no-thread = Hier kan geen thread worden geopend, dus de partij wordt gewoon hier gespeeld.
event-declined = De uitdaging is afgeslagen.
event-cancelled = De uitdaging is ingetrokken.
event-lapsed = Niemand heeft op tijd op de uitdaging gereageerd.

event-moved = { $name } speelde { $move }.
event-moved-counting = { $name } speelde { $move } en zei ‘{ $number }’.
event-passed = { $name } kan niet zetten en past.
event-count-claim = { $name } eist de eer van het bord op: het tellen begint met de volgende zet.
event-count-skip = { $name } noemt bij de volgende zet geen getal.
event-count-stop = { $name } houdt met de volgende zet op met tellen.
event-count-left = { $name } laat de telling toch zoals ze is.

event-draw-offered = { $name } biedt remise aan.
event-draw-declined = { $name } slaat remise af.
event-takeback-asked = { $plies ->
    [one] { $name } wil graag de laatste zet terugnemen (nummer { $to }).
   *[other] { $name } wil graag de laatste { $plies } zetten terugnemen (nummers { $from } tot en met { $to }).
}
event-takeback-refused = { $name } stemt niet in met terugnemen: wat gespeeld is, blijft staan.
event-taken-back = { $plies ->
    [one] De laatste zet is teruggenomen.
   *[other] De laatste { $plies } zetten zijn teruggenomen.
}
event-shown = De partij staat nu hier.
event-reminded = { $name }, je hebt niet veel tijd meer voor je zet.

# Hoe het afliep, met de namen van de spelers. De redenen staan in position.ftl.
event-won = **{ $winner }** wint met { $side }: { $reason }.
event-drawn = De partij eindigt in **remise**: { $reason }.
event-resigned = { $loser } geeft op. **{ $winner }** wint met { $side }.
event-out-of-time = De tijd van { $loser } is om. **{ $winner }** wint met { $side }.
event-agreed = De spelers zijn **remise** overeengekomen.
event-bare-khuns = De partij eindigt in **remise**: er staan alleen nog twee khuns.
event-repetition = De partij eindigt in **remise**: dezelfde stelling kwam steeds terug.
event-too-long = De partij eindigt in **remise**: ze duurde langer dan { $plies } zetten.

# Hetzelfde in het kort, met de namen van de kleuren en zonder punt.
ending-won = { $side } heeft gewonnen: { $reason }
ending-drawn = Remise: { $reason }
ending-resigned = { $winner } heeft gewonnen: { $loser } gaf op
ending-out-of-time = { $winner } heeft gewonnen: de tijd van { $loser } was om
ending-agreed = Remise in onderling overleg
ending-bare-khuns = Remise: er staan alleen nog twee khuns
ending-repetition = Remise door herhaling
ending-too-long = Remise na { $plies } zetten
verdict-won = { $side } heeft gewonnen
verdict-drawn = Remise
