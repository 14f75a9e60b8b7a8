# ボタンとメニュー：34文字まで。

label-accept = 受ける
label-decline = 断る
label-cancel = 取り下げる
label-resign = 投了
label-resign-yes = はい、投了します
label-keep-playing = 対局を続ける
label-offer-draw = 引き分けを提案
label-accept-draw = 引き分けに応じる
label-decline-draw = 引き分けを断る
label-claim-draw = 引き分けを主張
label-ask-takeback = 待ったを頼む
label-grant-takeback = 待ったを認める
label-refuse-takeback = 待ったを断る
label-claim-count = カウントを宣言
label-stop-count = カウントをやめる
label-skip-count = 今回は数えない
label-rematch = もう一局
label-replay = 対局を見る
label-export = 棋譜を保存

label-pick-square = 打つマスを選ぶ…
label-pick-piece = 駒を選ぶ…
label-pick-target = どこへ？
label-pick-table = どの対局？
label-more = 続き…
label-back = 戻る
label-play-it = この手を指す
label-other-piece = 別の駒

label-language-menu = 言語
label-as-discord = Discordと同じ
label-theme-menu = 色
label-pieces-menu = 王棋の駒
label-below-menu = 手前に置く側
label-below-mover = 手番の側
label-below-first = 先に始めた側
label-below-second = もう一方の側
label-hints-on = ヒント：オン
label-hints-off = ヒント：オフ
label-confirm-on = 指し手の確認：オン
label-confirm-off = 指し手の確認：オフ

label-theme-classic = クラシック
label-theme-wood = 木
label-theme-contrast = 高コントラスト
label-theme-safe = 色覚に配慮した色
label-theme-night = 夜
label-pieces-kanji = 漢字
label-pieces-symbols = 図柄
