//! Why a person or a test cannot do something.

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
    MissingOption { command: String, option: String },
    #[error("/{command} does not take {value} as {option:?}")]
    InvalidValue { command: String, option: String, value: String },
    #[error("/{command} does not complete {option:?}")]
    NoAutocomplete { command: String, option: String },
    #[error("there is no message {0} that they see")]
    NoMessage(Id),
    #[error("message {message} has no {control:?}, but {there:?}")]
    NoControl { message: Id, control: String, there: Vec<String> },
    #[error("{control:?} of message {message} is disabled")]
    Disabled { message: Id, control: String },
    #[error("{control:?} does not offer {value:?}")]
    NotOffered { control: String, value: String },
    #[error("{control:?} does not take {count} values")]
    InvalidCount { control: String, count: usize },
    #[error("{control:?} shows this choice already: nothing is sent")]
    SameChoice { control: String },
    #[error("message {0} is not theirs")]
    NotAuthor(Id),
    #[error("message {0} is not ephemeral")]
    NotEphemeral(Id),
    #[error("{0} is banned from the server")]
    Banned(Id),
    #[error("direct messages need two different people")]
    SamePerson,
    #[error("a group needs 2 to 10 different people and no bots")]
    InvalidGroup,
    #[error("a server has no channel of this kind")]
    NotServerChannel,
    #[error("the channel {0} has no threads of this kind")]
    NoThreads(Id),
    #[error("{0:?} cannot be a name: from 1 to {1} characters can")]
    InvalidName(String, usize),
    #[error("Discord has no locale {0:?}")]
    UnknownLocale(String),
    #[error("a message has at most 2000 characters, and this one has {0}")]
    TooLong(usize),
    #[error("the interaction has no modal")]
    NoModal,
    #[error("the modal's field {0:?} does not take this text")]
    InvalidField(String),
    #[error("the bot has not answered in time")]
    TimedOut,
    #[error("the bot has sent another kind of response")]
    UnexpectedResponse,
}

/// Checks the length of a name, in characters, and trims it.
pub(super) fn checked_name(name: &str, max: usize) -> Result<String, ActionError> {
    let trimmed = name.trim();
    if (1..=max).contains(&trimmed.chars().count()) {
        return Ok(trimmed.to_owned());
    }
    Err(ActionError::InvalidName(name.to_owned(), max))
}
