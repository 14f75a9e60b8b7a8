command-pause = pause
command-pause-description = Offer a pause: no clock runs until one of you resumes the game
help-pause = `/{ command-pause }` offers a pause, in which no clock runs, or resumes the game.

label-offer-pause = Offer a pause
label-accept-pause = Accept the pause
label-decline-pause = Decline the pause
label-withdraw-pause = Withdraw the pause offer
label-resume = Resume the game
