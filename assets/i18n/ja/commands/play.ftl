command-play = play
command-play-description = 対局を申し込む、または相手を募集する

# In the menu of a person, in at most 32 characters.
label-play-in-menu = { $kind }で対局

option-opponent = opponent
option-opponent-description = 申し込む相手（省略すると誰でも参加できます）
option-level = level
option-level-description = コンピューター（ボット）とすぐに対局するときのレベル：1は初心者向け、8が最強
option-side = side
option-side-description = どちらから始めるか（省略するとランダム）
option-time = time
option-time-description = 持ち時間：12h、3d、10d+1d、none（ふつうは3d）
option-holidays = holidays
option-holidays-description = 休暇中に時間を止めるか（ふつうは止めます）
option-weekends = weekends
option-weekends-description = 土日に時間を進めるか（/settings のタイムゾーン、未設定ならUTC）
option-rated = rated
option-rated-description = レートの対象にするか（指定しなければサーバーの設定どおり）
option-where = where
option-where-description = 対局する場所
option-pictures = pictures
option-pictures-description = 画像を残す盤
option-below = below
option-below-description = 盤の手前に置く側

choice-level-1 = 1 · とてもやさしい
choice-level-2 = 2 · やさしい
choice-level-3 = 3 · 少しやさしい
choice-level-4 = 4 · ふつう
choice-level-5 = 5 · 少し難しい
choice-level-6 = 6 · 難しい
choice-level-7 = 7 · とても難しい
choice-level-8 = 8 · 最強
choice-first = 自分から
choice-second = 相手から
choice-count = 時間を止める
choice-ignore = 時間を止めない
choice-run = 進める
choice-off = 止める
choice-yes = 対象にする
choice-similar = 対象にする（レートが近い人、± 200）
choice-no = 対象にしない
choice-here = ここ
choice-thread = 専用のスレッド
choice-newest = 最新の盤だけ
choice-all = すべての盤
choice-mover = 手番の側
choice-beginner = 先に始める側
choice-other = もう一方の側

help-play = `/{ command-play }`：対局を申し込みます。相手を募集することもできます。例：`/{ command-play } { option-game }:{ othello } { option-opponent }:@Ben`、ボットとの対局：`{ option-level }:2`

line-thread-name = { $kind }：{ $first } – { $second }
line-game-in-thread = 対局は{ $thread }で行います。
line-level-of-person = レベルはボットとの対局用です。相手とレベルは、どちらか一方だけを指定してください。
line-not-against-computer = ボットとの対局は時間制限なしです。`{ $option }`は指定しないでください。
line-cannot-challenge-self = 自分自身とは対局できません。相手を指定せずに募集してみてください！
line-cannot-challenge-bot = ほかのボットとは対局できません。友だちに申し込むか、相手を指定せずに募集してみてください！
line-not-in-server = { $name }さんはこのサーバーにいません。サーバーにいる人を指定するか、相手を指定せずに募集してみてください！
line-not-in-conversation = { $name }さんはこの会話に参加していません。参加している人を指定するか、相手を指定せずに募集してみてください！
line-cannot-see-channel = { $name }さんには{ $channel }が見えません。二人とも見られる場所で申し込んでください。
line-nobody-else-here = この会話はあなたとボットにしか見えません。サーバーか、相手とのダイレクトメッセージで申し込んでください。ボットとなら、`{ option-level }`を指定すればここで対局できます。
line-start-elsewhere = このサーバーでは{ $channels }で対局を始めてください。
line-start-by-role = このサーバーで対局を始められるのは{ $role }だけです。
line-bad-time = その時間は読めません。1手ごとなら 1h から 30d まで（12h、3d など）、全体なら 10d+1d（全体で10日、1手ごとに1日追加、追加は 7d まで）、または none と入力してください。

label-accept = 受ける
label-decline = 断る
label-cancel = 取り下げる
label-rematch = もう一局
label-rematch-at = レベル{ $level }に挑戦
label-play-computer = コンピューターと対局

# Ratings: in a challenge, in `/games`, and below the result of a game.
line-rated = レート対象
line-challengers-rating = レート{ $rating }
line-for-similar = { $least }〜{ $most }の人向け
line-not-similar = この申し込みはレート{ $least }〜{ $most }の人が対象です。
line-also-open = { $name }さんも{ $kind }の相手を探しています：{ $link }
line-friendly = レート対象外
line-your-ratings = あなたのレート：{ $ratings }
line-not-rated-short = レート対象外：手数が少なすぎます。
line-not-rated-pair = レート対象外：この2人のレート対局は30日間に10局までです。
line-not-rated-absence = レート対象外：同じ不在の間の時間切れ負けは、最初の1局だけが対象です。
line-not-rated-taken-over = レート対象外：ほかの人が始めた対局です。
line-not-rated-annulled = レート対象外：モデレーターが結果を取り消しました。
