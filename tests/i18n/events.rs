//! The sentences of events and endings.

use jiff::Timestamp;
use kradan_i18n::{self as i18n, EventContext, Language};
use kradan_rules::makruk::Act;
use kradan_rules::{BySide, Game, GameKind, Outcome, Reason, Side, Verdict};
use kradan_table::{
    AbortReason, ChannelId, Ending, Event, Furigoma, MakrukEnding, MakrukEvent, PlayerId, Reminder,
};

use GameKind::{Makruk, Ogi, Othello};
use Side::{First, Second};

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);

/// The sentence of an event in a game of Ann, who is first, and Ben.
fn sentence(kind: GameKind, event: &Event, written: Option<&str>, language: Language) -> String {
    let names = BySide { first: "Ann", second: "<@2>" };
    i18n::event(event, &EventContext { kind, names, written, game: None }, language)
}

/// Every kind of event, and its sentence.
fn expected() -> Vec<(GameKind, Event, &'static str)> {
    moves_and_offers().into_iter().chain(clocks()).collect()
}

/// What is said of pauses, holidays and gifts of time.
fn clocks() -> Vec<(GameKind, Event, &'static str)> {
    vec![
        (
            Ogi,
            Event::PauseOffered { side: First },
            "Ann offers to pause the game. No clock runs during a pause.",
        ),
        (Ogi, Event::PauseDeclined { side: Second }, "<@2> declines the pause."),
        (Ogi, Event::PauseWithdrawn { side: First }, "Ann withdraws the offer of a pause."),
        (
            Ogi,
            Event::Paused { side: Second },
            "<@2> agrees: the game is paused, and no clock runs. Either player can resume it at any \
             time; after 30 days it resumes by itself.",
        ),
        (Ogi, Event::Resumed { side: Some(First) }, "Ann resumes the game: the clocks run again."),
        (Ogi, Event::Resumed { side: None }, "The pause is over: the clocks run again."),
        (
            Ogi,
            Event::HolidayBegan { side: First, until: Timestamp::UNIX_EPOCH, is_automatic: false },
            "Ann takes a holiday: their clock stands still until <t:0:f>.",
        ),
        (
            Ogi,
            Event::HolidayBegan { side: First, until: Timestamp::UNIX_EPOCH, is_automatic: true },
            "Ann ran out of time, so a holiday began by itself: their clock stands still until \
             <t:0:f>. With the next move the game goes on as usual.",
        ),
        (
            Ogi,
            Event::HolidayEnded { side: Second },
            "<@2> is back from holiday: their clock runs again.",
        ),
        (Ogi, Event::TimeGiven { side: Second, hours: 48 }, "Ann gives <@2> 2 days more."),
    ]
}

