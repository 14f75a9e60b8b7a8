# The lessons of Othello: what each is about, its tasks, and a sentence after each is solved.

learn-othello-flip = 石を返す
learn-othello-flip-about = あなたは黒です。打った石と別の黒石との間に、白石がまっすぐ並ぶように打ちます。はさんだ白石は返って黒になります。
learn-othello-flip-1 = f4に打って、白石をはさんでください。
learn-othello-flip-1-end = 白石が2つの黒石の間にあったので、返りました。
learn-othello-flip-2 = 1手で3個返してください。
learn-othello-flip-2-end = すき間がなければ、どんなに長い列でも全部返ります。
learn-othello-flip-3 = どの対局もこの配置から始まります。石を返せる手を1つ打ってください。
learn-othello-flip-3-end = 最初に打つのはいつも黒です。この4つの初手に優劣はありません。
learn-othello-flip-4 = 石を返せるマスにしか打てません。打てるただ1つのマスを見つけてください。
learn-othello-flip-4-end = 斜めの列でもはさめます。d7とe7の石は、あなたの石との間のc7が空いているので、はさめません。
learn-othello-flip-5 = 3段目のマスで、3方向の石を返せる手を見つけてください。
learn-othello-flip-5-end = 真下と左右の斜め下です。はさんだ列は、どの方向も同時に返ります。
learn-othello-flip-6 = 1手で白石を全部返してください。
learn-othello-flip-6-end = 1個の石で、8方向すべてを返せることもあります。

learn-othello-pass = パスと終局
learn-othello-pass-about = 打てるときは必ず打ちます。打てなければ**パス**で、相手の番に戻ります。双方とも打てなくなったら終局で、石の多い方が勝ちです。
learn-othello-pass-1 = 残りは2マスです。白がパスになるように打ち、最後のマスも埋めてください。
learn-othello-pass-1-end = 白は打てないので、あなたが続けて打ち、41対23で勝ちました。
learn-othello-pass-2 = 残りは3マスです。白が2回パスになる順番で打ってください。
learn-othello-pass-2-end = 3マスとも打てました。39対25です。
learn-othello-pass-3 = 白石を全部返して、1手で対局を終わらせてください。
learn-othello-pass-3-end = 石がなくなった側はもう打てないので、その場で終局です。
learn-othello-pass-4 = 打てる手は2つです。その場で勝って終わる方を見つけてください。
learn-othello-pass-4-end = a8にはどちらも打てないので、38対25で終局です。空きマスは勝者に加えるので、公式スコアは39対25です。

learn-othello-corner = 隅
learn-othello-corner-about = 隅の石は、その先にマスがなく、はさめないので、二度と返されません。取れる隅は取り、白には隅を取らせないようにします。
learn-othello-corner-1 = 隅を取ってください。
learn-othello-corner-1-end = a1の石は、終局までずっとあなたのものです。
learn-othello-corner-2 = ほかの手よりずっと良い手が1つあります。見つけてください。
learn-othello-corner-2-end = 返るのは1個だけですが、隅は取り返されず、近くの石も安全になります。
learn-othello-corner-3 = 白は隅をねらっています。隅を取られないただ1つの手を打ってください。
learn-othello-corner-3-end = b2、g2、h2は空いた隅の隣です。そこに黒石があると、白はそれをはさんで隅に打てます。
learn-othello-corner-4 = 今度も、白に隅を取らせない手は1つだけです。見つけてください。
learn-othello-corner-4-end = 打つ前に「次に白は隅を取れるか」と考えましょう。

