//! The hall: one table at a time, each interaction once, and time.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use kradan::rules::{GameKind, Side};
use kradan::service::{
    Clock, Committed, InteractionId, InteractionToken, Limit, LimitReached, Limits, Listing,
    RequestContext, ServiceError, Store as _, TableService,
};
use kradan::store::SledStore;
use kradan::table::{
    ChallengeTerms, ChannelId, Command, Ending, Event, PlayerId, Refusal, Seen, TableId,
    TimeControl,
};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);
const HERE: ChannelId = ChannelId(10);
const DAY: i64 = 24 * 60 * 60;

/// A hall with its folder, and the number of the next interaction.
struct House {
    store: Arc<SledStore>,
    service: Arc<TableService<SledStore>>,
    clock: Clock,
    next: u64,
    folder: TempDir,
}

impl House {
    fn open() -> House {
        House::open_with(Clock::of_machine(), Limits::default())
    }

    fn with_limits(limits: Limits) -> House {
        House::open_with(Clock::of_machine(), limits)
    }

    fn open_with(clock: Clock, limits: Limits) -> House {
        let folder = TempDir::new().unwrap();
        let store = Arc::new(SledStore::open(folder.path()).unwrap());
        let service = TableService::new(Arc::clone(&store), clock.clone()).with_limits(limits);
        House { store, service: Arc::new(service), clock, next: 100, folder }
    }

    /// Closes the hall and opens it again, some time later.
    async fn away_for(self, seconds: i64) -> House {
        self.killed_and_back_after(seconds, 0).await
    }

    /// The same, with the clock of the machine set in between.
    async fn killed_and_back_after(self, seconds: i64, set_by: i64) -> House {
        let House { store, service, clock, next, folder } = self;
        store.close().await.unwrap();
        drop((store, service));
        clock.advance(seconds);
        clock.set_wall(set_by);
        let store = Arc::new(SledStore::open(folder.path()).unwrap());
        let service = Arc::new(TableService::new(Arc::clone(&store), clock.clone()));
        service.record_heartbeat().await.unwrap();
        House { store, service, clock, next, folder }
    }

    /// Lets time pass while somebody is there to take moves.
    async fn pass(&self, seconds: i64) {
        self.clock.pass(SignedDuration::from_secs(seconds));
        self.service.record_heartbeat().await.unwrap();
    }

    fn asked(&mut self, player: PlayerId) -> RequestContext {
        self.next += 1;
        let interaction = InteractionId(self.next);
        let answer = InteractionToken { interaction, token: "secret".to_owned() };
        RequestContext { interaction, player, answer: Some(answer) }
    }

    async fn ask(
        &mut self,
        player: PlayerId,
        id: TableId,
        command: &Command,
    ) -> Result<Committed, ServiceError> {
        let asked = self.asked(player);
        self.service.ask(&asked, id, command).await
    }

    /// A table at which Ann is to make the first move of an Othello game.
    async fn table(&mut self) -> TableId {
        let wish = ChallengeTerms {
            opponent: Some(BEN),
            side: Some(Side::First),
            ..ChallengeTerms::of(GameKind::Othello)
        };
        let asked = self.asked(ANN);
        let opened = self.service.challenge(&asked, wish, HERE).await.unwrap();
        self.ask(BEN, opened.id, &Command::Accept).await.unwrap();
        opened.id
    }

    /// Lets time pass as it does: the hall looks at the clock every few seconds.
    async fn run_for(&self, seconds: i64) {
        for _ in 0..seconds / 20 {
            self.clock.advance(20);
            // The clock notes what the machine's says.
            let _ = self.clock.read();
        }
        self.clock.advance(seconds % 20);
        self.keep_time_once().await;
    }

    /// Does what is due now.
    async fn keep_time_once(&self) {
        let stop = CancellationToken::new();
        stop.cancel();
        self.service.run_due_tables(&stop).await;
    }

    /// How long it is until the deadline of a table.
    async fn left(&self, id: TableId) -> SignedDuration {
        let row = self.service.load(id).await.unwrap().unwrap();
        row.table.deadline().unwrap().duration_since(self.clock.now())
    }

