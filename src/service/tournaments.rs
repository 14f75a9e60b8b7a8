//! Tournaments: their games begin, are counted, and are judged where they are not over in time.

use std::collections::{BTreeMap, HashMap};

use jiff::{SignedDuration, Timestamp};

use super::ask::ATTEMPTS_MAX;
use super::checked_clock::later;
use super::commit::{self, CommitWith};
use super::computers::Computers;
use super::error_chain::ErrorChain;
use super::table_service::TableService;
use super::with_value::with_value;
use super::{holidays, ratings};
use kradan_engine::{self as engine, Strength};
use kradan_ratings::pairings::{GameResult, Pairing};
use kradan_rules::{BySide, Game, Side, Verdict};
use kradan_store::{CommitError, Profile, Store, StoreError, StoredTable, Tournaments};
use kradan_table::{
    ChannelId, ChosenThemes, Event, GuildId, Level, PlayerId, Table, TableId, Tournament,
    TournamentAct, TournamentCommand, TournamentId, TournamentRefusal, result_of,
};

/// How long a process claims the tournaments of a server.
const CLAIM_LENGTH: SignedDuration = SignedDuration::from_secs(40);

/// How often a tournament is looked at that runs: a game that ends has it looked at at once, unless the
/// process ends in between.
const LOOK_EVERY: SignedDuration = SignedDuration::from_hours(1);

/// How a game is looked at that is judged.
const JUDGED_WITH: Strength = Strength { nodes: 300_000, depth: 64, spread: 0, solves: 16 };

/// The most steps of a tournament in a row: a knockout whose players have left takes one for each round.
const STEPS_MAX: usize = 8;

