//! What somebody asked the bot for, and what came of it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::handle::Emulator;
use super::id::Id;
use super::wait::TimedOut;
use super::world::{
    InitialResponse, InteractionKind, InteractionState, PostedMessage, World, is_loading,
};

/// What a bot answered first.
#[derive(Clone, Debug)]
pub enum InteractionResponse {
    /// A message.
    Message(Arc<PostedMessage>),
    /// A promise of one.
    Deferred,
    /// A change of the message whose component was used.
    Updated(Arc<PostedMessage>),
    /// A promise of that.
    DeferredUpdate,
    /// What can be chosen.
    Choices(Vec<AutocompleteChoice>),
    /// A form to fill in, as Discord describes it.
    Modal(Value),
}

/// Something that an autocompletion offers.
#[derive(Clone, Debug, PartialEq)]
pub struct AutocompleteChoice {
    /// What is shown.
    pub name: String,
    /// What is sent.
    pub value: Value,
}

/// Something that was asked of the bot.
#[derive(Clone, Debug)]
pub struct Interaction {
    emulator: Emulator,
    id: Id,
}

impl Interaction {
    pub(super) fn new(emulator: Emulator, id: Id) -> Interaction {
        Interaction { emulator, id }
    }

    /// Which.
    #[must_use]
    pub fn id(&self) -> Id {
        self.id
    }

    /// What the gateway sent.
    #[must_use]
    pub fn payload(&self) -> Value {
        let payload = self.look(|world, call| Some(world.payload_of(call)));
        payload.map_or(Value::Null, |it| Value::clone(&it))
    }

    /// What the answer is recognised by.
    #[must_use]
    pub fn token(&self) -> String {
        self.look(|_, call| Some(call.token.clone())).unwrap_or_default()
    }

    /// Waits for the first answer, of whatever kind.
    ///
    /// # Errors
    /// When there is none in time.
    pub async fn answered(&self, timeout: Duration) -> Result<InteractionResponse, TimedOut> {
        self.wait(timeout, answer).await
    }

    /// Waits for the message that answers: if one was promised, for that. After an update it is
    /// the message that was changed.
    ///
    /// # Errors
    /// When there is none in time.
    pub async fn message(&self, timeout: Duration) -> Result<Arc<PostedMessage>, TimedOut> {
        let written = |world: &World, call: &InteractionState| {
            call.acknowledged.as_ref()?;
            world.message(call.original?).filter(|it| !is_loading(it)).cloned()
        };
        self.wait(timeout, written).await
    }

    /// Waits until so many messages have followed the answer.
    ///
    /// # Errors
    /// When they have not in time.
    pub async fn followed(
        &self,
        count: usize,
        timeout: Duration,
    ) -> Result<Vec<Arc<PostedMessage>>, TimedOut> {
        let all = |world: &World, call: &InteractionState| {
            let messages = call.follow_ups.iter().filter_map(|it| world.message(*it));
            let messages: Vec<_> = messages.cloned().collect();
            (messages.len() >= count).then_some(messages)
        };
        self.wait(timeout, all).await
    }

    /// The first answer, if there is one by now.
    #[must_use]
    pub fn answer(&self) -> Option<InteractionResponse> {
        self.look(answer)
    }

    /// Sends the bot the very same interaction again.
    pub fn redeliver(&self) {
        self.emulator.with(|world, _| world.repeat(self.id));
    }

    pub(super) fn emulator(&self) -> &Emulator {
        &self.emulator
    }

    pub(super) fn look<T>(
        &self,
        look: impl FnOnce(&World, &InteractionState) -> Option<T>,
    ) -> Option<T> {
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
                // Listening before looking, so that nothing in between is missed.
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

fn answer(world: &World, call: &InteractionState) -> Option<InteractionResponse> {
    let original = || call.original.and_then(|it| world.message(it)).cloned();
    Some(match call.acknowledged.as_ref()? {
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
        .map(|it| AutocompleteChoice {
            name: it["name"].as_str().unwrap_or_default().to_owned(),
            value: it["value"].clone(),
        })
        .collect()
}

impl Interaction {
    /// Whether what was asked for were choices.
    #[must_use]
    pub fn is_autocomplete(&self) -> bool {
        self.look(|_, call| Some(call.kind == InteractionKind::Autocomplete)).unwrap_or(false)
    }
}
