//! The transactional outbox. What Discord has to be told of a table is an outbox entry, committed
//! together with the change that it tells. An entry is delivered exactly once: by the response to the
//! interaction that made the change while that interaction's token lives, else by a message.
//!
//! `response.rs` delivers by the response, over `send.rs`; `run.rs` is the loop that takes what else is
//! ready, the most urgent first (`queue.rs`), and `deliver.rs` delivers one entry of it: by the deferred
//! response, by a message (`post.rs`), by direct message where the channel is closed to us (`private.rs`),
//! or at the player's next interaction (`missed.rs`). `moved.rs` tells the channel that a table left,
//! `remind.rs` sends reminders where their player wants them, `hidden.rs` finds players who cannot view
//! the channel of their game, and `followers.rs` tells those who follow a game. `daily_puzzles.rs` and `tournaments.rs` post what belongs to
//! a server. What follows from an
//! attempt is decided in one place, `decide.rs`: begin there.
//!
//! Exactly once rests on three things: a table's delivery lock, the nonce of a message, and
//! `reconcile.rs`, which looks for a message of which nobody knows whether it was posted.

pub(super) mod daily_puzzles;
mod decide;
pub(super) mod deliver;
mod delivery;
pub(super) mod followers;
mod hidden;
pub(super) mod missed;
mod moved;
mod next_game_prompt;
pub(super) mod old_messages;
mod post;
mod private;
mod queue;
mod recap;
mod reconcile;
mod remind;
mod reminded_games;
pub(super) mod response;
mod run;
pub(super) mod send;
pub(super) mod threads;
pub(super) mod tournaments;

pub(super) use self::delivery::Delivery;
