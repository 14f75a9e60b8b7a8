//! What the bot says beside events and refusals, a sentence or two each.

use super::catalog::{Catalog, Variable};
use super::values::Value;
use super::{Counts, HiddenBy, Language, Permission};
use crate::rules::{GameKind, Side, Square, cut};

/// The longest title of a game, in characters: as much as menus and names of threads take.
pub const TITLE_MAX: usize = 100;

/// Writes the type down, with the message of each variant and what it takes from the fields.
macro_rules! lines {
    (
        $(#[$about:meta])*
        pub enum Line<$life:lifetime> {
            $(
                $(#[$doc:meta])*
                $name:ident $({ $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })?
                    => $message:literal,
            )*
        }
    ) => {
        $(#[$about])*
        pub enum Line<$life> {
            $($(#[$doc])* $name $({ $($(#[$field_doc])* $field: $type,)* })?,)*
        }

        impl Line<'_> {
            fn message(&self) -> &'static str {
                match self {
                    $(Line::$name { .. } => $message,)*
                }
            }

            fn variables(&self, phrases: &Catalog) -> Vec<Variable> {
                match self {
                    $(Line::$name $({ $($field,)* })? => {
                        let kind: Option<GameKind> = None $($(.or(Value::kind($field)))*)?;
                        // Many lines have no variables and need neither.
                        let _ = (kind, phrases);
                        vec![$($((stringify!($field), $field.value(phrases, kind)),)*)?]
                    })*
                }
            }
        }
    };
}

lines! {
    /// A line of words. Names, places, links and times come ready for use; so do moves, which are
    /// [shown as code](super::event).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Line<'a> {
        Challenge {
            challenger: &'a str,
            opponent: &'a str,
            kind: GameKind,
            /// The challenger's side, unless chance decides.
            side: Option<Side>,
            /// How long a move may take.
            days: u8,
            /// Until when it can be accepted.
            until: &'a str,
        } => "line-challenge",
        /// Whoever likes to is challenged.
        OpenChallenge {
            challenger: &'a str,
            kind: GameKind,
            /// The challenger's side, unless chance decides.
            side: Option<Side>,
            /// How long a move may take.
            days: u8,
            /// Until when it can be accepted.
            until: &'a str,
        } => "line-open-challenge",

        /// Whose turn it is, as the one line that mentions them.
        YourTurn {
            name: &'a str,
            kind: GameKind,
            side: Side,
        } => "line-your-turn",
        /// The same, and they are in check.
        YourTurnCheck {
            name: &'a str,
            kind: GameKind,
            side: Side,
        } => "line-your-turn-check",
        /// Until when the move has to be made.
        TimeLeft {
            /// The time of day and date.
            until: &'a str,
            /// The same as a span from now.
            relative: &'a str,
        } => "line-time-left",

        /// A game's short title: plain text, at most [`TITLE_MAX`] characters.
        GameTitle {
            kind: GameKind,
            /// The first side's player.
            first: &'a str,
            /// The second side's player.
            second: &'a str,
        } => "line-game-title",
        /// The name of a game's thread: plain text, at most [`TITLE_MAX`] characters.
        ThreadName {
            kind: GameKind,
            /// The first side's player.
            first: &'a str,
            /// The second side's player.
            second: &'a str,
        } => "line-thread-name",
        /// The game goes on in a thread.
        GameInThread {
            thread: &'a str,
        } => "line-game-in-thread",
        /// The game is shown somewhere else than where it was asked for.
        MovedElsewhere {
            place: &'a str,
        } => "line-moved-elsewhere",
        /// The game is shown where the bot can answer and no more.
        CannotPost {
            place: &'a str,
        } => "line-cannot-post",

        /// In the place that a game left: where it is shown now.
        GameLeft {
            link: &'a str,
        } => "line-game-left",
        /// Discord shows the asker alone what is meant for all.
        OnlyYou {
            cause: HiddenBy,
        } => "line-only-you",
        /// Above what somebody could not be told.
        NotReached => "line-not-reached",

        /// There is no game of the asker's here.
        NothingHere => "line-nothing-here",
        /// There is no game of the asker's anywhere.
        NoGames => "line-no-games",
        /// Several games fit: one is to be chosen.
        WhichTable => "line-which-table",
        /// There is no such game (any more).
        GameGone => "line-game-gone",
        /// How many games the asker has.
        GamesHeading {
            count: usize,
        } => "line-games-heading",
        /// How many challenges wait for an answer, the asker's own and others'.
        ChallengesHeading {
            count: usize,
        } => "line-challenges-heading",
        /// A game that waits for the asker.
        GameWaiting {
            title: &'a str,
            until: &'a str,
            link: &'a str,
        } => "line-game-waiting",
        /// A game that waits for the opponent.
        GameTheirs {
            title: &'a str,
            until: &'a str,
            link: &'a str,
        } => "line-game-theirs",
        /// A challenge that waits for the asker.
        ChallengeToYou {
            title: &'a str,
            until: &'a str,
            link: &'a str,
        } => "line-challenge-to-you",
        /// A challenge that the asker made.
        ChallengeByYou {
            title: &'a str,
            until: &'a str,
            link: &'a str,
        } => "line-challenge-by-you",

        /// A piece was picked: where does it go?
        PickTarget {
            piece: &'a str,
            square: Square,
        } => "line-pick-target",
        /// A piece in hand was picked: where is it dropped?
        PickedDrop {
            piece: &'a str,
        } => "line-picked-drop",
        /// The picked piece cannot move.
        NothingFrom => "line-nothing-from",
        /// Whether to make this move.
        ConfirmMove {
            /// The move as people write it.
            written: &'a str,
        } => "line-confirm-move",

        /// Whether to resign this game.
        ResignAsk {
            kind: GameKind,
            /// Against whom.
            opponent: &'a str,
        } => "line-resign-ask",
        ResignKept => "line-resign-kept",

        /// There is no computer opponent.
        NoEngine => "line-no-engine",
        /// Nobody plays against themselves.
        CannotChallengeSelf => "line-cannot-challenge-self",
        /// Other bots do not play.
        CannotChallengeBot => "line-cannot-challenge-bot",

        /// Who is challenged is not in the server.
        NotInServer {
            name: &'a str,
        } => "line-not-in-server",
        /// Who is challenged cannot see the channel.
        CannotSeeChannel {
            name: &'a str,
            channel: &'a str,
        } => "line-cannot-see-channel",
        /// A challenge in a conversation that nobody else can see.
        NobodyElseHere => "line-nobody-else-here",
        /// A player has as many running games as one may have.
        TooManyGames {
            /// How many those are.
            most: usize,
        } => "line-too-many-games",
        /// The other player has as many running games as one may have.
        TooManyGamesOfOther {
            /// How many those are.
            most: usize,
        } => "line-too-many-games-of-other",
        /// As many challenges of a player wait as may.
        TooManyWaiting {
            /// How many those are.
            most: usize,
            /// When the first of them lapses.
            until: &'a str,
        } => "line-too-many-waiting",
        /// As many challenges wait for the other player as may.
        TooManyReceived {
            /// When the first of them lapses.
            until: &'a str,
        } => "line-too-many-received",
        /// A player sent as many challenges within an hour as one may.
        TooManySent {
            /// How many those are.
            most: usize,
            /// When the next one can be sent.
            until: &'a str,
        } => "line-too-many-sent",
        /// A player challenged the same person a moment ago.
        ChallengedJustNow {
            /// When that can be done again.
            until: &'a str,
        } => "line-challenged-just-now",
        /// The bot may not do what it has to.
        MissingPermissions {
            permissions: &'a [Permission],
            channel: &'a str,
        } => "line-missing-permissions",
        /// The board comes as text, for want of a permission.
        BoardAsText => "line-board-as-text",
        Failed {
            /// Whether what was asked counts.
            counts: Counts,
        } => "line-failed",
        /// This click was answered already.
        AlreadyDone => "line-already-done",
        /// The click was on an old board.
        StaleBoard {
            /// To the present one.
            link: Option<&'a str>,
        } => "line-stale-board",
        /// The bot does not know this button or command (any more).
        UnknownInteraction => "line-unknown-interaction",

        /// Above the settings.
        SettingsHeading => "line-settings-heading",
        /// A setting was kept.
        SettingsKept => "line-settings-kept",
        /// Above the moves of a game.
        HistoryHeading {
            title: &'a str,
        } => "line-history-heading",
        /// No move was made yet.
        HistoryEmpty => "line-history-empty",
        /// Above a game as a file.
        ExportHeading {
            title: &'a str,
        } => "line-export-heading",
        /// Above a game as a moving picture.
        ReplayHeading {
            title: &'a str,
        } => "line-replay-heading",
        /// Above the commands.
        HelpHeading => "line-help-heading",
        /// Below the commands.
        HelpFooter => "line-help-footer",
    }
}

/// A line in a language.
///
/// ```
/// use kradan::rules::{GameKind, Side};
/// use kradan::i18n::{Language, Line, line};
///
/// let turn = Line::YourTurn { name: "<@1>", kind: GameKind::Ogi, side: Side::Second };
/// assert_eq!(line(&turn, Language::English), "<@1>, it is your turn (Gote).");
/// assert_eq!(line(&turn, Language::Japanese), "<@1>さん（後手）の番です。");
/// ```
#[must_use]
pub fn line(line: &Line<'_>, language: Language) -> String {
    let phrases = Catalog::of(language);
    let said = phrases.say_with(line.message(), line.variables(phrases));
    let is_title = matches!(line, Line::GameTitle { .. } | Line::ThreadName { .. });
    if is_title { cut(&said, TITLE_MAX - 1) } else { said }
}

#[cfg(test)]
mod tests;
