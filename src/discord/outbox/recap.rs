//! What happened while a player was away: told once, after the response to the first thing that they do
//! after a day or more.

use std::cmp::Reverse;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

use super::reminded_games::with_lines;
use crate::discord::shared::bot::Bot;
use crate::discord::shared::context::Caller;
use crate::discord::shared::lines::{is_own_turn, line_in_list};
use crate::discord::shared::next_game::urgency;
use crate::discord::shared::titles;
use crate::discord::view::buttons;
use crate::discord::view::message::Message;
use crate::discord::view::player_name::escaped;
use crate::discord::view::preferences::Preferences;
use crate::discord::view::table_view::day;
use crate::service::{Listing, Profile, StoreError, StoredTable, TableService};
use kradan_i18n::{self as i18n, sentences};
use kradan_table::{Ending, PlayerId, Table, TableId};

/// For how long somebody is away who is told what happened.
const AWAY: SignedDuration = SignedDuration::from_hours(24);

/// How often it is stored that somebody is there.
const STORED_EVERY: SignedDuration = SignedDuration::from_hours(1);

/// The newest tables in a list of a player that are looked at.
const LOOKED_AT_MAX: usize = 200;

/// The most buttons for a rematch.
const REMATCHES_MAX: usize = 2;

sentences! {
    /// What somebody is told who was away.
    enum Sentence<'a> {
        /// Above the rest.
        Since {
            day: &'a str,
        } => "line-recap-since",
        LostOnTime {
            title: &'a str,
            link: &'a str,
        } => "line-recap-lost-on-time",
        HolidayUsed {
            count: usize,
        } => "line-recap-holiday-used",
    }
}

/// What happened while a player was away, with the button of the game that runs out first and those
/// for a rematch; `None` for whoever was not away, or has nothing to hear. It comes once.
pub(super) async fn take(bot: &Bot, caller: &Caller) -> Result<Option<Message>, StoreError> {
    let Some((since, profile)) = away_since(&bot.service, caller).await? else { return Ok(None) };
    let player = caller.id;
    let now = bot.service.clock().now();
    let language = Preferences::of(&profile).language;
    let of = async |listing| bot.service.tables_of_player(player, listing, LOOKED_AT_MAX).await;
    let (mut waiting, mut lost) = (of(Listing::Running).await?, of(Listing::Over).await?);
    waiting.retain(|(_, game)| game.table.computer().is_none() && is_own_turn(game, player));
    waiting.sort_by_key(|(_, game)| urgency(&game.table));
    lost.retain(|(_, game)| lost_on_time_at(&game.table, player).is_some_and(|at| at > since));
    lost.sort_by_key(|(_, game)| Reverse(game.table.ended_at()));

    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    let links = titles::links_to(bot, &waiting).await;
    let titles = titles::distinct(bot, &waiting, language).await;
    buttons.extend(
        waiting.first().zip(titles.first()).map(|((id, _), title)| buttons::open(*id, title)),
    );
    for (((_, stored), title), link) in waiting.iter().zip(titles).zip(links) {
        lines.push(line_in_list(stored, player, (&title, &link), language));
    }
    let links = titles::links_to(bot, &lost).await;
    let titles = titles::distinct(bot, &lost, language).await;
    for (title, link) in titles.iter().zip(links) {
        let title = &escaped(title);
        lines.push(i18n::say(&Sentence::LostOnTime { title, link: &link }, language));
    }
    let has_opponent = |(_, game): &&(TableId, StoredTable)| !game.table.has_erased_seat();
    let rematches = lost.iter().filter(has_opponent).take(REMATCHES_MAX);
    for (id, StoredTable { table, .. }) in rematches {
        let Some(side) = table.side_of(player) else { continue };
        let names = titles::names(bot, table, language).await;
        buttons.push(buttons::rematch(*id, Some(&names[!side]), language));
    }
    let count = profile.holidays.days_within(since, now);
    if count > 0 {
        lines.push(i18n::say(&Sentence::HolidayUsed { count }, language));
    }
    if lines.is_empty() {
        return Ok(None);
    }
    let heading = i18n::say(&Sentence::Since { day: &day(since) }, language);
    let text = with_lines(heading, lines.into_iter(), language);
    Ok(Some(Message::of(text).with_buttons(buttons)))
}

/// Stores that a player is there, and returns since when they were away, if it was for long. Of two
/// requests at once one is told.
async fn away_since(
    service: &TableService,
    caller: &Caller,
) -> Result<Option<(Timestamp, Profile)>, StoreError> {
    let (store, now) = (service.store(), service.clock().now());
    let is_stored = |seen: Timestamp| now.duration_since(seen) < STORED_EVERY;
    // Whose data was erased meanwhile has no profile.
    if caller.person.last_seen.is_some_and(is_stored) || store.profile(caller.id).await?.is_none() {
        return Ok(None);
    }
    let before = Arc::new(Mutex::new(None));
    let replaced = Arc::clone(&before);
    let change = move |profile: &mut Profile| {
        let seen = profile.last_seen.replace(profile.last_seen.map_or(now, |seen| seen.max(now)));
        *replaced.lock().unwrap_or_else(PoisonError::into_inner) = seen;
    };
    let profile = store.update_profile(caller.id, Box::new(change)).await?;
    let before = *before.lock().unwrap_or_else(PoisonError::into_inner);
    let since = before.filter(|&before| now.duration_since(before) >= AWAY);
    Ok(since.map(|since| (since, profile)))
}

/// When a player lost a game on time, if they did and it is known.
fn lost_on_time_at(table: &Table, player: PlayerId) -> Option<Timestamp> {
    let is_lost = table
        .ending()
        .zip(table.side_of(player))
        .is_some_and(|(ending, side)| ending == Ending::OutOfTime(side));
    table.ended_at().filter(|_| is_lost)
}