/// All other events.
fn moves_and_offers() -> Vec<(GameKind, Event, &'static str)> {
    let challenged = |opponent| Event::Challenged { challenger: ANN, opponent };
    let accepted = |furigoma| {
        let seats = BySide { first: ANN.into(), second: BEN.into() };
        Event::Accepted { seats, furigoma }
    };
    let throw = |thrower, promoted| Some(Furigoma { thrower, promoted });
    let moved = |side, text: &str, said| Event::Moved { side, ply: 9, text: text.to_owned(), said };
    let asked = |from, to| Event::TakebackAsked { side: Second, plies: (from, to) };
    let taken_back = |plies| Event::TakenBack { plies, left: 0, moves: Vec::new() };
    let announced = |act| Event::from(MakrukEvent::CountAnnounced { side: First, act });
    let reminded = |reminder| Event::Reminded { side: Second, reminder };
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
        (Ogi, Event::Declined, "<@2> declines the challenge."),
        (Ogi, Event::Cancelled, "The challenge was withdrawn."),
        (
            Ogi,
            Event::AbortedByModerator { reason: "insults".to_owned() },
            "A moderator ended this game. The reason: insults",
        ),
        (
            Ogi,
            Event::NoThread,
            "No thread can be opened here, so the game is played in this channel.",
        ),
        (Ogi, Event::Lapsed, "Nobody answered the challenge in time."),
        (Ogi, moved(First, "P@e5", None), "Ann played `P@e5`."),
        (Makruk, moved(Second, "e8e7", Some(12)), "<@2> played `e8e7` and said “12”."),
        (Othello, Event::Passed { side: Second, ply: 3 }, "<@2> has no move and passes."),
        (
            Makruk,
            announced(Act::Claim),
            "Ann claims the board’s honour: the next move says “1”. The count runs to 64, and after \
             that <@2> still has one move.",
        ),
        (Makruk, announced(Act::Skip), "Ann does not count the next move."),
        (Makruk, announced(Act::Stop), "Ann stops counting with the next move."),
        (
            Makruk,
            MakrukEvent::CountLeft { side: Second }.into(),
            "<@2> takes back what was announced about the count.",
        ),
        (
            Makruk,
            MakrukEvent::CountDue { side: Second, number: 5, limit: 16 }.into(),
            "<@2> (Black) must count the pieces’ honour, from 5 to 16. After “16” Ann still has one \
             move.",
        ),
        (Ogi, Event::DrawOffered { side: First }, "Ann offers a draw."),
        (Ogi, Event::DrawDeclined { side: Second }, "<@2> declines the draw."),
        (Ogi, Event::DrawWithdrawn { side: First }, "Ann withdraws the draw offer."),
        (
            Ogi,
            Event::TakebackWithdrawn { side: First },
            "Ann withdraws the request for a takeback: the move stands.",
        ),
        (Ogi, asked(9, 9), "<@2> asks to take back the last move (`5.`)."),
        (Othello, asked(7, 7), "<@2> asks to take back the last move (`7.`)."),
        (Ogi, asked(8, 9), "<@2> asks to take back the last 2 moves (`4…`, `5.`)."),
        (Ogi, Event::TakebackRefused { side: First }, "Ann refuses the takeback: the move stands."),
        (Ogi, taken_back(1), "The last move was taken back."),
        (Ogi, taken_back(3), "The last 3 moves were taken back."),
        (Ogi, Event::Shown(ChannelId(5)), "The game is now shown here."),
        (Ogi, reminded(Reminder::Half), "<@2>, half the time for your move is left."),
        (Ogi, reminded(Reminder::Fifth), "<@2>, there is not much time left for your move."),
        (Ogi, reminded(Reminder::Twentieth), "<@2>, your time for this move is almost up."),
        (Ogi, reminded(Reminder::Asked), "<@2>, you asked to be reminded of your move."),
        (
            Ogi,
            reminded(Reminder::HolidayOver(Timestamp::UNIX_EPOCH)),
            "<@2>, your holiday ends <t:0:f>: from then on your clock runs.",
        ),
        (Ogi, Event::ReminderSet { side: Second }, "Noted: you will be reminded of this move."),
        (
            Ogi,
            Event::ReminderDropped { side: Second },
            "Noted: the reminder that you asked for will not come.",
        ),
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
        format!("**{name}** wins as {colour} after 0 moves: {words}."),
        format!("{colour} won: {words}"),
    )
}

/// A draw for a reason, given in words.
fn drawn(kind: GameKind, ending: Ending, words: &str) -> ExpectedEnding {
    (
        kind,
        ending,
        format!("The game is a **draw** after 0 moves: {words}."),
        format!("Draw: {words}"),
    )
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
            "Ann resigns. **<@2>** wins as Gote.",
            "Gote won: Sente resigned",
        ),
        other(
            Ogi,
            Ending::OutOfTime(Second),
            "<@2> has run out of time. **Ann** wins as Sente.",
            "Sente won: Gote ran out of time",
        ),
        other(
            Makruk,
            Ending::OutOfTimeDrawn(Second),
            "<@2> has run out of time, but Ann has nothing left to win with. The game is a **draw**.",
            "Draw: Black ran out of time, and the other side had nothing left to win with",
        ),
        other(
            Ogi,
            Ending::Aborted(AbortReason::OutOfTime(First)),
            "Ann has run out of time before both had made two moves: the game ends **without a result**.",
            "No result: Sente ran out of time at the very beginning",
        ),
        other(
            Ogi,
            Ending::Aborted(AbortReason::Moderator),
            "The game ends **without a result**.",
            "No result: a moderator ended the game",
        ),
        other(
            Ogi,
            Ending::Aborted(AbortReason::Erased(Second)),
            "<@2> left for good before both had made two moves: the game ends **without a result**.",
            "No result: Gote left at the very beginning",
        ),
        other(Ogi, Ending::Agreed, "The game is a **draw** by agreement.", "Draw by agreement"),
        drawn(Makruk, MakrukEnding::BareKhuns.into(), "only the two khun are left"),
        drawn(Makruk, Ending::Repetition, "the same position came again and again"),
        drawn(Ogi, Ending::TooLong, "a game can be no longer"),
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

