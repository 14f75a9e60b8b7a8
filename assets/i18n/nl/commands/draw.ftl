command-draw = remise
command-draw-description = Bied remise aan, neem remise aan, of eis remise door herhaling op
help-draw = `/{ command-draw }` biedt remise aan, neemt remise aan, of eist remise door herhaling op.

label-offer-draw = Remise aanbieden
label-accept-draw = Remise aannemen
label-decline-draw = Remise afslaan
label-claim-draw = Remise opeisen
