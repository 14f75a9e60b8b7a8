command-export = export
command-export-description = 対局をほかのソフト用のファイルにする
help-export = `/{ command-export }`：対局をほかのソフト用のファイルにします。

line-export-heading = 棋譜ファイル · { $title }

label-export = 棋譜を保存
