//! Pictures are held to what they show: read back by other programs' readers, each square must be
//! the right one; the fast way must draw what the plain way draws; and a few pictures must stay as
//! they were looked at.

mod animation;
mod canvas;
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
#[path = "../common/games/mod.rs"]
mod tested_games;
#[path = "../common/walk.rs"]
mod walk;
