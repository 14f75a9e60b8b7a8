//! Actions of people: commands, clicks, selections, modals and messages.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::interaction::{AutocompleteChoice, Interaction, InteractionResponse};
use crate::action_error::ActionError;
use crate::endpoints::CONTENT_MAX;
use crate::handle::Emulator;
use crate::id::Id;
use crate::interactions::{
    CommandInput, NewInteraction, Resolved, check_values, creation, installation, is_named_by,
    resolved, resolved_of_menu,
};
use crate::world::{
    ChannelKind, Draft, InteractionKind, Permissions, PostedMessage, Posting, RegisteredCommand,
    World, access, channels, editing, posting,
};

/// A person to act as; see [`Emulator::as_user`].
#[derive(Clone, Debug)]
pub struct Actor {
    emulator: Emulator,
    id: Id,
}

impl Actor {
    #[must_use]
    pub fn id(&self) -> Id {
        self.id
    }

    /// Sends a command interaction. The name includes the subcommands, separated by spaces;
    /// options are a JSON object by name.
    ///
    /// # Errors
    /// When the command is not registered, not usable in the channel, or the options do not fit,
    /// or the actor is a bot.
    #[expect(clippy::needless_pass_by_value, reason = "options are written where they are given")]
    pub fn command(
        &self,
        channel: Id,
        name: &str,
        options: Value,
    ) -> Result<Interaction, ActionError> {
        self.send_command(channel, name, &options, None)
    }

    /// Uses a command in the menu of a person.
    ///
    /// # Errors
    /// As for [`command`](Actor::command), and when there is no such person.
    pub fn command_on(
        &self,
        channel: Id,
        name: &str,
        target: Id,
    ) -> Result<Interaction, ActionError> {
        self.use_command(channel, (2, name), InteractionKind::Command, |world, command| {
            let at = (self.id, channel);
            if !is_named_by(world, at, Resolved::User, target) {
                return Err(ActionError::NoPerson(target));
            }
            let data = json!({
                "id": command.id, "name": command.name(), "type": 2, "target_id": target,
                "resolved": resolved(world, at, &[(Resolved::User, target)]),
            });
            Ok((name.to_owned(), data))
        })
    }

    /// Sends an autocomplete interaction, and waits for the choices. The options are those typed
    /// so far, among them the focused one.
    ///
    /// # Errors
    /// When the options do not fit, or no choices come in time.
    pub async fn autocomplete(
        &self,
        channel: Id,
        name: &str,
        options: Value,
        focused: &str,
        timeout: Duration,
    ) -> Result<Vec<AutocompleteChoice>, ActionError> {
        let interaction = self.send_command(channel, name, &options, Some(focused))?;
        match interaction.answered(timeout).await.map_err(|_| ActionError::TimedOut)? {
            InteractionResponse::Choices(choices) => Ok(choices),
            _ => Err(ActionError::UnexpectedResponse),
        }
    }

    /// Clicks a button, named by its custom id or its label.
    ///
    /// # Errors
    /// When the person does not see the button, or it is disabled.
    pub fn click(&self, message: Id, control: &str) -> Result<Interaction, ActionError> {
        self.emulator.with(|world, now| {
            let (visible_message, button) =
                self.control(world, message, control, |kind| kind == 2)?;
            self.unarchive(world, visible_message.channel, now)?;
            let data = json!({
                "custom_id": button["custom_id"], "component_type": 2, "id": button["id"],
            });
            self.press(world, &visible_message, data, now)
        })
    }

    /// Selects values of a menu, named by its custom id or its placeholder. A menu of people, roles
    /// or channels takes their ids.
    ///
    /// # Errors
    /// When the person does not see the menu, it does not offer the values, or it shows this choice
    /// already: then Discord's clients send nothing.
    pub fn select(
        &self,
        message: Id,
        control: &str,
        values: &[&str],
    ) -> Result<Interaction, ActionError> {
        self.emulator.with(|world, now| {
            let (visible_message, menu) =
                self.control(world, message, control, |kind| matches!(kind, 3 | 5..=8))?;
            let place = visible_message.channel;
            check_values(world, (self.id, place), &menu, (control, values))?;
            self.emulator.0.menu_choices.choose(self.id, &visible_message, &menu, values)?;
            self.unarchive(world, place, now)?;
            let mut data = json!({
                "custom_id": menu["custom_id"], "component_type": menu["type"], "id": menu["id"],
                "values": values,
            });
            if let Some(resolved) = resolved_of_menu(world, (self.id, place), &menu, values) {
                data["resolved"] = resolved;
            }
            self.press(world, &visible_message, data, now)
        })
    }

