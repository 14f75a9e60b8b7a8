//! Events and endings, told.

use kradan::i18n::{EventContext, Language, ending, event, verdict};
use kradan::rules::makruk::Act;
use kradan::rules::{BySide, GameKind, Outcome, Reason, Side, Verdict};
use kradan::table::{ChannelId, Ending, Event, Furigoma, MakrukEnding, MakrukEvent, PlayerId};

use GameKind::{Makruk, Ogi, Othello};
use Side::{First, Second};

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);

/// How an event is told of Ann, who is first, and Ben.
fn told(kind: GameKind, happened: &Event, written: Option<&str>, language: Language) -> String {
    let names = BySide { first: "Ann", second: "<@2>" };
    event(happened, &EventContext { kind, names, written }, language)
}

/// Every kind of event, and the words for it.
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

/// Every kind of ending, its words with names and its words without.
fn endings() -> Vec<(GameKind, Ending, &'static str, &'static str)> {
    let win = |side, reason| Ending::Rules(Outcome::win(side, reason));
    let draw = |reason| Ending::Rules(Outcome::draw(reason));
    vec![
        (
            Othello,
            win(First, Reason::Full),
            "**Ann** wins with Black: the board is full.",
            "Black won: the board is full",
        ),
        (
            Othello,
            draw(Reason::NoMoves),
            "The game is a **draw**: neither side can move.",
            "Draw: neither side can move",
        ),
        (
            Othello,
            win(Second, Reason::WipeOut),
            "**<@2>** wins with White: no disc of the other colour is left.",
            "White won: no disc of the other colour is left",
        ),
        (
            Makruk,
            win(First, Reason::Checkmate),
            "**Ann** wins with White: checkmate.",
            "White won: checkmate",
        ),
        (Makruk, draw(Reason::Stalemate), "The game is a **draw**: stalemate.", "Draw: stalemate"),
        (
            Makruk,
            draw(Reason::Count),
            "The game is a **draw**: the count has run out.",
            "Draw: the count has run out",
        ),
        (
            Ogi,
            win(Second, Reason::NoMove),
            "**<@2>** wins with Gote: the other side has no move.",
            "Gote won: the other side has no move",
        ),
        (
            Ogi,
            draw(Reason::Repetition),
            "The game is a **draw**: the same position for the fourth time.",
            "Draw: the same position for the fourth time",
        ),
        (
            Ogi,
            win(First, Reason::PerpetualCheck),
            "**Ann** wins with Sente: the other side gave perpetual check.",
            "Sente won: the other side gave perpetual check",
        ),
        (
            Ogi,
            Ending::Resigned(First),
            "Ann resigns. **<@2>** wins with Gote.",
            "Gote won: Sente resigned",
        ),
        (
            Ogi,
            Ending::OutOfTime(Second),
            "<@2> has run out of time. **Ann** wins with Sente.",
            "Sente won: Gote ran out of time",
        ),
        (Ogi, Ending::Agreed, "The game is a **draw** by agreement.", "Draw by agreement"),
        (
            Makruk,
            MakrukEnding::BareKhuns.into(),
            "The game is a **draw**: two khun stand alone.",
            "Draw: two khun stand alone",
        ),
        (
            Makruk,
            Ending::Repetition,
            "The game is a **draw**: the same position came again and again.",
            "Draw by repetition",
        ),
        (
            Ogi,
            Ending::TooLong,
            "The game is a **draw**: it is longer than 1000 moves.",
            "Draw after 1000 moves",
        ),
    ]
}

#[test]
fn events_are_told_in_english() {
    for (kind, happened, words) in expected() {
        assert_eq!(told(kind, &happened, None, Language::English), words);
    }
    for (kind, how, words, short) in endings() {
        assert_eq!(told(kind, &Event::Ended(how), None, Language::English), words);
        assert_eq!(ending(how, kind, Language::English), short);
    }
}

#[test]
fn moves_are_told_as_people_write_them_and_format_nothing() {
    let text = "P@e5".to_owned();
    let dropped = Event::Moved { side: First, ply: 31, text, said: None };
    let told = |written| told(Ogi, &dropped, Some(written), Language::English);
    assert_eq!(told("P*e5"), "Ann played `P*e5`.");
    assert_eq!(told("▲e5歩打"), "Ann played `▲e5歩打`.");
}

#[test]
fn other_languages_tell_different_events_apart_too() {
    for language in Language::ALL {
        let mut said: Vec<String> =
            expected().iter().map(|(kind, event, _)| told(*kind, event, None, language)).collect();
        let endings = endings();
        said.extend(
            endings.iter().map(|(kind, how, ..)| told(*kind, &Event::Ended(*how), None, language)),
        );
        said.extend(endings.iter().map(|(kind, how, ..)| ending(*how, *kind, language)));
        let count = said.len();
        said.sort_unstable();
        said.dedup();
        assert_eq!(said.len(), count, "{language}");
    }
}

#[test]
fn whoever_wins_is_named() {
    for language in Language::ALL {
        for (kind, how, ..) in endings() {
            let words = told(kind, &Event::Ended(how), None, language);
            match how.verdict() {
                Verdict::Win(First) => assert!(words.contains("**Ann**"), "{words}"),
                Verdict::Win(Second) => assert!(words.contains("**<@2>**"), "{words}"),
                Verdict::Draw => {
                    assert!(!words.contains("Ann") && !words.contains("<@2>"), "{words}");
                }
            }
        }
    }
    let says = |it, language| verdict(it, Othello, language);
    assert_eq!(says(Verdict::Win(Second), Language::English), "White won");
    assert_eq!(says(Verdict::Win(First), Language::Japanese), "黒の勝ち");
    assert_eq!(says(Verdict::Draw, Language::Thai), "เสมอ");
}

#[test]
fn the_throw_is_shown_in_every_language() {
    let furigoma = Some(Furigoma { thrower: ANN, promoted: [false, false, true, false, false] });
    let seats = BySide { first: ANN, second: BEN };
    for language in Language::ALL {
        let words = told(Ogi, &Event::Accepted { seats, furigoma }, None, language);
        assert!(words.contains("歩 歩 と 歩 歩"), "{words}");
    }
}
