//! Tournaments: their games begin, count, and end, whatever happens to processes and clocks.

use std::collections::BTreeMap;

use kradan::service::{Clock, Limits, Profile, ServiceError, TableService};
use kradan_ratings::NotRated;
use kradan_ratings::pairings::GameResult;
use kradan_rules::{BySide, GameKind, Side, Verdict};
use kradan_store::{PeopleStore as _, ServerStore as _, TableStore as _};
use kradan_table::{
    ChosenThemes, Command, Ending, Event, Format, GuildId, PlayerId, Rated, Refusal, Seat, Table,
    TableId, TimeControl, Tournament, TournamentAct, TournamentCommand, TournamentEnd,
    TournamentId, TournamentTerms, Venue,
};
use tokio_util::sync::CancellationToken;

use crate::service::test_service::*;

const SERVER: GuildId = GuildId(5);
const ID: TournamentId = TournamentId(1);
const NEWCOMER: PlayerId = PlayerId(9);

/// A service with a round robin of Ann, Ben and Chai that has not begun. Its rounds take two weeks.
async fn made() -> TestService {
    let test = TestService::open_with(by_hand(), Limits::default());
    let terms = TournamentTerms {
        kind: GameKind::Othello,
        format: Format::RoundRobin,
        pace: TimeControl::default(),
        is_rated: true,
        venue: Venue::Here,
        most: 8,
        starts_at: test.clock.now() + seconds(DAY),
        round_days: 14,
    };
    for _ in 0..2 {
        let tournament = Tournament::new(ID, ANN, HERE, terms, "en");
        assert!(test.service.add_tournament(SERVER, ANN, tournament).await.unwrap());
    }
    for player in [BEN, CHAI] {
        by(&test, player, TournamentCommand::Join).await;
    }
    test
}

/// The same, and it has begun: each of three games.
async fn begun() -> TestService {
    let test = made().await;
    by(&test, ANN, TournamentCommand::Start).await;
    look(&test.service).await;
    test
}

/// A member asks for something and gets it.
async fn by(test: &TestService, player: PlayerId, command: TournamentCommand) {
    let asked = test.service.ask_tournament((SERVER, ID), (player, false), command).await;
    asked.unwrap().unwrap();
}

/// What the loop of tournaments does where one is due.
async fn look(service: &TableService) {
    let now = service.clock().now();
    if !service.store().due_tournaments(now).await.unwrap().contains(&SERVER)
        || service.claim_tournaments(SERVER).await.unwrap().is_none()
    {
        return;
    }
    advance(service).await;
    service.release_tournaments(SERVER, None).await.unwrap();
}

async fn advance(service: &TableService) {
    let now = service.advance_tournament(SERVER, ID, TableId(1_000)).await.unwrap().unwrap();
    let themes = ChosenThemes { of_players: Vec::new(), otherwise: "classic".to_owned() };
    service.begin_games(SERVER, &now, HERE, &themes).await.unwrap();
}

async fn tournament(test: &TestService) -> Tournament {
    test.store.tournaments(SERVER).await.unwrap().get(ID).unwrap().clone()
}

/// The tables of its games, in their order.
async fn tables(test: &TestService) -> Vec<(TableId, Table)> {
    let mut tables = Vec::new();
    for game in tournament(test).await.games() {
        let stored = test.service.load(game.table).await.unwrap();
        tables.extend(stored.map(|it| (game.table, it.table)));
    }
    tables
}

/// Everything that looking again must not change.
async fn everything(test: &TestService) -> impl PartialEq + std::fmt::Debug {
    let mut revisions = BTreeMap::new();
    for game in tournament(test).await.games() {
        revisions.insert(game.table, test.store.table(game.table).await.unwrap());
    }
    (test.store.tournaments(SERVER).await.unwrap(), revisions)
}

async fn nothing_is_left_to_do(test: &TestService) {
    // A game that its tournament ended has it looked at once more.
    for _ in 0..2 {
        look(&test.service).await;
    }
    let before = everything(test).await;
    advance(&test.service).await;
    look(&test.service).await;
    assert_eq!(everything(test).await, before);
}

/// The first side resigns games that go on.
async fn resign(test: &mut TestService, most: usize) {
    let running: Vec<_> =
        tables(test).await.into_iter().filter(|(_, table)| table.is_running()).take(most).collect();
    for (id, table) in running {
        let player = table.seats().unwrap().first.player().unwrap();
        test.ask(player, id, &Command::Resign).await.unwrap();
    }
}

