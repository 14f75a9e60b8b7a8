command-draw = draw
command-draw-description = Offer a draw, accept your opponent’s offer, or claim a draw by repetition
help-draw = `/{ command-draw }` offers a draw, accepts one, or claims one by repetition.

label-offer-draw = Offer a draw
label-accept-draw = Accept the draw
label-decline-draw = Decline the draw
label-claim-draw = Claim a draw
