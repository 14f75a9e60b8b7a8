//! What the end of a game makes of the ratings of its players.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};

use super::checked_clock::later;
use super::error_chain::ErrorChain;
use super::table_service::TableService;
use kradan_ratings::{Counted, NotRated, PAIR_WITHIN, Rating, after_game, is_rated};
use kradan_rules::{BySide, Side};
use kradan_store::{Listing, Profile, RatingChange, Ratings, StoreError};
use kradan_table::{Ending, Event, PlayerId, Rated, Seat, Table, TableId};

/// The newest games of either player among which those of the two are looked for.
const LOOKED_AT_MAX: usize = 200;

/// Decides whether a game that ends counts, or has one count no more that is annulled, and notes it at
/// the table. Returns what is to be stored of the players' ratings. Where a profile cannot be read, a
/// game that ends stays uncounted.
pub(super) async fn rate(
    service: &TableService,
    id: TableId,
    table: &mut Table,
    events: &[Event],
) -> Result<Option<RatingChange>, StoreError> {
    let ends = events.iter().any(|event| matches!(event, Event::Ended(_)));
    let is_annulled = events.iter().any(|event| matches!(event, Event::AnnulledByModerator { .. }));
    if is_annulled {
        return annulment(service, table).await;
    }
    if !ends || table.rated() != Some(Rated::Agreed) {
        return Ok(None);
    }
    match rating_change(service, id, table).await {
        Err(error) if error.is_of_one_value() => {
            tracing::error!(table = %id.0, error = %ErrorChain(&error), "game not rated: a profile or a game cannot be read");
            Ok(None)
        }
        other => other,
    }
}

async fn rating_change(
    service: &TableService,
    id: TableId,
    table: &mut Table,
) -> Result<Option<RatingChange>, StoreError> {
    let verdict = table.ending().and_then(Ending::verdict);
    let players = table.seats().and_then(people);
    let (Some(verdict), Some(players)) = (verdict, players) else { return Ok(None) };
    let profiles = BySide {
        first: service.store.profile(players.first).await?.unwrap_or_default(),
        second: service.store.profile(players.second).await?.unwrap_or_default(),
    };
    let kind = table.game().kind();
    let known = |profile: &Profile| profile.ratings.of.get(&kind).copied().unwrap_or(Rating::NEW);
    let before = BySide { first: known(&profiles.first), second: known(&profiles.second) };
    // Of two processes one may be a moment behind.
    let next = |rating: Rating| {
        rating.at.map_or(Timestamp::MIN, |at| later(at, SignedDuration::from_micros(1)))
    };
    let at = service.clock.now().max(next(before.first)).max(next(before.second));
    let counted = counted(service, table, players, &profiles, at).await?;
    if let Err(reason) = is_rated(&counted) {
        table.set_rated(Rated::Not(reason));
        return Ok(None);
    }
    let after = after_game(before, verdict, at);
    let board = match service.store.posted_board(id).await {
        Err(error) if error.is_of_one_value() => None,
        other => other?,
    };
    let server = board.and_then(|board| board.guild);
    table.set_rated(Rated::Counted { at, before, after, server, annulled_at: None });
    let stored = BySide { first: profiles.first.ratings, second: profiles.second.ratings };
    let mut changed = stored.clone();
    for side in Side::ALL {
        changed[side].count(kind, after[side], server);
    }
    if let Some(loser) = lost_on_time(table) {
        changed[loser].lost_on_time_at = Some(at);
    }
    Ok(Some(RatingChange { players, before: stored, after: changed, server }))
}

/// Gives the points of a game that was counted back to its players, as far as they are not erased.
async fn annulment(
    service: &TableService,
    table: &mut Table,
) -> Result<Option<RatingChange>, StoreError> {
    let Some(Rated::Counted { at: counted, before, after, server, .. }) = table.rated() else {
        return Ok(None);
    };
    let Some(seats) = table.seats().copied() else { return Ok(None) };
    let kind = table.game().kind();
    // Nobody has a rating under the id that stands for who was erased.
    let players = BySide::of(|side| seats[side].player().unwrap_or(PlayerId::erased(side)));
    let mut at = later(counted, SignedDuration::from_micros(1)).max(service.clock.now());
    let mut stored = BySide::<Ratings>::default();
    for side in Side::ALL {
        stored[side] = service.store.profile(players[side]).await?.unwrap_or_default().ratings;
        let last = stored[side].of.get(&kind).and_then(|rating| rating.at);
        at = last.map_or(at, |last| at.max(later(last, SignedDuration::from_micros(1))));
    }
    let mut changed = stored.clone();
    for side in Side::ALL {
        if let Some(rating) = changed[side].of.get_mut(&kind) {
            *rating = rating.without_game(before[side], after[side], at);
        }
    }
    let annulled_at = Some(at);
    table.set_rated(Rated::Counted { at: counted, before, after, server, annulled_at });
    Ok(Some(RatingChange { players, before: stored, after: changed, server: None }))
}

