//! Reading interactions: what Discord sends becomes what somebody asks. Nothing is decided here.

use serenity::all::{
    ChannelType, CommandDataOption, CommandDataOptionValue, CommandInteraction,
    ComponentInteraction, ComponentInteractionDataKind, Interaction, Member, PartialMember,
    Permissions, User,
};

use super::custom_id::CustomId;
use super::player_name::shown_name;
use crate::rules::makruk::Act;
use crate::rules::{GameKind, Side};
use crate::table::{ChannelId, PlayerId, TimeControl, Venue};

/// The longest text of a player that is read at all, in characters.
const TEXT_MAX: usize = 200;

#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Discord's number for it.
    pub interaction: u64,
    pub application: u64,
    /// What lets us answer: a secret.
    pub token: String,
    pub asker: Asker,
    pub origin: Origin,
    pub what: RequestKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    /// The person.
    pub id: PlayerId,
    /// The name by which others see them here.
    pub name: String,
    /// The language of their Discord: `en-US`.
    pub locale: String,
}

/// Where something is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The channel or thread.
    pub place: ChannelId,
    /// The server, unless it is a private conversation.
    pub server: Option<u64>,
    /// The language of the server: `en-US`.
    pub locale: Option<String>,
    /// What we may do there, if Discord says so.
    pub permissions: Option<Permissions>,
    /// What who asks may do there, if Discord says so.
    pub permissions_of_asker: Option<Permissions>,
    /// Whether we are a member there; otherwise we can answer, and no more.
    pub is_member: bool,
    /// Whether it is a thread.
    pub is_thread: bool,
    /// The message whose button or menu was used, and whether its user alone sees it.
    pub message: Option<(u64, bool)>,
}

impl Origin {
    /// The place, if it is our own conversation with who asks.
    #[must_use]
    pub fn our_conversation(&self) -> Option<ChannelId> {
        (self.server.is_none() && self.is_member).then_some(self.place)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum RequestKind {
    SlashCommand(SlashCommand),
    /// What an option of a command could be.
    Complete(Complete),
    /// A button, or a menu with what was taken from it.
    Press(CustomId, Option<String>),
    /// Something that only a later or an earlier version of the program understands.
    Unknown,
}

/// A command with its options.
#[derive(Clone, Debug, PartialEq)]
pub enum SlashCommand {
    Play(Box<Play>),
    Move {
        /// The move as it was typed.
        text: String,
        /// At which table, if it was said.
        table: Option<String>,
    },
    Board(Option<String>),
    Games,
    Resign(Option<String>),
    Draw(Option<String>),
    Takeback(Option<String>),
    Count(Act, Option<String>),
    Rules(GameKind),
    History(Option<String>),
    Export(Option<String>),
    Replay(Option<String>),
    Settings,
    Help,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    pub kind: GameKind,
    /// Against whom, if it was said.
    pub opponent: Option<Opponent>,
    /// Which side, if it was said.
    pub side: Option<Side>,
    /// How long a move may take.
    pub pace: TimeControl,
    pub setting: Venue,
}

/// Somebody who was named as an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    pub id: PlayerId,
    pub name: String,
    /// Whether it is a program.
    pub is_bot: bool,
    /// Whether they can see the place where they were named.
    pub sight: Sight,
}

/// Whether somebody who was named can see a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    Sees,
    /// They are in the server, and cannot.
    CannotSee,
    /// They are not in the server.
    NotInServer,
    /// Discord does not say.
    Unknown,
}

impl Sight {
    /// In a server that has the bot, Discord sends along who is a member of those who are named, with
    /// what they may do in the channel. Whether others are sent elsewhere is not documented, and what
    /// they may do lacks bits there (discord-api-docs#8044).
    fn of(member: Option<&PartialMember>) -> Sight {
        match member {
            None => Sight::NotInServer,
            Some(member) => match member.permissions {
                Some(theirs) if theirs.contains(Permissions::VIEW_CHANNEL) => Sight::Sees,
                Some(_) => Sight::CannotSee,
                None => Sight::Unknown,
            },
        }
    }
}

/// An option that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Complete {
    /// The move of `/move`.
    Move {
        /// So far.
        typed: String,
        /// At which table, if it was said.
        table: Option<String>,
    },
    /// The table of a command.
    Table {
        /// So far.
        typed: String,
    },
    /// Anything else: nothing is suggested.
    Nothing,
}