/// A disc is placed, and a piece is moved.
#[test]
fn thai_has_its_own_word_for_a_move_of_othello() {
    let moved =
        |text: &str| Event::Moved { side: First, ply: 9, text: text.to_owned(), said: None };
    let said = |kind, text, language| sentence(kind, &moved(text), None, language);
    assert_eq!(said(Othello, "d3", Language::Thai), "Ann ลง `d3`");
    assert_eq!(said(Makruk, "e3e4", Language::Thai), "Ann เดิน `e3e4`");
    assert_eq!(said(Othello, "d3", Language::English), "Ann played `d3`.");
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
                Some(Verdict::Win(First)) => assert!(words.contains("**Ann**"), "{words}"),
                Some(Verdict::Win(Second)) => assert!(words.contains("**<@2>**"), "{words}"),
                Some(Verdict::Draw) if matches!(ending, Ending::OutOfTimeDrawn(_)) => {}
                None => {}
                Some(Verdict::Draw) => {
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
    let seats = BySide { first: ANN.into(), second: BEN.into() };
    for language in Language::ALL {
        let words = sentence(Ogi, &Event::Accepted { seats, furigoma }, None, language);
        assert!(words.contains("歩 歩 と 歩 歩"), "{words}");
    }
}

/// The result of a game of Ann and Ben after these moves from a position.
fn result(kind: GameKind, position: &str, moves: &[&str], language: Language) -> String {
    let mut game = Game::from_position(kind, position).unwrap();
    for mv in moves {
        game.play_text(mv).unwrap();
    }
    let ending = Ending::Rules(game.outcome().expect("the rules end the game"));
    let names = BySide { first: "Ann", second: "Ben" };
    let last = moves.last().copied();
    let context = EventContext { kind, names, written: last, game: Some(&game) };
    i18n::event(&Event::Ended(ending), &context, language)
}

#[test]
fn results_say_the_score_the_length_and_the_last_move() {
    let full = format!("O{}O- X", "X".repeat(61));
    let empties = format!("-OX{} X", "-".repeat(61));
    assert_eq!(
        result(Othello, &full, &["h8"], Language::English),
        "**Ann** wins 63–1 as Black after 1 move: the board is full (last move `h8`).",
    );
    let said = |language| result(Othello, &empties, &["a1"], language);
    assert_eq!(
        said(Language::English),
        "**Ann** wins 3–0 (official 64–0) as Black after 1 move: no disc of the other colour is left \
         (last move `a1`).",
    );
    assert!(said(Language::Japanese).contains("3–0（公式64–0）"));
    let mate = result(Makruk, "k7/8/1K6/8/8/8/8/7R w", &["h8"], Language::English);
    assert_eq!(mate, "**Ann** wins as White after 1 move: checkmate (last move `h8`).");
    let counted =
        result(Makruk, "4k3/8/8/8/8/8/8/1N2K3 b pieces:b:64/64", &["e8e7"], Language::English);
    assert_eq!(
        counted,
        "The game is a **draw** after 1 move: the count has run out (last move `e8e7`, “65”).",
    );
}

/// A Japanese 手 is the move of one side.
#[test]
fn games_have_the_length_that_players_count() {
    let mut game = Game::new(Ogi);
    for mv in ["e3e4", "e6e5", "d3d4"] {
        game.play_text(mv).unwrap();
    }
    let resigned = Event::Ended(Ending::Resigned(First));
    let names = BySide { first: "Ann", second: "Ben" };
    let context = EventContext { kind: Ogi, names, written: None, game: Some(&game) };
    let said = |language| i18n::event(&resigned, &context, language);
    let english = "Ann resigns. **Ben** wins as Gote. 2 moves were played.";
    assert_eq!(said(Language::English), english);
    assert!(said(Language::Dutch).ends_with("Er zijn 2 zetten gespeeld."));
    assert!(said(Language::Japanese).ends_with("手数は3手です。"));
}
