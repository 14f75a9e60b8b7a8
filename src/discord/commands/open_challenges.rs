//! Open challenges: whoever makes one is told of another one in the channel.

use super::command::SlashCommand as _;
use super::play;
use super::rules::GAME;
use crate::discord::shared::bot::Bot;
use crate::discord::shared::interaction::{OPPONENT, Payload, Request};
use crate::discord::shared::{shared_preferences, titles};
use crate::discord::view::buttons;
use crate::discord::view::message::Message;
use crate::discord::view::player_name::escaped;
use crate::discord::view::visibility::Visibility;
use crate::service::{ErrorChain, Listing, Profile, StoreError};
use kradan_i18n::{self as i18n, sentences};
use kradan_ratings::Rating;
use kradan_rules::GameKind;
use kradan_table::Table;

/// The most challenges of a channel that are searched.
const OPEN_MAX: usize = 50;

sentences! {
    /// What is said of them.
    enum Sentence<'a> {
        /// Somebody else asks everybody to such a game.
        AlsoOpen {
            name: &'a str,
            kind: GameKind,
            link: &'a str,
        } => "line-also-open",
    }
}

/// A player's rating in the game of a table.
pub(super) fn rating_of(person: &Profile, table: &Table) -> i32 {
    let rating = person.ratings.of.get(&table.game().kind());
    rating.copied().unwrap_or(Rating::NEW).shown()
}

/// Tells the maker of an open challenge of another one for the same game in the channel.
pub(crate) async fn tell_of_open_challenge(bot: &Bot, request: &Request) {
    let Payload::Command { name, options } = &request.payload else { return };
    let kind = options.text(GAME.name).and_then(|text| text.parse::<GameKind>().ok());
    let asks_all = options.user(OPPONENT).is_none() && options.get(play::LEVEL).is_none();
    let Some(kind) = kind.filter(|_| name == play::PlayCommand::DEFINITION.name && asks_all) else {
        return;
    };
    match open_challenge(bot, request, kind).await {
        Ok(Some(message)) => {
            let told = bot.api.follow_up(request.handle(), &message, Visibility::Ephemeral).await;
            if let Err(error) = told {
                tracing::warn!(error = %ErrorChain(&error), "hint at another open challenge not sent");
            }
        }
        Ok(None) => {}
        Err(error) => {
            tracing::error!(error = %ErrorChain(&error), "open challenges not read");
        }
    }
}

/// The message about an open challenge that the user can accept.
async fn open_challenge(
    bot: &Bot,
    request: &Request,
    kind: GameKind,
) -> Result<Option<Message>, StoreError> {
    let (store, user) = (bot.service.store(), request.user.id);
    let channel = request.origin.channel;
    let person = store.profile(user).await?.unwrap_or_default();
    for (id, stored) in bot.service.tables_in_channel(channel, Listing::Sent, OPEN_MAX).await? {
        let table = &stored.table;
        let Some((challenger, None)) = table.challenged() else { continue };
        let similar = table.similar_ratings();
        let fits = similar.is_none_or(|ratings| ratings.contains(&rating_of(&person, table)));
        if challenger == user || table.game().kind() != kind || !fits {
            continue;
        }
        if store.has_blocked(challenger, user).await? || store.has_blocked(user, challenger).await?
        {
            continue;
        }
        let language = shared_preferences::of_player(bot, user).await.language;
        let (name, link) = (
            titles::player_name(bot, challenger, request.origin.guild).await,
            titles::link_to(bot, id, &stored).await,
        );
        let sentence = Sentence::AlsoOpen { name: &escaped(&name), kind, link: &link };
        let text = i18n::say(&sentence, language);
        return Ok(Some(Message::of(text).with_buttons(vec![buttons::accept(id, language)])));
    }
    Ok(None)
}
