command-settings = 設定
command-settings-description = 言語、色、駒、指し方を変える
help-settings = `/{ command-settings }`：言語、色、駒、指し方を変えます。

line-settings-heading = あなたの設定
line-settings-kept = 設定しました。

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
