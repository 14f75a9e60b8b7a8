//! Refusals, told.

use kradan_i18n::{Language, RefusalContext, refusal};
use kradan_rules::GameKind::{self, Makruk, Ogi, Othello};
use kradan_rules::makruk::{Act, Illegal as InMakruk, Role, Unclaimable};
use kradan_rules::ogi::{Illegal as InOgi, Piece, Role as Koma};
use kradan_rules::othello::Illegal as InOthello;
use kradan_rules::{FileOrRank, Game, Illegal, MoveError, Outcome, Reason, Side, Square};
use kradan_table::{Ending, MakrukRefusal, PlayerId, Refusal};

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn told(kind: GameKind, why: &Refusal, language: Language) -> String {
    refusal(why, &RefusalContext { kind, turn_name: None, legal: &[] }, language)
}

fn illegal(reason: impl Into<Illegal>) -> Refusal {
    Refusal::Move(MoveError::Illegal(reason.into()))
}

/// What comes of a text that is typed at the start of a game.
fn typed(kind: GameKind, text: &str) -> Refusal {
    Refusal::Move(Game::new(kind).play_text(text).unwrap_err())
}

fn of_the_table() -> Vec<(GameKind, Refusal, &'static str)> {
    let over = Outcome::win(Side::First, Reason::Checkmate);
    let turn = Refusal::NotYourTurn { turn: Side::Second, player: PlayerId(2).into() };
    let several = MoveError::Ambiguous(vec!["a1b2".to_owned(), "c1b2".to_owned()]);
    vec![
        (Ogi, Refusal::NotSeated, "You are not one of the players of this game."),
        (Ogi, Refusal::NotChallenged, "This challenge is for somebody else."),
        (Ogi, Refusal::OwnChallenge, "This is your own challenge: somebody else has to accept it."),
        (
            Ogi,
            Refusal::OwnChallengeDeclined,
            "This is your own challenge: you can withdraw it, not decline it.",
        ),
        (
            Ogi,
            Refusal::NotYourChallenge,
            "This challenge is not yours: only its challenger can withdraw it.",
        ),
        (
            Othello,
            Refusal::NotYourComputer,
            "This challenge is somebody else’s. To play the computer yourself: `/play level:`",
        ),
        (Ogi, Refusal::Answered, "This challenge has been answered already."),
        (
            Ogi,
            Refusal::NotBegun,
            "The game has not begun yet: the challenge still waits for an answer.",
        ),
        (Othello, turn, "It is not your turn: White is to move."),
        (
            Ogi,
            Refusal::Stale { ply: 1 },
            "The board has changed since then. Please use the newest board.",
        ),
        (
            Ogi,
            Refusal::Stale { ply: 0 },
            "The board has changed since then. Please use the newest board.",
        ),
        (Ogi, Refusal::Over(Ending::Agreed), "This game is over. Draw by agreement."),
        (Makruk, Refusal::Move(MoveError::Over(over)), "This game is over. White won: checkmate."),
        (Ogi, Refusal::NothingOffered, "There is nothing to answer at the moment."),
        (Ogi, Refusal::OwnOffer, "That was your own request: your opponent has to answer it."),
        (Makruk, Refusal::AnnouncedAlready, "You have already said that for your next move."),
        (
            Makruk,
            Refusal::NothingAnnounced,
            "Your next move changes nothing about the count, so there is nothing to undo.",
        ),
        (Ogi, Refusal::OfferedAlready, "You have asked already: your opponent has to answer."),
        (
            Ogi,
            Refusal::DeclinedAlready,
            "That was declined or withdrawn. You can ask again after your next move.",
        ),
        (Ogi, Refusal::NothingToWithdraw, "You have no offer that waits for an answer."),
        (
            Ogi,
            Refusal::AskedFirst,
            "Your opponent asks for a takeback too: please answer that first.",
        ),
        (Ogi, Refusal::OfferedFirst, "Your opponent offers a draw: please answer that first."),
        (Ogi, Refusal::NothingToTakeBack, "You have made no move yet that could be taken back."),
        (Ogi, MakrukRefusal::NoCounts.into(), "This game has no counts: only Makruk does."),
        (
            Makruk,
            MakrukRefusal::NotWeaker.into(),
            "Only the weaker side may claim the count: your pieces may not be worth more than your \
             opponent’s, and while your opponent counts they must be worth less.",
        ),
        (
            Ogi,
            Refusal::Unread,
            "I do not know whether your opponent can see this channel, so the game stays where it \
             is. It can move here once your opponent has used one of my commands or buttons here.",
        ),
        (Ogi, Refusal::NotOver, "This game is not over yet."),
        (Ogi, Refusal::ReminderTooLate, "Your time for this move ends before that."),
        (
            Ogi,
            Refusal::OpponentErased,
            "Your opponent had everything about them deleted, so there is no rematch.",
        ),
        (
            Makruk,
            Refusal::Move(several),
            "That can mean more than one move: `a1b2`, `c1b2`. Which one?",
        ),
    ]
}

