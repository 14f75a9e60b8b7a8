label-give-day = 相手に1日追加