impl TableService {
    /// Changes the tournaments of a server, and has them looked at.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn update_tournaments<T: Send + 'static>(
        &self,
        server: GuildId,
        change: impl Fn(&mut Tournaments) -> T + Send + Sync + 'static,
    ) -> Result<(Tournaments, T), StoreError> {
        let now = self.clock.now().as_second();
        let (edit, value) = with_value(move |all: &mut Tournaments| {
            let value = change(all);
            all.due = Some(now);
            value
        });
        let all = self.store.update_tournaments(server, edit).await?;
        self.tournaments_changed.notify_one();
        Ok((all, value()))
    }

    /// Changes a tournament of a server, as far as it is known.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn change_tournament(
        &self,
        server: GuildId,
        id: TournamentId,
        change: impl Fn(&mut Tournament) + Send + Sync + 'static,
    ) -> Result<(), StoreError> {
        let change = move |all: &mut Tournaments| {
            if let Some(tournament) = all.get_mut(id) {
                change(tournament);
            }
        };
        self.store.update_tournaments(server, Box::new(change)).await.map(drop)
    }

    /// Adds a tournament that a player makes, and returns whether there is room for it.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn add_tournament(
        &self,
        server: GuildId,
        made_by: PlayerId,
        tournament: Tournament,
    ) -> Result<bool, StoreError> {
        note_named(self.store(), server, made_by).await?;
        let added = self.update_tournaments(server, move |all| all.add(tournament.clone())).await?;
        Ok(added.1)
    }

    /// Does what a member asks of a tournament, and returns it as it is then.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn ask_tournament(
        &self,
        (server, id): (GuildId, TournamentId),
        (player, is_moderator): (PlayerId, bool),
        command: TournamentCommand,
    ) -> Result<Result<Tournament, TournamentRefusal>, StoreError> {
        if matches!(command, TournamentCommand::Join | TournamentCommand::TakeOver(_)) {
            note_named(self.store(), server, player).await?;
        }
        let now = self.clock.now();
        let ask = move |all: &mut Tournaments| {
            let tournament = all.get_mut(id).ok_or(TournamentRefusal::Over)?;
            tournament.apply(player, is_moderator, command, now)?;
            Ok(tournament.clone())
        };
        Ok(self.update_tournaments(server, ask).await?.1)
    }

    /// Waits until a tournament may have to be looked at.
    pub async fn tournaments_changed(&self) {
        self.tournaments_changed.notified().await;
    }

    /// Claims the tournaments of a server for this process; `None` where another one holds them.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn claim_tournaments(
        &self,
        server: GuildId,
    ) -> Result<Option<Tournaments>, StoreError> {
        let (now, claimant) = (self.clock.now(), self.claimant);
        let claim = move |all: &mut Tournaments| {
            if all.claim(claimant, now, CLAIM_LENGTH) {
                all.due = Some(later(now, CLAIM_LENGTH).as_second());
            }
        };
        let all = self.store.update_tournaments(server, Box::new(claim)).await?;
        let is_ours = all.claim == Some((claimant.0, later(now, CLAIM_LENGTH)));
        Ok(is_ours.then_some(all))
    }

    /// Ends this process's claim on the tournaments of a server, which are due when something follows
    /// from time, at once where something was changed meanwhile, or after `retry_in`.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn release_tournaments(
        &self,
        server: GuildId,
        retry_in: Option<SignedDuration>,
    ) -> Result<(), StoreError> {
        let (now, claimant) = (self.clock.now(), self.claimant);
        let release = move |all: &mut Tournaments| {
            if all.claim.is_some_and(|(by, _)| by != claimant.0) {
                return;
            }
            let until = all.claim.take().map(|(_, until)| until.as_second());
            let next = next_look(all, now);
            let retry = retry_in.map(|pause| later(now, pause).as_second());
            let next = [next, retry].into_iter().flatten().min();
            let is_changed = all.due != until;
            all.due = if is_changed { all.due.min(next).or(all.due) } else { next };
        };
        self.store.update_tournaments(server, Box::new(release)).await.map(drop)
    }

    /// Does what follows in a tournament from time and from its games, and returns it as it is then.
    /// `next` is the id of the first game that begins.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn advance_tournament(
        &self,
        server: GuildId,
        id: TournamentId,
        next: TableId,
    ) -> Result<Option<Tournament>, StoreError> {
        for _ in 0..STEPS_MAX {
            let Some(before) = self.store.tournaments(server).await?.get(id).cloned() else {
                return Ok(None);
            };
            let now = self.clock.now();
            let results = results_of(self, &before, now).await?;
            let ratings = ratings_of(self.store(), &before).await?;
            let seen = before.clone();
            // What was changed meanwhile is looked at anew: its games are not as it says yet.
            let pass = move |all: &mut Tournaments| {
                if let Some(same) = all.get_mut(id).filter(|same| **same == seen) {
                    same.pass_time(now, &results, &ratings, next);
                }
            };
            let all = self.store.update_tournaments(server, Box::new(pass)).await?;
            if all.get(id) == Some(&before) {
                return Ok(Some(before));
            }
        }
        Ok(self.store.tournaments(server).await?.get(id).cloned())
    }

    /// Does with a game what its tournament does, and returns its table as it is then.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn act(&self, id: TableId, act: TournamentAct) -> Result<Option<Table>, StoreError> {
        let _guard = self.table_locks.lock(id).await;
        for _ in 0..ATTEMPTS_MAX {
            let Some(mut stored) = self.load(id).await? else { return Ok(None) };
            let before = stored.table.clone();
            let now = self.clock.read().time_at(stored.credited);
            let events = stored.table.apply_act(act, now);
            if stored.table == before {
                return Ok(Some(before));
            }
            let ratings = ratings::rate(self, id, &mut stored.table, &events).await?;
            let (table, channel) = (stored.table.clone(), stored.table.channel());
            let stored = StoredTable { revision: stored.revision + 1, ..stored };
            let with = CommitWith { ratings, ..CommitWith::default() };
            match commit::commit(self, id, stored, events, None, channel, with).await {
                Ok(_) => return Ok(Some(table)),
                Err(CommitError::Failed(error)) => return Err(error),
                Err(_) => {}
            }
        }
        Ok(None)
    }

    /// Begins the open games of a tournament that have not begun, in this channel. `themes` are those that
    /// its players chose.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn begin_games(
        &self,
        server: GuildId,
        tournament: &Tournament,
        channel: ChannelId,
        themes: &ChosenThemes,
    ) -> Result<(), StoreError> {
        if tournament.is_over() || tournament.paused_since.is_some() {
            return Ok(());
        }
        let open = || tournament.games().filter(|game| game.result == GameResult::Open);
        let begun = self.store.tables(open().map(|game| game.table).collect()).await?;
        for game in open().filter(|game| begun.iter().all(|(id, _)| *id != game.table)) {
            let reading = self.clock.read();
            let now = reading.moment_at(reading.credited);
            let began = tournament.begin_game(game, (server, channel), themes, now);
            let Some((mut table, events)) = began else { continue };
            holidays::keep_profiles_in_new_game(self.store(), &mut table, &events, now.time)
                .await?;
            let stored = StoredTable { table, revision: 1, credited: reading.credited };
            let with = CommitWith::default();
            match commit::commit(self, game.table, stored, events, None, channel, with).await {
                // Another process was faster.
                Ok(_) | Err(CommitError::Conflict) => {}
                Err(CommitError::Failed(error)) => return Err(error),
                Err(error) => {
                    tracing::error!(error = %ErrorChain(&error), "tournament game not started");
                }
            }
        }
        Ok(())
    }
}

/// Notes at a player that a tournament or the daily puzzle of a server names them.
pub(super) async fn note_named(
    store: &dyn Store,
    server: GuildId,
    player: PlayerId,
) -> Result<(), StoreError> {
    let note = move |person: &mut Profile| _ = person.named_on.insert(server);
    store.update_profile(player, Box::new(note)).await.map(drop)
}

/// Has the tournament of a game looked at that ends. A failure costs an hour.
pub(super) async fn note_game_over(service: &TableService, table: &Table, events: &[Event]) {
    let ends = events.iter().any(|event| matches!(event, Event::Ended(_)));
    let Some(of) = table.tournament().filter(|_| ends) else { return };
    if let Err(error) = service.update_tournaments(of.server, |_| ()).await {
        tracing::error!(error = %ErrorChain(&error), "tournament not updated after a game: checked again later");
    }
}

