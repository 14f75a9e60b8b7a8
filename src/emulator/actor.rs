//! What people do: commands, clicks, choices, forms, and plain words.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::action_error::ActionError;
use super::command_input::{CommandInput, resolved};
use super::endpoints::CONTENT_MAX;
use super::handle::Emulator;
use super::id::Id;
use super::interaction::{AutocompleteChoice, Interaction, InteractionResponse};
use super::interaction_event::{NewInteraction, context, installation};
use super::world::{Draft, InitialResponse, InteractionKind, PostedMessage, Posting, World};

/// Somebody in the local Discord.
#[derive(Clone, Debug)]
pub struct Actor {
    emulator: Emulator,
    id: Id,
}

impl Actor {
    /// Who.
    #[must_use]
    pub fn id(&self) -> Id {
        self.id
    }

    /// Uses a command: its name, with those of its subcommands behind it, and its options by name.
    ///
    /// # Errors
    /// When the command is not registered, or cannot be used so.
    #[expect(clippy::needless_pass_by_value, reason = "options are written where they are given")]
    pub fn command(
        &self,
        channel: Id,
        name: &str,
        options: Value,
    ) -> Result<Interaction, ActionError> {
        self.send_command(channel, name, &options, None)
    }

    /// Types an option of a command, and waits for what the bot offers. The options are what was
    /// typed so far; the focused one has to be among them.
    ///
    /// # Errors
    /// When the command cannot be used so, or no choices come in time.
    pub async fn autocomplete(
        &self,
        channel: Id,
        name: &str,
        options: Value,
        focused: &str,
        timeout: Duration,
    ) -> Result<Vec<AutocompleteChoice>, ActionError> {
        let asked = self.send_command(channel, name, &options, Some(focused))?;
        match asked.answered(timeout).await.map_err(|_| ActionError::TimedOut)? {
            InteractionResponse::Choices(choices) => Ok(choices),
            _ => Err(ActionError::Otherwise),
        }
    }

    /// Presses a button, named by its custom id or by its label.
    ///
    /// # Errors
    /// When they do not see it, or it cannot be pressed.
    pub fn click(&self, message: Id, control: &str) -> Result<Interaction, ActionError> {
        self.emulator.with(|world, now| {
            let (visible_message, button) =
                self.control(world, message, control, |kind| kind == 2)?;
            Self::unarchive(world, visible_message.channel, now)?;
            let asked = json!({
                "custom_id": button["custom_id"], "component_type": 2, "id": button["id"],
            });
            let new_interaction =
                self.new_interaction(InteractionKind::Component, visible_message.channel, asked);
            self.send(world, NewInteraction { source: Some(message), ..new_interaction }, now)
        })
    }

    /// Chooses from a menu, named by its custom id or by its placeholder.
    ///
    /// # Errors
    /// When they do not see it, or it does not offer that.
    pub fn select(
        &self,
        message: Id,
        control: &str,
        values: &[&str],
    ) -> Result<Interaction, ActionError> {
        self.emulator.with(|world, now| {
            let (visible_message, menu) =
                self.control(world, message, control, |kind| matches!(kind, 3 | 5..=8))?;
            check_values(&menu, control, values)?;
            Self::unarchive(world, visible_message.channel, now)?;
            let mut asked = json!({
                "custom_id": menu["custom_id"], "component_type": menu["type"], "id": menu["id"],
                "values": values,
            });
            if menu["type"] == 5 {
                asked["resolved"] = resolved(world, visible_message.channel, values);
            }
            let new_interaction =
                self.new_interaction(InteractionKind::Component, visible_message.channel, asked);
            self.send(world, NewInteraction { source: Some(message), ..new_interaction }, now)
        })
    }

    /// Says something, as a reply if a message is named.
    ///
    /// # Errors
    /// When they are not in the channel, or the text is longer than a message may be.
    pub fn say(&self, channel: Id, text: &str, reply_to: Option<Id>) -> Result<Id, ActionError> {
        let length = text.chars().count();
        if length > CONTENT_MAX {
            return Err(ActionError::TooLong(length));
        }
        self.emulator.with(|world, now| {
            self.check_access(world, channel)?;
            Self::unarchive(world, channel, now)?;
            let mut body = Map::new();
            body.insert("content".to_owned(), json!(text));
            let kind = if reply_to.is_some() { 19 } else { 0 };
            let author = self.id;
            let posting = Posting { channel, author, call: None, reply_to, visible_to: None, kind };
            Ok(world.post(posting, Draft { body, files: Vec::new() }, now))
        })
    }

