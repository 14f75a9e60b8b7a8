//! The words of Makruk.

use super::words::{GameSentence, GameWords, GuidePart};
use crate::illegal::{IllegalWords, on};
use crate::position_words::{PositionWords, number};
use kradan_rules::Square;
use kradan_rules::facts::Piece;
use kradan_rules::makruk::{self, Act, Role, Unclaimable};
use kradan_table::{MakrukEnding, MakrukEvent, MakrukRefusal};

impl GameWords for makruk::Position {
    const GUIDE: &'static [GuidePart] = &[
        ("aim", Some("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w"), None),
        ("khun", Some("4k3/8/p6p/3n4/3K4/P6P/8/8 w"), Some("d4")),
        ("met", Some("4k3/8/p6p/8/3M4/P6P/8/4K3 w"), Some("d4")),
        ("khon", Some("4k3/8/p6p/8/3S4/P6P/8/4K3 w"), Some("d4")),
        ("ma", Some("4k3/8/p6p/8/3N4/P6P/8/4K3 w"), Some("d4")),
        ("rua", Some("4k3/8/p2p3p/8/3R4/P6P/8/4K3 w"), Some("d4")),
        ("bia", Some("4k3/8/pp1m3p/2P5/8/P6P/8/4K3 w"), Some("c5")),
        ("draw", Some("k7/1R6/1K6/8/7p/7P/8/8 b"), None),
        ("board-honour", Some("4k3/8/2n1s3/8/3R4/3S4/8/4K3 b"), None),
        ("pieces-honour", Some("4k3/8/8/3M~4/8/8/8/4K2R b"), None),
    ];

    fn letters() -> Vec<(char, Piece)> {
        let letter = |role: Role| {
            // The diagram tells a bia-ngai from a met, whose letter it shares elsewhere.
            let letter = if role == Role::BiaNgai { 'Q' } else { role.letter() };
            (letter, Piece::Makruk(role))
        };
        Role::ALL.map(letter).to_vec()
    }
}

pub(super) fn piece(role: Role) -> String {
    format!("makruk-{role}")
}

pub(super) fn illegal(words: &IllegalWords<'_>, reason: makruk::Illegal) -> String {
    use makruk::Illegal as Why;
    let piece = |role| words.piece(Piece::Makruk(role));
    match reason {
        Why::NoPiece { square } => words.at("illegal-no-piece", square),
        Why::NotYours { square } => words.at("illegal-not-yours", square),
        Why::OtherPiece { role, square } => {
            words.say("illegal-other-piece", [piece(role), on("square", square)])
        }
        Why::StaysPut { square } => words.at("illegal-stays-put", square),
        Why::OwnPiece { square } => words.at("illegal-own-piece", square),
        Why::CannotGoThere { role, from, to } => {
            words.say("illegal-cannot-go-there", [piece(role), on("from", from), on("to", to)])
        }
        Why::NoneGoesThere { role, line, to } => {
            words.none_goes_there(role.map(Piece::Makruk), None, line, to)
        }
        Why::KhunIntoCheck { by } => words.at("illegal-khun-into-check", by),
        Why::ExposesKhun { by } => words.at("illegal-exposes-khun", by),
        Why::LeavesKhunInCheck { by } => words.at("illegal-leaves-khun-in-check", by),
        Why::MustPromote { to } => words.at("illegal-bia-must-promote", to),
        Why::DoesNotPromote { role, to } => {
            words.say("illegal-does-not-promote", [piece(role), on("to", to)])
        }
        Why::CannotClaim(why) => words.say(unclaimable(why), []),
        Why::NotCounting { act } => words.say(not_counting(act), []),
    }
}

const fn unclaimable(why: Unclaimable) -> &'static str {
    match why {
        Unclaimable::BiaStands => "illegal-claim-bia-stands",
        Unclaimable::LoneKhun => "illegal-claim-lone-khun",
        Unclaimable::AlreadyCounting => "illegal-claim-already-counting",
        Unclaimable::Off => "illegal-claim-off",
    }
}