/// The results of the games that are over. Those that have to be are ended, and the clocks and seats
/// of the others are as the tournament says.
async fn results_of(
    service: &TableService,
    tournament: &Tournament,
    now: Timestamp,
) -> Result<BTreeMap<TableId, GameResult>, StoreError> {
    let mut results = BTreeMap::new();
    if tournament.shown.is_end_told {
        return Ok(results);
    }
    let games = || tournament.games().filter(|game| !matches!(game.result, GameResult::Over(_)));
    let tables = service.load_all(games().map(|game| game.table).collect()).await?;
    let tables: HashMap<TableId, StoredTable> = tables.into_iter().collect();
    let is_late = tournament.due_at().is_some_and(|due| due <= now);
    for game in games() {
        let id = game.table;
        let table = tables.get(&id).map(|stored| &stored.table);
        let result = match (game.result, table) {
            (GameResult::Open, Some(table)) if table.ending().is_some() => result_of(table),
            (GameResult::Open, Some(table)) if is_late => {
                let verdict = judge(&service.computers, table).await;
                let table = service.act(id, TournamentAct::Judge(verdict)).await?;
                table.as_ref().and_then(result_of)
            }
            (GameResult::Open, Some(table)) => {
                for act in acts(tournament, game.pairing, table) {
                    service.act(id, act).await?;
                }
                None
            }
            // It could not be begun, or cannot be read any more.
            (GameResult::Open, None) => is_late.then(|| GameResult::Forfeited(BySide::default())),
            (GameResult::Forfeited(by), Some(table)) if table.is_running() => {
                if let Some(side) = Side::ALL.into_iter().find(|side| by[*side]) {
                    service.act(id, TournamentAct::Forfeit(side)).await?;
                }
                None
            }
            _ => None,
        };
        results.extend(result.map(|result| (id, result)));
    }
    Ok(results)
}

/// The ratings of who plays, before it begins.
async fn ratings_of(
    store: &dyn Store,
    tournament: &Tournament,
) -> Result<BTreeMap<PlayerId, i32>, StoreError> {
    if tournament.has_begun() {
        return Ok(BTreeMap::new());
    }
    let players = tournament.entrants.iter().filter_map(|entrant| entrant.player).collect();
    let profiles = store.profiles(players).await?;
    let rating = |(player, profile): &(PlayerId, Profile)| {
        let rating = profile.ratings.of.get(&tournament.terms.kind)?;
        Some((*player, rating.shown()))
    };
    Ok(profiles.iter().filter_map(rating).collect())
}

/// How a game ends that is not over in time. A search that fails leaves it drawn.
async fn judge(computers: &Computers, table: &Table) -> Verdict {
    let asker = table.person_to_move().unwrap_or(PlayerId(0));
    let _thread = computers.thread(asker, Level::MAX).await;
    let game: Game = table.game().clone();
    let judged = tokio::task::spawn_blocking(move || engine::judge(&game, JUDGED_WITH)).await;
    judged.unwrap_or(Verdict::Draw)
}

/// Takes somebody whose data is erased out of the tournaments of a server.
pub(super) async fn erase_from_tournaments(
    service: &TableService,
    server: GuildId,
    player: PlayerId,
) -> Result<(), StoreError> {
    let erase = move |all: &mut Tournaments| {
        all.all.iter_mut().for_each(|tournament| _ = tournament.erase_player(player));
    };
    service.update_tournaments(server, erase).await.map(drop)
}

/// When one of the tournaments of a server is to be looked at next, in seconds since 1970.
fn next_look(all: &Tournaments, now: Timestamp) -> Option<i64> {
    let next = all.all.iter().filter_map(|tournament| {
        let at = tournament.due_at();
        // A second is a whole one: what is due within it is due at its end.
        let at = at.map(|at| at.as_second().saturating_add(1));
        let look = later(now, LOOK_EVERY).as_second();
        match tournament.is_over() {
            true => (!tournament.shown.is_end_told).then_some(now.as_second()),
            false if tournament.has_begun() => Some(at.map_or(look, |at| at.min(look))),
            false => at,
        }
    });
    next.min()
}

/// What a tournament does with a running game that is not as it says.
fn acts(tournament: &Tournament, pairing: Pairing, table: &Table) -> Vec<TournamentAct> {
    let mut acts = Vec::new();
    for side in Side::ALL {
        let player = tournament.entrants[pairing[side]].player;
        let sits = table.seats().and_then(|seats| seats[side].player());
        if let Some(player) = player.filter(|player| Some(*player) != sits) {
            acts.push(TournamentAct::Seat(side, player));
        }
    }
    match (tournament.paused_since, table.is_stopped()) {
        (Some(_), false) => acts.push(TournamentAct::Pause),
        (None, true) => acts.push(TournamentAct::Resume),
        _ => {}
    }
    acts
}
