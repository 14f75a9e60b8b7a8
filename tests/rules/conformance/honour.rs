//! Makruk's counts, ply by ply.

use kradan_rules::makruk::{Count, Honour, Honours, Position};
use kradan_rules::{GameKind, Reason, Record, Side, Verdict};
use serde::{Deserialize, Deserializer};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sequence {
    id: String,
    game: GameKind,
    #[serde(rename = "tag")]
    _tag: String,
    #[serde(rename = "note")]
    _note: String,
    fen: String,
    #[serde(deserialize_with = "Option::deserialize")]
    count0: Option<Counted>,
    plies: Vec<Ply>,
    #[serde(deserialize_with = "verdict")]
    result: Option<Verdict>,
    #[serde(deserialize_with = "Option::deserialize")]
    reason: Option<Reason>,
    /// Where another program counts differently.
    #[serde(rename = "fsf")]
    _fsf: String,
    option: Option<HouseRule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ply {
    m: String,
    /// `claim`, `skip` or `stop`.
    act: Option<String>,
    #[serde(deserialize_with = "Option::deserialize")]
    said: Option<u8>,
    #[serde(deserialize_with = "Option::deserialize")]
    count: Option<Counted>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum HouseRule {
    Lowest,
}

/// The state of a count as the files write it.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counted {
    kind: CountKind,
    side: Counter,
    n: u8,
    limit: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum CountKind {
    Board,
    Pieces,
}

/// Who counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) enum Counter {
    #[serde(rename = "w")]
    White,
    #[serde(rename = "b")]
    Black,
}

impl From<Side> for Counter {
    fn from(side: Side) -> Counter {
        match side {
            Side::First => Counter::White,
            Side::Second => Counter::Black,
        }
    }
}

impl From<Count> for Counted {
    fn from(count: Count) -> Counted {
        let kind = match count.honour {
            Honour::Board => CountKind::Board,
            Honour::Pieces => CountKind::Pieces,
        };
        Counted { kind, side: count.side.into(), n: count.number, limit: count.limit }
    }
}

pub(crate) fn check(sequence: &Sequence) {
    let Sequence { id, game, fen, count0, plies, result, reason, option, .. } = sequence;
    assert_eq!(*game, GameKind::Makruk, "{id}");
    let honours = match option {
        None => Honours::Highest,
        Some(HouseRule::Lowest) => Honours::Lowest,
    };
    let start: Position = fen.parse().unwrap();
    let mut record = Record::new(start.with_honours(honours));
    assert_eq!(record.position().count().map(Counted::from), *count0, "{id} at the start");

    for (index, ply) in (1..).zip(plies) {
        let text = match &ply.act {
            Some(act) => format!("{act}:{}", ply.m),
            None => ply.m.clone(),
        };
        assert_eq!(record.outcome(), None, "{id} before ply {index}");
        let before = *record.position();
        let mv = text.parse().unwrap();
        assert_eq!(before.said(mv), ply.said, "{id}, said at ply {index}");
        record.play(mv).unwrap_or_else(|error| panic!("{id}, ply {index}: {error}"));
        let count = record.position().count();
        assert_eq!(count.map(Counted::from), ply.count, "{id}, count after ply {index}");
    }
    let outcome = record.outcome();
    assert_eq!(outcome.map(|outcome| outcome.verdict), *result, "{id}");
    assert_eq!(outcome.map(|outcome| outcome.reason), *reason, "{id}");
}

fn verdict<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Verdict>, D::Error> {
    let text: Option<String> = Option::deserialize(deserializer)?;
    text.map(|text| text.parse().map_err(serde::de::Error::custom)).transpose()
}