/// A request out of an interaction. A command and a component say who asks and where alike, but in
/// types that have only the names of their fields in common.
macro_rules! request {
    ($it:ident, member: $member:expr, message: $message:expr, what: $what:expr) => {
        Request {
            interaction: $it.id.get(),
            application: $it.application_id.get(),
            token: $it.token.clone(),
            asker: asker(&$it.user, $member, &$it.locale),
            origin: Origin {
                place: ChannelId($it.channel_id.get()),
                server: $it.guild_id.map(serenity::all::GuildId::get),
                locale: $it.guild_locale.clone(),
                permissions: $it.app_permissions,
                permissions_of_asker: $it.member.as_ref().and_then(|it| it.permissions),
                is_member: is_member(
                    $it.guild_id.is_some(),
                    $it.context,
                    &$it.authorizing_integration_owners,
                    $it.app_permissions,
                ),
                is_thread: $it.channel.as_ref().is_some_and(|it| it.thread_metadata.is_some()),
                message: $message,
            },
            what: $what,
        }
    };
}

impl Request {
    /// Reads an interaction; `None` for those that only ask whether we are there.
    #[must_use]
    pub fn read(interaction: &Interaction) -> Option<Request> {
        match interaction {
            Interaction::Command(command) => {
                Some(Request::of_command(command, RequestKind::SlashCommand))
            }
            Interaction::Autocomplete(command) => {
                let complete = complete(&command.data.options);
                Some(Request::with(command, RequestKind::Complete(complete)))
            }
            Interaction::Component(component) => Some(Request::of_component(component)),
            Interaction::Modal(_) | Interaction::Ping(_) | _ => None,
        }
    }

    fn of_command(
        command: &CommandInteraction,
        what: impl Fn(SlashCommand) -> RequestKind,
    ) -> Request {
        let slash = slash(command);
        Request::with(command, slash.map_or(RequestKind::Unknown, what))
    }

    fn with(command: &CommandInteraction, what: RequestKind) -> Request {
        request!(command, member: command.member.as_deref(), message: None, what: what)
    }

    fn of_component(component: &ComponentInteraction) -> Request {
        let value = match &component.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => values.first().cloned(),
            _ => None,
        };
        let what = match component.data.custom_id.parse() {
            Ok(control) => RequestKind::Press(control, value),
            Err(_) => RequestKind::Unknown,
        };
        let is_private = component
            .message
            .flags
            .is_some_and(|flags| flags.contains(serenity::all::MessageFlags::EPHEMERAL));
        let message = Some((component.message.id.get(), is_private));
        request!(component, member: component.member.as_ref(), message: message, what: what)
    }
}

fn asker(user: &User, member: Option<&Member>, locale: &str) -> Asker {
    let nick = member.and_then(|member| member.nick.as_deref());
    let name = shown_name(
        [nick, user.global_name.as_deref(), Some(user.name.as_str())].into_iter().flatten(),
    );
    Asker { id: PlayerId(user.id.get()), name, locale: locale.to_owned() }
}

/// Whether we are where the interaction comes from: a server that invited us, or our own private
/// conversation. Where a person brought us along, we can answer, and no more.
fn is_member(
    is_server: bool,
    context: Option<serenity::all::InteractionContext>,
    owners: &serenity::all::AuthorizingIntegrationOwners,
    ours: Option<Permissions>,
) -> bool {
    use serenity::all::{AuthorizingIntegrationOwner, InteractionContext};
    match context {
        Some(InteractionContext::BotDm) => true,
        Some(InteractionContext::PrivateChannel) => false,
        _ if !is_server => true,
        _ => {
            let is_invited = |owner: &AuthorizingIntegrationOwner| {
                matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_))
            };
            let is_invited = owners.0.is_empty() || owners.0.iter().any(is_invited);
            is_invited && !ours.is_some_and(is_commands_only)
        }
    }
}

/// Whether a server has our commands and not us, for it let them in without the scope `bot`. Discord
/// then leaves these permissions of everybody's to us.
fn is_commands_only(ours: Permissions) -> bool {
    let left = Permissions::ATTACH_FILES
        | Permissions::EMBED_LINKS
        | Permissions::MENTION_EVERYONE
        | Permissions::USE_EXTERNAL_EMOJIS;
    !ours.is_empty() && left.contains(ours)
}

