//! Ratings change in the commit that ends a game, or the table says why not.

use std::process;

use kradan::service::{Limits, Profile, ServiceError, recomputed};
use kradan_ratings::{NotRated, PAIR_MAX, Rating, after_game};
use kradan_rules::{BySide, GameKind, Side, Verdict};
use kradan_store::PeopleStore as _;
use kradan_table::{
    ChallengeTerms, ChosenThemes, Command, Event, Level, PlayerId, Rated, Refusal, TableId, Venue,
};

use crate::service::test_service::*;

/// Ten plies of Othello: the fewest that count.
const MOVES: [&str; 10] = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"];

impl TestService {
    async fn with_profiles() -> TestService {
        let limits =
            Limits { seconds_between_challenges: 0, challenges_per_hour: 100, ..Limits::default() };
        let service = TestService::open_with(by_hand(), limits);
        for player in [ANN, BEN, CHAI] {
            service.store.update_profile(player, Box::new(|_| {})).await.unwrap();
        }
        service
    }

    /// A game with these terms after so many plies, the opponent second.
    async fn rated_game(&mut self, terms: ChallengeTerms, plies: usize) -> TableId {
        let request = self.request(ANN);
        let opponent = terms.opponent.unwrap();
        let opened = self.service.challenge(&request, terms, HERE).await.unwrap();
        self.ask(opponent, opened.id, &Command::Accept).await.unwrap();
        for (mv, player) in MOVES[..plies].iter().zip([ANN, opponent].into_iter().cycle()) {
            self.ask(player, opened.id, &Command::play(mv)).await.unwrap();
        }
        opened.id
    }

    async fn rating(&self, player: PlayerId) -> Option<Rating> {
        let profile = self.store.profile(player).await.unwrap().unwrap();
        profile.ratings.of.get(&GameKind::Othello).copied()
    }

    async fn rated(&self, id: TableId) -> Option<Rated> {
        self.service.load(id).await.unwrap().unwrap().table.rated()
    }
}

fn against(opponent: PlayerId) -> ChallengeTerms {
    let (opponent, side) = (Some(opponent), Some(Side::First));
    ChallengeTerms { opponent, side, ..ChallengeTerms::of(GameKind::Othello) }
}

#[tokio::test]
async fn each_game_that_ends_changes_both_ratings() {
    let mut service = TestService::with_profiles().await;
    let mut expected = BySide { first: Rating::NEW, second: Rating::NEW };
    let mut tables = Vec::new();
    for loser in [Side::Second, Side::First, Side::Second] {
        let id = service.rated_game(against(BEN), MOVES.len()).await;
        assert_eq!(service.rated(id).await, Some(Rated::Agreed));
        let player = if loser == Side::First { ANN } else { BEN };
        service.ask(player, id, &Command::Resign).await.unwrap();
        let Some(Rated::Counted { at, before, after, .. }) = service.rated(id).await else {
            panic!("it is counted")
        };
        assert_eq!(before, expected);
        expected = after_game(before, Verdict::Win(!loser), at);
        assert_eq!(after, expected);
        let stored = BySide { first: service.rating(ANN).await, second: service.rating(BEN).await };
        assert_eq!(stored, BySide { first: Some(expected.first), second: Some(expected.second) });
        tables.push(service.service.load(id).await.unwrap().unwrap().table);
        service.clock.advance(DAY);
    }
    // From the games follow the same ratings, in whatever order they are read, also of who was erased.
    tables.reverse();
    let ratings = recomputed(&tables);
    assert_eq!(ratings[&ANN].of[&GameKind::Othello], expected.first);
    assert_eq!(ratings[&BEN].of[&GameKind::Othello], expected.second);
    for table in &mut tables {
        table.erase_player(BEN);
    }
    let ratings = recomputed(&tables);
    assert_eq!(ratings.keys().collect::<Vec<_>>(), [&ANN]);
    assert_eq!(ratings[&ANN].of[&GameKind::Othello], expected.first);
}

