line-daily-heading = 日替わり問題 · { $game }
line-daily-solved = { $count }人中{ $solved }人が1回目で正解
line-daily-first = 早かった人：{ $players }
line-daily-you-solved = 1回目で正解です。ここでは{ $place }人目です。
line-daily-failed = 最初の答えが記録されました。正解は次の問題と一緒に発表されます。それまで何度でも試せます。
line-daily-before = 最初の答えがすでに記録されているので、今回は数えません。
line-daily-late = この問題は終わりました。正解はチャンネルにあります。
line-daily-mentioned = 新しい問題が出るたびに、ここであなたをメンションします。
line-daily-not-mentioned = 新しい問題が出てもメンションしません。
line-daily-many-mentioned = メンションする人数がいっぱいで、追加できません。

label-daily-solve = 解いてみる
label-daily-mention = 毎日メンションを受け取る
label-daily-unmention = メンションをやめる
