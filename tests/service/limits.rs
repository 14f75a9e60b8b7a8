//! How many games and challenges one person may have.

use std::sync::Arc;

use kradan::service::{Committed, Limit, LimitReached, Limits, RequestContext, ServiceError};
use kradan_rules::{GameKind, Side};
use kradan_table::{ChallengeTerms, Command, PlayerId, TableId};

use crate::service::test_service::*;

/// A challenge to Ben, or to anybody.
fn terms(opponent: Option<PlayerId>) -> ChallengeTerms {
    ChallengeTerms { opponent, side: Some(Side::First), ..ChallengeTerms::of(GameKind::Othello) }
}

impl TestService {
    async fn challenge(
        &mut self,
        player: PlayerId,
        opponent: Option<PlayerId>,
    ) -> Result<Committed, ServiceError> {
        let request = self.request(player);
        self.service.challenge(&request, terms(opponent), HERE).await
    }

    /// The seconds until the limit allows the next one.
    fn seconds_until(&self, reached: LimitReached) -> i64 {
        let time_left = reached.until.unwrap().duration_since(self.clock.now());
        time_left.as_secs() + i64::from(time_left.subsec_nanos() > 0)
    }
}

fn limited(answer: Result<Committed, ServiceError>) -> LimitReached {
    match answer {
        Err(ServiceError::Limited(reached)) => reached,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn challenges_of_others_do_not_count() {
    let mut test = TestService::open();
    for challenger in 0..Limits::default().challenges_received as u64 {
        test.challenge(PlayerId(1_000 + challenger), Some(BEN)).await.unwrap();
    }
    test.challenge(BEN, None).await.unwrap();
}

#[tokio::test]
async fn one_player_has_a_limited_number_of_challenges() {
    let usual = Limits::default();
    let mut test = TestService::with_limits(Limits { challenges_per_hour: 1_000, ..usual });
    for _ in 0..usual.challenges_waiting {
        test.challenge(ANN, None).await.unwrap();
    }
    let reached = limited(test.challenge(ANN, None).await);
    let most = usual.challenges_waiting;
    assert_eq!(reached.limit, Limit::Waiting { challenger: ANN, most });
    assert!(test.seconds_until(reached) > 6 * DAY, "{reached:?}");
    test.challenge(BEN, None).await.unwrap();
}

#[tokio::test]
async fn the_eleventh_challenge_in_an_hour_has_to_wait() {
    let mut test = TestService::open();
    for _ in 0..10 {
        let id = test.challenge(ANN, None).await.unwrap().id;
        test.ask(ANN, id, &Command::Cancel).await.unwrap();
        test.pass(60).await;
    }
    let eleventh = test.request(ANN);
    let reached = limited(test.service.challenge(&eleventh, terms(None), HERE).await);
    let seconds = test.seconds_until(reached);
    assert!((1..=3_000).contains(&seconds), "{reached:?}");
    test.pass(seconds).await;
    // A refused interaction stays refused.
    let again = test.service.challenge(&eleventh, terms(None), HERE).await;
    assert!(matches!(again, Err(ServiceError::RefusedBefore)), "{again:?}");
    test.challenge(ANN, None).await.unwrap();
}

#[tokio::test]
async fn the_same_person_is_challenged_once_a_minute() {
    let mut test = TestService::open();
    let id = test.challenge(ANN, Some(BEN)).await.unwrap().id;
    test.ask(BEN, id, &Command::Decline).await.unwrap();
    let reached = limited(test.challenge(ANN, Some(BEN)).await);
    assert!(matches!(reached.limit, Limit::SentTo { opponent: BEN, .. }), "{reached:?}");
    let seconds = test.seconds_until(reached);
    assert!((1..=60).contains(&seconds), "{reached:?}");
    test.challenge(ANN, Some(PlayerId(3))).await.unwrap();
    test.pass(seconds).await;
    test.challenge(ANN, Some(BEN)).await.unwrap();
}

#[tokio::test]
async fn a_rematch_is_possible_right_after_the_game_but_not_twice_in_a_minute() {
    let mut test = TestService::open();
    let id = test.table().await;
    test.ask(BEN, id, &Command::Resign).await.unwrap();
    let request = test.request(ANN);
    let rematch = test.service.rematch(&request, id, None).await.unwrap().id;
    test.ask(BEN, rematch, &Command::Decline).await.unwrap();
    let request = test.request(ANN);
    let reached = limited(test.service.rematch(&request, id, None).await);
    assert!(matches!(reached.limit, Limit::SentTo { opponent: BEN, .. }), "{reached:?}");
    // Ben has sent no challenge.
    let request = test.request(BEN);
    test.service.rematch(&request, id, None).await.unwrap();
}

#[tokio::test]
async fn a_game_has_one_open_rematch() {
    let mut test = TestService::open();
    let id = test.table().await;
    test.ask(BEN, id, &Command::Resign).await.unwrap();
    let requests = [ANN, ANN, BEN].map(|player| test.request(player));
    let [one, two, three] = &requests;
    let service = &test.service;
    let (one, two, three) = tokio::join!(
        service.rematch(one, id, None),
        service.rematch(two, id, None),
        service.rematch(three, id, None),
    );
    let answers = [one, two, three];
    let opened: Vec<TableId> =
        answers.iter().filter_map(|it| it.as_ref().ok()).map(|it| it.id).collect();
    let [rematch] = opened[..] else { panic!("{answers:?}") };
    let standing = |answer: &Result<_, ServiceError>| match answer {
        Err(ServiceError::RematchStands { id, .. }) => Some(*id),
        _ => None,
    };
    assert_eq!(answers.iter().filter(|it| standing(it) == Some(rematch)).count(), 2);
    // It stands while it is played. Once it is over, or came to nothing, there can be another.
    let request = test.request(BEN);
    let again = test.service.rematch(&request, id, None).await;
    assert_eq!(standing(&again), Some(rematch));
    let other = if answers[2].is_ok() { ANN } else { BEN };
    test.ask(other, rematch, &Command::Accept).await.unwrap();
    let request = test.request(ANN);
    let again = test.service.rematch(&request, id, None).await;
    assert_eq!(standing(&again), Some(rematch));
    test.ask(ANN, rematch, &Command::Resign).await.unwrap();
    let request = test.request(ANN);
    test.service.rematch(&request, id, None).await.unwrap();
}

#[tokio::test]
async fn both_players_need_room_for_an_accepted_game() {
    let limits = Limits { games_running: 2, ..Limits::default() };
    for (busy, running) in [(ANN, BEN), (BEN, ANN)] {
        let mut test = TestService::with_limits(limits);
        let waiting = test.challenge(ANN, Some(BEN)).await.unwrap().id;
        let mut last = None;
        for challenger in [11, 12].map(PlayerId) {
            let id = test.challenge(challenger, Some(busy)).await.unwrap().id;
            test.ask(busy, id, &Command::Accept).await.unwrap();
            last = Some(id);
        }
        let reached = limited(test.ask(BEN, waiting, &Command::Accept).await);
        assert_eq!(reached.limit, Limit::Running { player: busy, most: 2 }, "not {running:?}");
        assert_eq!(limited(test.challenge(busy, None).await).limit, reached.limit);
        test.ask(busy, last.unwrap(), &Command::Resign).await.unwrap();
        test.ask(BEN, waiting, &Command::Accept).await.unwrap();
    }
}

#[tokio::test]
async fn the_end_of_a_limit_includes_downtime() {
    let test = TestService::open();
    test.service.record_heartbeat().await.unwrap();
    let mut test = test.closed_for(20 * DAY).await;
    for challenger in 0..Limits::default().challenges_received as u64 {
        test.challenge(PlayerId(1_000 + challenger), Some(BEN)).await.unwrap();
    }
    let reached = limited(test.challenge(ANN, Some(BEN)).await);
    assert!(matches!(reached.limit, Limit::Received { player: BEN, .. }), "{reached:?}");
    let seconds = test.seconds_until(reached);
    assert!((6 * DAY..=7 * DAY).contains(&seconds), "{reached:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_challenges_stay_within_the_limit() {
    let limits = Limits { challenges_per_hour: 1_000, ..Limits::default() };
    let mut test = TestService::with_limits(limits);
    let request: Vec<RequestContext> = (0..150).map(|_| test.request(ANN)).collect();
    let tasks = request.into_iter().map(|request| {
        let service = Arc::clone(&test.service);
        tokio::spawn(async move { service.challenge(&request, terms(None), HERE).await.is_ok() })
    });
    let mut stand = 0;
    for task in tasks.collect::<Vec<_>>() {
        stand += usize::from(task.await.unwrap());
    }
    assert_eq!(stand, 25);
}