    /// Takes back what they said.
    ///
    /// # Errors
    /// When they do not see it, or have not said it.
    pub fn delete_own(&self, message: Id) -> Result<(), ActionError> {
        self.emulator.with(|world, _| {
            if self.visible_message(world, message)?.author != self.id {
                return Err(ActionError::NotTheirs(message));
            }
            world.delete_message(message);
            Ok(())
        })
    }

    /// Puts a message away that nobody else sees. To the bot it is still there.
    ///
    /// # Errors
    /// When they do not see it, or others do too.
    pub fn dismiss(&self, message: Id) -> Result<(), ActionError> {
        self.emulator.with(|world, _| {
            let visible_message = self.visible_message(world, message)?;
            if visible_message.visible_to != Some(self.id) {
                return Err(ActionError::NotForThemAlone(message));
            }
            let dismissed =
                PostedMessage { is_dismissed: true, ..PostedMessage::clone(visible_message) };
            world.replace(dismissed);
            Ok(())
        })
    }

    /// Their conversation with somebody, opened if there is none yet.
    ///
    /// # Errors
    /// When one of them is not there, or both are the same.
    pub fn open_direct_message(&self, other: Id) -> Result<Id, ActionError> {
        self.emulator.with(|world, now| {
            for id in [self.id, other] {
                world.person(id).ok_or(ActionError::NoPerson(id))?;
            }
            if self.id == other {
                return Err(ActionError::Alone);
            }
            Ok(world.conversation(self.id, other, now))
        })
    }

    /// What they see in a channel, oldest first.
    #[must_use]
    pub fn messages(&self, channel: Id) -> Vec<Arc<PostedMessage>> {
        self.emulator.read(|world| {
            if !world.is_in(self.id, channel) {
                return Vec::new();
            }
            world.messages(channel, self.id).cloned().collect()
        })
    }

    /// Fills in a form that an interaction was answered with.
    pub(super) fn submit(
        &self,
        answered: Id,
        form: &Value,
        texts: &[(&str, &str)],
    ) -> Result<Interaction, ActionError> {
        let components = filled_in(form, texts)?;
        let asked = json!({"custom_id": form["custom_id"], "components": components});
        self.emulator.with(|world, now| {
            let call = world.interactions.get(&answered).ok_or(ActionError::NoForm)?;
            let (channel, source) = (call.channel, call.source);
            let new_interaction = self.new_interaction(InteractionKind::Modal, channel, asked);
            self.send(world, NewInteraction { source, ..new_interaction }, now)
        })
    }

    fn new_interaction(&self, kind: InteractionKind, channel: Id, asked: Value) -> NewInteraction {
        let token = self.emulator.new_token();
        NewInteraction { kind, person: self.id, channel, asked, source: None, name: None, token }
    }

    fn send(
        &self,
        world: &mut World,
        new_interaction: NewInteraction,
        now: Timestamp,
    ) -> Result<Interaction, ActionError> {
        let channel = new_interaction.channel;
        let id = world
            .create_interaction(new_interaction, now)
            .ok_or(ActionError::NoChannel(channel))?;
        Ok(Interaction::new(self.emulator.clone(), id))
    }

