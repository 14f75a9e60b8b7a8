//! Interactions as Discord sends them, read into caller, origin and payload. Nothing is decided here.

use serde::Deserialize as _;
use serde_json::Value;
use serenity::all::{
    ActionRowComponent, AuthorizingIntegrationOwners, ChannelType, CommandDataOption,
    CommandDataOptionValue, CommandInteraction, CommandType, ComponentInteraction,
    ComponentInteractionDataKind, Interaction, InteractionContext, Member, MessageFlags,
    ModalInteraction, Permissions, UserId,
};

use crate::discord::api::{InteractionHandle, kind_has_threads};
use crate::discord::view::custom_id::CustomId;
use crate::discord::view::player_name::shown_name;
use crate::discord::view::sight::{Sight, people};
use crate::service::InteractionId;
use kradan_table::{ApplicationId, ChannelId, GuildId, MessageId, PlayerId, RoleId, TableId};

/// The longest text of a player that is read at all, in characters.
const TEXT_MAX: usize = 500;

/// The option that takes a whole game, and its most characters: Discord takes no more.
/// *Application Commands*, `max_length`.
pub(crate) const RECORD: &str = "record";
pub(crate) const RECORD_MAX: u16 = 6_000;

/// The option that names an opponent.
pub(crate) const OPPONENT: &str = "opponent";

#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    pub interaction: InteractionId,
    pub application: ApplicationId,
    /// Allows a response for 15 minutes: a secret.
    pub token: String,
    pub user: User,
    pub origin: Origin,
    pub payload: Payload,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    pub id: PlayerId,
    /// The name that others see here: the nickname, the display name or the user name.
    pub name: String,
    /// The name that others see where there is no nickname.
    pub display_name: String,
    /// The language of their Discord: `en-US`.
    pub locale: String,
}

/// Where an interaction comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The channel or thread.
    pub channel: ChannelId,
    /// The guild, unless it is a private conversation.
    pub guild: Option<GuildId>,
    /// The locale of the guild, if Discord says so.
    pub guild_locale: Option<String>,
    /// What we may do there, if Discord says so.
    pub permissions: Option<Permissions>,
    /// The permissions of the user there, if Discord says so.
    pub user_permissions: Option<Permissions>,
    /// The roles of the user in the guild.
    pub user_roles: Vec<RoleId>,
    /// Whether the bot is a member there; otherwise it can only respond.
    pub is_member: bool,
    /// The kind of channel, if Discord says so.
    pub kind: Option<ChannelType>,
    /// The channel that a thread belongs to.
    pub parent: Option<ChannelId>,
    /// The message whose button or menu was used, and whether it is ephemeral.
    pub message: Option<(MessageId, bool)>,
    /// Everybody in a conversation without the bot, if Discord says so.
    pub people: Option<Vec<PlayerId>>,
}

impl Origin {
    #[must_use]
    pub fn is_thread(&self) -> bool {
        let threads =
            [ChannelType::PublicThread, ChannelType::PrivateThread, ChannelType::NewsThread];
        self.kind.is_some_and(|kind| threads.contains(&kind))
    }

    #[must_use]
    pub fn is_private_thread(&self) -> bool {
        self.kind == Some(ChannelType::PrivateThread)
    }

    /// Whether its text belongs to a voice or stage channel.
    #[must_use]
    pub fn is_voice(&self) -> bool {
        matches!(self.kind, Some(ChannelType::Voice | ChannelType::Stage))
    }

    /// Whether its kind of channel has threads: voice and stage channels have none.
    #[must_use]
    pub fn may_have_threads(&self) -> bool {
        self.kind.is_none_or(kind_has_threads)
    }

    /// The channel, if it is the direct conversation of the bot and the caller.
    #[must_use]
    pub fn our_conversation(&self) -> Option<ChannelId> {
        (self.guild.is_none() && self.is_member).then_some(self.channel)
    }

    /// Whether it is a conversation that somebody is not in.
    #[must_use]
    pub fn is_without(&self, player: PlayerId) -> bool {
        self.people.as_ref().is_some_and(|people| !people.contains(&player))
    }

    /// Whether the bot may have no other way to change a message there than by the token of an
    /// interaction: it is no member, or it may not have been added to the private thread.
    #[must_use]
    pub fn needs_tokens(&self) -> bool {
        !self.is_member || self.is_private_thread()
    }

