command-moretime = moretime
command-moretime-description = Geef je tegenstander meer tijd
option-more-time-description = Hoeveel: 12h, 1d, 3d… (gewoonlijk 1d)
help-moretime = `/{ command-moretime }` geeft je tegenstander meer tijd.

label-give-day = 1 dag extra geven
line-not-more-time = Die tijd kun je niet geven: per keer van 1h tot 14d, zoals 12h of 3d.
