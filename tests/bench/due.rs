//! What a million running tables cost: finding what is due, the start and the memory; and ten thousand
//! deadlines in one minute, while a person plays on.
//!
//! `cargo bench --bench due` runs both parts; with `-- --quick` it only sees that they work. A number
//! is the number of tables of the first part (`cargo bench --bench due -- 100000`), and `--only-finding`
//! or `--only-storm` runs one part.

#![allow(clippy::print_stdout, reason = "the table is what this program is for")]
#![allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]

mod bots;
#[allow(dead_code, reason = "records of games are not needed here")]
mod common;
mod deadlines;
#[path = "../common/tls.rs"]
mod tls;

use self::bots::bot;
use self::deadlines::{finding, storm};

#[tokio::main]
async fn main() {
    if bot::is_this_program() {
        return bot::be_the_bot().await;
    }
    let arguments: Vec<String> = std::env::args().collect();
    let is_given = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let is_in_full = common::is_in_full();
    if !is_given("--only-storm") {
        let effort = if is_in_full { finding::Effort::FULL } else { finding::Effort::QUICK };
        let many = arguments.iter().find_map(|argument| argument.parse().ok());
        finding::run(&effort.with(many)).await;
    }
    if !is_given("--only-finding") {
        storm::run(if is_in_full { &storm::Effort::FULL } else { &storm::Effort::QUICK }).await;
    }
}
