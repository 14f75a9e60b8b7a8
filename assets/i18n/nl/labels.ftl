# Knoppen en menu’s: hoogstens 34 tekens.

label-accept = Aannemen
label-decline = Afslaan
label-cancel = Intrekken
label-resign = Opgeven
label-resign-yes = Ja, opgeven
label-keep-playing = Doorspelen
label-offer-draw = Remise aanbieden
label-accept-draw = Remise aannemen
label-decline-draw = Remise afslaan
label-claim-draw = Remise opeisen
label-ask-takeback = Zet terugnemen
label-grant-takeback = Terugnemen toestaan
label-refuse-takeback = Terugnemen weigeren
label-claim-count = Telling opeisen
label-stop-count = Stoppen met tellen
label-skip-count = Getal overslaan
label-rematch = Revanche
label-replay = Partij bekijken
label-export = Partij opslaan

label-pick-square = Leg een schijf …
label-pick-piece = Kies een stuk …
label-pick-target = Waarheen? …
label-pick-table = Welke partij? …
label-more = Meer …
label-back = Terug
label-play-it = Spelen
label-other-piece = Ander stuk

label-language-menu = Taal
label-as-discord = Zoals in Discord
label-theme-menu = Kleuren
label-pieces-menu = Stukken van Ōgi
label-below-menu = Wie onderaan staat
label-below-mover = Wie aan zet is
label-below-first = Wie begonnen is
label-below-second = De andere kant
label-hints-on = Hints: aan
label-hints-off = Hints: uit
label-confirm-on = Zetten bevestigen: aan
label-confirm-off = Zetten bevestigen: uit

label-theme-classic = Klassiek
label-theme-wood = Hout
label-theme-contrast = Hoog contrast
label-theme-safe = Geschikt bij kleurenblindheid
label-theme-night = Nacht
label-pieces-kanji = Kanji
label-pieces-symbols = Symbolen
