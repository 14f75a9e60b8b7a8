//! The sentences of events and endings.

use kradan::i18n::{self, EventContext, Language};
use kradan::rules::makruk::Act;
use kradan::rules::{BySide, GameKind, Outcome, Reason, Side, Verdict};
use kradan::table::{ChannelId, Ending, Event, Furigoma, MakrukEnding, MakrukEvent, PlayerId};

use GameKind::{Makruk, Ogi, Othello};
use Side::{First, Second};

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);

/// The sentence of an event in a game of Ann, who is first, and Ben.
fn sentence(kind: GameKind, event: &Event, written: Option<&str>, language: Language) -> String {
    let names = BySide { first: "Ann", second: "<@2>" };
    i18n::event(event, &EventContext { kind, names, written }, language)
}

/// Every kind of event, and its sentence.
fn expected() -> Vec<(GameKind, Event, &'static str)> {
    let challenged = |opponent| Event::Challenged { challenger: ANN, opponent };
    let accepted = |furigoma| {
        let seats = BySide { first: ANN, second: BEN };
        Event::Accepted { seats, furigoma }
    };
    let throw = |thrower, promoted| Some(Furigoma { thrower, promoted });
    let moved = |side, text: &str, said| Event::Moved { side, ply: 9, text: text.to_owned(), said };
    let asked = |from, to| Event::TakebackAsked { side: Second, plies: (from, to) };
    let announced = |act| Event::from(MakrukEvent::CountAnnounced { side: First, act });
    vec![
        (Othello, challenged(Some(BEN)), "Ann challenges <@2> to a game of Othello."),
        (Makruk, challenged(None), "Ann would like to play Makruk: who joins?"),
        (Othello, accepted(None), "The game begins: Ann plays Black, <@2> plays White."),
        (
            Ogi,
            accepted(throw(ANN, [true, false, false, true, false])),
            "Furigoma: Ann throws と 歩 歩 と 歩 (歩 3, と 2) and so plays Sente. \
             The game begins: Ann plays Sente, <@2> plays Gote.",
        ),
        (
            Ogi,
            accepted(throw(BEN, [true; 5])),
            "Furigoma: <@2> throws と と と と と (歩 0, と 5) and so plays Gote. \
             The game begins: Ann plays Sente, <@2> plays Gote.",
        ),
        (Ogi, Event::Declined, "The challenge was declined."),
        (Ogi, Event::Cancelled, "The challenge was withdrawn."),
        (Ogi, Event::NoThread, "No thread can be opened here, so the game is played right here."),
        (Ogi, Event::Lapsed, "Nobody answered the challenge in time."),
        (Ogi, moved(First, "P@e5", None), "Ann played `P@e5`."),
        (Makruk, moved(Second, "e8e7", Some(12)), "<@2> played `e8e7` and said “12”."),
        (Othello, Event::Passed { side: Second, ply: 3 }, "<@2> has no move and passes."),
        (
            Makruk,
            announced(Act::Claim),
            "Ann claims the board’s honour: the count begins with the next move.",
        ),
        (Makruk, announced(Act::Skip), "Ann says no number with the next move."),
        (Makruk, announced(Act::Stop), "Ann ends the count with the next move."),
        (
            Makruk,
            MakrukEvent::CountLeft { side: Second }.into(),
            "<@2> leaves the count as it is after all.",
        ),
        (Ogi, Event::DrawOffered { side: First }, "Ann offers a draw."),
        (Ogi, Event::DrawDeclined { side: Second }, "<@2> declines the draw."),
        (Ogi, asked(9, 9), "<@2> asks to take back the last move (number 9)."),
        (Ogi, asked(8, 9), "<@2> asks to take back the last 2 moves (numbers 8 to 9)."),
        (
            Ogi,
            Event::TakebackRefused { side: First },
            "Ann refuses the takeback: what was played stands.",
        ),
        (Ogi, Event::TakenBack { plies: 1 }, "The last move was taken back."),
        (Ogi, Event::TakenBack { plies: 3 }, "The last 3 moves were taken back."),
        (Ogi, Event::Shown(ChannelId(5)), "The game is now shown here."),
        (Ogi, Event::Reminded { side: Second }, "<@2>, there is not much time left for your move."),
    ]
}

/// An ending, its sentence with names and its sentence without.
type ExpectedEnding = (GameKind, Ending, String, String);

/// A win by the rules of a side, given with its colour, for a reason, given in words.
fn won(
    kind: GameKind,
    (side, colour): (Side, &str),
    reason: Reason,
    words: &str,
) -> ExpectedEnding {
    let name = match side {
        First => "Ann",
        Second => "<@2>",
    };
    (
        kind,
        Ending::Rules(Outcome::win(side, reason)),
        format!("**{name}** wins with {colour}: {words}."),
        format!("{colour} won: {words}"),
    )
}

/// A draw for a reason, given in words.
fn drawn(kind: GameKind, ending: Ending, words: &str) -> ExpectedEnding {
    (kind, ending, format!("The game is a **draw**: {words}."), format!("Draw: {words}"))
}