    /// Posts a message, as a reply if `reply_to` is given. Returns its id.
    ///
    /// # Errors
    /// When the person cannot view the channel or may not post in it now, or the text is too long.
    pub fn say(&self, channel: Id, text: &str, reply_to: Option<Id>) -> Result<Id, ActionError> {
        let length = text.chars().count();
        if length > CONTENT_MAX {
            return Err(ActionError::TooLong(length));
        }
        self.emulator.with(|world, now| {
            self.check_access(world, channel)?;
            self.check_may_say(world, channel, now)?;
            self.unarchive(world, channel, now)?;
            let mut body = Map::new();
            body.insert("content".to_owned(), json!(text));
            let kind = if reply_to.is_some() { 19 } else { 0 };
            let author = self.id;
            let posting =
                Posting { channel, author, interaction: None, reply_to, visible_to: None, kind };
            Ok(posting::post(world, posting, Draft { body, files: Vec::new() }, now))
        })
    }

    /// Deletes a message of the person's own.
    ///
    /// # Errors
    /// When the person does not see the message, or is not its author.
    pub fn delete_own(&self, message: Id) -> Result<(), ActionError> {
        self.emulator.with(|world, _| {
            if self.visible_message(world, message)?.author != self.id {
                return Err(ActionError::NotAuthor(message));
            }
            editing::delete(world, message);
            Ok(())
        })
    }

    /// Hides an ephemeral message from the person. The bot can still edit it.
    ///
    /// # Errors
    /// When the person does not see the message, or it is not ephemeral.
    pub fn dismiss(&self, message: Id) -> Result<(), ActionError> {
        self.emulator.with(|world, _| {
            let visible_message = self.visible_message(world, message)?;
            if visible_message.visible_to != Some(self.id) {
                return Err(ActionError::NotEphemeral(message));
            }
            let dismissed =
                PostedMessage { is_dismissed: true, ..PostedMessage::clone(visible_message) };
            editing::replace(world, dismissed);
            Ok(())
        })
    }

    /// Opens the direct messages with another person. Returns the channel.
    ///
    /// # Errors
    /// When one of them does not exist, or both are the same.
    pub fn open_direct_message(&self, other: Id) -> Result<Id, ActionError> {
        self.emulator.with(|world, now| {
            for id in [self.id, other] {
                world.person(id).ok_or(ActionError::NoPerson(id))?;
            }
            if self.id == other {
                return Err(ActionError::SamePerson);
            }
            Ok(channels::open_direct(world, self.id, other, now))
        })
    }

    /// The messages that the person sees in a channel, oldest first.
    #[must_use]
    pub fn messages(&self, channel: Id) -> Vec<Arc<PostedMessage>> {
        self.emulator.read(|world| {
            if !access::is_in(world, self.id, channel) {
                return Vec::new();
            }
            world.messages(channel, self.id).cloned().collect()
        })
    }

    /// Submits a modal that an interaction was answered with.
    pub(crate) fn submit(
        &self,
        answered: Id,
        form: &Value,
        texts: &[(&str, &str)],
    ) -> Result<Interaction, ActionError> {
        let components = filled_in(form, texts)?;
        let data = json!({"custom_id": form["custom_id"], "components": components});
        self.emulator.with(|world, now| {
            self.check_not_bot(world)?;
            let interaction = world.interactions.get(&answered).ok_or(ActionError::NoModal)?;
            let (channel, source) = (interaction.channel, interaction.source);
            let owners = interaction.payload["authorizing_integration_owners"].clone();
            let new_interaction = self.new_interaction(InteractionKind::Modal, channel, data);
            self.send(world, NewInteraction { owners, source, ..new_interaction }, now)
        })
    }

    fn new_interaction(&self, kind: InteractionKind, channel: Id, data: Value) -> NewInteraction {
        let token = self.emulator.new_token();
        NewInteraction {
            kind,
            person: self.id,
            channel,
            data,
            owners: json!({}),
            source: None,
            name: None,
            token,
        }
    }

