line-privacy-stored = **What I keep about you**
line-privacy-name = Your name and language as Discord shows them, and your settings.
line-privacy-games = Your games and challenges, with their moves, times and channels, and your ratings.
line-privacy-own = Your notes, whom you block, and which games you follow.
line-privacy-channels = In which channels you used me, when you did last, the channel of our direct messages, and what I could not tell you yet.
line-privacy-no-more = I read no messages, and I give nothing to anybody else. What I posted in channels stays there until somebody deletes it.
line-privacy-policy = Privacy policy: <{ $link }>
line-privacy-terms = Terms: <{ $link }>
line-privacy-file = This is all that I keep about you. What names you and is not in it, as whether others block you, the file says at its end.
line-privacy-ask = **Erase everything about you?** Your challenges are withdrawn or declined, and you leave your running games: they are lost, or end without a result before both have made two moves. In finished games you are called “Deleted player”. Your settings, notes, blocks and follows are deleted. This cannot be undone.
line-privacy-erasing = I am erasing everything about you, and it does not stop until it is done. Within 7 days nothing of it is left in any of my files. If you use me again, you begin anew.
line-privacy-kept = Nothing is erased.

label-privacy-file = Give me the file
label-privacy-erase = Erase everything …
label-privacy-erase-yes = Erase everything
label-privacy-keep = Erase nothing
label-privacy = Privacy and people
