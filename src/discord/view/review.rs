//! The review of a game in words, and the picture of who was ahead when.

use super::message::{File, Picture, Pictured};
use super::numbered_moves::numbered_move;
use super::preferences::Preferences;
use super::written_moves::written_move;
use crate::discord::limits::ALT_MAX;
use crate::service::{DISC_WORTH, Effect, Review, Standing, TurningPoint, WORTH_MAX};
use kradan_i18n::{self as i18n, Language, MoveNumber, sentences};
use kradan_render::Advantage;
use kradan_rules::facts::Piece;
use kradan_rules::{Game, GameKind, Side, cut};
use kradan_table::TableId;

sentences! {
    /// What a review says.
    enum Sentence<'a> {
        /// Above the turning points.
        Turned => "line-review-turned",
        /// There are none of a side.
        NoneOf {
            kind: GameKind,
            side: Side,
        } => "line-review-none-of",
        /// There are none at all.
        None => "line-review-none",
        /// A move with its effect, how its side would have stood and stood, and what was better.
        Point {
            played: &'a str,
            before: &'a str,
            after: &'a str,
            better: &'a str,
        } => "line-review-point",
        /// What the board shows.
        Shown {
            played: &'a str,
            better: &'a str,
        } => "line-review-shown",
        /// What the picture shows.
        Alt {
            spans: &'a str,
        } => "line-review-alt",
        /// From when on a side was ahead.
        Ahead {
            from: &'a str,
            kind: GameKind,
            side: Side,
        } => "line-review-ahead-from",
        Even {
            from: &'a str,
        } => "line-review-even-from",
    }

    /// What a move did.
    enum Did<'a> {
        Loses {
            piece: &'a str,
        } => "line-review-loses",
        Misses {
            piece: &'a str,
        } => "line-review-misses",
        AllowsMate {
            moves: usize,
        } => "line-review-allows-mate",
        MissesMate {
            moves: usize,
        } => "line-review-misses-mate",
        GivesCorner => "line-review-gives-corner",
        LosesDiscs {
            count: usize,
        } => "line-review-loses-discs",
    }

    /// How a player stands.
    enum Stands {
        Losing => "line-review-losing",
        Worse => "line-review-worse",
        Even => "line-review-even",
        Better => "line-review-better",
        Winning => "line-review-winning",
    }
}

/// A review with all that its words depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrittenReview<'a> {
    pub(crate) game: &'a Game,
    pub(crate) review: &'a Review,
    pub(crate) language: Language,
    /// Whether it says in numbers too how a side stood.
    pub(crate) has_numbers: bool,
}

impl WrittenReview<'_> {
    /// The turning points, side by side.
    pub(crate) fn lines(&self) -> Vec<String> {
        let points = &self.review.turning_points;
        if points.is_empty() {
            return vec![self.say(&Sentence::None)];
        }
        let kind = self.game.kind();
        let mut lines = vec![self.say(&Sentence::Turned)];
        for side in Side::ALL {
            let own = points.iter().filter(|point| point.side == side);
            let own: Vec<String> = own.map(|point| self.line(point)).collect();
            lines.push(if own.is_empty() {
                self.say(&Sentence::NoneOf { kind, side })
            } else {
                format!("**{}**", i18n::side_name(kind, side, self.language))
            });
            lines.extend(own);
        }
        lines
    }

    pub(crate) fn line(&self, point: &TurningPoint) -> String {
        let made = [Some(self.played(point)), self.effect(point)].into_iter().flatten();
        let played = &made.collect::<Vec<_>>().join(" · ");
        let [before, after] = [point.with_better, point.after].map(|worth| self.standing(worth));
        let (before, after, better) = (&before, &after, &self.better(point));
        self.say(&Sentence::Point { played, before, after, better })
    }

    /// What a board after the better line of a turning point shows.
    pub(crate) fn shown(&self, point: &TurningPoint) -> String {
        let (played, better) = (&self.played(point), &self.better(point));
        self.say(&Sentence::Shown { played, better })
    }

    /// The picture of who was ahead when; none of a game without moves.
    pub(crate) fn picture(&self, id: TableId, preferences: &Preferences) -> Option<File> {
        let Review { advantages, turning_points } = self.review;
        let number = |ply| MoveNumber::of(self.game, ply, self.language);
        let numbers = (0..self.game.plies())
            .filter_map(|ply| Some((ply + 1, number(ply)?)))
            .filter(|(_, number)| !number.is_second())
            .map(|(ply, number)| (ply, number.number()));
        let advantage = Advantage {
            kind: self.game.kind(),
            values: advantages.iter().map(|&worth| fraction(worth)).collect(),
            turning_points: turning_points.iter().map(|point| point.ply + 1).collect(),
            numbers: numbers.collect(),
        };
        let picture = Picture {
            name: format!("review-{}-{}", id.0, self.game.plies()),
            of: Pictured::Advantage(advantage),
            theme: preferences.theme,
            pieces: preferences.pieces,
            alt: cut(&self.alt(), ALT_MAX - 1),
        };
        (!advantages.is_empty()).then(|| File::Picture(Box::new(picture)))
    }

    /// Who was ahead from when on, without what lasted a single ply.
    fn alt(&self) -> String {
        let ahead: Vec<Option<Side>> =
            self.review.advantages.iter().map(|&worth| side_ahead(worth)).collect();
        let mut spans: Vec<(usize, Option<Side>)> = Vec::new();
        for (ply, &side) in ahead.iter().enumerate() {
            let lasts = ahead.get(ply + 1).is_none_or(|next| *next == side);
            if (lasts || ply == 0) && spans.last().is_none_or(|(_, last)| *last != side) {
                spans.push((ply, side));
            }
        }
        let kind = self.game.kind();
        let span = |(ply, side): (usize, Option<Side>)| {
            let number = MoveNumber::of(self.game, ply.saturating_sub(1), self.language);
            let from = &number.map_or_else(|| ply.to_string(), |number| number.to_string());
            self.say(&match side {
                Some(side) => Sentence::Ahead { from, kind, side },
                None => Sentence::Even { from },
            })
        };
        let spans: Vec<String> = spans.into_iter().map(span).collect();
        self.say(&Sentence::Alt { spans: &spans.join(" · ") })
    }

    /// The move with its number.
    fn played(&self, point: &TurningPoint) -> String {
        let played = numbered_move(self.game, point.ply, self.language);
        i18n::moves(&[played.unwrap_or_default()], self.language)
    }

    /// The moves of the better line.
    fn better(&self, point: &TurningPoint) -> String {
        let mut now = self.game.at_ply(point.ply);
        let mut written = Vec::new();
        for mv in &point.line {
            written.push(written_move(&now, mv, self.language));
            // The engine found it among the legal moves.
            _ = now.play_text(mv);
        }
        i18n::moves(&written, self.language)
    }

    fn effect(&self, point: &TurningPoint) -> Option<String> {
        let name = |side, piece: Piece| i18n::piece_name(side, piece, self.language);
        let did = match point.effect {
            Effect::Loses(piece) => {
                return Some(self.say(&Did::Loses { piece: &name(point.side, piece) }));
            }
            Effect::Misses(piece) => {
                return Some(self.say(&Did::Misses { piece: &name(!point.side, piece) }));
            }
            Effect::AllowsMate(moves) => Did::AllowsMate { moves: moves as usize },
            Effect::MissesMate(moves) => Did::MissesMate { moves: moves as usize },
            Effect::GivesCorner => Did::GivesCorner,
            Effect::LosesDiscs(discs) => Did::LosesDiscs { count: discs as usize },
            Effect::Other => return None,
        };
        Some(self.say(&did))
    }

    /// How a side stands, as one that is ahead without end does not in numbers.
    fn standing(&self, worth: i32) -> String {
        let words = self.say(&match Standing::of(worth) {
            Standing::Losing => Stands::Losing,
            Standing::Worse => Stands::Worse,
            Standing::Even => Stands::Even,
            Standing::Better => Stands::Better,
            Standing::Winning => Stands::Winning,
        });
        if self.has_numbers && worth.abs() < WORTH_MAX {
            format!("{words} {}", number(self.game.kind(), worth))
        } else {
            words
        }
    }

    fn say(&self, sentence: &impl i18n::Say) -> String {
        i18n::say(sentence, self.language)
    }
}

