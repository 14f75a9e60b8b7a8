command-watch = watch
command-watch-description = Volg een partij van anderen in dit kanaal: ik houd je per privébericht op de hoogte
help-watch = `/{ command-watch }` meldt je per privébericht hoe een partij van anderen gaat.
option-tell = tell
option-tell-description = Waarover je bericht krijgt; alleen de afloop, tenzij je elke zet kiest
choice-moves = elke zet
choice-end = alleen de afloop

line-watch-moves = Je volgt deze partij: ik stuur je elke zet in een privébericht.
line-watch-end = Je volgt deze partij: ik stuur je de afloop in een privébericht.
line-watch-own = Je speelt deze partij zelf, dus je krijgt toch al bericht.
line-watch-closed = Mijn privébericht komt niet bij je aan. Sta privéberichten van leden van deze server toe in je privacyinstellingen, en volg de partij opnieuw.
line-watch-full = { $most } mensen volgen deze partij, en meer kan niet.
line-watch-too-many = Je volgt { $most } partijen, en meer kan niet. Met een knop onder mijn berichten stop je ermee.
line-watch-unfollowed = Je volgt deze partij niet meer.
line-watch-none = Niemand anders speelt op dit moment in dit kanaal.

label-follow-moves = Meld elke zet
label-follow-end = Meld de afloop
label-unfollow = Niet meer volgen
