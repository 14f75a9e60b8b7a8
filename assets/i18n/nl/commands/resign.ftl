command-resign = resign
command-resign-description = Geef een partij op (je bevestigt het nog)
help-resign = `/{ command-resign }` geeft een partij op; je bevestigt het nog.

line-resign-ask = Wil je je partij { $kind } tegen { $opponent } echt opgeven?
line-resign-kept = Mooi: de partij gaat door.

label-resign = Opgeven
label-resign-yes = Ja, opgeven
label-keep-playing = Doorspelen
