//! The real program, killed at any moment and started again on the same games while people play:
//! what they were shown is stored once, and what is stored is shown once.

mod boards;
mod four_processes;
mod people;
mod promise;
mod rounds;
mod standby;
pub(crate) mod stored;

pub(crate) use self::boards::{is_last, shown_by};
use kradan_test_servers::postgres::Postgres;

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_and_nothing_is_told_twice() {
    rounds::play_and_kill(5, 1, None).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_in_a_database_that_is_killed_too() {
    let Some(database) = Postgres::start(&[]) else { return };
    rounds::play_and_kill(2, 3, Some(database)).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn nothing_acknowledged_is_lost_in_a_database_in_twenty_kills() {
    let Some(database) = Postgres::start(&[]) else { return };
    rounds::play_and_kill(20, 4, Some(database)).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn nothing_acknowledged_is_lost_in_two_hundred_kills() {
    let kills = rounds::play_and_kill(200, 2, None).await;
    // Otherwise the kills did not fall where they show something.
    assert!(kills.before_commit >= 20, "{kills:?}");
    assert!(kills.before_answer >= 10, "{kills:?}");
    assert!(kills.before_settling >= 10, "{kills:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_is_lost_where_a_standby_takes_over() {
    standby::play_and_kill(1, 5).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn nothing_acknowledged_is_lost_where_standbys_take_over_in_fifty_kills() {
    standby::play_and_kill(50, 6).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn of_four_processes_each_does_what_no_other_does_and_what_killed_ones_began() {
    four_processes::play_and_kill(7).await;
}