fn side_ahead(worth: i32) -> Option<Side> {
    match Standing::of(worth) {
        Standing::Losing | Standing::Worse => Some(Side::Second),
        Standing::Even => None,
        Standing::Better | Standing::Winning => Some(Side::First),
    }
}

fn fraction(worth: i32) -> f64 {
    f64::from(worth) / f64::from(WORTH_MAX)
}

/// An advantage in discs, or in pawns.
fn number(kind: GameKind, worth: i32) -> String {
    let parts = |of: i32| (f64::from(worth) / f64::from(of)).round() as i32;
    let number = match kind {
        GameKind::Othello => format!("{:+}", parts(DISC_WORTH)),
        GameKind::Makruk | GameKind::Ogi => format!("{:+.1}", f64::from(parts(10)) / 10.0),
    };
    number.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;
    use kradan_rules::makruk::Role;

    /// The knight goes where a pawn takes it.
    fn game() -> Game {
        let mut game = Game::new(GameKind::Makruk);
        for mv in ["b1d2", "d6d5", "d2c4", "d5c4"] {
            game.play_text(mv).unwrap();
        }
        game
    }

    fn review() -> Review {
        let effect = Effect::Loses(Piece::Makruk(Role::Ma));
        let line = ["d2b1", "e6e5", "e3e4"].map(str::to_owned).to_vec();
        let point =
            TurningPoint { ply: 2, side: Side::First, line, with_better: 4, after: -252, effect };
        Review { advantages: vec![4, 0, 4, -252, -WORTH_MAX], turning_points: vec![point] }
    }

    #[test]
    fn beginners_read_words_and_others_numbers_too() {
        let (game, review) = (game(), review());
        let said = |language, has_numbers| {
            let written = WrittenReview { game: &game, review: &review, language, has_numbers };
            written.lines().join("\n")
        };
        let words = said(Language::English, false);
        let line = "`2. Nc4` · loses the ma · even → behind · better: `Nb1`, `e5`, `e4`";
        assert!(words.contains(line), "{words}");
        let numbers = said(Language::English, true);
        assert!(numbers.contains("even +0.0 → behind −2.5"), "{numbers}");
        for language in Language::ALL {
            let [words, numbers] = [false, true].map(|has_numbers| said(language, has_numbers));
            assert!(numbers.contains("−2.5") && !words.contains("2.5"), "{numbers}");
        }
        assert_eq!(number(GameKind::Othello, -130), "−3");
        assert_eq!(number(GameKind::Othello, 20), "+0");
    }

    #[test]
    fn the_picture_is_described_without_what_lasts_a_single_ply() {
        let (game, mut review) = (game(), review());
        review.advantages = vec![0, 150, 0, -252, -300];
        let language = Language::English;
        let written = WrittenReview { game: &game, review: &review, language, has_numbers: false };
        assert_eq!(written.alt(), "Who was ahead. From move 1: even · From move 2: Black");
    }
}