    /// Whether the user may change the settings of the guild. Discord says that administrators
    /// have every permission.
    #[must_use]
    pub fn is_asked_by_manager(&self) -> bool {
        self.guild.is_some()
            && self
                .user_permissions
                .is_some_and(|theirs| theirs.contains(Permissions::MANAGE_GUILD))
    }

    /// Whether the user may give members of the guild a time-out, or manages it.
    #[must_use]
    pub fn is_asked_by_moderator(&self) -> bool {
        let may = Permissions::MODERATE_MEMBERS | Permissions::MANAGE_GUILD;
        self.guild.is_some() && self.user_permissions.is_some_and(|theirs| theirs.intersects(may))
    }
}

/// What an interaction asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Payload {
    /// A slash command, or a command in the menu of a person.
    Command {
        /// Its English name.
        name: String,
        /// The options that were given; in the menu of a person that person, as `opponent`.
        options: CommandOptions,
    },
    /// Suggestions for an option that is being typed.
    Autocomplete {
        /// The command's English name.
        name: String,
        /// The option that is being typed.
        option: String,
        /// What is typed so far.
        typed: String,
        /// The options that were given.
        options: CommandOptions,
    },
    /// A button, menu or form.
    Component {
        /// What Discord kept for it.
        custom_id: CustomId,
        /// The option that was chosen from a menu; of a menu of people, roles or channels all ids that
        /// were chosen, separated by commas; the text of a form.
        value: Option<String>,
        /// The person who was chosen from a menu of people.
        person: Option<Opponent>,
    },
}

/// The options that were given to a command, by their English names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CommandOptions(Vec<(String, OptionValue)>);

/// What was given for an option.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionValue {
    /// A text, at most 500 characters of it.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A person.
    User(Opponent),
    /// Something that no command takes.
    Other,
}

impl CommandOptions {
    /// The same with another option.
    #[must_use]
    pub fn with(mut self, name: &str, value: OptionValue) -> CommandOptions {
        self.0.push((name.to_owned(), value));
        self
    }

    /// What was given for an option.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&OptionValue> {
        self.0.iter().find_map(|(option, value)| (option == name).then_some(value))
    }

    /// The text that was given for an option.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            OptionValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The person who was given for an option.
    #[must_use]
    pub fn user(&self, name: &str) -> Option<&Opponent> {
        match self.get(name)? {
            OptionValue::User(user) => Some(user),
            _ => None,
        }
    }
}

/// Somebody who was named as an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    pub id: PlayerId,
    /// The name that others see here.
    pub name: String,
    /// The name that others see where there is no nickname.
    pub display_name: String,
    /// Whether it is a program.
    pub is_bot: bool,
    /// Whether they can see the place where they were named.
    pub sight: Sight,
}

/// Makes a request of an interaction. The types of commands and components share the names of their
/// fields and nothing else.
macro_rules! request {
    (
        $it:ident, $data:ident, installed: $installed:expr, member: $member:expr,
        message: $message:expr, payload: $payload:expr
    ) => {
        Request {
            interaction: InteractionId($it.id.get()),
            application: ApplicationId($it.application_id.get()),
            token: $it.token.clone(),
            user: user(&$it.user, $member, &$it.locale),
            origin: Origin {
                channel: ChannelId($it.channel_id.get()),
                guild: $it.guild_id.map(|guild| GuildId(guild.get())),
                guild_locale: $it.guild_locale.clone(),
                permissions: $it.app_permissions,
                user_permissions: $it.member.as_ref().and_then(|member| member.permissions),
                is_member: is_member($it.guild_id.is_some(), $installed, $it.app_permissions),
                user_roles: $it
                    .member
                    .iter()
                    .flat_map(|member| member.roles.iter().map(|role| RoleId(role.get())))
                    .collect(),
                kind: $it.channel.as_ref().map(|channel| channel.kind),
                parent: $it
                    .channel
                    .as_ref()
                    .filter(|channel| channel.thread_metadata.is_some())
                    .and_then(|channel| channel.parent_id.map(|parent| ChannelId(parent.get()))),
                message: $message,
                people: people($data),
            },
            payload: $payload,
        }
    };
}

