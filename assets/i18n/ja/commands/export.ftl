line-export-heading = 棋譜ファイル · { $title }

label-export = 棋譜を保存
