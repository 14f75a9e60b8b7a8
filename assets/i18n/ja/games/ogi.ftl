# What is said of Ōgi alone: the names and letters of a position, why a move is refused, and
# the guide, of which a text has at most 900 characters.

ogi = 王棋
ogi-first = 先手
ogi-second = 後手
ogi-king-first = 王
ogi-king-second = 玉
ogi-princess = 姫
ogi-rook = 飛
ogi-bishop = 角
ogi-silver = 銀
ogi-knight = 桂
ogi-lance = 香
ogi-pawn = 歩
ogi-promoted-princess = 神
ogi-promoted-rook = 龍
ogi-promoted-bishop = 馬
ogi-promoted-silver = 成銀
ogi-promoted-knight = 成桂
ogi-promoted-lance = 成香
ogi-promoted-pawn = と金
promoted-ogi = 成る
letters-ogi = { $pieces }、+ 成駒。大文字は{ $first }、小文字は{ $second }。

refusal-not-a-move-ogi = { $text }は手として読み取れません。`c3c4`のように元と先のマスか、`Se2`のように駒と行き先を書いてください。打つ手は`P*e5`です。
illegal-king-into-check = そこでは玉に{ $square }の駒から王手がかかります。
illegal-exposes-king = それでは玉に{ $square }の駒から王手がかかってしまいます。
illegal-leaves-king-in-check = 玉に{ $square }の駒から王手がかかっていて、その手では防げません。
illegal-must-promote = { $from }から{ $to }へ行く{ $piece }は必ず成ります。
illegal-does-not-promote-from = { $from }から{ $to }へ行く{ $piece }は成れません。
illegal-not-in-hand = 持ち駒に{ $piece }はありません。
illegal-drop-on-piece = { $square }には駒があります。打てるのは空いたマスだけです。
illegal-drop-on-own-piece = { $square }には味方の駒があります。打てるのは空いたマスだけです。
illegal-drop-promoted = { $piece }は成らずに打ちます。
illegal-drop-without-move = { $to }に打った{ $piece }は動けなくなるので、打てません。
illegal-nifu = 二歩です。{ $line }にはもう味方の歩があります。

guide-ogi-aim = 目的
guide-ogi-aim-text = 王棋は、姫のいる8×8マスの将棋です。先手から指し、先後は5枚の歩を投げる振り駒で決めます。相手の玉を、どうしても助からない形に追い込めば詰みで勝ちです。王手は、玉が逃げる、王手の駒を取る、間に駒を入れる、のどれかで必ず防ぎます。駒は、動けるマスにいる相手の駒を取れます。
guide-ogi-king = 王・玉
guide-ogi-king-text = 王（K）は周囲8方向に1マス動きます。相手の利きがあるマスには行けません。成ることはありません。
guide-ogi-princess = 姫
guide-ogi-princess-text = 姫（I）は斜めにいくらでも動くか、チェスのナイトのように縦か横に2マス、さらに横か縦に1マスの所へ、8方向に跳びます。成ると神になり、王の動きも加わります。
guide-ogi-rook-bishop = 飛と角
guide-ogi-rook-bishop-text = 飛（R）は縦横に、角（B）は斜めにいくらでも動きます。ほかの駒は飛び越せません。成ると龍と馬になり、王の動きも加わります。図の印は馬の動きです。
guide-ogi-silver = 銀
guide-ogi-silver-text = 銀（S）は斜めに1マス、またはまっすぐ前に1マス動きます。
guide-ogi-knight-lance = 桂と香
guide-ogi-knight-lance-text = 桂（N）は前へ2マス、横へ1マスの所に跳びます。前にだけで、行き先は2つです。香（L）はまっすぐ前にいくらでも動きます。
guide-ogi-pawn = 歩
guide-ogi-pawn-text = 歩（P）はまっすぐ前に1マス動き、取るときも同じです。
guide-ogi-promotion = 成り
guide-ogi-promotion-text = 奥の3段が敵陣です。王以外の駒は、敵陣に入る手、敵陣の中で動く手、敵陣から出る手で必ず成ります。銀、桂、香、歩は成るとそれぞれ全、圭、杏、とになり、どれも縦横に1マス、または斜め前に1マス動きます。一度成った駒は、取られるまで成ったままです。
guide-ogi-drop = 持ち駒を打つ
guide-ogi-drop-text = 取った駒は、成る前の駒として持ち駒になります。盤上の駒を動かす代わりに、持ち駒を空いたマスに打てます。成った形では打てず、打つ手で駒を取ることもできません。自分の成っていない歩がある筋に歩を打つのは二歩で禁じ手です。行き所のない駒も打てません。歩と香は一番奥の段、桂は奥の2段です。打ち歩詰めは反則ではありません。
guide-ogi-end = 終局
guide-ogi-end-text = 詰ませば勝ちです。この図では後手が詰んでいます。指せる手がなくなった側は、王手でなくても負けです。同じ局面（盤、持ち駒、手番）が4回現れると千日手で引き分けです。ただし、最初の局面から一方の手がすべて王手なら、連続王手の千日手でその側の負けです。もう一局指すときは先後を入れ替えます。