    /// A message that they see.
    fn visible_message<'w>(
        &self,
        world: &'w World,
        id: Id,
    ) -> Result<&'w Arc<PostedMessage>, ActionError> {
        let visible_message = world.message(id).filter(|it| it.is_visible_to(self.id));
        let visible_message = visible_message.ok_or(ActionError::NoMessage(id))?;
        self.check_access(world, visible_message.channel)?;
        Ok(visible_message)
    }

    /// Whether they are in the channel.
    fn check_access(&self, world: &World, channel: Id) -> Result<(), ActionError> {
        world.person(self.id).ok_or(ActionError::NoPerson(self.id))?;
        if world.is_in(self.id, channel) { Ok(()) } else { Err(ActionError::NoChannel(channel)) }
    }

    /// Takes a thread out again before something is done in it, as Discord's programs do. One that
    /// is locked stays archived.
    fn unarchive(world: &mut World, channel: Id, now: Timestamp) -> Result<(), ActionError> {
        match world.channel(channel) {
            Some(place) if place.is_archived && place.is_locked => {
                Err(ActionError::Archived(channel))
            }
            Some(place) if place.is_archived => {
                world.change_channel(channel, now, |it| it.is_archived = false);
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
        self.emulator.with(|world, now| {
            self.check_access(world, channel)?;
            let place = world.channel(channel).ok_or(ActionError::NoChannel(channel))?;
            if place.is_archived {
                return Err(ActionError::Archived(channel));
            }
            let mut words = name.split_whitespace();
            let first = words.next().unwrap_or_default();
            let command = world.commands.iter().find(|it| it.name() == first && it.kind() == 1);
            let command = command.ok_or_else(|| ActionError::NoCommand(name.to_owned()))?;
            if !command.is_for_context(context(world, place))
                || !command.is_for_installation(installation(world, place))
            {
                return Err(ActionError::NotHere(name.to_owned()));
            }
            let typed = CommandInput { world, channel, name, focused };
            let asked = typed.command(command, words, options)?;
            let kind = if focused.is_some() {
                InteractionKind::Autocomplete
            } else {
                InteractionKind::Command
            };
            let new_interaction = self.new_interaction(kind, channel, asked);
            self.send(world, NewInteraction { name: Some(name.to_owned()), ..new_interaction }, now)
        })
    }

    /// A control of a message that they see, by custom id, label or placeholder.
    fn control(
        &self,
        world: &World,
        message: Id,
        control: &str,
        is_wanted: impl Fn(u64) -> bool,
    ) -> Result<(Arc<PostedMessage>, Value), ActionError> {
        let visible_message = self.visible_message(world, message)?;
        let names = ["custom_id", "label", "placeholder"];
        let is_called = |it: &&&Value| names.iter().any(|name| it[*name] == control);
        let controls = visible_message.controls();
        let usable = |it: &&Value| {
            it["type"].as_u64().is_some_and(&is_wanted) && it.get("custom_id").is_some()
        };
        let controls: Vec<&Value> = controls.into_iter().filter(usable).collect();
        let Some(found) = controls.iter().find(is_called) else {
            let there = controls.iter().filter_map(|it| it["custom_id"].as_str());
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
    /// The person with this id, to act as.
    #[must_use]
    pub fn as_user(&self, person: Id) -> Actor {
        Actor { emulator: self.clone(), id: person }
    }
}

impl Interaction {
    /// Fills in the form that was answered: texts by the custom ids of their fields.
    ///
    /// # Errors
    /// When there is no such form, or it cannot be filled in so.
    pub fn submit(&self, texts: &[(&str, &str)]) -> Result<Interaction, ActionError> {
        let (person, form) = self
            .look(|_, call| match &call.acknowledged {
                Some(InitialResponse::Modal(form)) => Some((call.person, Arc::clone(form))),
                _ => None,
            })
            .ok_or(ActionError::NoForm)?;
        self.emulator().as_user(person).submit(self.id(), &form, texts)
    }
}

fn check_values(menu: &Value, control: &str, values: &[&str]) -> Result<(), ActionError> {
    let control = || control.to_owned();
    let least = menu["min_values"].as_u64().unwrap_or(1);
    let most = menu["max_values"].as_u64().unwrap_or(1);
    if !(least..=most).contains(&(values.len() as u64)) {
        return Err(ActionError::WrongCount { control: control(), count: values.len() });
    }
    let Some(options) = menu["options"].as_array() else { return Ok(()) };
    match values.iter().find(|value| options.iter().all(|it| it["value"] != **value)) {
        Some(value) => {
            Err(ActionError::NotOffered { control: control(), value: (*value).to_owned() })
        }
        None => Ok(()),
    }
}

/// The rows of a form with what was typed into them.
fn filled_in(form: &Value, texts: &[(&str, &str)]) -> Result<Vec<Value>, ActionError> {
    let mut rows = Vec::new();
    let mut left: Vec<&(&str, &str)> = texts.iter().collect();
    for row in form["components"].as_array().into_iter().flatten() {
        let label = row.get("component");
        let Some(input) = label.or_else(|| row["components"].get(0)) else { continue };
        let id = input["custom_id"].as_str().unwrap_or_default();
        let typed = left.iter().position(|it| it.0 == id).map(|at| left.remove(at).1);
        let text = typed.or(input["value"].as_str()).unwrap_or_default();
        let length = text.chars().count() as u64;
        let least = input["min_length"].as_u64().unwrap_or(0);
        let most = input["max_length"].as_u64().unwrap_or(4000);
        let is_required = input["required"].as_bool().unwrap_or(true);
        let is_left_out = text.is_empty() && !is_required;
        if !is_left_out && (!(least..=most).contains(&length) || text.is_empty()) {
            return Err(ActionError::WrongField(id.to_owned()));
        }
        let written = json!({"type": 4, "id": 2, "custom_id": id, "value": text});
        rows.push(if label.is_some() {
            json!({"type": 18, "id": 1, "component": written})
        } else {
            json!({"type": 1, "id": 1, "components": [written]})
        });
    }
    match left.first() {
        Some((id, _)) => Err(ActionError::WrongField((*id).to_owned())),
        None => Ok(rows),
    }
}
