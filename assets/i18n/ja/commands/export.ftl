line-export-heading = 棋譜ファイル · { $title }

label-export = ファイル
