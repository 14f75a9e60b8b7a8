label-offer-pause = Offer a pause
label-accept-pause = Accept the pause
label-decline-pause = Decline the pause
label-withdraw-pause = Withdraw the pause offer
label-resume = Resume the game
