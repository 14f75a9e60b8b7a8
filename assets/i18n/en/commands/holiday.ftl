command-holiday = holiday
command-holiday-description = Stop all your clocks for some days, or come back early
option-days = days
option-holiday-days-description = How many days (20 within a year)
help-holiday = `/{ command-holiday }` stops all your clocks for some days: `/{ command-holiday } { option-days }:5`

line-holiday-until = You are on holiday until { $until }: all your clocks stand still.
line-holiday-by-itself-until = Your time ran out, so that clock stands still until { $until }. Your other clocks run: `/{ command-holiday } { option-days }:5` stops them all for 5 days.
line-holiday-already = You are already on holiday, until { $until }. For other days, end this holiday with the button below and begin a new one.
line-holiday-none = You are not on holiday. `/{ command-holiday } { option-days }:5` stops all your clocks for 5 days.
line-holiday-left = { $count ->
    [one] You have { $count } day of holiday left this year.
   *[other] You have { $count } days of holiday left this year.
}
line-holiday-ended = Welcome back: your clocks run again.
line-holiday-too-long = { $count ->
    [0] You have no day of holiday left: 20 within a year are the most.
    [one] You have only { $count } day of holiday left: 20 within a year are the most.
   *[other] You have only { $count } days of holiday left: 20 within a year are the most.
}
line-holiday-automatic-on = Before you would lose a game on time, a holiday of up to 3 days begins by itself, at most once in 30 days. It stops only clocks that have run out.
line-holiday-automatic-off = Holidays never begin by themselves: when your time is up, you lose.

label-holiday-end = End the holiday now
label-holiday-automatic-on = Holiday as a last resort: on
label-holiday-automatic-off = Holiday as a last resort: off
