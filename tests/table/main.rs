//! Tables without Discord: challenges, moves, offers, channels and clocks, as transcripts of players,
//! commands and answers.

mod challenges;
mod channels;
mod offers;
mod positions;
mod records;
mod time;
mod transcript;
