command-moretime = moretime
command-moretime-description = Give your opponent more time
option-more-time-description = How much: 12h, 1d, 3d… (usually 1d)
help-moretime = `/{ command-moretime }` gives your opponent more time.

label-give-day = Give 1 more day
line-not-more-time = That time cannot be given: try 12h or 3d, at most 14 days at once.