/// Every kind of ending.
fn endings() -> Vec<ExpectedEnding> {
    let by_rules = |reason| Ending::Rules(Outcome::draw(reason));
    let other =
        |kind, ending, long: &str, short: &str| (kind, ending, long.to_owned(), short.to_owned());
    let (white, sente, gote) = ((First, "White"), (First, "Sente"), (Second, "Gote"));
    let no_disc = "no disc of the other colour is left";
    let fourth_time = "the same position for the fourth time";
    let perpetual = "the other side gave perpetual check";
    vec![
        won(Othello, (First, "Black"), Reason::Full, "the board is full"),
        drawn(Othello, by_rules(Reason::NoMoves), "neither side can move"),
        won(Othello, (Second, "White"), Reason::WipeOut, no_disc),
        won(Makruk, white, Reason::Checkmate, "checkmate"),
        drawn(Makruk, by_rules(Reason::Stalemate), "stalemate"),
        drawn(Makruk, by_rules(Reason::Count), "the count has run out"),
        won(Ogi, gote, Reason::NoMove, "the other side has no move"),
        drawn(Ogi, by_rules(Reason::Repetition), fourth_time),
        won(Ogi, sente, Reason::PerpetualCheck, perpetual),
        other(
            Ogi,
            Ending::Resigned(First),
            "Ann resigns. **<@2>** wins with Gote.",
            "Gote won: Sente resigned",
        ),
        other(
            Ogi,
            Ending::OutOfTime(Second),
            "<@2> has run out of time. **Ann** wins with Sente.",
            "Sente won: Gote ran out of time",
        ),
        other(Ogi, Ending::Agreed, "The game is a **draw** by agreement.", "Draw by agreement"),
        drawn(Makruk, MakrukEnding::BareKhuns.into(), "two khun stand alone"),
        other(
            Makruk,
            Ending::Repetition,
            "The game is a **draw**: the same position came again and again.",
            "Draw by repetition",
        ),
        other(
            Ogi,
            Ending::TooLong,
            "The game is a **draw**: it is longer than 1000 moves.",
            "Draw after 1000 moves",
        ),
    ]
}

#[test]
fn events_have_their_english_sentences() {
    for (kind, event, words) in expected() {
        assert_eq!(sentence(kind, &event, None, Language::English), words);
    }
    for (kind, ending, words, short) in endings() {
        assert_eq!(sentence(kind, &Event::Ended(ending), None, Language::English), words);
        assert_eq!(i18n::ending(ending, kind, Language::English), short);
    }
}

#[test]
fn moves_are_written_as_people_write_them_without_markdown() {
    let text = "P@e5".to_owned();
    let dropped = Event::Moved { side: First, ply: 31, text, said: None };
    let sentence = |written| sentence(Ogi, &dropped, Some(written), Language::English);
    assert_eq!(sentence("P*e5"), "Ann played `P*e5`.");
    assert_eq!(sentence("▲e5歩打"), "Ann played `▲e5歩打`.");
}

#[test]
fn different_events_have_different_sentences_in_every_language() {
    for language in Language::ALL {
        let mut sentences: Vec<String> = expected()
            .iter()
            .map(|(kind, event, _)| sentence(*kind, event, None, language))
            .collect();
        let endings = endings();
        for (kind, ending, ..) in &endings {
            sentences.push(sentence(*kind, &Event::Ended(*ending), None, language));
            sentences.push(i18n::ending(*ending, *kind, language));
        }
        let count = sentences.len();
        sentences.sort_unstable();
        sentences.dedup();
        assert_eq!(sentences.len(), count, "{language}");
    }
}

#[test]
fn the_winner_is_named() {
    for language in Language::ALL {
        for (kind, ending, ..) in endings() {
            let words = sentence(kind, &Event::Ended(ending), None, language);
            match ending.verdict() {
                Verdict::Win(First) => assert!(words.contains("**Ann**"), "{words}"),
                Verdict::Win(Second) => assert!(words.contains("**<@2>**"), "{words}"),
                Verdict::Draw => {
                    assert!(!words.contains("Ann") && !words.contains("<@2>"), "{words}");
                }
            }
        }
    }
    let verdict = |verdict, language| i18n::verdict(verdict, Othello, language);
    assert_eq!(verdict(Verdict::Win(Second), Language::English), "White won");
    assert_eq!(verdict(Verdict::Win(First), Language::Japanese), "黒の勝ち");
    assert_eq!(verdict(Verdict::Draw, Language::Thai), "เสมอ");
}

#[test]
fn the_furigoma_throw_is_shown_in_every_language() {
    let furigoma = Some(Furigoma { thrower: ANN, promoted: [false, false, true, false, false] });
    let seats = BySide { first: ANN, second: BEN };
    for language in Language::ALL {
        let words = sentence(Ogi, &Event::Accepted { seats, furigoma }, None, language);
        assert!(words.contains("歩 歩 と 歩 歩"), "{words}");
    }
}
