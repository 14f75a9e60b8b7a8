//! Reminders and deadlines.

use jiff::SignedDuration;
use kradan::rules::{GameKind, Side};
use kradan::table::{Command, Due, Ending, Event, TimeControl};

use crate::transcript::{ANN, at, table};

#[test]
fn a_player_is_reminded_once_and_then_loses_on_time() {
    let mut table = table(GameKind::Othello);
    assert_eq!(TimeControl::default().in_days(), 3);
    let hours = |hours| at(hours).time;
    // A fifth of 72 hours is 14.4.
    let reminder = hours(72) - SignedDuration::from_mins(14 * 60 + 24);
    assert_eq!(table.due(), Some(Due::Reminder(reminder)));
    assert_eq!(table.pass_time(reminder - SignedDuration::from_secs(1)), []);
    assert_eq!(table.pass_time(reminder), [Event::Reminded { side: Side::First }]);
    assert_eq!(table.pass_time(reminder), []);
    assert_eq!(table.due(), Some(Due::Deadline(hours(72))));

    table.apply(ANN, &Command::play("f5"), at(71)).unwrap();
    assert_eq!(table.pass_time(hours(72)), [], "the move came in time");
    // A day of downtime is credited.
    table.credit(SignedDuration::from_hours(24));
    assert_eq!(table.deadline(), Some(hours(71 + 72 + 24)));
    table.pass_time(hours(71 + 72 + 23));
    assert_eq!(
        table.pass_time(hours(71 + 72 + 24)),
        [Event::Ended(Ending::OutOfTime(Side::Second))],
    );
    assert_eq!(table.due(), None);
    assert_eq!(table.pass_time(hours(1_000)), []);
}
