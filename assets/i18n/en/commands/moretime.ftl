command-moretime = moretime
command-moretime-description = Give your opponent more time
option-more-time-description = How much: 12h, 1d, 3d… (usually 1d)
help-moretime = `/{ command-moretime }` gives your opponent more time.

label-give-day = Give 1 more day
line-not-more-time = That time cannot be given: from 1h to 14d at once, such as 12h or 3d.