/// The results, in the order of the games.
async fn results(test: &TestService) -> Vec<GameResult> {
    tournament(test).await.games().map(|it| it.result).collect()
}

fn seat_of(table: &Table, player: PlayerId) -> Option<Side> {
    table.side_of(Seat::from(player))
}

#[tokio::test]
async fn a_round_robin_is_played_to_its_end() {
    let mut test = made().await;
    nothing_is_left_to_do(&test).await;
    assert!(!tournament(&test).await.has_begun());
    test.clock.advance(DAY + 1);
    nothing_is_left_to_do(&test).await;
    let tables = self::tables(&test).await;
    assert_eq!(tables.len(), 3);
    for (id, table) in &tables {
        assert!(table.is_running() && table.tournament().is_some());
        assert_eq!(test.pending_events(*id).await.len(), 1);
    }
    resign(&mut test, 1).await;
    nothing_is_left_to_do(&test).await;
    let won = GameResult::Over(Verdict::Win(Side::Second));
    assert_eq!(results(&test).await, [won, GameResult::Open, GameResult::Open]);
    // The process ends, with a game that ends meanwhile.
    resign(&mut test, 1).await;
    let mut test = test.closed_for(60).await;
    nothing_is_left_to_do(&test).await;
    assert_eq!(results(&test).await, [won, won, GameResult::Open]);
    resign(&mut test, 1).await;
    nothing_is_left_to_do(&test).await;
    let over = tournament(&test).await;
    assert_eq!((over.end, over.games().count()), (Some(TournamentEnd::Played), 3));
    for player in [ANN, BEN, CHAI] {
        let profile = test.store.profile(player).await.unwrap().unwrap();
        assert_eq!(profile.named_on, [SERVER].into());
    }
    // It stays due until everybody is told of the end.
    assert_eq!(test.store.due_tournaments(test.clock.now()).await.unwrap(), [SERVER]);
}

#[tokio::test]
async fn a_game_is_judged_at_the_deadline_and_not_before() {
    let mut test = begun().await;
    resign(&mut test, 2).await;
    look(&test.service).await;
    // A wrong clock that is set right again ends no round.
    test.clock.set_wall(30 * DAY);
    advance(&test.service).await;
    test.clock.set_wall(-30 * DAY);
    test.clock.advance(14 * DAY - 1);
    nothing_is_left_to_do(&test).await;
    assert_eq!(results(&test).await[2], GameResult::Open);
    test.clock.advance(2);
    nothing_is_left_to_do(&test).await;
    let Some(Ending::Judged(verdict)) = tables(&test).await[2].1.ending() else {
        panic!("it is judged")
    };
    assert_eq!(results(&test).await[2], GameResult::Over(verdict));
    assert_eq!(tournament(&test).await.end, Some(TournamentEnd::Played));
}

#[tokio::test]
async fn the_games_of_who_drops_out_are_resigned() {
    let test = begun().await;
    by(&test, BEN, TournamentCommand::Leave).await;
    nothing_is_left_to_do(&test).await;
    for ((_, table), result) in tables(&test).await.iter().zip(results(&test).await) {
        match seat_of(table, BEN) {
            Some(side) => {
                assert_eq!(table.ending(), Some(Ending::Resigned(side)));
                assert_eq!(result, GameResult::Forfeited(BySide::of(|it| it == side)));
            }
            None => assert!(table.is_running() && result == GameResult::Open),
        }
    }
}

#[tokio::test]
async fn two_processes_begin_each_game_once() {
    let test = made().await;
    by(&test, ANN, TournamentCommand::Start).await;
    let other = TableService::new(test.store.clone(), test.clock.clone());
    for _ in 0..2 {
        tokio::join!(advance(&test.service), advance(&other));
    }
    assert_eq!(tables(&test).await.len(), 3);
    for (id, _) in tables(&test).await {
        let events = test.pending_events(id).await;
        assert!(matches!(&events[..], [begun] if matches!(begun[..], [Event::Accepted { .. }])));
    }
    // Both see that one has left.
    by(&test, BEN, TournamentCommand::Leave).await;
    tokio::join!(advance(&test.service), advance(&other));
    let mut ended = 0;
    for (id, _) in tables(&test).await {
        ended += test.pending_events(id).await.len() - 1;
    }
    assert_eq!(ended, 2);
}

