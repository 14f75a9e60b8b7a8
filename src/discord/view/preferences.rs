//! The preferences of a person, with defaults, and the shared ones of two people at a board.

use super::games;
use crate::service::{MoveConfirmation, Orientation, Profile};
use kradan_i18n::Language;
use kradan_render::{PieceSet, Theme, View};
use kradan_rules::{BySide, GameKind, Side};
use kradan_table::{Below, Table};

/// The name of the theme for colour-blind people.
const SAFE_THEME: &str = "safe";

/// The number of finished games after which a person is no beginner.
const FIRST_GAMES: u32 = 3;

/// The preferences of a person, with defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preferences {
    pub language: Language,
    pub theme: &'static Theme,
    /// The symbols on Ōgi's pieces.
    pub pieces: PieceSet,
    /// The side at the bottom of the board.
    pub below: Orientation,
    pub hints: Hints,
    /// Whether every move, picked or typed, needs a second click.
    pub confirm: MoveConfirmation,
}

/// Whether legal targets are marked, in games in which a move is one square. A picked piece always
/// shows its targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hints {
    #[default]
    Off,
    /// Not chosen: in a person's first games of these kinds, in the order of [`GameKind::ALL`].
    FirstGames([bool; GameKind::ALL.len()]),
    On,
}

impl Hints {
    fn are_shown(self, kind: GameKind) -> bool {
        match self {
            _ if !games::picks_squares(kind) => false,
            Hints::Off => false,
            Hints::FirstGames(kinds) => GameKind::ALL
                .into_iter()
                .zip(kinds)
                .any(|(other, is_first)| is_first && other == kind),
            Hints::On => true,
        }
    }
}

impl Preferences {
    /// The preferences of a person. A choice unknown to this version counts as not made.
    #[must_use]
    pub fn of(person: &Profile) -> Preferences {
        Preferences {
            language: language_of(person).unwrap_or_default(),
            theme: theme_of(person).unwrap_or_default(),
            pieces: pieces_of(person).unwrap_or_default(),
            below: person.below,
            hints: match person.hints {
                Some(true) => Hints::On,
                Some(false) => Hints::Off,
                None => first_games(person),
            },
            confirm: person.confirm,
        }
    }

    /// The preferences for a board that both players see. They stay the same from ply to ply,
    /// except for hints, which are those of the player to move.
    ///
    /// The theme is the safe one if either player chose it, and the pieces are symbols if either
    /// chose those. Otherwise the first side's choice counts, then the second side's; so it does
    /// for the side below. A game whose board does not turn has the first side below.
    #[must_use]
    pub fn of_both(
        kind: GameKind,
        players: BySide<&Profile>,
        language: Language,
        hints: Hints,
    ) -> Preferences {
        let players = [players.first, players.second];
        let mut themes = players.into_iter().filter_map(theme_of);
        let safe = themes.clone().find(|theme| theme.name == SAFE_THEME);
        let mut pieces = players.into_iter().filter_map(pieces_of);
        let symbols = pieces.clone().find(|&pieces| pieces == PieceSet::Symbols);
        let fixed = players
            .into_iter()
            .map(|player| player.below)
            .find(|&below| below != Orientation::Mover);
        Preferences {
            language,
            theme: safe.or_else(|| themes.next()).unwrap_or_default(),
            pieces: symbols.or_else(|| pieces.next()).unwrap_or_default(),
            below: if games::turns(kind) { fixed.unwrap_or_default() } else { Orientation::First },
            hints,
            confirm: MoveConfirmation::default(),
        }
    }

    /// The same for a table, which may have chosen the side below and keeps its theme, unless
    /// either player chooses the safe one.
    #[must_use]
    pub fn at(self, table: &Table) -> Preferences {
        let kept = table.theme().and_then(|name| Theme::named(name).ok());
        let below = table.below().map(|below| match below {
            Below::Mover => Orientation::Mover,
            Below::First => Orientation::First,
            Below::Second => Orientation::Second,
        });
        Preferences {
            theme: kept.filter(|_| self.theme.name != SAFE_THEME).unwrap_or(self.theme),
            below: below.unwrap_or(self.below),
            ..self
        }
    }

    /// The view of a board for the side to move, or the last one to.
    #[must_use]
    pub fn view(&self, kind: GameKind, mover: Side) -> View {
        let seen_from = match self.below {
            Orientation::Mover if games::turns(kind) => mover,
            Orientation::Mover | Orientation::First => Side::First,
            Orientation::Second => Side::Second,
        };
        View { seen_from, hints: self.hints.are_shown(kind), picked: None }
    }
}

/// Hints for the kinds of which a person has finished few games.
fn first_games(person: &Profile) -> Hints {
    let finished = |kind| person.finished.of(kind);
    let is_first = |kind| games::picks_squares(kind) && finished(kind) < FIRST_GAMES;
    let kinds = GameKind::ALL.map(is_first);
    if kinds.contains(&true) { Hints::FirstGames(kinds) } else { Hints::Off }
}

/// The language that a person chose or has in Discord; `None` if unknown.
pub(crate) fn language_of(person: &Profile) -> Option<Language> {
    let chosen = person.language.as_deref().and_then(|tag| tag.parse().ok());
    let is_seen = !person.locale.is_empty();
    chosen.or_else(|| is_seen.then(|| Language::of_locale(&person.locale)))
}

