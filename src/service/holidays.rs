//! Holidays of players, and the clocks that they stop.
//!
//! A holiday is stored with its player first, and then with each of their games. Where the process
//! ends in between, a game learns of it when it is due.

use jiff::Timestamp;

use super::{ServiceError, TableService, due_tables};
use kradan_rules::{BySide, Side};
use kradan_store::{Listing, Profile, Store, StoreError};
use kradan_table::{Event, Holiday, HolidayRefusal, Holidays, PlayerId, Table};

impl TableService {
    /// Begins a holiday of so many days, and says when it ends.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn begin_holiday(
        &self,
        player: PlayerId,
        days: u8,
    ) -> Result<Result<Timestamp, HolidayRefusal>, ServiceError> {
        self.start().await?;
        let now = self.clock.now();
        if let Some(Holiday { until, is_automatic: false, .. }) =
            holiday_of(self.store(), player, now).await?
        {
            // The process may have ended before all games learned of it.
            self.apply_profile(player).await?;
            return Ok(Err(HolidayRefusal::Already { until }));
        }
        let change = move |person: &mut Profile| _ = person.holidays.begin(days, now);
        let holidays = self.store.update_profile(player, Box::new(change)).await?.holidays;
        match holidays.current(now) {
            Some(Holiday { from, until, .. }) if from == now => {
                self.apply_profile(player).await?;
                Ok(Ok(until))
            }
            Some(Holiday { until, is_automatic: false, .. }) => {
                Ok(Err(HolidayRefusal::Already { until }))
            }
            _ => Ok(Err(HolidayRefusal::TooLong { left: holidays.left(now) })),
        }
    }

    /// Ends the holiday of a player; whether there was one.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn end_holiday(&self, player: PlayerId) -> Result<bool, ServiceError> {
        self.start().await?;
        let now = self.clock.now();
        let was_on_holiday = holiday_of(self.store(), player, now).await?.is_some();
        if was_on_holiday {
            let change = move |person: &mut Profile| _ = person.holidays.end(now);
            self.store.update_profile(player, Box::new(change)).await?;
            self.apply_profile(player).await?;
        }
        Ok(was_on_holiday)
    }

    /// Keeps what the clocks and the reminders need of a player's profile in all of their games: a
    /// holiday stops the clocks, and quiet hours move the reminders.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn apply_profile(&self, player: PlayerId) -> Result<(), ServiceError> {
        self.start().await?;
        let most = self.limits.games_running.saturating_mul(2).max(1_000);
        for id in self.store.tables_of_player(player, Listing::Running, most).await? {
            let _guard = self.table_locks.lock(id).await;
            let Some(mut stored) = self.load(id).await? else { continue };
            let now = self.clock.read().time_at(stored.credited);
            let profile = self.store.profile(player).await?.unwrap_or_default();
            let events = stored.table.set_holiday(player, profile.holidays.current(now), now);
            let wishes = profile.reminder_wishes();
            if stored.table.keep_reminder_wishes(player, &wishes) || !events.is_empty() {
                due_tables::commit_passed_time(self, id, stored, events).await?;
            }
        }
        Ok(())
    }
}

async fn holiday_of(
    store: &dyn Store,
    player: PlayerId,
    now: Timestamp,
) -> Result<Option<Holiday>, StoreError> {
    let profile = store.profile(player).await?;
    Ok(profile.and_then(|person| person.holidays.current(now)))
}

/// Begins the holiday that a player takes by itself before a game is lost on time, unless they
/// cannot, and returns their holidays. It is for the game that runs out, and for others that do
/// before it is over.
pub(super) async fn begin_holiday_by_itself(
    store: &dyn Store,
    player: PlayerId,
    now: Timestamp,
) -> Result<Holidays, StoreError> {
    let change = move |person: &mut Profile| _ = person.holidays.begin_by_itself(now);
    let holidays = store.update_profile(player, Box::new(change)).await?.holidays;
    if holidays.current(now).is_some_and(|holiday| holiday.is_automatic && holiday.from == now) {
        tracing::info!("automatic holiday begun instead of a loss on time");
    }
    Ok(holidays)
}

/// Keeps in a game that begins what the clocks and the reminders need of the players' profiles: their
/// time zones, their quiet hours, and the holidays that stop their clocks. The boards tell of those;
/// they are no events.
pub(super) async fn keep_profiles_in_new_game(
    store: &dyn Store,
    table: &mut Table,
    events: &[Event],
    now: Timestamp,
) -> Result<(), StoreError> {
    let Some(seats) = events.iter().find_map(|event| match event {
        Event::Accepted { seats, .. } => Some(*seats),
        _ => None,
    }) else {
        return Ok(());
    };
    let mut zones = BySide::default();
    for side in Side::ALL {
        let Some(player) = seats[side].player() else { continue };
        let profile = store.profile(player).await?.unwrap_or_default();
        _ = table.set_holiday(player, profile.holidays.current(now), now);
        table.keep_reminder_wishes(player, &profile.reminder_wishes());
        zones[side] = profile.zone;
    }
    table.keep_time_zones(zones);
    Ok(())
}
