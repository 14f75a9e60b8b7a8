label-give-day = Give 1 more day
