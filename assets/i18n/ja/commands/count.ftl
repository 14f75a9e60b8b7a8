label-claim-count = カウントを宣言
label-stop-count = カウントをやめる
label-skip-count = この手は数えない
# The same once it is said, until the move is made.
label-count-claimed = カウントを宣言します ✓
label-count-stopped = カウントをやめます ✓
label-count-skipped = この手は数えません ✓

line-count-leave-ask = { $act ->
    [claim] 次の手で盤のカウントを宣言します。
    [skip] 次の手は数えません。
   *[stop] 次の手でカウントをやめます。
}これを取り消しますか？
line-count-kept = 何も変えていません。
label-count-leave = 取り消す
label-count-keep = 取り消さない

# Beside a move in the list of moves.
line-count-said = カウント{ $number }
line-count-not-said = （数えず）
line-count-stopped = （カウント中止）
