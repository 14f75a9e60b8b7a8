//! The commands: their names and descriptions as Discord shows them, and their lines of help.

use super::Language;
use super::catalog::Catalog;

/// Writes a type of names down, with the English name of each variant.
macro_rules! names {
    ($(#[$about:meta])* pub enum $type:ident { $($(#[$doc:meta])* $name:ident => $key:literal,)* }) => {
        $(#[$about])*
        pub enum $type { $($(#[$doc])* $name,)* }

        impl $type {
            pub const ALL: &'static [$type] = &[$($type::$name,)*];

            /// The English name, by which Discord and this program know it.
            #[must_use]
            pub const fn key(self) -> &'static str {
                match self { $($type::$name => $key,)* }
            }

            /// What has this English name.
            #[must_use]
            pub fn of_key(key: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|it| it.key() == key)
            }
        }
    };
}

names! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum CommandName {
        Play => "play",
        /// To make a move.
        Move => "move",
        /// To see the board, here.
        Board => "board",
        /// To see one's games.
        Games => "games",
        Resign => "resign",
        /// To offer, accept or claim a draw.
        Draw => "draw",
        /// To ask for a takeback, or to grant one.
        Takeback => "takeback",
        /// Makruk's counts.
        Count => "count",
        /// The rules of a game.
        Rules => "rules",
        /// The moves so far.
        History => "history",
        /// The game as a file.
        Export => "export",
        /// The game as a moving picture.
        Replay => "replay",
        /// What a person likes.
        Settings => "settings",
        /// What the commands are.
        Help => "help",
    }
}

names! {
    /// An option of a command.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum OptionName {
        Game => "game",
        /// Against whom.
        Opponent => "opponent",
        /// Who begins.
        Side => "side",
        /// How long a move may take.
        Days => "days",
        /// Where the game is to be played.
        Where => "where",
        Move => "move",
        Table => "table",
        /// What is done to the count.
        Act => "act",
    }
}

names! {
    /// A choice of an option.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Choice {
        Othello => "othello",
        Makruk => "makruk",
        Ogi => "ogi",
        /// Who asks begins.
        First => "first",
        /// The opponent begins.
        Second => "second",
        Here => "here",
        Thread => "thread",
        /// Claims the board's honour.
        Claim => "claim",
        /// Says no number.
        Skip => "skip",
        Stop => "stop",
    }
}

impl CommandName {
    /// The options of the command, in their order.
    #[must_use]
    pub const fn options(self) -> &'static [OptionName] {
        match self {
            CommandName::Play => &[
                OptionName::Game,
                OptionName::Opponent,
                OptionName::Side,
                OptionName::Days,
                OptionName::Where,
            ],
            CommandName::Move => &[OptionName::Move, OptionName::Table],
            CommandName::Count => &[OptionName::Act, OptionName::Table],
            CommandName::Rules => &[OptionName::Game],
            CommandName::Board
            | CommandName::Resign
            | CommandName::Draw
            | CommandName::Takeback
            | CommandName::History
            | CommandName::Export
            | CommandName::Replay => &[OptionName::Table],
            CommandName::Games | CommandName::Settings | CommandName::Help => &[],
        }
    }
}

impl OptionName {
    /// What can be chosen, where that is fixed.
    #[must_use]
    pub const fn choices(self) -> &'static [Choice] {
        match self {
            OptionName::Game => &[Choice::Othello, Choice::Makruk, Choice::Ogi],
            OptionName::Side => &[Choice::First, Choice::Second],
            OptionName::Where => &[Choice::Here, Choice::Thread],
            OptionName::Act => &[Choice::Claim, Choice::Skip, Choice::Stop],
            OptionName::Opponent | OptionName::Days | OptionName::Move | OptionName::Table => &[],
        }
    }
}

/// A command's name, fit for Discord in every language.
///
/// ```
/// use kradan::i18n::{CommandName, Language, command_name};
///
/// assert_eq!(command_name(CommandName::Play, Language::English), "play");
/// assert_eq!(command_name(CommandName::Play, Language::Thai), "เล่น");
/// ```
#[must_use]
pub fn command_name(command: CommandName, language: Language) -> String {
    Catalog::of(language).say(&format!("command-{}", command.key()))
}

/// What a command does, in at most 100 characters.
#[must_use]
pub fn command_description(command: CommandName, language: Language) -> String {
    Catalog::of(language).say(&format!("command-{}-description", command.key()))
}

/// An option's name, fit for Discord in every language.
#[must_use]
pub fn option_name(option: OptionName, language: Language) -> String {
    Catalog::of(language).say(&format!("option-{}", option.key()))
}

/// What an option of a command is for, in at most 100 characters.
#[must_use]
pub fn option_description(command: CommandName, option: OptionName, language: Language) -> String {
    let phrases = Catalog::of(language);
    match (option, command) {
        (OptionName::Game, CommandName::Rules) => phrases.say("option-game-rules-description"),
        (option, _) => phrases.say(&format!("option-{}-description", option.key())),
    }
}

/// What a choice is called.
#[must_use]
pub fn choice_name(choice: Choice, language: Language) -> String {
    Catalog::of(language).say(&format!("choice-{}", choice.key()))
}

/// A command's line of help: what it does, with an example.
#[must_use]
pub fn help(command: CommandName, language: Language) -> String {
    Catalog::of(language).say(&format!("help-{}", command.key()))
}
