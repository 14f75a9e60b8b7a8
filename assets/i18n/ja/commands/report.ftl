line-report-title = 何がありましたか
line-report-reason = 500文字以内
line-no-reason = 何があったかを入力してください。
line-report = **通報**：{ $name }さん（{ $place }）
line-report-sent = このサーバーのモデレーターに通報しました。通報は{ $channel }で読まれます。
line-report-no-channel = このサーバーには通報用のチャンネルがまだありません。サーバーの管理者が`/{ command-server }`で選べます。それまではモデレーターに直接連絡してください。
line-report-no-server = 通報はサーバーのモデレーターに届きます。そのサーバーで通報してください。
line-report-not-allowed = ボットが通報用のチャンネルに投稿できないため、通報は届いていません。このサーバーのモデレーターに直接連絡してください。
line-report-too-many = 1時間以内に何度も通報しています。このサーバーのモデレーターに直接連絡してください。

label-report = モデレーターに通報