fn of_planned_lines() -> Vec<(GameKind, Refusal, &'static str)> {
    vec![
        (
            Othello,
            Refusal::PlannedMove {
                number: 2,
                text: "a1".to_owned(),
                why: Box::new(Refusal::NotOver),
            },
            "Move 2 of your line, `a1`, cannot be played there. This game is not over yet.",
        ),
        (
            Othello,
            Refusal::NoPlannedReply,
            "A line has a move of your opponent and ends with your reply to it, such as `d3 then c5`.",
        ),
        (Ogi, Refusal::LineTooLong, "A line can have at most 20 moves."),
        (
            Ogi,
            Refusal::TooManyLines,
            "You have planned 10 lines in this game already. Please remove one first.",
        ),
    ]
}

fn of_othello() -> Vec<(GameKind, Refusal, &'static str)> {
    let (d4, a1) = (square("d4"), square("a1"));
    let reasons = [
        (InOthello::Taken { square: d4 }, "There is a disc on d4 already."),
        (
            InOthello::EnclosesNothing { square: a1 },
            "A disc on a1 would enclose nothing, so it cannot be placed there.",
        ),
        (InOthello::MayNotPass, "A disc can be placed, so this is no pass."),
        (InOthello::MustPass, "No disc can be placed, so this has to be a pass."),
    ];
    reasons.map(|(reason, words)| (Othello, illegal(reason), words)).to_vec()
}

fn of_makruk() -> Vec<(GameKind, Refusal, &'static str)> {
    let (from, to) = (square("c1"), square("c4"));
    let (role, line) = (Some(Role::Ma), Some(FileOrRank::Rank(0)));
    let claim = InMakruk::CannotClaim;
    let reasons = [
        (InMakruk::NoPiece { square: to }, "There is no piece on c4."),
        (InMakruk::NotYours { square: to }, "The piece on c4 belongs to the other side."),
        (InMakruk::OtherPiece { role: Role::Khon, square: from }, "The piece on c1 is a khon."),
        (InMakruk::StaysPut { square: to }, "That is not a move: it starts and ends on c4."),
        (InMakruk::OwnPiece { square: to }, "A piece of the same side is on c4."),
        (InMakruk::CannotGoThere { role: Role::Khon, from, to }, "The khon on c1 cannot go to c4."),
        (InMakruk::NoneGoesThere { role: None, line: None, to }, "No piece can go to c4 now."),
        (InMakruk::NoneGoesThere { role, line: None, to }, "No ma can go to c4 now."),
        (InMakruk::NoneGoesThere { role, line, to }, "No ma on rank 1 can go to c4 now."),
        (InMakruk::KhunIntoCheck { by: to }, "The khun would be in check there, from c4."),
        (InMakruk::ExposesKhun { by: to }, "That would leave the khun in check from c4."),
        (
            InMakruk::LeavesKhunInCheck { by: to },
            "The khun is in check from c4, and that move does not stop it.",
        ),
        (InMakruk::MustPromote { to: square("e6") }, "A bia that reaches e6 has to turn over."),
        (InMakruk::DoesNotPromote { role: Role::Bia, to }, "The bia does not turn over on c4."),
        (
            claim(Unclaimable::BiaStands),
            "The count cannot be claimed while there is a bia on the board.",
        ),
        (
            claim(Unclaimable::LoneKhun),
            "The board’s honour cannot be claimed when a side has only its khun left: then the \
             pieces’ honour is counted.",
        ),
        (claim(Unclaimable::AlreadyCounting), "You are counting already."),
        (claim(Unclaimable::Off), "This game is played without counts."),
        (
            InMakruk::NotCounting { act: Act::Stop },
            "You are not counting, so there is no count to stop.",
        ),
        (
            InMakruk::NotCounting { act: Act::Skip },
            "You are not counting, so there is no move to leave uncounted.",
        ),
    ];
    reasons.map(|(reason, words)| (Makruk, illegal(reason), words)).to_vec()
}

