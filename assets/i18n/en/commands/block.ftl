line-block-done = { $name } is blocked: no challenges, no offers and no pings from them. What waited for an answer between you is declined. Running games go on. They learn of it only when they challenge you or offer you something.
line-block-full = You block { $most } people, which is the limit. Unblock somebody first.
line-block-oneself = You cannot block yourself.
line-block-bot = Only people can be blocked.
line-block-undone = { $name } is no longer blocked.
line-blocked-by-other = { $name } starts no games with you and takes no offers from you.
line-blocked-by-you = You block { $name }. To play together, unblock them in `/{ command-settings }`.

label-unblock-menu = Whom to unblock …
label-block-menu = Whom to block …