/// Of an annulled game the points go back, and what other games made of them stays.
#[tokio::test]
async fn an_annulled_game_gives_its_points_back() {
    let mut service = TestService::with_profiles().await;
    let mut tables = Vec::new();
    for (opponent, loser) in [(BEN, BEN), (CHAI, ANN), (BEN, BEN)] {
        let id = service.rated_game(against(opponent), MOVES.len()).await;
        service.ask(loser, id, &Command::Resign).await.unwrap();
        service.clock.advance(DAY);
        tables.push(id);
    }
    let shown = async |service: &TestService| {
        let [ann, ben, chai] = [ANN, BEN, CHAI].map(|it| service.rating(it));
        [ann.await, ben.await, chai.await].map(|it| it.unwrap().value)
    };
    let before = shown(&service).await;
    let abort = Command::Annul { reason: "one person with two accounts".to_owned() };
    let annulled = service.ask(CHAI, tables[0], &abort).await.unwrap();
    assert!(matches!(annulled.events[..], [Event::AnnulledByModerator { .. }]));
    let Some(Rated::Counted { before: old, after: new, .. }) = service.rated(tables[0]).await
    else {
        panic!("it was counted")
    };
    let now = shown(&service).await;
    let given = [new.first.value - old.first.value, new.second.value - old.second.value, 0.0];
    for (player, given) in given.into_iter().enumerate() {
        assert!((before[player] - given - now[player]).abs() < 1e-5, "{before:?} {now:?}");
    }
    assert_eq!(service.rating(ANN).await.unwrap().games, 2);
    // It is done once, and a game after it goes on from there.
    let again = service.ask(CHAI, tables[0], &abort).await;
    assert!(matches!(again, Err(ServiceError::Refused { refusal: Refusal::Over(_), .. })));
    let id = service.rated_game(against(BEN), MOVES.len()).await;
    service.ask(ANN, id, &Command::Resign).await.unwrap();
    tables.push(id);
    let mut games = Vec::new();
    for id in tables {
        games.push(service.service.load(id).await.unwrap().unwrap().table);
    }
    for erased in [None, Some(BEN)] {
        if let Some(player) = erased {
            games.iter_mut().for_each(|it| _ = it.erase_player(player));
        }
        let ratings = recomputed(&games);
        for player in [ANN, BEN, CHAI].into_iter().filter(|it| Some(*it) != erased) {
            let stored = service.store.profile(player).await.unwrap().unwrap().ratings;
            assert_eq!(ratings[&player], stored, "without {erased:?}");
        }
    }
}

#[tokio::test]
async fn two_games_of_a_player_that_end_at_once_both_count() {
    let mut service = TestService::with_profiles().await;
    let with_ben = service.rated_game(against(BEN), MOVES.len()).await;
    let with_chai = service.rated_game(against(CHAI), MOVES.len()).await;
    let (one, other) = (service.request(BEN), service.request(CHAI));
    let (one, other) = tokio::join!(
        service.service.ask(&one, with_ben, &Command::Resign),
        service.service.ask(&other, with_chai, &Command::Resign),
    );
    one.unwrap();
    other.unwrap();
    let [ann, ben, chai] =
        [service.rating(ANN).await, service.rating(BEN).await, service.rating(CHAI).await];
    assert_eq!([ann, ben, chai].map(|it| it.unwrap().games), [2, 1, 1]);
    assert!(ann.unwrap().value > 1650.0, "{ann:?}");
}

#[tokio::test]
async fn a_game_that_does_not_count_says_why() {
    let mut service = TestService::with_profiles().await;
    let friendly = ChallengeTerms { is_rated: false, ..against(BEN) };
    let friendly = service.rated_game(friendly, MOVES.len()).await;
    let short = service.rated_game(against(BEN), MOVES.len() - 1).await;
    let reasons = [(friendly, NotRated::Friendly), (short, NotRated::Short)];
    for (id, reason) in reasons {
        service.ask(BEN, id, &Command::Resign).await.unwrap();
        assert_eq!(service.rated(id).await, Some(Rated::Not(reason)));
    }
    let request = service.request(ANN);
    let terms = ChallengeTerms { setting: Venue::Here, ..ChallengeTerms::of(GameKind::Othello) };
    let themes = ChosenThemes { of_players: Vec::new(), otherwise: "classic".to_owned() };
    let level = Level::new(1).unwrap();
    let alone = service.service.play_computer(&request, level, terms, &themes, HERE).await.unwrap();
    assert_eq!(service.rated(alone.id).await, Some(Rated::Not(NotRated::Computer)));
    assert_eq!((service.rating(ANN).await, service.rating(BEN).await), (None, None));
}

#[tokio::test]
async fn the_eleventh_game_of_two_within_a_month_does_not_count() {
    let mut service = TestService::with_profiles().await;
    for count in 0..PAIR_MAX + 2 {
        let id = service.rated_game(against(BEN), MOVES.len()).await;
        service.ask(BEN, id, &Command::Resign).await.unwrap();
        let is_counted = matches!(service.rated(id).await, Some(Rated::Counted { .. }));
        assert_eq!(is_counted, count < PAIR_MAX, "game {count}: {:?}", service.rated(id).await);
        service.clock.advance(60);
    }
    // With others, and after the month, it does.
    service.clock.advance(31 * DAY);
    let later = service.rated_game(against(BEN), MOVES.len()).await;
    service.ask(BEN, later, &Command::Resign).await.unwrap();
    assert!(matches!(service.rated(later).await, Some(Rated::Counted { .. })));
    let other = service.rated_game(against(CHAI), MOVES.len()).await;
    service.ask(CHAI, other, &Command::Resign).await.unwrap();
    assert!(matches!(service.rated(other).await, Some(Rated::Counted { .. })));
}