/// Whether a member who was named can see the channel. Who is in a private thread is no matter of
/// permissions: there it is unknown.
fn sight(command: &CommandInteraction, member: Option<&PartialMember>) -> Sight {
    let is_ours = is_member(
        command.guild_id.is_some(),
        command.context,
        &command.authorizing_integration_owners,
        command.app_permissions,
    );
    if command.guild_id.is_none() || !is_ours {
        return Sight::Unknown;
    }
    let is_private =
        command.channel.as_ref().is_some_and(|it| it.kind == ChannelType::PrivateThread);
    match Sight::of(member) {
        Sight::Sees if is_private => Sight::Unknown,
        sight => sight,
    }
}

fn slash(command: &CommandInteraction) -> Option<SlashCommand> {
    let options = &command.data.options;
    let table = || text(options, "table");
    Some(match command.data.name.as_str() {
        "play" => SlashCommand::Play(Box::new(play(command)?)),
        "move" => SlashCommand::Move { text: text(options, "move")?, table: table() },
        "board" => SlashCommand::Board(table()),
        "games" => SlashCommand::Games,
        "resign" => SlashCommand::Resign(table()),
        "draw" => SlashCommand::Draw(table()),
        "takeback" => SlashCommand::Takeback(table()),
        "count" => {
            let wanted = text(options, "act")?;
            let act = Act::ALL.into_iter().find(|act| act.to_string() == wanted)?;
            SlashCommand::Count(act, table())
        }
        "rules" => SlashCommand::Rules(text(options, "game")?.parse().ok()?),
        "history" => SlashCommand::History(table()),
        "export" => SlashCommand::Export(table()),
        "replay" => SlashCommand::Replay(table()),
        "settings" => SlashCommand::Settings,
        "help" => SlashCommand::Help,
        _ => return None,
    })
}

fn play(command: &CommandInteraction) -> Option<Play> {
    let options = &command.data.options;
    let opponent = options.iter().find_map(|option| match &option.value {
        CommandDataOptionValue::User(id) => Some(*id),
        _ => None,
    });
    let opponent = opponent.map(|id| {
        let user = command.data.resolved.users.get(&id);
        let member = command.data.resolved.members.get(&id);
        let nick = member.and_then(|it| it.nick.as_deref());
        let global_name = user.and_then(|user| user.global_name.as_deref());
        let names = [nick, global_name, user.map(|user| user.name.as_str())];
        Opponent {
            id: PlayerId(id.get()),
            name: shown_name(names.into_iter().flatten()),
            is_bot: user.is_some_and(|user| user.bot),
            sight: sight(command, member),
        }
    });
    let days = options.iter().find(|option| option.name == "days").map(|it| &it.value);
    let pace = match days {
        Some(CommandDataOptionValue::Integer(days)) => {
            TimeControl::days(u8::try_from(*days).ok()?)?
        }
        Some(_) => return None,
        None => TimeControl::default(),
    };
    Some(Play {
        kind: text(options, "game")?.parse().ok()?,
        opponent,
        side: match text(options, "side").as_deref() {
            Some("first") => Some(Side::First),
            Some("second") => Some(Side::Second),
            Some(_) | None => None,
        },
        pace,
        setting: match text(options, "where").as_deref() {
            Some("thread") => Venue::Thread,
            Some(_) | None => Venue::Here,
        },
    })
}

/// A text option, no longer than anybody needs.
fn text(options: &[CommandDataOption], name: &str) -> Option<String> {
    let option = options.iter().find(|option| option.name == name)?;
    match &option.value {
        CommandDataOptionValue::String(text)
        | CommandDataOptionValue::Autocomplete { value: text, .. } => {
            Some(text.chars().take(TEXT_MAX).collect())
        }
        _ => None,
    }
}

fn complete(options: &[CommandDataOption]) -> Complete {
    let typed = options.iter().find_map(|option| match &option.value {
        CommandDataOptionValue::Autocomplete { value, .. } => {
            Some((option.name.as_str(), value.chars().take(TEXT_MAX).collect()))
        }
        _ => None,
    });
    match typed {
        Some(("move", typed)) => Complete::Move { typed, table: text(options, "table") },
        Some(("table", typed)) => Complete::Table { typed },
        Some(_) | None => Complete::Nothing,
    }
}
