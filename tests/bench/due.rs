//! What a million running tables cost: finding what is due, the start and the memory; what is read while
//! nothing is due; and ten thousand deadlines in one minute, while a person plays on.
//!
//! `cargo bench -p kradan-bench --bench due` runs all parts; with `-- --quick` it only sees that they work. A number
//! is the number of tables of the first two (`cargo bench -p kradan-bench --bench due -- 100000`), and `--only-finding`,
//! `--only-idle` or `--only-storm` runs one part.

#![allow(clippy::print_stdout, reason = "the table is what this program is for")]
#![allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]

mod bots;
#[allow(dead_code, reason = "records of games are not needed here")]
mod common;
mod deadlines;

use self::bots::bot;
use self::deadlines::{finding, idle, storm};

#[tokio::main]
async fn main() {
    if bot::is_this_program() {
        return bot::be_the_bot().await;
    }
    let arguments: Vec<String> = std::env::args().collect();
    let only = arguments.iter().find(|argument| argument.starts_with("--only-"));
    let is_wanted = |part: &str| only.is_none_or(|only| only == part);
    let is_in_full = common::is_in_full();
    let effort = if is_in_full { finding::Effort::FULL } else { finding::Effort::QUICK };
    let effort = effort.with(arguments.iter().find_map(|argument| argument.parse().ok()));
    if is_wanted("--only-finding") {
        finding::run(&effort).await;
    }
    if is_wanted("--only-idle") {
        idle::run(&effort).await;
    }
    if is_wanted("--only-storm") {
        storm::run(if is_in_full { &storm::Effort::FULL } else { &storm::Effort::QUICK }).await;
    }
}
