command-if = if
command-if-description = Plan your replies to your opponent’s moves, unseen by anyone else

option-line = line
option-line-description = A move of your opponent, then your reply: d3 then c5, and then if e6 then f4; empty: your plans

help-if = `/{ command-if }` plans replies that are played by themselves: `/{ command-if } { option-line }:d3 then c5`

line-if-two-tables = The line from the list is for another game than the one in `game`. Please leave one of the two out.
line-if-name-table = This line fits several of your games. Please name the game with `game`.
line-if-heading = Your conditional moves; nobody else sees them:
line-if-empty = You have planned no replies in this game.
line-if-planned = Planned; nobody else sees it:
line-if-first = after { $own }
line-if-pair = if { $their } then { $own }
line-if-condition = if { $their } …
line-if-goes-on = { $line }, and then { $next }
line-if-pick-theirs = Which move of your opponent do you want to answer?
line-if-pick-reply = What do you reply?
line-if-pick-first = With which move of yours does the line begin? It is not played yet.
line-if-would-be-over = The game would be over then.
line-if-remove = Remove { $number }

label-if-plan = Plan a reply
label-if-then = And then …
label-if-list = My plans
label-if-remove-this = Remove this line
label-if-clear = Remove all
label-if-again = Start again
