command-draw = draw
command-draw-description = Offer a draw, or claim one by repetition
help-draw = `/{ command-draw }` offers a draw, or claims one by repetition.

label-offer-draw = Offer a draw
label-accept-draw = Accept the draw
label-decline-draw = Decline the draw
label-withdraw-draw = Withdraw the draw offer
label-claim-draw = Claim a draw