const fn not_counting(act: Act) -> &'static str {
    match act {
        Act::Stop => "illegal-not-counting-stop",
        Act::Skip | Act::Claim => "illegal-not-counting-skip",
    }
}

/// The square of the piece that was to move, where it could move elsewhere.
pub(super) fn origin(reason: makruk::Illegal) -> Option<Square> {
    match reason {
        makruk::Illegal::OtherPiece { square, .. } | makruk::Illegal::StaysPut { square } => {
            Some(square)
        }
        makruk::Illegal::CannotGoThere { from, .. } => Some(from),
        makruk::Illegal::NoPiece { .. }
        | makruk::Illegal::NotYours { .. }
        | makruk::Illegal::OwnPiece { .. }
        | makruk::Illegal::NoneGoesThere { .. }
        | makruk::Illegal::KhunIntoCheck { .. }
        | makruk::Illegal::ExposesKhun { .. }
        | makruk::Illegal::LeavesKhunInCheck { .. }
        | makruk::Illegal::MustPromote { .. }
        | makruk::Illegal::DoesNotPromote { .. }
        | makruk::Illegal::CannotClaim(_)
        | makruk::Illegal::NotCounting { .. } => None,
    }
}

pub(super) fn beside(
    words: &PositionWords,
    running: Option<makruk::Count>,
    is_due: bool,
) -> Vec<String> {
    running.iter().map(|&running| count(words, running, is_due)).collect()
}

fn count(words: &PositionWords, count: makruk::Count, is_due: bool) -> String {
    let (message, said) = match (count.honour, is_due) {
        (makruk::Honour::Board, _) => ("count-board", count.number),
        (makruk::Honour::Pieces, false) => ("count-pieces", count.number),
        // The first number that is said.
        (makruk::Honour::Pieces, true) => ("count-pieces-due", count.number + 1),
    };
    words.catalog.say_with(
        message,
        [
            ("side", words.side(count.side).into()),
            ("number", number(said.into())),
            ("limit", number(count.limit.into())),
        ],
    )
}

pub(super) fn event(event: &MakrukEvent) -> GameSentence {
    let of = |message, side, numbers| GameSentence { message, side, numbers };
    match *event {
        MakrukEvent::CountAnnounced { side, act: Act::Claim }
        | MakrukEvent::CountChangedAgain { side, act: Some(Act::Claim) } => {
            let limit = ("limit", number(makruk::BOARD_LIMIT.into()));
            of("event-count-claim", side, vec![limit])
        }
        MakrukEvent::CountAnnounced { side, act: Act::Skip }
        | MakrukEvent::CountChangedAgain { side, act: Some(Act::Skip) } => {
            of("event-count-skip", side, Vec::new())
        }
        MakrukEvent::CountAnnounced { side, act: Act::Stop }
        | MakrukEvent::CountChangedAgain { side, act: Some(Act::Stop) } => {
            of("event-count-stop", side, Vec::new())
        }
        MakrukEvent::CountLeft { side } | MakrukEvent::CountChangedAgain { side, act: None } => {
            of("event-count-left", side, Vec::new())
        }
        MakrukEvent::CountDue { side, number: first, limit } => {
            let numbers = vec![("number", number(first.into())), ("limit", number(limit.into()))];
            of("event-count-due", side, numbers)
        }
    }
}

pub(super) fn ending(ending: MakrukEnding) -> &'static str {
    match ending {
        MakrukEnding::BareKhuns => "reason-bare-khuns",
    }
}

pub(super) fn refusal(refusal: MakrukRefusal) -> &'static str {
    match refusal {
        MakrukRefusal::NoCounts => "refusal-no-counts",
        MakrukRefusal::NotWeaker => "refusal-not-weaker",
    }
}
