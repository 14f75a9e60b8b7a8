command-block = block
command-block-description = Block a person: no challenges, offers or pings from them; or see whom you block
help-block = `/{ command-block }` blocks a person, or shows whom you block.
option-user = user
option-user-description = Whom to block; leave it out to see whom you block

line-block-done = { $name } is blocked: no challenges, no offers and no pings from them. What waited for an answer between you is declined. Running games go on. They learn of it only when they challenge you or offer you something.
line-block-full = You block { $most } people, which is the limit. Unblock somebody first: `/{ command-block }` shows the list.
line-block-oneself = You cannot block yourself.
line-block-bot = Only people can be blocked.
line-block-nobody = You block nobody. `/{ command-block } { option-user }:` blocks a person.
line-block-list = You block { $count ->
    [one] { $count } person
   *[other] { $count } people
}. Choose whom to unblock.
line-block-undone = { $name } is no longer blocked.
line-blocked-by-other = { $name } starts no games with you and takes no offers from you.
line-blocked-by-you = You block { $name }. To play together, unblock them with `/{ command-block }`.

label-unblock = Unblock
label-unblock-menu = Whom to unblock …
