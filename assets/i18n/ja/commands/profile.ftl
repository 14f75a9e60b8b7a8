command-profile = profile
command-profile-description = プレイヤーのレート、成績、対局
option-player = player
option-player-description = 誰のプロフィールか（選ばなければ自分）
help-profile = `/{ command-profile }`：プレイヤーのレートと成績、あなたとの対戦成績を表示します。

line-profile-game = { $game } { $rating } ± { $deviation } · { $won }勝{ $lost }敗{ $drawn }分
line-profile-best = 最高の勝利：{ $name }（{ $rating }）
line-profile-best-somebody = 最高の勝利：{ $rating }
line-profile-course = { $first }から始まり、{ $least }〜{ $most }の間。
line-profile-last = 最近の{ $count }局から
line-profile-running = 対局中：{ $count }局
line-profile-none = { $name }はまだレート対局を終えていません。`/{ command-play }`で始められます。
line-profile-hidden = { $name }は公開していません。
