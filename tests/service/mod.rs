//! The service: one table at a time, each interaction once, and time.

mod clock_steps;
mod computer;
mod deadlines;
mod holidays;
mod interactions;
mod limits;
mod processes;
mod ratings;
mod test_service;
mod tournaments;
mod wrong_clock;