fn of_ogi() -> Vec<(GameKind, Refusal, &'static str)> {
    let (from, to) = (square("c1"), square("c6"));
    let piece = Piece { role: Koma::Silver, promoted: false };
    let none = |role, promoted, line| InOgi::NoneGoesThere { role, promoted, line, to };
    let file = Some(FileOrRank::File(2));
    let reasons = [
        (InOgi::NoPiece { square: to }, "There is no piece on c6."),
        (InOgi::NotYours { square: to }, "The piece on c6 belongs to the other side."),
        (InOgi::OtherPiece { piece, square: from }, "The piece on c1 is a silver."),
        (InOgi::StaysPut { square: to }, "That is not a move: it starts and ends on c6."),
        (InOgi::OwnPiece { square: to }, "A piece of the same side is on c6."),
        (InOgi::CannotGoThere { piece, from, to }, "The silver on c1 cannot go to c6."),
        (none(None, None, None), "No piece can go to c6 now."),
        (none(None, Some(true), None), "No promoted piece can go to c6 now."),
        (none(None, Some(false), None), "No unpromoted piece can go to c6 now."),
        (none(Some(Koma::Rook), Some(true), None), "No promoted rook can go to c6 now."),
        (none(Some(Koma::Rook), None, file), "No rook on the c file can go to c6 now."),
        (InOgi::KingIntoCheck { by: to }, "The king would be in check there, from c6."),
        (InOgi::ExposesKing { by: to }, "That would leave the king in check from c6."),
        (
            InOgi::LeavesKingInCheck { by: to },
            "The king is in check from c6, and that move does not stop it.",
        ),
        (
            InOgi::MustPromote { piece, from, to },
            "The silver has to promote when it goes from c1 to c6.",
        ),
        (
            InOgi::DoesNotPromote { piece, from, to },
            "The silver does not promote when it goes from c1 to c6.",
        ),
        (InOgi::NotInHand { role: Koma::Pawn }, "There is no pawn in hand."),
        (
            InOgi::DropOnPiece { square: to },
            "There is a piece on c6, and pieces are dropped on empty squares only.",
        ),
        (
            InOgi::DropOnOwnPiece { square: to },
            "A piece of the same side is on c6, and pieces are dropped on empty squares only.",
        ),
        (InOgi::DropPromoted { role: Koma::Lance }, "A lance is dropped unpromoted."),
        (
            InOgi::DropWithoutMove { role: Koma::Lance, to: square("c8") },
            "A lance dropped on c8 could never move.",
        ),
        (InOgi::Nifu { to }, "Nifu: an unpromoted pawn of the same side is on the c file already."),
    ];
    reasons.map(|(reason, words)| (Ogi, illegal(reason), words)).to_vec()
}

fn expected() -> Vec<(GameKind, Refusal, &'static str)> {
    [of_the_table(), of_planned_lines(), of_othello(), of_makruk(), of_ogi()].concat()
}

#[test]
fn refusals_are_told_in_english() {
    for (kind, why, words) in expected() {
        assert_eq!(told(kind, &why, Language::English), words);
    }
}

