command-count = count
command-count-description = Makruk: claim, skip or stop the count with your next move

option-act = act
option-act-description = What happens to the count with your next move

choice-claim = Claim the board’s honour: say 1
choice-skip = Skip: say no number
choice-stop = Stop counting

help-count = `/{ command-count }` is for Makruk’s counts: `/{ command-count } { option-act }:{ choice-stop }`

label-claim-count = Claim the count
label-stop-count = Stop counting
label-skip-count = Skip a number
