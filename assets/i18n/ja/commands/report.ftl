command-report = report
command-report-description = 対局やプレイヤーをこのサーバーのモデレーターに通報する
help-report = `/{ command-report }`：対局についてモデレーターに知らせます。
option-reason = reason
option-reason-description = 何があったか（500文字まで）

line-no-reason = 何があったかを入力してください。
line-report = **通報**：{ $name }さん（{ $place }）
line-report-sent = このサーバーのモデレーターに通報しました。通報は{ $channel }で読まれます。
line-report-no-channel = このサーバーには通報用のチャンネルがまだありません。サーバーの管理者が`/{ command-server }`で選べます。それまではモデレーターに直接連絡してください。
line-report-no-server = 通報はサーバーのモデレーターに届きます。このコマンドをサーバーで使うか、サーバーに表示されている対局を指定してください。
line-report-not-allowed = ボットが通報用のチャンネルに投稿できないため、通報は届いていません。このサーバーのモデレーターに直接連絡してください。
line-report-too-many = 1時間以内に何度も通報しています。このサーバーのモデレーターに直接連絡してください。
line-report-abort = `/{ command-abort }`でこの対局を結果なしで終わらせられます。番号：{ $number }
