# What is said of Othello alone: the names and letters of a position, why a move is refused, and
# the guide, of which a text has at most 900 characters.

othello = オセロ
othello-first = 黒
othello-second = 白
letters-othello = Xは{ $first }、Oは{ $second }。
event-moved-othello = { $name }さんの手：{ $move }

refusal-not-a-move-othello = { $text }は手として読み取れません。`d3`のようにマスを書いてください。
illegal-taken = { $square }にはもう石があります。
illegal-encloses-nothing = { $square }では相手の石をはさめないので、打てません。
illegal-may-not-pass = 打てる場所があるので、パスはできません。
illegal-must-pass = 打てる場所がないので、パスになります。

guide-othello-aim = 目的
guide-othello-aim-text = オセロは、片面が黒、もう片面が白の石で遊びます。最後に盤上に自分の色の石が多い方が勝ちです。この配置から黒が先に打ちます。黒が打てるマスには印がついています。
guide-othello-turning = 石を打つ、返す
guide-othello-turning-text = 自分の番では、空いたマスに石を1つ打ちます。打った石と自分の別の石との間に、相手の石が縦・横・斜めのまっすぐな列ですき間なく並んでいなければなりません。はさんだ石は、どの方向のものも全部返します。返さずに残すことはできません。返したことで新しくはさまれた石は、返しません。1つも返せないマスには打てません。この図で黒がd3に打つと、3方向の5個が返ります。
guide-othello-passing = パス
guide-othello-passing-text = 打てる場所があれば、必ず打ちます。なければパスです。パスは自動で行われ、相手が続けて打ちます。この図では白に打てる場所がないので、また黒の番になります。
guide-othello-end = 終局とスコア
guide-othello-end-text = 双方とも打てなくなったら終局です。盤が埋まったとき、どちらも返せる石がないとき、一方の色がなくなったときです。石の多い方が勝ち、同数なら引き分けです。公式スコアでは空きマスを勝者に加えます。たとえば52対10は54対10になります。
guide-othello-advice = ちょっとしたコツ
guide-othello-advice-text = 途中の石の数は気にしなくてかまいません。隅の石は二度と返されないので価値が高く、空いた隅の隣は危険です。石の数よりも、打てる場所が多いことの方が大切です。