/// What decides whether the game counts, with the other games of the two.
async fn counted(
    service: &TableService,
    table: &Table,
    players: BySide<PlayerId>,
    profiles: &BySide<Profile>,
    at: Timestamp,
) -> Result<Counted, StoreError> {
    let since = at.saturating_sub(PAIR_WITHIN).unwrap_or(at);
    let is_of_pair = |table: &Table| {
        counted_at(table).is_some_and(|at| at > since)
            && Side::ALL.iter().all(|side| table.side_of(players[*side]).is_some())
    };
    let mut of_pair = BTreeSet::new();
    for side in Side::ALL {
        let over = service.tables_of_player(players[side], Listing::Over, LOOKED_AT_MAX).await?;
        of_pair.extend(over.iter().filter(|(_, row)| is_of_pair(&row.table)).map(|(id, _)| *id));
    }
    // That somebody is there is stored once in an hour.
    let is_lost_in_absence = lost_on_time(table).is_some_and(|loser| {
        let Profile { ratings, last_seen, .. } = &profiles[loser];
        ratings.lost_on_time_at.zip(*last_seen).is_some_and(|(lost, seen)| lost > seen)
    });
    let (kind, plies) = (table.game().kind(), table.game().plies());
    let reason = is_lost_in_absence.then_some(NotRated::Absence);
    Ok(Counted { kind, plies, of_pair: of_pair.len(), reason })
}

/// What is stored of the ratings of all players follows from the rated games among tables, in the order in
/// which these were counted and annulled. After a game with somebody who was erased the rating is what it
/// was then.
#[must_use]
pub fn recomputed(tables: &[Table]) -> BTreeMap<PlayerId, Ratings> {
    let mut changes: Vec<(Timestamp, bool, &Table)> = Vec::new();
    for table in tables {
        if let Some(Rated::Counted { at, annulled_at, .. }) = table.rated() {
            changes.push((at, false, table));
            changes.extend(annulled_at.map(|at| (at, true, table)));
        }
    }
    changes.sort_by_key(|(at, ..)| *at);
    let mut ratings: BTreeMap<PlayerId, Ratings> = BTreeMap::new();
    for (at, is_annulled, table) in changes {
        let Some(Rated::Counted { before, after, server, .. }) = table.rated() else { continue };
        let verdict = table.ending().and_then(Ending::verdict);
        let (Some(verdict), Some(seats)) = (verdict, table.seats()) else { continue };
        let kind = table.game().kind();
        let known = |player| {
            let of = ratings.get(&player).and_then(|ratings: &Ratings| ratings.of.get(&kind));
            of.copied().unwrap_or(Rating::NEW)
        };
        let after = match people(seats) {
            _ if is_annulled => BySide::of(|side| {
                let now = seats[side].player().map_or(Rating::NEW, known);
                now.without_game(before[side], after[side], at)
            }),
            Some(players) => after_game(BySide::of(|side| known(players[side])), verdict, at),
            None => after,
        };
        for side in Side::ALL {
            let Some(player) = seats[side].player().filter(|id| !id.is_erased()) else { continue };
            let ratings = ratings.entry(player).or_default();
            if is_annulled {
                ratings.of.insert(kind, after[side]);
                continue;
            }
            ratings.count(kind, after[side], server);
            if lost_on_time(table) == Some(side) {
                ratings.lost_on_time_at = Some(at);
            }
        }
    }
    ratings
}

/// When a game was counted, if it was and counts still.
fn counted_at(table: &Table) -> Option<Timestamp> {
    match table.rated()? {
        Rated::Counted { at, annulled_at: None, .. } => Some(at),
        Rated::Counted { .. } | Rated::Agreed | Rated::Not(_) => None,
    }
}

/// The two people who play; `None` where one is a computer or was erased.
fn people(seats: &BySide<Seat>) -> Option<BySide<PlayerId>> {
    let of = |side: Side| seats[side].player().filter(|player| !player.is_erased());
    Some(BySide { first: of(Side::First)?, second: of(Side::Second)? })
}

/// The side that lost the game on time.
fn lost_on_time(table: &Table) -> Option<Side> {
    match table.ending()? {
        Ending::OutOfTime(side) => Some(side),
        _ => None,
    }
}