#[tokio::test]
async fn a_pause_stops_the_clocks_and_they_go_on_after_it() {
    let test = begun().await;
    test.pass(DAY).await;
    by(&test, ANN, TournamentCommand::Pause).await;
    nothing_is_left_to_do(&test).await;
    test.pass(20 * DAY).await;
    test.run_due_tables_once().await;
    nothing_is_left_to_do(&test).await;
    for (_, table) in tables(&test).await {
        assert!(table.is_running() && table.deadline().is_none());
    }
    by(&test, ANN, TournamentCommand::Resume).await;
    nothing_is_left_to_do(&test).await;
    for (id, _) in tables(&test).await {
        assert_eq!(test.time_left(id).await, seconds(2 * DAY));
        let events = test.pending_events(id).await;
        assert_eq!(events[1..], [[Event::Resumed { side: None }]]);
    }
    // The round lasts for as much longer.
    let ends_at = tournament(&test).await.due_at().unwrap();
    assert_eq!(ends_at.duration_since(test.clock.now()), seconds(13 * DAY));
}

/// Whatever is looked at while somebody resumes it, no clock stands for ever.
#[tokio::test]
async fn a_tournament_that_goes_on_while_it_is_looked_at_goes_on() {
    let test = begun().await;
    let other = TableService::new(test.store.clone(), test.clock.clone());
    for _ in 0..20 {
        by(&test, ANN, TournamentCommand::Pause).await;
        look(&test.service).await;
        tokio::join!(
            advance(&other),
            advance(&test.service),
            by(&test, ANN, TournamentCommand::Resume)
        );
        advance(&test.service).await;
        for (_, table) in tables(&test).await {
            assert_eq!(table.paused_since(), None);
        }
    }
}

async fn erase(test: &TestService, player: PlayerId) {
    test.service.wish_erasure(player).await.unwrap();
    let stop = CancellationToken::new();
    tokio::select! {
        () = test.service.run_erasures(&stop) => {}
        () = async {
            while !test.is_erased(player).await {
                tokio::task::yield_now().await;
            }
        } => {}
    }
}

#[tokio::test]
async fn who_is_erased_is_in_no_tournament() {
    let mut test = begun().await;
    erase(&test, BEN).await;
    nothing_is_left_to_do(&test).await;
    for (_, table) in tables(&test).await {
        let against = table.has_erased_seat();
        assert!(seat_of(&table, BEN).is_none() && against != table.is_running());
    }
    resign(&mut test, 1).await;
    nothing_is_left_to_do(&test).await;
    assert_eq!(tournament(&test).await.end, Some(TournamentEnd::Played));
    // It is over, and still names its maker.
    erase(&test, ANN).await;
    let it = tournament(&test).await;
    let named: Vec<_> = it.entrants.iter().filter_map(|it| it.player).collect();
    assert_eq!((it.made_by, named), (None, vec![CHAI]));
    for player in [ANN, BEN] {
        assert_eq!(test.store.profile(player).await.unwrap(), None::<Profile>);
    }
}

/// A game that has not begun is not begun with somebody who is erased.
#[tokio::test]
async fn no_game_begins_with_who_is_erased() {
    let test = made().await;
    by(&test, ANN, TournamentCommand::Start).await;
    test.service.advance_tournament(SERVER, ID, TableId(1_000)).await.unwrap();
    erase(&test, BEN).await;
    nothing_is_left_to_do(&test).await;
    let tables = tables(&test).await;
    assert!(tables.len() == 1 && seat_of(&tables[0].1, BEN).is_none());
}

