//! Sentences and labels that no single command owns. A command's own are in its file.

use super::sentences::say;
use super::{Counts, HiddenBy, Language, Permission};
use kradan_rules::{GameKind, Side, cut};

/// The longest title of a game, in characters: as much as menus and names of threads take.
pub const TITLE_MAX: usize = 100;

sentences! {
    /// A line of words. Names, places, links and times come ready for use; so do moves, which are
    /// [shown as code](super::event).
    pub enum Line<'a> {
        Challenge {
            challenger: &'a str,
            opponent: &'a str,
            kind: GameKind,
            /// The challenger's side, unless chance decides.
            side: Option<Side>,
            /// How long moves may take, in words.
            time: &'a str,
            /// Until when it can be accepted.
            until: &'a str,
        } => "line-challenge",
        /// Whoever likes to is challenged.
        OpenChallenge {
            challenger: &'a str,
            kind: GameKind,
            /// The challenger's side, unless chance decides.
            side: Option<Side>,
            /// How long moves may take, in words.
            time: &'a str,
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
        /// A computer is to move, and has not yet.
        ComputersTurn {
            name: &'a str,
        } => "line-computers-turn",
        /// Until when the move has to be made.
        TimeLeft {
            /// The time of day and date.
            until: &'a str,
            /// The same as a span from now.
            relative: &'a str,
        } => "line-time-left",
        /// The clock of the player who is not to move.
        OtherClock {
            name: &'a str,
            /// In words.
            time: &'a str,
        } => "line-other-clock",
        /// Below the board of a game: one of its players is on holiday.
        OnHoliday {
            name: &'a str,
            /// A date.
            until: &'a str,
        } => "line-on-holiday",
        /// Below the board of a game: the clock of the player to move stands on a weekend.
        OnWeekend {
            name: &'a str,
            /// A date.
            until: &'a str,
        } => "line-on-weekend",
        /// Among the terms of a game: the clocks stand on Saturday and Sunday.
        WeekendsOff => "line-weekends-off",
        /// Among the terms of a game: holidays stop no clock.
        HolidaysIgnored => "line-holidays-ignored",
        /// Below the board of a game that rests.
        GamePaused => "line-game-paused",

        /// A game's short title: plain text, at most [`TITLE_MAX`] characters.
        GameTitle {
            kind: GameKind,
            /// The first side's player.
            first: &'a str,
            /// The second side's player.
            second: &'a str,
        } => "line-game-title",
        /// The name of a player whose data was erased.
        ErasedPlayer => "line-erased-player",
        /// What a computer is called that plays at a level.
        Computer {
            level: usize,
        } => "line-computer",
        /// The game is shown somewhere else than where it was asked for.
        MovedElsewhere {
            place: &'a str,
        } => "line-moved-elsewhere",
        /// The game is shown where the bot can answer and no more.
        CannotPost {
            place: &'a str,
        } => "line-cannot-post",
        /// What the reader did is done, and Discord does not take the message about it.
        NotShown {
            place: &'a str,
        } => "line-not-shown",
        /// The reader cannot view the channel of the game.
        CannotSee => "line-cannot-see",
        /// The reader is in time-out in the server of the game.
        TimedOut => "line-timed-out",

        /// In the place that a game left: where it is shown now.
        GameLeft {
            /// Who is told it, if it is somebody in particular.
            name: Option<&'a str>,
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
        /// Several games fit: one is to be chosen.
        WhichTable => "line-which-table",
        /// No game here fits, and one elsewhere does: is it meant?
        Elsewhere {
            /// The game and its players.
            title: &'a str,
            /// The channel where it is shown.
            place: &'a str,
        } => "line-elsewhere",
        /// There is no such game (any more).
        GameGone => "line-game-gone",

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
        /// The same person's last search or film is not ready yet.
        OneMoment => "line-one-moment",
        /// A form could not be opened in time.
        PressAgain => "line-press-again",
        /// This click was answered already.
        AlreadyDone => "line-already-done",
        /// The click was on an old board.
        StaleBoard {
            /// To the present one; `None` where it is shown below.
            link: Option<&'a str>,
        } => "line-stale-board",
        /// The bot does not know this button or command (any more).
        UnknownInteraction => "line-unknown-interaction",
    }

    /// What stands on buttons and menus of several commands.
    pub enum Label {
        /// The menu of tables.
        PickTable => "label-pick-table",
        /// The next page.
        More => "label-more",
        /// In a list: the game is running.
        TableRunning => "label-table-running",
        /// In a list: the table is a challenge.
        TableChallenge => "label-table-challenge",
        /// In a list: the game is over.
        TableOver => "label-table-over",
        /// Runs the command at the game that was named.
        ThatGame => "label-that-game",
    }
}

/// A line in a language.
///
/// ```
/// use kradan_rules::{GameKind, Side};
/// use kradan_i18n::{Language, Line, line};
///
/// let turn = Line::YourTurn { name: "<@1>", kind: GameKind::Ogi, side: Side::Second };
/// assert_eq!(line(&turn, Language::English), "<@1>, it is your turn (Gote).");
/// assert_eq!(line(&turn, Language::Japanese), "<@1>さん（後手）の番です。");
/// ```
#[must_use]
pub fn line(line: &Line<'_>, language: Language) -> String {
    let said = say(line, language);
    if matches!(line, Line::GameTitle { .. }) { cut(&said, TITLE_MAX - 1) } else { said }
}

#[cfg(test)]
mod tests;