/// The name of the theme that a person chose.
pub(crate) fn theme_name(person: &Profile) -> Option<&'static str> {
    theme_of(person).map(|theme| theme.name)
}

fn theme_of(person: &Profile) -> Option<&'static Theme> {
    person.theme.as_deref().and_then(|name| Theme::named(name).ok())
}

fn pieces_of(person: &Profile) -> Option<PieceSet> {
    person.pieces.as_deref().and_then(|name| name.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::FinishedGames;

    fn with_theme(theme: &str) -> Profile {
        Profile { theme: Some(theme.to_owned()), ..Profile::default() }
    }

    fn of_both(kind: GameKind, first: &Profile, second: &Profile) -> Preferences {
        Preferences::of_both(kind, BySide { first, second }, Language::Dutch, Hints::Off)
    }

    #[test]
    fn squares_are_marked_in_the_first_games_of_their_kind() {
        let after = |games: &[GameKind]| {
            let mut finished = FinishedGames::default();
            for &kind in games {
                finished.add(kind);
            }
            Profile { finished, ..Profile::default() }
        };
        let [othello, makruk, ogi] = [GameKind::Othello, GameKind::Makruk, GameKind::Ogi];
        let beginner = after(&[makruk, ogi, othello, makruk, ogi, othello, ogi, makruk]);
        let marked = |profile: &Profile| {
            let preferences = Preferences::of(profile);
            [othello, makruk, ogi].map(|kind| preferences.view(kind, Side::First).hints)
        };
        for profile in [&Profile::default(), &after(&[])] {
            assert_eq!(marked(profile), [true, false, false], "pieces are picked first");
        }
        assert_eq!(marked(&beginner), [true, false, false]);
        assert_eq!(Preferences::of(&after(&[othello; 3])).hints, Hints::Off);
        let off = Profile { hints: Some(false), ..beginner };
        assert_eq!(Preferences::of(&off).hints, Hints::Off);
    }

    #[test]
    fn safe_colours_win_and_then_the_first_sides() {
        let (none, night, wood) = (Profile::default(), with_theme("night"), with_theme("wood"));
        let (safe, unknown) = (with_theme("safe"), with_theme("pink"));
        for (first, second, expected) in [
            (&none, &none, "classic"),
            (&night, &wood, "night"),
            (&none, &wood, "wood"),
            (&unknown, &wood, "wood"),
            (&night, &safe, "safe"),
            (&safe, &night, "safe"),
        ] {
            for kind in GameKind::ALL {
                assert_eq!(of_both(kind, first, second).theme.name, expected);
            }
        }
    }

    #[test]
    fn symbols_win() {
        let with =
            |pieces: PieceSet| Profile { pieces: Some(pieces.to_string()), ..Profile::default() };
        let (kanji, symbols) = (with(PieceSet::Kanji), with(PieceSet::Symbols));
        for (first, second, expected) in [
            (&kanji, &Profile::default(), PieceSet::Kanji),
            (&kanji, &symbols, PieceSet::Symbols),
            (&symbols, &kanji, PieceSet::Symbols),
        ] {
            assert_eq!(of_both(GameKind::Ogi, first, second).pieces, expected);
        }
    }

    #[test]
    fn othello_never_turns_and_other_boards_turn_unless_a_player_fixes_them() {
        let with = |below| Profile { below, ..Profile::default() };
        let orientations = [Orientation::Mover, Orientation::First, Orientation::Second];
        for (first, second) in
            orientations.iter().flat_map(|one| orientations.map(|other| (*one, other)))
        {
            let (one, other) = (with(first), with(second));
            for kind in GameKind::ALL {
                let shared = of_both(kind, &one, &other);
                for mover in Side::ALL {
                    let fixed = if first == Orientation::Mover { second } else { first };
                    let expected = match fixed {
                        _ if kind == GameKind::Othello => Side::First,
                        Orientation::Mover => mover,
                        Orientation::First => Side::First,
                        Orientation::Second => Side::Second,
                    };
                    assert_eq!(shared.view(kind, mover).seen_from, expected);
                }
            }
        }
        let own = Preferences { below: Orientation::Second, ..Preferences::default() };
        assert_eq!(own.view(GameKind::Othello, Side::First).seen_from, Side::Second);
        let own = Preferences::default();
        assert_eq!(own.view(GameKind::Othello, Side::Second).seen_from, Side::First);
    }

    #[test]
    fn who_chose_has_hints_where_squares_are_picked_or_nowhere() {
        for kind in GameKind::ALL {
            let shown = |hints| {
                let preferences = Preferences { hints, ..Preferences::default() };
                preferences.view(kind, Side::First).hints
            };
            assert_eq!(shown(Hints::On), kind == GameKind::Othello, "{kind}");
            assert!(!shown(Hints::Off));
        }
    }

    #[test]
    fn one_who_was_never_seen_has_no_language() {
        assert_eq!(language_of(&Profile::default()), None);
        let seen = Profile { locale: "th".into(), ..Profile::default() };
        assert_eq!(language_of(&seen), Some(Language::Thai));
        let french = Profile { locale: "fr".into(), ..Profile::default() };
        assert_eq!(language_of(&french), Some(Language::English));
        let chosen = Profile { language: Some("ja".into()), ..Profile::default() };
        assert_eq!(language_of(&chosen), Some(Language::Japanese));
    }
}