#[tokio::test]
async fn who_takes_a_place_over_plays_its_open_games() -> Result<(), ServiceError> {
    let mut test = begun().await;
    let is_bens = |(_, table): &(TableId, Table)| seat_of(table, BEN).is_some();
    let [won, open]: [TableId; 2] = {
        let of_ben = tables(&test).await.into_iter().filter(is_bens).map(|(id, _)| id);
        of_ben.collect::<Vec<_>>().try_into().unwrap()
    };
    test.ask(BEN, won, &Command::Resign).await?;
    look(&test.service).await;
    by(&test, ANN, TournamentCommand::Offer(1)).await;
    by(&test, NEWCOMER, TournamentCommand::TakeOver(1)).await;
    nothing_is_left_to_do(&test).await;
    let table = async |id| test.service.load(id).await.unwrap().unwrap().table;
    assert!(seat_of(&table(won).await, BEN).is_some());
    let taken = table(open).await;
    let side = seat_of(&taken, NEWCOMER).unwrap();
    assert_eq!(taken.rated(), Some(Rated::Not(NotRated::TakenOver)));
    assert_eq!(test.pending_events(open).await[1..], [[Event::TakenOver { side }]]);
    let stranger = test.ask(BEN, open, &Command::Resign).await;
    assert!(matches!(stranger, Err(ServiceError::Refused { refusal: Refusal::NotSeated, .. })));
    test.ask(NEWCOMER, open, &Command::Resign).await?;
    nothing_is_left_to_do(&test).await;
    let place = tournament(&test).await.standings().into_iter().find(|it| it.player == 1);
    assert_eq!(place.unwrap().games, 2);
    Ok(())
}

#[tokio::test]
async fn one_process_at_a_time_looks_at_tournaments() {
    let test = made().await;
    look(&test.service).await;
    let process = |clock: &Clock| TableService::new(test.store.clone(), clock.clone());
    let far = Clock::by_hand(test.clock.now() + seconds(400 * DAY));
    let (one, other, ahead) = (process(&test.clock), process(&test.clock), process(&far));
    let claims = async |it: &TableService| it.claim_tournaments(SERVER).await.unwrap().is_some();
    let holder = async || test.store.tournaments(SERVER).await.unwrap().claim.map(|it| it.0);
    let is_due = async || !test.store.due_tournaments(test.clock.now()).await.unwrap().is_empty();
    assert!(claims(&one).await && !claims(&other).await);
    test.clock.advance(39);
    assert!(!claims(&other).await && !is_due().await);
    test.clock.advance(1);
    assert!(is_due().await && claims(&other).await);
    // Whose claim has ended does not end the one of another.
    one.release_tournaments(SERVER, None).await.unwrap();
    assert_eq!(holder().await, Some(other.claimant().0));
    // What changes meanwhile is looked at after it.
    by(&test, PlayerId(8), TournamentCommand::Join).await;
    other.release_tournaments(SERVER, None).await.unwrap();
    assert!(holder().await.is_none() && is_due().await);
    assert!(claims(&one).await);
    one.release_tournaments(SERVER, None).await.unwrap();
    assert!(!is_due().await);
    // A claim by a wrong clock holds nobody up.
    assert!(claims(&ahead).await && claims(&one).await);
}

/// Also where those were the last open ones, so that the tournament ends with them.
#[tokio::test]
async fn the_last_games_of_who_drops_out_are_resigned() {
    let test = begun().await;
    let all = tables(&test).await;
    let (other, table) = all.iter().find(|(_, it)| seat_of(it, BEN).is_none()).unwrap();
    let act = TournamentAct::Forfeit(seat_of(table, ANN).unwrap());
    test.service.act(*other, act).await.unwrap();
    look(&test.service).await;
    by(&test, BEN, TournamentCommand::Leave).await;
    look(&test.service).await;
    assert_eq!(tournament(&test).await.end, Some(TournamentEnd::Played));
    assert!(tables(&test).await.iter().all(|(_, table)| table.ending().is_some()));
    // Also where it is ended before anybody looked.
    let test = begun().await;
    by(&test, BEN, TournamentCommand::Leave).await;
    by(&test, ANN, TournamentCommand::Stop).await;
    look(&test.service).await;
    for (_, table) in tables(&test).await {
        assert_eq!(table.is_running(), seat_of(&table, BEN).is_none());
    }
}

/// Neither a move nor a player lets the clocks go on.
#[tokio::test]
async fn a_move_does_not_end_the_pause_of_a_tournament() {
    let mut test = begun().await;
    by(&test, ANN, TournamentCommand::Pause).await;
    look(&test.service).await;
    for (id, table) in tables(&test).await {
        let mover = table.person_to_move().unwrap();
        test.ask(mover, id, &Command::play("f5")).await.unwrap();
        assert!(test.ask(mover, id, &Command::Resume).await.is_err());
    }
    test.pass(40 * DAY).await;
    test.run_due_tables_once().await;
    for (_, table) in tables(&test).await {
        assert!(table.is_running() && table.deadline().is_none() && table.game().plies() == 1);
    }
}