    async fn plies(&self, id: TableId) -> usize {
        self.service.load(id).await.unwrap().unwrap().table.game().plies()
    }

    /// Lets the hall keep its time until the table is as it should be.
    async fn time_passes(&self, is_so: impl AsyncFn() -> bool) {
        let stop = CancellationToken::new();
        let keeping = tokio::spawn({
            let (service, stop) = (Arc::clone(&self.service), stop.clone());
            async move { service.run_due_tables(&stop).await }
        });
        while !is_so().await {
            tokio::task::yield_now().await;
        }
        stop.cancel();
        keeping.await.unwrap();
    }

    async fn owed(&self, id: TableId) -> Vec<Vec<Event>> {
        let owed = self.service.store().pending_of_table(id).await.unwrap();
        owed.into_iter().map(|notice| notice.events).collect()
    }
}

#[tokio::test]
async fn an_interaction_that_comes_twice_is_done_once() {
    let mut house = House::open();
    let id = house.table().await;
    let asked = house.asked(ANN);
    let first = house.service.ask(&asked, id, &Command::play("f5")).await.unwrap();
    let second = house.service.ask(&asked, id, &Command::play("f5")).await.unwrap();
    assert_eq!(first.events, second.events);
    assert_eq!(first.entry, second.entry);
    assert_eq!(house.plies(id).await, 1);

    // Once the world has heard of it there is nothing left to say.
    house.service.store().mark_delivered(first.entry.unwrap().id, None).await.unwrap();
    let third = house.service.ask(&asked, id, &Command::play("f5")).await;
    assert!(matches!(third, Err(ServiceError::DoneBefore)), "{third:?}");
    assert_eq!(house.plies(id).await, 1);
}

#[tokio::test]
async fn a_refusal_stays_one_when_it_would_be_legal_by_then() {
    let mut house = House::open();
    let id = house.table().await;
    let early = house.asked(BEN);
    let refused = house.service.ask(&early, id, &Command::play("d6")).await;
    assert!(
        matches!(refused, Err(ServiceError::Refused { refusal: Refusal::NotYourTurn { .. }, .. })),
        "{refused:?}"
    );
    house.ask(ANN, id, &Command::play("f5")).await.unwrap();
    let again = house.service.ask(&early, id, &Command::play("d6")).await;
    assert!(matches!(again, Err(ServiceError::RefusedBefore)), "{again:?}");
    assert_eq!(house.plies(id).await, 1);
}