/// In a plan they are about the opponent's moves as well.
#[test]
fn why_a_move_is_illegal_says_nothing_of_whose_it_is() {
    let words = |language| match language {
        Language::English => &["you", "Your"][..],
        Language::Thai => &["คุณ"],
        Language::Dutch => &["je ", "jou"],
        Language::Japanese => &["あなた", "自分"],
    };
    let of_counts = |why: &Refusal| {
        matches!(
            why,
            Refusal::Move(MoveError::Illegal(Illegal::Makruk(
                InMakruk::CannotClaim(_) | InMakruk::NotCounting { .. },
            )))
        )
    };
    let moves = [of_othello(), of_makruk(), of_ogi()].concat();
    for (kind, why, _) in moves.iter().filter(|(_, why, _)| !of_counts(why)) {
        for language in Language::ALL {
            let told = told(*kind, why, language);
            assert!(words(language).iter().all(|it| !told.contains(it)), "{told}");
        }
    }
}

#[test]
fn other_languages_have_as_many_words() {
    for language in Language::ALL {
        let distinct = |language| {
            let mut said: Vec<String> =
                expected().iter().map(|(kind, why, _)| told(*kind, why, language)).collect();
            said.sort_unstable();
            said.dedup();
            said.len()
        };
        assert_eq!(distinct(language), distinct(Language::English), "{language}");
    }
}

#[test]
fn whose_turn_it_is_is_named() {
    let why = Refusal::NotYourTurn { turn: Side::First, player: PlayerId(1).into() };
    for language in Language::ALL {
        let around = RefusalContext { kind: Ogi, turn_name: Some("<@1>"), legal: &[] };
        assert!(refusal(&why, &around, language).contains("<@1>"));
    }
}

#[test]
fn what_was_typed_is_shown_and_does_nothing() {
    assert_eq!(
        told(Othello, &typed(Othello, "zz"), Language::English),
        "I cannot read `zz` as a move. Name a square, such as `d3`.",
    );
    let trick = typed(Makruk, "`@everyone` **<@1>**\n\u{202e}");
    for language in Language::ALL {
        let words = told(Makruk, &trick, language);
        assert!(words.contains("`'@everyone' **<@1>**"), "{words}");
        assert_eq!(words.matches('`').count() % 2, 0, "{words}");
        assert!(!words.contains(['\n', '\u{202e}']), "{words}");
    }
}

#[test]
fn what_could_be_played_instead_is_told() {
    let legal: Vec<String> = ["c2", "P*d2"].map(str::to_owned).to_vec();
    let told = |kind, why: &Refusal, legal: &[String]| {
        refusal(why, &RefusalContext { kind, turn_name: None, legal }, Language::English)
    };
    let (from, to) = (square("c1"), square("c4"));
    let stuck = illegal(InMakruk::CannotGoThere { role: Role::Khon, from, to });
    assert!(told(Makruk, &stuck, &legal).ends_with(". From c1 you can play: `c2`, `P*d2`"));
    let taken = illegal(InOthello::Taken { square: to });
    assert!(told(Othello, &taken, &legal).ends_with(". You can play: `c2`, `P*d2`"));
    assert!(!told(Othello, &Refusal::NotSeated, &legal).contains("c2"));

    let several = Refusal::Move(MoveError::Ambiguous(vec!["P@d2".to_owned(), "c1c2".to_owned()]));
    assert!(told(Ogi, &several, &legal).ends_with(": `c2`, `P*d2`. Which one?"));

    let many: Vec<String> = Square::all().map(|square| square.to_string()).collect();
    let words = told(Othello, &taken, &many);
    assert!(words.ends_with(", …") && words.len() < 500, "{words}");
}

#[test]
fn every_slip_in_real_games_finds_words() {
    let mut seen = 0;
    for kind in GameKind::ALL {
        for text in ["a1", "d4", "pass", "e3e9", "b1b1", "a1a8", "e8e7", "Nd2", "P*e5", "+R", ""] {
            let Err(error) = Game::new(kind).play_text(text) else { continue };
            for language in Language::ALL {
                assert!(!told(kind, &Refusal::Move(error.clone()), language).is_empty());
                seen += 1;
            }
        }
    }
    assert!(seen > 40, "{seen} refusals");
}
