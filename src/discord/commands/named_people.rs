//! The names of people whom a command names, and whether they can see the game.

use crate::discord::api::Priority;
use crate::discord::shared::context::Ctx;
use crate::discord::shared::interaction::Opponent;
use crate::discord::shared::{channel_access, guilds, titles};
use crate::discord::view::sight::Sight;
use crate::service::{ErrorChain, Profile, StoreError, StoredTable};
use kradan_table::TableId;

/// Stores the name of a challenged player, and that they read the channel. Without a language of
/// their own they are addressed in the challenger's.
pub(super) async fn note_opponent(ctx: &Ctx<'_>, table: TableId, opponent: &Opponent) {
    if let Err(error) = note_name(ctx, opponent).await {
        tracing::error!(error = %ErrorChain(&error), table = %table.0, "name of a challenged player not stored");
    }
    if opponent.sight == Sight::Sees
        && let Err(error) =
            ctx.service().store().add_reader(opponent.id, ctx.request.origin.channel).await
    {
        tracing::error!(error = %ErrorChain(&error), table = %table.0, "channel reader not stored");
    }
}

/// Stores the name of a player who has not used the bot yet. Others have stored their own.
pub(super) async fn note_name(ctx: &Ctx<'_>, opponent: &Opponent) -> Result<(), StoreError> {
    let server = ctx.request.origin.guild;
    let is_known = |profile: &Profile| {
        profile.name == opponent.display_name && profile.name_on(server) == opponent.name
    };
    let is_strange = |profile: &Profile| profile.locale.is_empty() && !is_known(profile);
    let store = ctx.service().store();
    if store.profile(opponent.id).await?.as_ref().is_none_or(is_strange) {
        let Opponent { name, display_name, .. } = opponent.clone();
        let change = move |profile: &mut Profile| {
            if profile.locale.is_empty() {
                profile.set_names(&display_name, server.map(|server| (server, name.as_str())));
            }
        };
        store.update_profile(opponent.id, Box::new(change)).await?;
    }
    Ok(())
}

/// The name of the opponent, and why they cannot see the game: Discord says that they are not in
/// its server or conversation.
pub(super) async fn absent_opponent(
    ctx: &Ctx<'_>,
    id: TableId,
    stored: &StoredTable,
) -> Option<(String, Sight)> {
    let (opponent, channel) = (stored.table.other_than(ctx.caller.id)?, stored.table.channel());
    let server = ctx.request.origin.guild;
    if !ctx.is_player(stored) {
        return None;
    }
    if ctx.is_here(stored) && ctx.request.origin.is_without(opponent) {
        return Some((
            titles::player_name(ctx.bot, opponent, server).await,
            Sight::NotInConversation,
        ));
    }
    if !channel_access::can_act(ctx.bot, channel).await {
        return None;
    }
    let guild = guilds::of_table(ctx.bot, id, channel).await?;
    // Without an answer of Discord they count as a member.
    let has_left = ctx.bot.api.has_left(Priority::Person, guild, opponent).await.unwrap_or(false);
    if has_left {
        Some((titles::player_name(ctx.bot, opponent, server).await, Sight::NotInServer))
    } else {
        None
    }
}