impl Request {
    /// Reads an interaction; `None` for pings. `data` is the interaction as Discord sent
    /// it: serenity drops the recipients of its channel.
    #[must_use]
    pub fn read(interaction: &Interaction, data: &Value) -> Option<Request> {
        match interaction {
            Interaction::Command(command) => {
                let options = match command.data.target_id {
                    Some(person) if command.data.kind == CommandType::User => {
                        let person = opponent(command, data, person.to_user_id());
                        CommandOptions::default().with(OPPONENT, OptionValue::User(person))
                    }
                    _ => options(command, data),
                };
                let payload = Payload::Command { name: command.data.name.clone(), options };
                Some(Request::of_command(command, data, payload))
            }
            Interaction::Autocomplete(command) => {
                Some(Request::of_command(command, data, autocomplete(command, data)))
            }
            Interaction::Component(component) => Some(Request::of_component(component, data)),
            Interaction::Modal(modal) => Some(Request::of_modal(modal, data)),
            Interaction::Ping(_) | _ => None,
        }
    }

    /// Whether it asks for suggestions, to which no message is a response.
    #[must_use]
    pub fn is_autocomplete(&self) -> bool {
        matches!(self.payload, Payload::Autocomplete { .. })
    }

    /// The table whose button or menu was used.
    #[must_use]
    pub fn table(&self) -> Option<TableId> {
        match &self.payload {
            Payload::Component { custom_id, .. } => custom_id.table_id(),
            Payload::Command { .. } | Payload::Autocomplete { .. } => None,
        }
    }

    /// The handle by which it is responded to.
    pub(crate) fn handle(&self) -> InteractionHandle<'_> {
        InteractionHandle {
            application: self.application,
            interaction: self.interaction,
            token: &self.token,
        }
    }

    fn of_command(command: &CommandInteraction, data: &Value, payload: Payload) -> Request {
        let installed = (command.context, &command.authorizing_integration_owners);
        let member = command.member.as_deref();
        request!(command, data, installed: installed, member: member, message: None, payload: payload)
    }

    fn of_component(component: &ComponentInteraction, data: &Value) -> Request {
        let value = match &component.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => values.first().cloned(),
            ComponentInteractionDataKind::RoleSelect { values } => Some(list(values)),
            ComponentInteractionDataKind::ChannelSelect { values } => Some(list(values)),
            ComponentInteractionDataKind::UserSelect { values } => Some(list(values)),
            _ => None,
        };
        let person = match &component.data.kind {
            ComponentInteractionDataKind::UserSelect { values } => {
                values.first().map(|id| chosen_person(data, *id))
            }
            _ => None,
        };
        let custom_id = CustomId::received(&component.data.custom_id);
        let payload = Payload::Component { custom_id, value, person };
        let message = Some(message_of(&component.message));
        let installed = (component.context, &component.authorizing_integration_owners);
        let member = component.member.as_ref();
        request!(component, data, installed: installed, member: member, message: message, payload: payload)
    }

    /// A submitted form is like the use of its control. serenity leaves out where it was installed.
    fn of_modal(modal: &ModalInteraction, data: &Value) -> Request {
        let mut inputs = modal.data.components.iter().flat_map(|row| &row.components);
        let text = inputs.find_map(|input| match input {
            ActionRowComponent::InputText(input) => input.value.as_deref(),
            _ => None,
        });
        let value = text.map(|text| text.chars().take(TEXT_MAX).collect());
        let custom_id = CustomId::received(&modal.data.custom_id);
        let payload = Payload::Component { custom_id, value, person: None };
        let message = modal.message.as_deref().map(message_of);
        let context = InteractionContext::deserialize(&data["context"]).ok();
        let owners = &data["authorizing_integration_owners"];
        let owners = AuthorizingIntegrationOwners::deserialize(owners).unwrap_or_default();
        let (installed, member) = ((context, &owners), modal.member.as_ref());
        request!(modal, data, installed: installed, member: member, message: message, payload: payload)
    }
}

/// The message whose control was used, and whether one person alone sees it.
fn message_of(message: &serenity::all::Message) -> (MessageId, bool) {
    let is_private = message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    (MessageId(message.id.get()), is_private)
}

