//! Tables without Discord: challenges, moves, offers, channels and clocks, as transcripts of players,
//! commands and answers.

mod challenges;
mod channels;
mod clock_laws;
mod computer;
mod conditional;
mod offers;
mod positions;
mod records;
mod reminders;
mod time;
mod tournament;
mod transcript;
mod warnings;
mod weekends;
