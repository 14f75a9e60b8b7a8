//! Challenges and rematches.

use kradan_rules::{GameKind, Side};
use kradan_table::{
    ChallengeTerms, Command, Event, Moment, Refusal, ReminderWishes, Table, TableId,
};

use crate::transcript::{ANN, BEN, EVE, HERE, at, check, table};

#[test]
fn only_the_one_challenged_accepts() {
    let terms = ChallengeTerms {
        opponent: Some(BEN),
        side: Some(Side::Second),
        ..ChallengeTerms::of(GameKind::Othello)
    };
    let mut table = Table::challenge(ANN, terms, HERE, at(0));
    check(
        &mut table,
        &[
            (ANN, "accept", "no: this challenge is your own"),
            (EVE, "accept", "no: this challenge is for somebody else"),
            (EVE, "decline", "no: this challenge is for somebody else"),
            (ANN, "decline", "no: this challenge is your own: it can be withdrawn, not declined"),
            (EVE, "cancel", "no: this challenge is not yours"),
            (BEN, "cancel", "no: this challenge is not yours"),
            (ANN, "f5", "no: the game has not begun"),
            (BEN, "resign", "no: the game has not begun"),
            (
                BEN,
                "accept",
                "Accepted { seats: BySide { first: Player(PlayerId(2)), second: Player(PlayerId(1)) }, \
                 furigoma: None }",
            ),
            (BEN, "accept", "no: this challenge was answered already"),
            (ANN, "cancel", "no: this challenge was answered already"),
            (ANN, "f5", "no: it is not your turn"),
            (BEN, "f5", "First 1 f5"),
        ],
    );
}

#[test]
fn anybody_but_the_challenger_accepts_an_open_challenge() {
    let mut table = Table::challenge(ANN, ChallengeTerms::of(GameKind::Makruk), HERE, at(0));
    check(
        &mut table,
        &[
            (ANN, "accept", "no: this challenge is your own"),
            (EVE, "decline", "no: this challenge is for somebody else"),
        ],
    );
    table.apply(EVE, &Command::Accept, at(1)).unwrap();
    assert_eq!(table.players(), [ANN, EVE]);
}

#[test]
fn a_challenge_is_declined_cancelled_or_expires() {
    let terms = ChallengeTerms { opponent: Some(BEN), ..ChallengeTerms::of(GameKind::Othello) };
    let challenge = Table::challenge(ANN, terms, HERE, at(0));
    let mut declined = challenge.clone();
    check(
        &mut declined,
        &[(BEN, "decline", "Declined"), (BEN, "accept", "no: this challenge was answered already")],
    );
    assert_eq!(declined.unanswered_challenger(), Some(ANN));
    let mut cancelled = challenge.clone();
    check(
        &mut cancelled,
        &[(ANN, "cancel", "Cancelled"), (BEN, "accept", "no: this challenge was answered already")],
    );
    let mut forgotten = challenge;
    assert_eq!(forgotten.pass_time(at(7 * 24 - 1).time, &ReminderWishes::default()), []);
    assert_eq!(forgotten.pass_time(at(7 * 24).time, &ReminderWishes::default()), [Event::Lapsed]);
    assert_eq!(forgotten.pass_time(at(8 * 24).time, &ReminderWishes::default()), []);
    let lapsed = [declined, cancelled, forgotten].map(|it| it.lapsed_at());
    assert_eq!(lapsed, [None, None, Some(at(7 * 24).time)]);
}

#[test]
fn furigoma_decides_the_sides() {
    let terms = ChallengeTerms { opponent: Some(BEN), ..ChallengeTerms::of(GameKind::Ogi) };
    for (chance, gote) in [(0b00111, ANN), (0b11000, BEN)] {
        let mut table = Table::challenge(ANN, terms, HERE, at(0));
        let moment = Moment { chance, ..at(1) };
        let events = table.apply(BEN, &Command::Accept, moment).unwrap();
        let [Event::Accepted { seats, furigoma: Some(throw) }] = &events[..] else {
            panic!("{events:?}")
        };
        assert_eq!(seats.second, gote);
        assert_eq!(throw.thrower, ANN);
        let promoted = throw.promoted.iter().filter(|&&it| it).count();
        assert_eq!(promoted as u32, chance.count_ones());
    }
}

#[test]
fn a_challenge_ignores_the_seen_position() {
    let terms = ChallengeTerms {
        opponent: Some(BEN),
        side: Some(Side::First),
        ..ChallengeTerms::of(GameKind::Othello)
    };
    let mut table = Table::challenge(ANN, terms, HERE, at(0));
    check(
        &mut table,
        &[
            (ANN, "f5 on nothing", "no: the game has not begun"),
            (BEN, "decline on f5", "Declined"),
            (ANN, "f5 on nothing", "no: this challenge was answered already"),
        ],
    );
}

#[test]
fn a_rematch_exchanges_the_sides() {
    const THIS: TableId = TableId(7);
    let mut table = table(GameKind::Ogi);
    assert_eq!(table.rematch(THIS, ANN, None, at(1)), Err(Refusal::NotOver));
    table.apply(ANN, &Command::Resign, at(1)).unwrap();
    assert_eq!(table.rematch(THIS, EVE, None, at(1)), Err(Refusal::NotSeated));
    let mut again = table.rematch(THIS, ANN, None, at(2)).unwrap();
    assert_eq!((table.rematch_of(), again.rematch_of()), (None, Some(THIS)));
    assert_eq!(again.apply(EVE, &Command::Accept, at(2)), Err(Refusal::NotChallenged));
    again.apply(BEN, &Command::Accept, at(2)).unwrap();
    assert_eq!(again.seats().map(|seats| seats.first), Some(BEN.into()));
}
