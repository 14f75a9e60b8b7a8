# What is said of Makruk alone: the names and letters of a position, why a move is refused, and
# the guide, of which a text has at most 900 characters.

makruk = マークルック
makruk-first = 白
makruk-second = 黒
makruk-khun = クン
makruk-met = メット
makruk-bia-ngai = ビアンガーイ
makruk-khon = コーン
makruk-ma = マー
makruk-rua = ルア
makruk-bia = ビア
count-board = { $side }が盤のカウント中：{ $number }/{ $limit }。
count-pieces = { $side }が駒のカウント中：{ $number }/{ $limit }。
count-pieces-due = { $side }は駒のカウントが必要：{ $number }から{ $limit }まで。
promoted-makruk = 成る
letters-makruk = { $pieces }。大文字は{ $first }、小文字は{ $second }。

refusal-not-a-move-makruk = { $text }は手として読み取れません。`e3e4`のように元と先のマスか、`Nd2`のように駒と行き先を書いてください。
illegal-khun-into-check = そこではクンに{ $square }の駒から王手がかかります。
illegal-exposes-khun = それではクンに{ $square }の駒から王手がかかってしまいます。
illegal-leaves-khun-in-check = クンに{ $square }の駒から王手がかかっていて、その手では防げません。
illegal-bia-must-promote = { $square }に着いたビアは必ず成ります。
illegal-does-not-promote = { $piece }は{ $to }では成れません。
illegal-claim-bia-stands = 盤上にビアがあるうちは、カウントを宣言できません。
illegal-claim-lone-khun = クンだけになった側がいるときは、盤のカウントを宣言できません。駒のカウントになります。
illegal-claim-already-counting = もうカウント中です。
illegal-claim-off = この対局ではカウントをしません。
illegal-not-counting-stop = カウント中ではないので、やめられません。
illegal-not-counting-skip = カウント中ではないので、数えない手は選べません。

guide-makruk-aim = 目的
guide-makruk-aim-text = マークルックはタイの将棋です。白が先手です。相手のクンを、どうしても助からない形に追い込めば詰みで勝ちです。クンを狙う手は王手で、必ず防がなければなりません。キャスリングはなく、ビアが2マス進むこともありません。ビア以外は、動けるマスにいる相手の駒を取れます。
guide-makruk-khun = クン（ขุน）
guide-makruk-khun-text = クン（K）は周囲8方向に1マス動きます。相手の利きがあるマスには行けません。この図ではd5のマーが周囲のいくつかのマスを押さえています。
guide-makruk-met = メット（เม็ด）
guide-makruk-met-text = メット（M）は斜めに1マス動きます。成ったビア、つまりビアンガーイ（เบี้ยหงาย）も同じ動きです。
guide-makruk-khon = コーン（โคน）
guide-makruk-khon-text = コーン（S）は斜めに1マス、またはまっすぐ前に1マス動きます。銀と同じ動きです。
guide-makruk-ma = マー（ม้า）
guide-makruk-ma-text = マー（N）はチェスのナイトと同じ動きで、縦か横に2マス、さらに横か縦に1マスの所へ跳びます。間の駒は飛び越せます。
guide-makruk-rua = ルア（เรือ）
guide-makruk-rua-text = ルア（R）は縦横にいくらでも動きます。飛車と同じで、ほかの駒は飛び越せません。
guide-makruk-bia = ビア（เบี้ย）
guide-makruk-bia-text = ビア（P）はまっすぐ前に1マス進み、斜め前の1マスにいる駒を取ります。相手のビアが最初に並んでいた段（白は6段目、黒は3段目）に着くと、すぐに裏返ってビアンガーイになります。
guide-makruk-draw = 引き分け
guide-makruk-draw-text = 王手がかかっていないのに指せる手がないとき（ステイルメイト、อับ）は引き分けです。この図の黒がそうです。双方が合意したとき、双方ともクンだけになったとき、カウントが上限を超えたときも引き分けです。同じ局面が3回目になると、手番の側は引き分けを申し立てられます。5回目になると自動で引き分けです。
guide-makruk-board-honour = 盤のカウント
guide-makruk-board-honour-text = 成っていないビアが盤上からなくなると、不利な側は自分の手とともに盤のカウント（ศักดิ์กระดาน）を宣言できます。ただしクンを含めて2枚以上の駒が必要です。宣言した手が1で、その後は自分が指すたびに次の数を数え、64まで続きます。64を数えたあと、相手はあと1手指せます。65を数えたら引き分けです。それまでに詰めば、詰ました側の勝ちです。不利とは、駒の価値（ルア5、マー3、コーン2.5、メットとビアンガーイ1.5）の合計が相手以下のことです。相手がカウント中なら、相手より少なくなければなりません。カウントはいつでもやめられ、次に宣言するとまた1からです。
guide-makruk-pieces-honour = 駒のカウント
guide-makruk-pieces-honour-text = 一方がクンだけになり、ビアが盤上にないと、その側の駒のカウント（ศักดิ์หมาก）が自動で始まります。最初の数は、盤上の駒の総数に1を足した数です。上限は相手の最も強い駒で決まります。ルア2枚は8、ルア1枚は16、コーン2枚は22、コーン1枚は44、マー2枚は32、マー1枚は64、メットとビアンガーイだけなら64です。上限を数えたあと、相手はあと1手指せます。上限を超える数を数えたら引き分け、その前に詰めば勝ちです。上限は始まったときのまま変わりません。数える側は、やめることも、ある手だけ数えないこともできます。そのあとは、最後に数えた数の次からです。この図では黒が5から16まで数えます。