#[tokio::test]
async fn of_the_losses_on_time_of_an_absence_the_first_counts() {
    let mut service = TestService::with_profiles().await;
    let now = service.clock.now();
    service.store.update_profile(BEN, Box::new(move |it| it.last_seen = Some(now))).await.unwrap();
    let makruk = ["e3e4", "e6e5", "d3d4", "d6d5", "g3g4", "g6g5", "h3h4", "h6h5"];
    let mut lost = Vec::new();
    // Of different kinds: all of them count.
    for (kind, moves) in [(GameKind::Othello, &MOVES[..]), (GameKind::Makruk, &makruk[..])] {
        // Ben, who is first, does not move any more.
        let side = Some(Side::Second);
        let terms = ChallengeTerms { kind, side, no_holidays: true, ..against(BEN) };
        let request = service.request(ANN);
        let id = service.service.challenge(&request, terms, HERE).await.unwrap().id;
        service.ask(BEN, id, &Command::Accept).await.unwrap();
        for (mv, player) in moves.iter().zip([BEN, ANN].into_iter().cycle()) {
            service.ask(player, id, &Command::play(mv)).await.unwrap();
        }
        lost.push(id);
        service.clock.advance(3600);
    }
    service.pass(4 * DAY).await;
    // Where both end at once, the second is decided anew.
    let is_over =
        async |id| service.service.load(id).await.unwrap().unwrap().table.ending().is_some();
    service.run_until(async || is_over(lost[0]).await && is_over(lost[1]).await).await;
    let rated = [service.rated(lost[0]).await, service.rated(lost[1]).await];
    let counted = rated.iter().filter(|it| matches!(it, Some(Rated::Counted { .. }))).count();
    assert!(counted == 1 && rated.contains(&Some(Rated::Not(NotRated::Absence))), "{rated:?}");
    let ben = service.store.profile(BEN).await.unwrap().unwrap().ratings;
    assert!(ben.of.len() == 1 && ben.lost_on_time_at.is_some(), "{ben:?}");
}

/// A rematch counts if the game before was to count.
#[tokio::test]
async fn a_rematch_is_rated_as_the_game_before() -> Result<(), ServiceError> {
    let mut service = TestService::with_profiles().await;
    for is_rated in [true, false] {
        let id = service.rated_game(ChallengeTerms { is_rated, ..against(BEN) }, 4).await;
        service.ask(BEN, id, &Command::Resign).await?;
        let request = service.request(ANN);
        let rematch = service.service.rematch(&request, id, None).await?;
        let agreed = Some(Rated::Agreed);
        assert_eq!(service.rated(rematch.id).await == agreed, is_rated);
    }
    Ok(())
}

#[tokio::test]
async fn all_ratings_are_computed_anew_from_the_games() {
    let mut service = TestService::with_profiles().await;
    for opponent in [BEN, CHAI, BEN] {
        let id = service.rated_game(against(opponent), MOVES.len()).await;
        service.ask(opponent, id, &Command::Resign).await.unwrap();
        service.clock.advance(DAY);
    }
    let expected =
        [service.rating(ANN).await, service.rating(BEN).await, service.rating(CHAI).await];
    let forget = |it: &mut Profile| it.ratings.of.clear();
    service.store.update_profile(ANN, Box::new(forget)).await.unwrap();
    let wrong = |it: &mut Profile| {
        it.ratings.of.insert(GameKind::Makruk, Rating::NEW);
    };
    service.store.update_profile(CHAI, Box::new(wrong)).await.unwrap();
    let mut said = Vec::new();
    let service = service.closed_while(|folder| {
        for _ in 0..2 {
            let mut kradan = process::Command::new(env!("CARGO_BIN_EXE_kradan"));
            let output = kradan.arg("ratings").env("KRADAN_FOLDER", folder).output().unwrap();
            assert!(output.status.success(), "{output:?}");
            let text = String::from_utf8(output.stdout).unwrap();
            said.push(text.lines().last().unwrap().rsplit(": ").next().unwrap().to_owned());
        }
    });
    let service = service.await;
    let corrected = [2, 0].map(|it| format!("people with ratings 3, profiles corrected {it}"));
    assert_eq!(said, corrected);
    let now = [service.rating(ANN).await, service.rating(BEN).await, service.rating(CHAI).await];
    assert_eq!(now, expected);
    let chai = service.store.profile(CHAI).await.unwrap().unwrap();
    assert_eq!(chai.ratings.of.len(), 1);
}
