//! An interaction that a person has started, and the bot's responses.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use crate::action_error::ActionError;
use crate::handle::{Emulator, TimedOut};
use crate::id::Id;
use crate::interactions::creation;
use crate::world::{
    InitialResponse, InteractionKind, InteractionState, PostedMessage, World, is_loading,
};

/// The bot's initial response.
#[derive(Clone, Debug)]
pub enum InteractionResponse {
    Message(Arc<PostedMessage>),
    /// A message is to follow.
    Deferred,
    /// The message of the component was edited.
    Updated(Arc<PostedMessage>),
    /// An edit of the component's message is to follow.
    DeferredUpdate,
    /// The choices of an autocompletion.
    Choices(Vec<AutocompleteChoice>),
    /// A modal, as Discord describes it.
    Modal(Value),
}

/// A choice of an autocompletion.
#[derive(Clone, Debug, PartialEq)]
pub struct AutocompleteChoice {
    /// The text that is shown.
    pub name: String,
    /// The value that is sent.
    pub value: Value,
}

/// An interaction that a person has started.
#[derive(Clone, Debug)]
pub struct Interaction {
    emulator: Emulator,
    id: Id,
}

impl Interaction {
    pub(crate) fn new(emulator: Emulator, id: Id) -> Interaction {
        Interaction { emulator, id }
    }

    #[must_use]
    pub fn id(&self) -> Id {
        self.id
    }

    /// The event's data, as the gateway sent it.
    #[must_use]
    pub fn payload(&self) -> Value {
        let payload = self.look(|_, interaction| Some(Arc::clone(&interaction.payload)));
        payload.map_or(Value::Null, |payload| Value::clone(&payload))
    }

    /// The token for responses.
    #[must_use]
    pub fn token(&self) -> String {
        self.look(|_, interaction| Some(interaction.token.clone())).unwrap_or_default()
    }

    /// Waits for the initial response of any kind.
    ///
    /// # Errors
    /// When there is none in time.
    pub async fn answered(&self, timeout: Duration) -> Result<InteractionResponse, TimedOut> {
        self.wait(timeout, answer).await
    }

    /// Waits until there is an initial response, also one whose message is deleted already.
    ///
    /// # Errors
    /// When there is none in time.
    pub async fn acknowledged(&self, timeout: Duration) -> Result<(), TimedOut> {
        let response = |_: &World, interaction: &InteractionState| {
            interaction.acknowledged.as_ref().map(|_| ())
        };
        self.wait(timeout, response).await
    }

    /// Waits for the message of the response, also if it is deferred. After an update it is the
    /// edited message.
    ///
    /// # Errors
    /// When there is none in time.
    pub async fn message(&self, timeout: Duration) -> Result<Arc<PostedMessage>, TimedOut> {
        let written = |world: &World, interaction: &InteractionState| {
            interaction.acknowledged.as_ref()?;
            world.message(interaction.original?).filter(|message| !is_loading(message)).cloned()
        };
        self.wait(timeout, written).await
    }

    /// Waits until there are at least `count` follow-ups.
    ///
    /// # Errors
    /// When there are fewer in time.
    pub async fn followed(
        &self,
        count: usize,
        timeout: Duration,
    ) -> Result<Vec<Arc<PostedMessage>>, TimedOut> {
        let all = |world: &World, interaction: &InteractionState| {
            let messages = interaction.follow_ups.iter().filter_map(|id| world.message(*id));
            let messages: Vec<_> = messages.cloned().collect();
            (messages.len() >= count).then_some(messages)
        };
        self.wait(timeout, all).await
    }

    /// The initial response, if there is one.
    #[must_use]
    pub fn answer(&self) -> Option<InteractionResponse> {
        self.look(answer)
    }

    /// Sends the same interaction to the bot again.
    pub fn redeliver(&self) {
        self.emulator.with(|world, _| creation::send_again(world, self.id));
    }

    #[must_use]
    pub fn is_autocomplete(&self) -> bool {
        self.look(|_, interaction| Some(interaction.kind == InteractionKind::Autocomplete))
            .unwrap_or(false)
    }

    /// Submits the interaction's modal. The texts are by the custom ids of their inputs.
    ///
    /// # Errors
    /// When the interaction has no modal, or a text does not fit.
    pub fn submit(&self, texts: &[(&str, &str)]) -> Result<Interaction, ActionError> {
        let (person, form) = self
            .look(|_, interaction| match &interaction.acknowledged {
                Some(InitialResponse::Modal(form)) => Some((interaction.person, Arc::clone(form))),
                _ => None,
            })
            .ok_or(ActionError::NoModal)?;
        self.emulator.as_user(person).submit(self.id, &form, texts)
    }

    fn look<T>(&self, look: impl FnOnce(&World, &InteractionState) -> Option<T>) -> Option<T> {
        self.emulator.read(|world| look(world, world.interactions.get(&self.id)?))
    }

    async fn wait<T>(
        &self,
        timeout: Duration,
        look: impl Fn(&World, &InteractionState) -> Option<T>,
    ) -> Result<T, TimedOut> {
        let notify = self.emulator.interaction_waiter(self.id);
        let wait = async {
            loop {
                let woken = notify.notified();
                // Subscribing before looking misses no change.
                tokio::pin!(woken);
                woken.as_mut().enable();
                if let Some(found) = self.look(&look) {
                    return found;
                }
                woken.await;
            }
        };
        let found = tokio::time::timeout(timeout, wait).await.map_err(|_| TimedOut);
        self.emulator.release_waiter(self.id, &notify);
        found
    }
}

fn answer(world: &World, interaction: &InteractionState) -> Option<InteractionResponse> {
    let original = || interaction.original.and_then(|id| world.message(id)).cloned();
    Some(match interaction.acknowledged.as_ref()? {
        InitialResponse::Message => InteractionResponse::Message(original()?),
        InitialResponse::Deferred => InteractionResponse::Deferred,
        InitialResponse::Update => InteractionResponse::Updated(original()?),
        InitialResponse::DeferredUpdate => InteractionResponse::DeferredUpdate,
        InitialResponse::Choices(body) => InteractionResponse::Choices(choices(body)),
        InitialResponse::Modal(form) => InteractionResponse::Modal(Value::clone(form)),
    })
}

fn choices(body: &Value) -> Vec<AutocompleteChoice> {
    let listed = body["choices"].as_array().into_iter().flatten();
    listed
        .map(|choice| AutocompleteChoice {
            name: choice["name"].as_str().unwrap_or_default().to_owned(),
            value: choice["value"].clone(),
        })
        .collect()
}
