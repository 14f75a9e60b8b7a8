command-settings = instellingen
command-settings-description = Taal, kleuren, stukken en hoe je zetten doet
help-settings = `/{ command-settings }` is voor je taal, kleuren en stukken, en hoe je zetten doet.

line-settings-heading = Je instellingen
line-settings-kept = Genoteerd.

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
