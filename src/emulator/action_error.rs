//! Errors of actions that a person or a test cannot do.

use super::id::Id;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    #[error("there is no person {0}")]
    NoPerson(Id),
    #[error("{0} is a bot, and bots cannot use commands or components")]
    IsBot(Id),
    #[error("the clock can only be set between the machine's own time and 400 days after it")]
    Clock,
    #[error("there is no server {0}")]
    NoServer(Id),
    #[error("there is no channel {0}, or they are not in it")]
    NoChannel(Id),
    #[error("the thread {0} is archived, and nothing can be asked there")]
    Archived(Id),
    #[error("they are in time-out in the server of {0}")]
    InTimeOut(Id),
    #[error("they may not post in {0}")]
    MayNotPost(Id),
    #[error("they have to wait in {0}, which is in slow mode")]
    SlowMode(Id),
    #[error("there is no command /{0}")]
    NoCommand(String),
    #[error("/{0} cannot be used in this place")]
    NotHere(String),
    #[error("/{command} has no option {option:?}")]
    NoOption { command: String, option: String },
    #[error("/{command} needs the option {option:?}")]
    Missing { command: String, option: String },
    #[error("/{command} does not take {value} as {option:?}")]
    WrongValue { command: String, option: String, value: String },
    #[error("/{command} does not complete {option:?}")]
    NotCompleted { command: String, option: String },
    #[error("there is no message {0} that they see")]
    NoMessage(Id),
    #[error("message {message} has no {control:?}, but {there:?}")]
    NoControl { message: Id, control: String, there: Vec<String> },
    #[error("{control:?} of message {message} is disabled")]
    Disabled { message: Id, control: String },
    #[error("{control:?} does not offer {value:?}")]
    NotOffered { control: String, value: String },
    #[error("{control:?} does not take {count} values")]
    WrongCount { control: String, count: usize },
    #[error("{control:?} shows this choice already, so that nothing is sent")]
    SameChoice { control: String },
    #[error("message {0} is not theirs")]
    NotTheirs(Id),
    #[error("message {0} is not for them alone")]
    NotForThemAlone(Id),
    #[error("{0} is banned from the server")]
    Banned(Id),
    #[error("nobody has a conversation with themselves")]
    Alone,
    #[error("a group has from 2 to 10 different people, and no bot")]
    NoGroup,
    #[error("a server has no channel of this kind")]
    NoChannelOfServer,
    #[error("a thread is under a server's channel, and {0} is none")]
    NoThreadHere(Id),
    #[error("{0:?} cannot be a name: from 1 to {1} characters can")]
    WrongName(String, usize),
    #[error("Discord does not speak {0:?}")]
    NoLanguage(String),
    #[error("a message has at most 2000 characters, and this one has {0}")]
    TooLong(usize),
    #[error("there is no form to fill in")]
    NoForm,
    #[error("the form's field {0:?} cannot be filled in so")]
    WrongField(String),
    #[error("the bot has not answered in time")]
    TimedOut,
    #[error("the bot has answered otherwise")]
    Otherwise,
}

/// Checks the length of a name, in characters, and trims it.
pub(super) fn checked_name(name: &str, max: usize) -> Result<String, ActionError> {
    let trimmed = name.trim();
    if (1..=max).contains(&trimmed.chars().count()) {
        return Ok(trimmed.to_owned());
    }
    Err(ActionError::WrongName(name.to_owned(), max))
}