#[tokio::test]
async fn a_challenge_that_comes_twice_opens_one_table() {
    let mut house = House::open();
    let asked = house.asked(ANN);
    let first =
        house.service.challenge(&asked, ChallengeTerms::of(GameKind::Ogi), HERE).await.unwrap();
    let second =
        house.service.challenge(&asked, ChallengeTerms::of(GameKind::Ogi), HERE).await.unwrap();
    assert_eq!(first.id, second.id);
    assert_eq!(house.service.tables_of_player(ANN, Listing::Sent, 9).await.unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_moves_at_once_one_is_made_even_in_two_halls() {
    let mut house = House::open();
    let id = house.table().await;
    // Two processes over one store, as far as the store can tell.
    let other = Arc::new(TableService::new(Arc::clone(&house.store), house.clock.clone()));
    for ply in 0..40 {
        let row = house.service.load(id).await.unwrap().unwrap();
        let Some((_, player)) = row.table.to_move() else { break };
        let moves = row.table.game().legal_moves();
        let (one, two) = (house.asked(player), house.asked(player));
        let seen = Seen::of(row.table.game());
        let command = |text: &str| Command::play(text).on(seen);
        let (first, last) = (command(&moves[0]), command(moves.last().unwrap()));
        let tasks = [
            tokio::spawn({
                let service = Arc::clone(&house.service);
                async move { service.ask(&one, id, &first).await.is_ok() }
            }),
            tokio::spawn({
                let service = Arc::clone(&other);
                async move { service.ask(&two, id, &last).await.is_ok() }
            }),
        ];
        let mut made = 0;
        for task in tasks {
            made += usize::from(task.await.unwrap());
        }
        assert_eq!(made, 1, "at ply {ply}");
        let plies = house.plies(id).await;
        assert!(plies > ply);
        if plies != ply + 1 {
            break; // A pass came after it: the plies seen from here on are others.
        }
    }
}

#[tokio::test]
async fn a_player_is_reminded_once_and_then_out_of_time() {
    let mut house = House::open();
    let id = house.table().await;
    let before = house.owed(id).await.len();
    let time = i64::from(TimeControl::default().in_days()) * DAY;

    house.pass(time * 4 / 5 + 60).await;
    house.time_passes(async || house.owed(id).await.len() > before).await;
    let reminded = Event::Reminded { side: Side::First };
    assert_eq!(house.owed(id).await.last().unwrap(), &vec![reminded.clone()]);

    house.pass(time / 5).await;
    let is_over = async || house.service.load(id).await.unwrap().unwrap().table.ending().is_some();
    house.time_passes(is_over).await;
    let owed = house.owed(id).await;
    assert_eq!(owed.last().unwrap(), &vec![Event::Ended(Ending::OutOfTime(Side::First))]);
    assert_eq!(owed.iter().filter(|events| events.contains(&reminded)).count(), 1);
    assert_eq!(owed.len(), before + 2);
}

#[tokio::test]
async fn a_move_after_the_deadline_is_too_late_whoever_notices_first() {
    let mut house = House::open();
    let id = house.table().await;
    house.pass(4 * DAY).await;
    let late = house.ask(ANN, id, &Command::play("f5")).await;
    let ending = Ending::OutOfTime(Side::First);
    assert!(
        matches!(late, Err(ServiceError::Refused { refusal: Refusal::Over(it), .. }) if it == ending),
        "{late:?}"
    );
    assert_eq!(house.plies(id).await, 0);
}

#[tokio::test]
async fn while_nobody_is_there_no_time_is_lost() {
    let mut house = House::open();
    house.service.record_heartbeat().await.unwrap();
    let id = house.table().await;
    let deadline = house.service.load(id).await.unwrap().unwrap().table.deadline().unwrap();

    let mut house = house.away_for(5 * DAY).await;
    let row = house.service.load(id).await.unwrap().unwrap();
    let later = row.table.deadline().unwrap().duration_since(deadline);
    let missed = SignedDuration::from_secs(5 * DAY);
    let inexact = SignedDuration::from_mins(2);
    assert!(later > missed - inexact && later < missed + inexact, "{later}");
    // What is credited once is not credited again.
    house.ask(ANN, id, &Command::play("f5")).await.unwrap();
    let row = house.service.load(id).await.unwrap().unwrap();
    let left = row.table.deadline().unwrap().duration_since(house.clock.now());
    assert!(left <= SignedDuration::from_secs(3 * DAY), "{left}");
}

#[tokio::test]
async fn a_machine_that_slept_wakes_to_a_move_in_time() {
    let mut house = House::open();
    let (awake, woken) = (house.table().await, house.table().await);
    // Nobody wrote that down, for the machine itself was asleep.
    house.clock.advance(5 * DAY);
    house.ask(ANN, awake, &Command::play("f5")).await.unwrap();
    house.time_passes(async || house.plies(awake).await == 1).await;
    house.ask(ANN, woken, &Command::play("f5")).await.unwrap();
}

/// A challenge to Ben, or to anybody.
fn wish(opponent: Option<PlayerId>) -> ChallengeTerms {
    ChallengeTerms { opponent, side: Some(Side::First), ..ChallengeTerms::of(GameKind::Othello) }
}

impl House {
    async fn challenge(
        &mut self,
        player: PlayerId,
        opponent: Option<PlayerId>,
    ) -> Result<Committed, ServiceError> {
        let asked = self.asked(player);
        self.service.challenge(&asked, wish(opponent), HERE).await
    }

    /// In how many seconds something will be allowed.
    fn seconds_until(&self, reached: LimitReached) -> i64 {
        let left = reached.until.unwrap().duration_since(self.clock.now());
        left.as_secs() + i64::from(left.subsec_nanos() > 0)
    }
}

fn limited(answer: Result<Committed, ServiceError>) -> LimitReached {
    match answer {
        Err(ServiceError::Limited(reached)) => reached,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn challenges_of_others_take_nobodys_room() {
    let mut house = House::open();
    for challenger in 0..Limits::default().challenges_received as u64 {
        house.challenge(PlayerId(1_000 + challenger), Some(BEN)).await.unwrap();
    }
    house.challenge(BEN, None).await.unwrap();
}

#[tokio::test]
async fn nobody_opens_more_tables_than_the_hall_keeps_for_one() {
    let usual = Limits::default();
    let mut house = House::with_limits(Limits { challenges_per_hour: 1_000, ..usual });
    for _ in 0..usual.challenges_waiting {
        house.challenge(ANN, None).await.unwrap();
    }
    let reached = limited(house.challenge(ANN, None).await);
    let most = usual.challenges_waiting;
    assert_eq!(reached.limit, Limit::Waiting { challenger: ANN, most });
    assert!(house.seconds_until(reached) > 6 * DAY, "{reached:?}");
    house.challenge(BEN, None).await.unwrap();
}

#[tokio::test]
async fn the_eleventh_challenge_in_an_hour_is_for_later() {
    let mut house = House::open();
    for _ in 0..10 {
        let id = house.challenge(ANN, None).await.unwrap().id;
        house.ask(ANN, id, &Command::Cancel).await.unwrap();
        house.pass(60).await;
    }
    let eleventh = house.asked(ANN);
    let reached = limited(house.service.challenge(&eleventh, wish(None), HERE).await);
    let seconds = house.seconds_until(reached);
    assert!((1..=3_000).contains(&seconds), "{reached:?}");
    house.pass(seconds).await;
    // What was refused stays so when it comes again.
    let again = house.service.challenge(&eleventh, wish(None), HERE).await;
    assert!(matches!(again, Err(ServiceError::RefusedBefore)), "{again:?}");
    house.challenge(ANN, None).await.unwrap();
}

#[tokio::test]
async fn the_same_person_is_challenged_once_a_minute() {
    let mut house = House::open();
    let id = house.challenge(ANN, Some(BEN)).await.unwrap().id;
    house.ask(BEN, id, &Command::Decline).await.unwrap();
    let reached = limited(house.challenge(ANN, Some(BEN)).await);
    assert!(matches!(reached.limit, Limit::SentTo { opponent: BEN, .. }), "{reached:?}");
    let seconds = house.seconds_until(reached);
    assert!((1..=60).contains(&seconds), "{reached:?}");
    house.challenge(ANN, Some(PlayerId(3))).await.unwrap();
    house.pass(seconds).await;
    house.challenge(ANN, Some(BEN)).await.unwrap();
}

#[tokio::test]
async fn a_rematch_is_asked_right_after_the_game_but_not_twice_in_a_minute() {
    let mut house = House::open();
    let id = house.table().await;
    house.ask(BEN, id, &Command::Resign).await.unwrap();
    let asked = house.asked(ANN);
    let rematch = house.service.rematch(&asked, id).await.unwrap().id;
    house.ask(BEN, rematch, &Command::Decline).await.unwrap();
    let asked = house.asked(ANN);
    let reached = limited(house.service.rematch(&asked, id).await);
    assert!(matches!(reached.limit, Limit::SentTo { opponent: BEN, .. }), "{reached:?}");
    // Ben has sent none.
    let asked = house.asked(BEN);
    house.service.rematch(&asked, id).await.unwrap();
}

#[tokio::test]
async fn both_have_room_for_a_game_that_is_accepted() {
    let limits = Limits { games_running: 2, ..Limits::default() };
    for (busy, running) in [(ANN, BEN), (BEN, ANN)] {
        let mut house = House::with_limits(limits);
        let waiting = house.challenge(ANN, Some(BEN)).await.unwrap().id;
        let mut last = None;
        for challenger in [11, 12].map(PlayerId) {
            let id = house.challenge(challenger, Some(busy)).await.unwrap().id;
            house.ask(busy, id, &Command::Accept).await.unwrap();
            last = Some(id);
        }
        let reached = limited(house.ask(BEN, waiting, &Command::Accept).await);
        assert_eq!(reached.limit, Limit::Running { player: busy, most: 2 }, "not {running:?}");
        assert_eq!(limited(house.challenge(busy, None).await).limit, reached.limit);
        house.ask(busy, last.unwrap(), &Command::Resign).await.unwrap();
        house.ask(BEN, waiting, &Command::Accept).await.unwrap();
    }
}

#[tokio::test]
async fn the_date_to_come_back_counts_the_time_in_which_nobody_was_there() {
    let house = House::open();
    house.service.record_heartbeat().await.unwrap();
    let mut house = house.away_for(20 * DAY).await;
    for challenger in 0..Limits::default().challenges_received as u64 {
        house.challenge(PlayerId(1_000 + challenger), Some(BEN)).await.unwrap();
    }
    let reached = limited(house.challenge(ANN, Some(BEN)).await);
    assert!(matches!(reached.limit, Limit::Received { player: BEN, .. }), "{reached:?}");
    let seconds = house.seconds_until(reached);
    assert!((6 * DAY..=7 * DAY).contains(&seconds), "{reached:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_a_hundred_and_fifty_challenges_at_once_no_more_stand_than_may() {
    let limits = Limits { challenges_per_hour: 1_000, ..Limits::default() };
    let mut house = House::with_limits(limits);
    let asked: Vec<RequestContext> = (0..150).map(|_| house.asked(ANN)).collect();
    let tasks = asked.into_iter().map(|asked| {
        let service = Arc::clone(&house.service);
        tokio::spawn(async move { service.challenge(&asked, wish(None), HERE).await.is_ok() })
    });
    let mut stand = 0;
    for task in tasks.collect::<Vec<_>>() {
        stand += usize::from(task.await.unwrap());
    }
    assert_eq!(stand, 25);
}

#[tokio::test]
async fn what_a_player_means_to_do_to_a_count_is_nobodys_business_yet() {
    let mut house = House::open();
    let wish = ChallengeTerms {
        opponent: Some(BEN),
        side: Some(Side::First),
        ..ChallengeTerms::of(GameKind::Makruk)
    };
    let asked = house.asked(ANN);
    let id = house.service.challenge(&asked, wish, HERE).await.unwrap().id;
    house.ask(BEN, id, &Command::Accept).await.unwrap();
    let refused = house.ask(ANN, id, &Command::from(kradan::rules::makruk::Act::Claim)).await;
    // Pawns stand in the way of a count at the start, and a refusal owes the world nothing.
    assert!(matches!(refused, Err(ServiceError::Refused { .. })), "{refused:?}");
    assert_eq!(house.owed(id).await.len(), 2);
}

#[tokio::test]
async fn a_challenge_that_came_to_nothing_is_forgotten() {
    let mut house = House::open();
    for command in [Command::Decline, Command::Accept] {
        let asked = house.asked(ANN);
        let wish = ChallengeTerms { opponent: Some(BEN), ..ChallengeTerms::of(GameKind::Ogi) };
        let id = house.service.challenge(&asked, wish, HERE).await.unwrap().id;
        house.ask(BEN, id, &command).await.unwrap();
        // Whoever clicks on it soon after hears what became of it.
        house.pass(6 * DAY).await;
        let late = house.ask(BEN, id, &Command::Decline).await;
        let answered = Refusal::Answered;
        assert!(
            matches!(&late, Err(ServiceError::Refused { refusal, .. }) if *refusal == answered),
            "{late:?}"
        );
        house.pass(2 * DAY).await;
        if command == Command::Decline {
            let store = Arc::clone(&house.store);
            house.time_passes(async || store.table(id).await.unwrap().is_none()).await;
            let late = house.ask(BEN, id, &Command::Decline).await;
            assert!(matches!(late, Err(ServiceError::NoTable)), "{late:?}");
        } else {
            let row = house.service.load(id).await.unwrap();
            assert!(row.is_some(), "what was played is kept");
        }
    }
}

/// Some day, on a clock that goes as it is told.
fn by_hand() -> Clock {
    Clock::by_hand("2026-11-20T00:00:00Z".parse().unwrap())
}

fn seconds(seconds: i64) -> SignedDuration {
    SignedDuration::from_secs(seconds)
}

#[tokio::test]
async fn a_clock_ten_days_ahead_for_three_seconds_changes_nothing() {
    for days in [10, -10] {
        let mut house = House::open_with(by_hand(), Limits::default());
        let id = house.table().await;
        for place in [0, 1] {
            house.service.store().add_reader(BEN, ChannelId(place)).await.unwrap();
        }
        house.ask(ANN, id, &Command::play("f5")).await.unwrap();
        house.run_for(DAY / 24).await;
        let deadline = house.service.load(id).await.unwrap().unwrap().table.deadline();
        let told = house.owed(id).await.len();

        house.clock.set_wall(days * DAY);
        house.service.record_heartbeat().await.unwrap();
        house.run_for(3).await;
        house.clock.set_wall(-days * DAY);
        house.run_for(60).await;
        assert_eq!(house.owed(id).await.len(), told, "nobody is reminded or decided");

        for round in 0..10 {
            house.ask(ANN, id, &Command::Show(ChannelId(round % 2))).await.unwrap();
            if round == 0 {
                house.ask(ANN, id, &Command::Draw).await.unwrap();
                house.ask(BEN, id, &Command::DeclineDraw).await.unwrap();
            }
            house.run_for(3).await;
            let now = house.service.load(id).await.unwrap().unwrap().table.deadline();
            assert_eq!(now, deadline, "{days} days");
        }
        // Nor after the next start.
        let house = house.away_for(0).await;
        let now = house.service.load(id).await.unwrap().unwrap().table.deadline().unwrap();
        let moved = now.duration_since(deadline.unwrap()).abs();
        assert!(moved <= seconds(20), "{moved}");
    }
}

#[tokio::test]
async fn a_jump_that_lasts_moves_the_deadline_with_the_date() {
    for days in [10, -10] {
        let mut house = House::open_with(by_hand(), Limits::default());
        let id = house.table().await;
        let (date, left) = (house.clock.now(), house.left(id).await);
        house.clock.set_wall(days * DAY);
        house.run_for(20 * 60).await;
        assert_eq!(house.clock.now().duration_since(date), seconds(days * DAY + 20 * 60));
        assert_eq!(house.left(id).await, left - seconds(20 * 60));
        // It is undone as it was done.
        house.clock.set_wall(-days * DAY);
        house.run_for(20 * 60).await;
        assert_eq!(house.clock.now().duration_since(date), seconds(40 * 60));
        assert_eq!(house.left(id).await, left - seconds(40 * 60));
        assert_eq!(house.plies(id).await, 0);
    }
}

#[tokio::test]
async fn what_is_owed_does_not_wait_for_a_date_to_come_again() {
    let mut house = House::open_with(by_hand(), Limits::default());
    let id = house.table().await;
    let ready = async |house: &House| {
        let owed = house.store.pending(house.clock.now() + seconds(5), 9).await.unwrap();
        owed.iter().filter(|notice| notice.id.table == id).count()
    };
    assert_eq!(ready(&house).await, 2);
    house.clock.set_wall(-10 * DAY);
    house.run_for(16 * 60).await;
    assert_eq!(ready(&house).await, 2);
    // A clock that was set back while nobody was there.
    let house = house.killed_and_back_after(60, -10 * DAY).await;
    assert_eq!(ready(&house).await, 2);
}

#[tokio::test]
async fn a_clock_that_is_set_back_is_no_attempt_to_tell() {
    let mut house = House::open_with(by_hand(), Limits::default());
    let id = house.table().await;
    let told = house.store.pending_of_table(id).await.unwrap();
    let first = told.first().unwrap().id;
    let at = house.clock.now() + seconds(DAY);
    house.store.postpone(first, at).await.unwrap();
    house.clock.set_wall(-10 * DAY);
    house.run_for(16 * 60).await;
    let house = house.killed_and_back_after(60, -10 * DAY).await;
    let owed = house.store.pending_of_table(id).await.unwrap();
    assert_eq!(owed.first().unwrap().id, first);
    let moved = at.duration_since(owed.first().unwrap().ready_at);
    assert!(moved > seconds(19 * DAY), "{moved}: it follows the clock");
    let attempts: Vec<u32> = owed.iter().map(|notice| notice.attempts).collect();
    assert_eq!(attempts, [1, 0]);
}

#[tokio::test]
async fn a_start_under_a_wrong_clock_costs_nobody_time() {
    for days in [10, -10] {
        let mut house = House::open_with(by_hand(), Limits::default());
        let id = house.table().await;
        house.run_for(60).await;
        let left = house.left(id).await;
        let house = house.killed_and_back_after(3_600, days * DAY).await;
        let spent = left - house.left(id).await;
        assert!((seconds(0)..=seconds(20)).contains(&spent), "{spent}");
        // It is right again, and the hall starts once more.
        let house = house.killed_and_back_after(3_600, -days * DAY).await;
        let spent = left - house.left(id).await;
        assert!((seconds(0)..=seconds(40)).contains(&spent), "{spent}");
    }
}

#[tokio::test]
async fn a_hall_that_starts_again_and_again_costs_nobody_time() {
    let mut house = House::open_with(by_hand(), Limits::default());
    let id = house.table().await;
    let left = house.left(id).await;
    for _ in 0..20 {
        house = house.away_for(5).await;
    }
    let spent = left - house.left(id).await;
    assert!(spent <= seconds(20), "{spent}: a second for each start");
    // One that takes its leave notes to the moment how long it was there.
    let left = house.left(id).await;
    for _ in 0..20 {
        house.service.record_shutdown().await.unwrap();
        house = house.away_for(DAY).await;
        house.service.record_shutdown().await.unwrap();
    }
    assert_eq!(house.left(id).await, left);
}

#[tokio::test]
async fn what_is_due_is_done_whatever_the_date_was() {
    let time = i64::from(TimeControl::default().in_days()) * DAY;
    for days in [100, -100] {
        let mut house = House::open_with(by_hand(), Limits::default());
        let id = house.table().await;
        house.clock.set_wall(days * DAY);
        house.run_for(16 * 60).await;
        house.pass(time * 4 / 5 - 16 * 60 - 1).await;
        house.keep_time_once().await;
        let reminded = vec![Event::Reminded { side: Side::First }];
        assert_ne!(house.owed(id).await.last(), Some(&reminded));
        house.pass(1).await;
        house.keep_time_once().await;
        assert_eq!(house.owed(id).await.last(), Some(&reminded));
        house.pass(time / 5).await;
        house.keep_time_once().await;
        let ended = vec![Event::Ended(Ending::OutOfTime(Side::First))];
        assert_eq!(house.owed(id).await.last(), Some(&ended));
    }
}

/// What happens to a machine, its clock, the bot on it and a game.
#[derive(Clone, Debug)]
enum Step {
    /// The bot is there, and notes so as it does.
    Run(i64),
    /// It is there for long: what the clock of the test page does.
    Pass(i64),
    /// Nobody looks: the machine sleeps, or the process is stopped.
    Sleep(i64),
    Jump(i64),
    SetRight,
    /// The process ends as it is, and comes back later.
    Kill(i64),
    Move,
    Show,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let long = || prop_oneof![0..200_i64, 0..DAY];
    let step = prop_oneof![
        3 => prop_oneof![0..100_i64, 800..1_200_i64].prop_map(Step::Run),
        2 => long().prop_map(Step::Pass),
        1 => (0..5 * DAY).prop_map(Step::Sleep),
        3 => prop_oneof![-20 * DAY..20 * DAY, -10..10_i64].prop_map(Step::Jump),
        2 => Just(Step::SetRight),
        2 => (0..5 * DAY).prop_map(Step::Kill),
        2 => Just(Step::Move),
        2 => Just(Step::Show),
    ];
    prop::collection::vec(step, 1..24)
}

/// A game under random steps, and what really happened beside it.
struct Trial {
    house: House,
    id: TableId,
    off_by: i64,
    /// How long the bot was there since the last move, and how often it went away since then.
    there: i64,
    absences: i64,
    /// What was noted as the time in which the bot was there, at that move.
    since: Timestamp,
}

impl Trial {
    async fn begin() -> Trial {
        let mut house = House::open_with(by_hand(), Limits::default());
        let id = house.table().await;
        let since = house.clock.read().present;
        Trial { house, id, off_by: 0, there: 0, absences: 0, since }
    }

    async fn take(mut self, step: Step) -> Trial {
        match step {
            Step::Run(seconds) => {
                self.house.run_for(seconds).await;
                self.there += seconds;
            }
            Step::Pass(seconds) => {
                self.house.pass(seconds).await;
                self.house.keep_time_once().await;
                self.there += seconds;
            }
            Step::Sleep(seconds) => {
                self.house.clock.advance(seconds);
                self.absences += 1;
                self.house.keep_time_once().await;
            }
            Step::Jump(seconds) => {
                self.house.clock.set_wall(seconds);
                self.off_by += seconds;
            }
            Step::SetRight => self.house.clock.set_wall(-std::mem::take(&mut self.off_by)),
            Step::Kill(seconds) => {
                self.absences += 1;
                self.house = self.house.away_for(seconds).await;
            }
            Step::Move => self.play().await,
            Step::Show => _ = self.house.ask(ANN, self.id, &Command::Show(HERE)).await,
        }
        self
    }

    async fn play(&mut self) {
        let row = self.house.service.load(self.id).await.unwrap().unwrap();
        let Some((_, player)) = row.table.to_move() else { return };
        let mv = row.table.game().legal_moves().swap_remove(0);
        if self.house.ask(player, self.id, &Command::play(&mv)).await.is_ok() {
            (self.there, self.absences) = (0, 0);
            self.since = self.house.clock.read().present;
        }
    }

    /// Each absence may cost as long as nobody can tell that it was one.
    async fn check(&self) {
        let row = self.house.service.load(self.id).await.unwrap().unwrap();
        let pace = seconds(i64::from(row.table.pace().in_days()) * DAY);
        let (there, unnoticed) = (seconds(self.there), seconds(self.absences * 90));
        let spent = self.house.clock.read().present.duration_since(self.since);
        assert!(there <= spent, "{spent} instead of {there}: more is credited than they were away");
        assert!(spent <= there + unnoticed, "{spent} instead of {there}");
        match row.table.deadline() {
            Some(deadline) => {
                let left = deadline.duration_since(self.house.clock.read().time_at(row.credited));
                assert_eq!(left, pace - spent, "what is spent is what the deadline is nearer");
            }
            None => assert!(there + unnoticed >= pace, "lost on time after {there}"),
        }
    }
}

/// Whatever becomes of the clock: nobody loses on time before the bot was there for as long as the
/// pace says, nobody gets more than the bot was away, and that once.
#[test]
fn no_clock_gives_or_takes_time() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let config = ProptestConfig { cases: 40, failure_persistence: None, ..Default::default() };
    let tested = TestRunner::new(config).run(&steps(), |steps| {
        runtime.block_on(async {
            let mut trial = Trial::begin().await;
            for step in steps {
                trial = trial.take(step).await;
                trial.check().await;
            }
        });
        Ok(())
    });
    tested.unwrap();
}
