command-holiday = holiday
command-holiday-description = Zet al je klokken een paar dagen stil, of kom eerder terug
option-days = days
option-holiday-days-description = Hoeveel dagen (20 per jaar)
help-holiday = `/{ command-holiday }` zet al je klokken stil: `/{ command-holiday } { option-days }:5`

line-holiday-until = Je bent met vakantie tot { $until }: al je klokken staan stil.
line-holiday-by-itself-until = Je tijd was om, dus die klok staat stil tot { $until }. Je andere klokken lopen: met `/{ command-holiday } { option-days }:5` staan ze allemaal 5 dagen stil.
line-holiday-already = Je bent al met vakantie, tot { $until }. Wil je andere dagen, beëindig deze vakantie dan met de knop hieronder en begin een nieuwe.
line-holiday-none = Je bent niet met vakantie. Met `/{ command-holiday } { option-days }:5` staan al je klokken 5 dagen stil.
line-holiday-left = { $count ->
    [one] Je hebt dit jaar nog { $count } vakantiedag.
   *[other] Je hebt dit jaar nog { $count } vakantiedagen.
}
line-holiday-ended = Welkom terug: je klokken lopen weer.
line-holiday-too-long = { $count ->
    [0] Je hebt geen vakantiedagen meer: 20 per jaar is het maximum.
    [one] Je hebt nog maar { $count } vakantiedag: 20 per jaar is het maximum.
   *[other] Je hebt nog maar { $count } vakantiedagen: 20 per jaar is het maximum.
}
line-holiday-automatic-on = Voordat je een partij op tijd zou verliezen, begint vanzelf een vakantie van hoogstens 3 dagen, hooguit eens in de 30 dagen. Die zet alleen klokken stil waarvan de tijd om is.
line-holiday-automatic-off = Vakanties beginnen nooit vanzelf: is je tijd om, dan verlies je.

label-holiday-end = Vakantie nu beëindigen
label-holiday-automatic-on = Noodvakantie: aan
label-holiday-automatic-off = Noodvakantie: uit