/// Ids, separated by commas.
fn list(ids: &[impl ToString]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// The name that others see here, and the one where there is no nickname.
fn names(
    nick: Option<&str>,
    global_name: Option<&str>,
    username: Option<&str>,
) -> (String, String) {
    let everywhere = [global_name, username];
    let here = [nick].into_iter().chain(everywhere).flatten();
    (shown_name(here), shown_name(everywhere.into_iter().flatten()))
}

fn user(user: &serenity::all::User, member: Option<&Member>, locale: &str) -> User {
    let nick = member.and_then(|member| member.nick.as_deref());
    let (name, display_name) = names(nick, user.global_name.as_deref(), Some(&user.name));
    User { id: PlayerId(user.id.get()), name, display_name, locale: locale.to_owned() }
}

/// Whether the bot is a member where the interaction comes from: a guild that installed it, or its
/// direct conversation with the caller. Where a user installed it, it can only respond.
fn is_member(
    is_server: bool,
    (context, owners): (Option<InteractionContext>, &AuthorizingIntegrationOwners),
    ours: Option<Permissions>,
) -> bool {
    use serenity::all::AuthorizingIntegrationOwner;
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

/// Whether a guild installed the commands without the scope `bot`. Discord then gives the bot these
/// permissions of `@everyone` alone.
fn is_commands_only(ours: Permissions) -> bool {
    let left = Permissions::ATTACH_FILES
        | Permissions::EMBED_LINKS
        | Permissions::MENTION_EVERYONE
        | Permissions::USE_EXTERNAL_EMOJIS;
    !ours.is_empty() && left.contains(ours)
}

/// Whether somebody who was named can see the channel. In a private thread that is unknown:
/// permissions do not decide who is in it.
fn sight(command: &CommandInteraction, data: &Value, named: UserId) -> Sight {
    if let Some(people) = people(data) {
        let is_there = people.contains(&PlayerId(named.get()));
        return if is_there { Sight::Sees } else { Sight::NotInConversation };
    }
    let is_ours = is_member(
        command.guild_id.is_some(),
        (command.context, &command.authorizing_integration_owners),
        command.app_permissions,
    );
    if command.guild_id.is_none() || !is_ours {
        return Sight::Unknown;
    }
    let is_private =
        command.channel.as_ref().is_some_and(|channel| channel.kind == ChannelType::PrivateThread);
    match Sight::of(command.data.resolved.members.get(&named)) {
        Sight::Sees if is_private => Sight::Unknown,
        sight => sight,
    }
}

fn options(command: &CommandInteraction, data: &Value) -> CommandOptions {
    let option = |option: &CommandDataOption| {
        let value = match &option.value {
            CommandDataOptionValue::String(text)
            | CommandDataOptionValue::Autocomplete { value: text, .. } => {
                let most = if option.name == RECORD { RECORD_MAX.into() } else { TEXT_MAX };
                OptionValue::Text(text.chars().take(most).collect())
            }
            CommandDataOptionValue::Integer(number) => OptionValue::Integer(*number),
            CommandDataOptionValue::User(id) => OptionValue::User(opponent(command, data, *id)),
            _ => OptionValue::Other,
        };
        (option.name.clone(), value)
    };
    CommandOptions(command.data.options.iter().map(option).collect())
}

fn opponent(command: &CommandInteraction, data: &Value, id: UserId) -> Opponent {
    let user = command.data.resolved.users.get(&id);
    let member = command.data.resolved.members.get(&id);
    let nick = member.and_then(|member| member.nick.as_deref());
    let global_name = user.and_then(|user| user.global_name.as_deref());
    let (name, display_name) = names(nick, global_name, user.map(|user| user.name.as_str()));
    Opponent {
        id: PlayerId(id.get()),
        name,
        display_name,
        is_bot: user.is_some_and(|user| user.bot),
        sight: sight(command, data, id),
    }
}

/// Somebody who was chosen from a menu. serenity leaves out who they are.
fn chosen_person(data: &Value, id: UserId) -> Opponent {
    let of = |kind: &str| &data["data"]["resolved"][kind][id.to_string()];
    let (user, member) = (of("users"), of("members"));
    let (name, display_name) =
        names(member["nick"].as_str(), user["global_name"].as_str(), user["username"].as_str());
    Opponent {
        id: PlayerId(id.get()),
        name,
        display_name,
        is_bot: user["bot"] == true,
        sight: Sight::Unknown,
    }
}

fn autocomplete(command: &CommandInteraction, data: &Value) -> Payload {
    let focused = command.data.options.iter().find_map(|option| match &option.value {
        CommandDataOptionValue::Autocomplete { value, .. } => {
            Some((option.name.clone(), value.chars().take(TEXT_MAX).collect()))
        }
        _ => None,
    });
    let (option, typed) = focused.unwrap_or_default();
    Payload::Autocomplete {
        name: command.data.name.clone(),
        option,
        typed,
        options: options(command, data),
    }
}
