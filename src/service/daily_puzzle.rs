//! The daily puzzles of servers: who answered, and who is mentioned.

use jiff::SignedDuration;

use super::chance::chance;
use super::checked_clock::later;
use super::table_service::TableService;
use super::tournaments::note_named;
use super::with_value::with_value;
use kradan_store::{Counted, DailyBoard, DailyPuzzle, Job, JobKind, StoreError, Task};
use kradan_table::{GuildId, PlayerId};

/// For how long answers are gathered before their message counts them.
const GATHERED_FOR: SignedDuration = SignedDuration::from_secs(3);

impl TableService {
    /// Has the daily puzzle of a server looked at now: it was given a channel, or lost it.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn look_at_daily_puzzle(&self, server: GuildId) -> Result<(), StoreError> {
        look_in(self, server, SignedDuration::ZERO).await
    }

    /// Notes the answer of a player to the puzzle of a day on a server.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn answer_daily_puzzle(
        &self,
        (server, day): (GuildId, i64),
        player: PlayerId,
        is_solved: bool,
    ) -> Result<Counted, StoreError> {
        note_named(self.store(), server, player).await?;
        let (change, counted) = with_value(move |daily: &mut DailyPuzzle| {
            let counted = daily.answer(day, player, is_solved);
            (counted, daily.board.as_ref().is_some_and(DailyBoard::is_behind))
        });
        self.store.update_daily_puzzle(server, change).await?;
        let (counted, is_behind) = counted();
        if is_behind {
            look_in(self, server, GATHERED_FOR).await?;
        }
        Ok(counted)
    }

    /// Has a player mentioned with the next daily puzzles of a server, or no longer. Returns whether there is
    /// room for it.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn set_daily_mention(
        &self,
        server: GuildId,
        player: PlayerId,
        is_wanted: bool,
    ) -> Result<bool, StoreError> {
        note_named(self.store(), server, player).await?;
        let (change, has_room) =
            with_value(move |daily: &mut DailyPuzzle| daily.set_mention(player, is_wanted));
        self.store.update_daily_puzzle(server, change).await?;
        Ok(has_room())
    }
}

async fn look_in(
    service: &TableService,
    server: GuildId,
    time: SignedDuration,
) -> Result<(), StoreError> {
    let ready_at = later(service.clock.now(), time);
    let job = Job::new(Task::DailyPuzzle(server, chance()), ready_at);
    service.store.put_job(job).await?;
    service.wake_jobs(JobKind::DailyPuzzle);
    Ok(())
}

/// Takes somebody whose data is erased out of the daily puzzle of a server.
pub(super) async fn erase_from_daily_puzzle(
    service: &TableService,
    server: GuildId,
    player: PlayerId,
) -> Result<(), StoreError> {
    let change = move |daily: &mut DailyPuzzle| daily.erase_player(player);
    service.store.update_daily_puzzle(server, Box::new(change)).await?;
    look_in(service, server, SignedDuration::ZERO).await
}
