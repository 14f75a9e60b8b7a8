command-help = help
command-help-description = What all the commands do
help-help = `/{ command-help }` shows this list.

line-help-heading = What I can do
line-help-footer = Under every board there are buttons and menus too, so there is no need to type. The rules of each game: `/{ command-rules }`.