learn-othello-edge = 安全な辺
learn-othello-edge-about = 二度と返されない石を**確定石**といいます。自分の隅から辺に沿って、確定石の列を作れます。
learn-othello-edge-1 = a1の隅はあなたのものです。上の辺に4個の確定石の列を作ってください。
learn-othello-edge-1-end = a1からd1まではもう返されません。白は隅の向こう側に回れないからです。
learn-othello-edge-2 = 隅を取ってください。白が打ったら、左の辺も安全にしてください。
learn-othello-edge-2-end = 1つの隅から2つの辺に、隅を含めて4個ずつの確定石ができました。
learn-othello-edge-3 = 自分の隅の隣に打ってください。
learn-othello-edge-3-end = 空いた隅の隣は危険ですが、自分の隅の隣は安全です。a2はすぐに確定石になります。
learn-othello-edge-4 = 下の辺で、白石と白石の間の空きマスに打ってください。
learn-othello-edge-4-end = この手を「くさび」といいます。白は今d8を返せず、あなたは次にh8の隅をねらえます。

learn-othello-mobility = 少ない石、多い手
learn-othello-mobility-about = 途中で石が少なくても不利とは限りません。大切なのは、良い手がどちらに多いかです。白の打てる場所を減らし、悪い手を打つしかないようにします。
learn-othello-mobility-1 = あなたは12個、白は48個です。白に一度も打たせずに勝ってください。
learn-othello-mobility-1-end = 白は3回パスし、39対25で勝ちました。石の数が問題になるのは終局のときだけです。
learn-othello-mobility-2 = 少しだけ返して、白の打てる場所を3か所にしてください。
learn-othello-mobility-2-end = f2なら2個返るだけで、白が打てるのは3か所です。g5なら7個返りますが、白が打てるのは10か所になります。
learn-othello-mobility-3 = あなたは4個、白は24個です。白の打てる場所をできるだけ少なくしてください。
learn-othello-mobility-3-end = 1個だけ返す静かな手です。白が打てるのは3か所だけで、あなたがとても有利です。
learn-othello-mobility-4 = 白に、隅を渡す手しか残らないように打ち、その隅を取ってください。
learn-othello-mobility-4-end = 白が打てるのはg1、a2、h7だけで、どれも空いた隅の隣でした。手が少ないと、悪い手でも打つしかありません。

learn-othello-parity = 最後の一手
learn-othello-parity-about = 終盤には、空きマスがいくつかのまとまりに分かれます。そこに最後に打つ方は、返した石を取り返されにくく、得をします。白には2マスか4マスのまとまりを残しましょう。ここでは隅の隣が正解のこともあります。
learn-othello-parity-1 = 1マスの空きと、2マスのまとまりがあります。2マスの方に白が先に打つことになるようにしてください。
learn-othello-parity-1-end = 白が先に打ち、最後の手はあなたでした。36対28です。
learn-othello-parity-2 = 1マスの空きと、2マスのまとまりが2つあります。まず1マスの空きに打ち、あとは白が打ったマスの隣に打ってください。
learn-othello-parity-2-end = どのまとまりでも白が先、あなたが最後でした。35対29です。
learn-othello-parity-3 = 3マスと2マスのまとまりがあります。3マスの方に打って、2マスのまとまりだけにしてください。
learn-othello-parity-3-end = いつも白と同じまとまりに打ち、35対29で勝ちました。
learn-othello-parity-4 = 3マスのまとまりが1つ、2マスのまとまりが2つあります。2マスだけを残し、白と同じまとまりに打って勝ってください。
learn-othello-parity-4-end = 白には偶数のマスを残し、最後の手はあなたが打ちました。35対29です。

learn-othello-endgame = 終盤を勝ちきる
learn-othello-endgame-about = 隅、パス、最後の一手。これまでのことを全部使います。打つ前に白の応手を考え、盤が埋まるまで打ってください。どの場面でも、勝てる手は1つだけです。
learn-othello-endgame-1 = 残りは4マスです。勝ってください。
learn-othello-endgame-1-end = 隅を2つ取り、白をパスさせ、最後も打ちました。36対28です。
learn-othello-endgame-2 = 残りは6マスです。勝ってください。
learn-othello-endgame-2-end = 35対29で勝ちました。安全なマスに打ち、最後の手も打てました。
learn-othello-endgame-3 = 残りは8マスです。最後まで打って、勝ってください。
learn-othello-endgame-3-end = 37対27で勝ちました！これで1局通して打てますね。
