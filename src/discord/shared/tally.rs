//! The tally of two players in the games of a kind with each other: "Ann 3 – 2 Ben".

use super::bot::Bot;
use super::titles;
use crate::service::Listing;
use kradan_i18n::Language;
use kradan_rules::{BySide, Verdict, cut};
use kradan_table::{Ending, Seat, Table};

/// The newest games of a player among which those with an opponent are looked for.
const GAMES_MAX: usize = 200;

/// The longest part of a name, in characters: both fit on a button.
const NAME_MAX: usize = 24;

/// The points of two players, in half points.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    games: usize,
    points: BySide<u32>,
}

impl Tally {
    /// Counts a game for the players of `seats`. One without a result counts for nobody.
    fn count(&mut self, table: &Table, seats: BySide<Seat>) {
        let Some(verdict) = table.ending().and_then(Ending::verdict) else { return };
        let Some(then) = table.seats() else { return };
        self.games += 1;
        let halves = match verdict {
            Verdict::Draw => [1, 1],
            Verdict::Win(side) if then[side] == seats.first => [2, 0],
            Verdict::Win(_) => [0, 2],
        };
        self.points.first += halves[0];
        self.points.second += halves[1];
    }
}

/// The tally at the end of a game; `None` where it is the first that counts.
pub(crate) async fn at_end(bot: &Bot, table: &Table, language: Language) -> Option<String> {
    let seats = *table.seats().filter(|_| table.ending().is_some())?;
    let player = seats.first.player().or(seats.second.player())?;
    let over = bot.service.tables_of_player(player, Listing::Over, GAMES_MAX).await.ok()?;
    let of_kind: Vec<&Table> = over
        .iter()
        .map(|(_, stored)| &stored.table)
        .filter(|other| other.game().kind() == table.game().kind())
        .collect();
    let names = titles::names(bot, table, language).await;
    tally_of(&of_kind, seats, &names)
}

/// The tally of two in some games, "Ann 3 – 2 Ben"; `None` where fewer than two of these are theirs. Another
/// level of the computer is another opponent.
pub(crate) fn tally_of(
    tables: &[&Table],
    seats: BySide<Seat>,
    names: &BySide<String>,
) -> Option<String> {
    let mut tally = Tally::default();
    for table in tables.iter().filter(|table| is_between(table, seats)) {
        tally.count(table, seats);
    }
    if tally.games < 2 {
        return None;
    }
    let [first, second] = [&names.first, &names.second].map(|name| cut(name, NAME_MAX));
    let (ours, theirs) = (written(tally.points.first), written(tally.points.second));
    Some(format!("{first} {ours} – {theirs} {second}"))
}

/// Whether a game is between the same two, on whichever sides.
fn is_between(table: &Table, seats: BySide<Seat>) -> bool {
    table.seats().is_some_and(|theirs| {
        *theirs == seats || *theirs == BySide { first: seats.second, second: seats.first }
    })
}

/// Half points as they are written below a match: 1½.
fn written(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_points_are_written_as_below_a_match() {
        assert_eq!([0, 1, 2, 3, 10].map(written), ["0", "½", "1", "1½", "5"]);
    }
}
