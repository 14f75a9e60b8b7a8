command-draw = draw
command-draw-description = Bied remise aan, of eis remise door herhaling op
help-draw = `/{ command-draw }` biedt remise aan, of eist die op na herhaling.

label-offer-draw = Remise aanbieden
label-accept-draw = Remise accepteren
label-decline-draw = Remise weigeren
label-withdraw-draw = Remiseaanbod intrekken
label-claim-draw = Remise opeisen