    /// Sends the interaction of a component.
    fn press(
        &self,
        world: &mut World,
        message: &PostedMessage,
        data: Value,
        now: Timestamp,
    ) -> Result<Interaction, ActionError> {
        let channel = message.channel;
        let place = world.channel(channel).ok_or(ActionError::NoChannel(channel))?;
        let server = place.server.and_then(|id| world.server(id));
        if server.is_some_and(|server| server.has_in_time_out(self.id)) {
            return Err(ActionError::InTimeOut(channel));
        }
        let owners = installation::owners_of_press(world, place, message.id);
        let new_interaction = self.new_interaction(InteractionKind::Component, channel, data);
        let source = Some(message.id);
        self.send(world, NewInteraction { owners, source, ..new_interaction }, now)
    }

    fn send(
        &self,
        world: &mut World,
        new_interaction: NewInteraction,
        now: Timestamp,
    ) -> Result<Interaction, ActionError> {
        let channel = new_interaction.channel;
        let id =
            creation::create(world, new_interaction, now).ok_or(ActionError::NoChannel(channel))?;
        Ok(Interaction::new(self.emulator.clone(), id))
    }

    fn visible_message<'w>(
        &self,
        world: &'w World,
        id: Id,
    ) -> Result<&'w Arc<PostedMessage>, ActionError> {
        let visible_message = world.message(id).filter(|message| message.is_visible_to(self.id));
        let visible_message = visible_message.ok_or(ActionError::NoMessage(id))?;
        self.check_access(world, visible_message.channel)?;
        Ok(visible_message)
    }

    /// Checks that the person exists and can view the channel.
    fn check_access(&self, world: &World, channel: Id) -> Result<(), ActionError> {
        world.person(self.id).ok_or(ActionError::NoPerson(self.id))?;
        if access::is_in(world, self.id, channel) {
            Ok(())
        } else {
            Err(ActionError::NoChannel(channel))
        }
    }

    /// Checks that the person is not a bot: bots start no interactions.
    fn check_not_bot(&self, world: &World) -> Result<(), ActionError> {
        let is_bot = world.person(self.id).is_some_and(|person| person.is_bot);
        if is_bot { Err(ActionError::IsBot(self.id)) } else { Ok(()) }
    }

    /// Checks that the person may post in a channel now.
    fn check_may_say(&self, world: &World, channel: Id, now: Timestamp) -> Result<(), ActionError> {
        let place = world.channel(channel).ok_or(ActionError::NoChannel(channel))?;
        let Some(theirs) = access::permissions_of(world, self.id, place) else { return Ok(()) };
        if place.is_locked && !theirs.has(Permissions::MANAGE_THREADS) {
            return Err(ActionError::Archived(channel));
        }
        if place.kind == ChannelKind::Forum || !theirs.has(place.kind.posting_permission()) {
            return Err(ActionError::MayNotPost(channel));
        }
        if access::is_in_slow_mode(world, self.id, place, now) {
            return Err(ActionError::SlowMode(channel));
        }
        Ok(())
    }

    /// Unarchives a thread before an action in it, as Discord's clients do. A locked thread stays
    /// archived, and so does one in which the person may not post.
    fn unarchive(&self, world: &mut World, channel: Id, now: Timestamp) -> Result<(), ActionError> {
        match world.channel(channel) {
            Some(place) if place.is_archived => {
                let theirs =
                    access::permissions_of(world, self.id, place).unwrap_or(Permissions::NONE);
                if place.is_locked || !theirs.has(Permissions::SEND_MESSAGES_IN_THREADS) {
                    return Err(ActionError::Archived(channel));
                }
                channels::change(world, channel, now, |thread| thread.is_archived = false);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn send_command(
        &self,
        channel: Id,
        name: &str,
        options: &Value,
        focused: Option<&str>,
    ) -> Result<Interaction, ActionError> {
        let mut words = name.split_whitespace();
        let first = words.next().unwrap_or_default();
        let kind = if focused.is_some() {
            InteractionKind::Autocomplete
        } else {
            InteractionKind::Command
        };
        self.use_command(channel, (1, first), kind, |world, command| {
            let typed = CommandInput { world, person: self.id, channel, name, focused };
            let data = typed.command(command, words, options)?;
            Ok((name.to_owned(), data))
        })
    }

    /// Sends the interaction of a registered command of this kind and name. `fill` makes its whole
    /// name and its data.
    fn use_command(
        &self,
        channel: Id,
        (kind, name): (u64, &str),
        interaction: InteractionKind,
        fill: impl FnOnce(&World, &RegisteredCommand) -> Result<(String, Value), ActionError>,
    ) -> Result<Interaction, ActionError> {
        self.emulator.with(|world, now| {
            self.check_not_bot(world)?;
            self.check_access(world, channel)?;
            let place = world.channel(channel).ok_or(ActionError::NoChannel(channel))?;
            if place.is_archived {
                return Err(ActionError::Archived(channel));
            }
            let command = world
                .commands
                .iter()
                .find(|command| command.name() == name && command.kind() == kind);
            let command = command.ok_or_else(|| ActionError::NoCommand(name.to_owned()))?;
            if !installation::offers(world, command, place, self.id) {
                return Err(ActionError::NotHere(name.to_owned()));
            }
            let owners = installation::owners_of_command(world, command, place, self.id);
            let (name, data) = fill(world, command)?;
            let new_interaction = self.new_interaction(interaction, channel, data);
            self.send(world, NewInteraction { owners, name: Some(name), ..new_interaction }, now)
        })
    }

    /// A control by custom id, label or placeholder, in a message that the person sees.
    fn control(
        &self,
        world: &World,
        message: Id,
        control: &str,
        is_wanted: impl Fn(u64) -> bool,
    ) -> Result<(Arc<PostedMessage>, Value), ActionError> {
        self.check_not_bot(world)?;
        let visible_message = self.visible_message(world, message)?;
        let names = ["custom_id", "label", "placeholder"];
        let is_called = |component: &&&Value| names.iter().any(|name| component[*name] == control);
        let controls = visible_message.controls();
        let usable = |component: &&Value| {
            component["type"].as_u64().is_some_and(&is_wanted)
                && component.get("custom_id").is_some()
        };
        let controls: Vec<&Value> = controls.into_iter().filter(usable).collect();
        let Some(found) = controls.iter().find(is_called) else {
            let there = controls.iter().filter_map(|component| component["custom_id"].as_str());
            let there = there.map(str::to_owned).collect();
            return Err(ActionError::NoControl { message, control: control.to_owned(), there });
        };
        if found["disabled"] == true {
            return Err(ActionError::Disabled { message, control: control.to_owned() });
        }
        Ok((Arc::clone(visible_message), (*found).clone()))
    }
}

impl Emulator {
    /// The person with this id, to act as. The person need not exist.
    #[must_use]
    pub fn as_user(&self, person: Id) -> Actor {
        Actor { emulator: self.clone(), id: person }
    }
}

/// The modal's rows with the texts in them.
fn filled_in(form: &Value, texts: &[(&str, &str)]) -> Result<Vec<Value>, ActionError> {
    let mut rows = Vec::new();
    let mut left: Vec<&(&str, &str)> = texts.iter().collect();
    for row in form["components"].as_array().into_iter().flatten() {
        let label = row.get("component");
        let Some(input) = label.or_else(|| row["components"].get(0)) else { continue };
        let id = input["custom_id"].as_str().unwrap_or_default();
        let typed = left.iter().position(|(field, _)| *field == id).map(|at| left.remove(at).1);
        let text = typed.or(input["value"].as_str()).unwrap_or_default();
        let length = text.chars().count() as u64;
        let min = input["min_length"].as_u64().unwrap_or(0);
        let max = input["max_length"].as_u64().unwrap_or(4000);
        let is_required = input["required"].as_bool().unwrap_or(true);
        let is_left_out = text.is_empty() && !is_required;
        if !is_left_out && (!(min..=max).contains(&length) || text.is_empty()) {
            return Err(ActionError::InvalidField(id.to_owned()));
        }
        let written = json!({"type": 4, "id": 2, "custom_id": id, "value": text});
        rows.push(if label.is_some() {
            json!({"type": 18, "id": 1, "component": written})
        } else {
            json!({"type": 1, "id": 1, "components": [written]})
        });
    }
    match left.first() {
        Some((id, _)) => Err(ActionError::InvalidField((*id).to_owned())),
        None => Ok(rows),
    }
}
