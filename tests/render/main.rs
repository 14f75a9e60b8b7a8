//! Pictures are checked in three ways: independent readers find the right piece on each square, the
//! fast renderer draws the same as the plain one, and a few pictures equal stored ones.

mod advantage;
mod animation;
mod canvas;
mod card;
mod colours;
mod games;
mod golden;
mod meaning;
mod pictures;
mod reachable;
mod reader;
mod same;
mod sheets;
mod stored;
mod tournament;
