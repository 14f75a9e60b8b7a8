//! Blocking: no challenges, offers or pings from a person.

use super::command::{Controls, Pressed};
use super::named_people::note_name;
use super::privacy;
use crate::discord::shared::context::{Caller, Ctx};
use crate::discord::shared::interaction::{Opponent, Payload};
use crate::discord::view::controls::menu;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{ComponentRow, ServerChoice, ServerMenu};
use crate::discord::view::pick::{Choice, read_page};
use crate::discord::view::player_name::shown_name;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::table_view::mention;
use crate::discord::view::visibility::Visibility;
use crate::service::{BLOCKS_MAX, Blocking, ErrorChain, ServiceError};
use kradan_i18n::sentences;
use kradan_table::PlayerId;

/// The menu to block somebody.
const BLOCK: &str = "block-person";
/// The menu to unblock somebody.
const BLOCKED: &str = "blocked";

sentences! {
    /// What is said of a block.
    enum Sentence<'a> {
        /// A person is blocked from now on.
        Done {
            name: &'a str,
        } => "line-block-done",
        /// A player blocks as many people as one may.
        Full {
            most: usize,
        } => "line-block-full",
        /// Nobody blocks themselves.
        Oneself => "line-block-oneself",
        /// Bots ask for nothing.
        Bot => "line-block-bot",
        /// A person is no longer blocked.
        Undone {
            name: &'a str,
        } => "line-block-undone",
        /// The other player blocks the one who asks.
        ByOther {
            name: &'a str,
        } => "line-blocked-by-other",
        /// The one who asks blocks the other player.
        ByCaller {
            name: &'a str,
        } => "line-blocked-by-you",
    }

    /// What stands on the menus.
    enum Label {
        /// The menu of people.
        BlockMenu => "label-block-menu",
        /// The menu of those whom the player blocks.
        UnblockMenu => "label-unblock-menu",
    }
}

pub(super) struct Block;

impl Controls for Block {
    const CONTROLS: &'static [Control] = &[
        Control::new(BLOCK, CustomIdForm::Word, Visibility::Ephemeral),
        Control::new(BLOCKED, CustomIdForm::Word, Visibility::Ephemeral),
    ];

    /// Blocks or unblocks the chosen person, or turns the pages of the menu.
    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let chosen = pressed.value.unwrap_or_default();
        if let Some(page) = read_page(chosen) {
            return Ok(Reply::Change(privacy::page(ctx, None, page).await?));
        }
        let said = match (&ctx.request.payload, read_person(chosen)) {
            (Payload::Component { person: Some(person), .. }, _) => block(ctx, person).await?,
            (_, Some(person)) => {
                ctx.service().store().unblock(ctx.caller.id, person).await?;
                ctx.say(&Sentence::Undone { name: &mention(person) })
            }
            _ => return Ok(ctx.unknown()),
        };
        Ok(Reply::Change(privacy::page(ctx, Some(said), 0).await?))
    }
}

/// Blocks a person, and says what that does or why it cannot be.
async fn block(ctx: &Ctx<'_>, person: &Opponent) -> Result<String, ServiceError> {
    if person.id == ctx.caller.id {
        return Ok(ctx.say(&Sentence::Oneself));
    }
    if person.is_bot || person.id.0 == ctx.request.application.0 {
        return Ok(ctx.say(&Sentence::Bot));
    }
    // The menu shows the name.
    if let Err(error) = note_name(ctx, person).await {
        tracing::error!(error = %ErrorChain(&error), "name of a blocked person not stored");
    }
    Ok(match ctx.service().block(ctx.caller.id, person.id).await? {
        Blocking::Full => ctx.say(&Sentence::Full { most: BLOCKS_MAX }),
        _ => ctx.say(&Sentence::Done { name: &mention(person.id) }),
    })
}

/// The refusal where one of the two players blocks the other.
pub(crate) fn refused(caller: &Caller, (blocker, blocked): (PlayerId, PlayerId)) -> String {
    if blocker == caller.id {
        caller.say(&Sentence::ByCaller { name: &mention(blocked) })
    } else {
        caller.say(&Sentence::ByOther { name: &mention(blocker) })
    }
}

/// A person in a custom id or an option. A number alone would be a table.
fn written(person: PlayerId) -> String {
    format!("person{}", person.0)
}

/// Reads what [`written`] writes.
fn read_person(text: &str) -> Option<PlayerId> {
    let person = PlayerId(text.strip_prefix("person")?.parse().ok()?);
    (written(person) == text).then_some(person)
}

/// The menus to block somebody and to unblock those whom the caller blocks, by their names.
pub(super) async fn menus(ctx: &Ctx<'_>, page: usize) -> Result<Vec<ComponentRow>, ServiceError> {
    let store = ctx.service().store();
    let people = ComponentRow::ServerMenu(ServerMenu {
        control: CustomId::new(BLOCK),
        placeholder: ctx.say(&Label::BlockMenu),
        chosen: ServerChoice::Person,
    });
    let blocked = store.blocked_by(ctx.caller.id).await?;
    let profiles = store.profiles(blocked.clone()).await?;
    let option = |person: &PlayerId| {
        let known = profiles.iter().find(|(id, _)| id == person);
        let label = shown_name(known.map(|(_, profile)| profile.name_on(ctx.request.origin.guild)));
        Choice { label, value: written(*person) }
    };
    let mut options: Vec<Choice> = blocked.iter().map(option).collect();
    options.sort_by_key(|choice| choice.label.to_lowercase());
    let control = CustomId::new(BLOCKED);
    let unblock = menu(control, &Label::UnblockMenu, &options, page, ctx.language());
    Ok(std::iter::once(people).chain(unblock.filter(|_| !options.is_empty())).collect())
}
