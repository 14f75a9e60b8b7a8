label-give-day = 1 dag extra geven
