//! `/block`: no challenges, offers or pings from a person; and the list of those whom a player blocks.

use super::command::{Pressed, SlashCommand};
use super::named_people::note_name;
use crate::discord::shared::context::{Caller, Ctx};
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::controls::{labelled, menu};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{ButtonStyle, Message};
use crate::discord::view::pick::{Choice, read_page};
use crate::discord::view::player_name::shown_name;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::table_view::mention;
use crate::discord::view::visibility::Visibility;
use crate::service::{BLOCKS_MAX, Blocking, ErrorChain, ServiceError};
use kradan_i18n::sentences;
use kradan_table::PlayerId;

/// Unblocks a person: `unblock:personID`.
const UNBLOCK: &str = "unblock";
/// The menu of those whom a player blocks.
const BLOCKED: &str = "blocked";

const USER: OptionDefinition = OptionDefinition::optional("user", OptionKind::User);

sentences! {
    /// What `/block` says.
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
        /// The player blocks nobody.
        Nobody => "line-block-nobody",
        /// Above the menu of those whom the player blocks.
        List {
            count: usize,
        } => "line-block-list",
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

    /// What stands on the button and the menu.
    enum Label {
        Unblock => "label-unblock",
        /// The menu of those whom the player blocks.
        UnblockMenu => "label-unblock-menu",
    }
}

pub(super) struct BlockCommand;

impl SlashCommand for BlockCommand {
    const DEFINITION: &'static Definition = &Definition { name: "block", options: &[USER] };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const CONTROLS: &'static [Control] = &[
        Control::new(
            UNBLOCK,
            CustomIdForm::Text(|text| read_person(text).is_some()),
            Visibility::Ephemeral,
        ),
        Control::new(BLOCKED, CustomIdForm::Word, Visibility::Ephemeral),
    ];

    /// Blocks the given person, or shows the list.
    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        let Some(person) = options.user(USER.name) else {
            return Ok(Reply::Private(list(ctx, 0).await?));
        };
        if person.id == ctx.caller.id {
            return Ok(ctx.ephemeral(&Sentence::Oneself));
        }
        if person.is_bot || person.id.0 == ctx.request.application.0 {
            return Ok(ctx.ephemeral(&Sentence::Bot));
        }
        // The list shows the name.
        if let Err(error) = note_name(ctx, person).await {
            tracing::error!(error = %ErrorChain(&error), "the name of a blocked person is not noted");
        }
        let blocking = ctx.service().block(ctx.caller.id, person.id).await?;
        if blocking == Blocking::Full {
            return Ok(ctx.ephemeral(&Sentence::Full { most: BLOCKS_MAX }));
        }
        let done = ctx.say(&Sentence::Done { name: &mention(person.id) });
        let unblock = CustomId::new(UNBLOCK).with(written(person.id));
        let unblock = labelled(unblock, &Label::Unblock, ButtonStyle::Secondary, ctx.language());
        Ok(Reply::Private(Message::of(done).with_buttons(vec![unblock])))
    }

    /// Unblocks the chosen person, or turns the pages of the menu.
    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let chosen = pressed.value.unwrap_or(pressed.parts.text);
        if let Some(page) = read_page(chosen) {
            return Ok(Reply::Change(list(ctx, page).await?));
        }
        let Some(person) = read_person(chosen) else { return Ok(ctx.unknown()) };
        ctx.service().store().unblock(ctx.caller.id, person).await?;
        let undone = ctx.say(&Sentence::Undone { name: &mention(person) });
        let list = list(ctx, 0).await?;
        Ok(Reply::Change(Message { text: format!("{undone}\n{}", list.text), ..list }))
    }
}

/// Why nothing is begun or offered between the one who asks and another player, one of whom blocks
/// the other.
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

/// The menu of those whom the caller blocks, by their names.
async fn list(ctx: &Ctx<'_>, page: usize) -> Result<Message, ServiceError> {
    let store = ctx.service().store();
    let blocked = store.blocked_by(ctx.caller.id).await?;
    if blocked.is_empty() {
        return Ok(Message::of(ctx.say(&Sentence::Nobody)));
    }
    let count = blocked.len();
    let profiles = store.profiles(blocked.clone()).await?;
    let option = |person: &PlayerId| {
        let known = profiles.iter().find(|(it, _)| it == person);
        let label = shown_name(known.map(|(_, profile)| profile.name.as_str()));
        Choice { label, value: written(*person) }
    };
    let mut options: Vec<Choice> = blocked.iter().map(option).collect();
    options.sort_by_key(|it| it.label.to_lowercase());
    let control = CustomId::new(BLOCKED);
    let menu = menu(control, &Label::UnblockMenu, &options, page, ctx.language());
    let text = ctx.say(&Sentence::List { count });
    Ok(Message { rows: menu.into_iter().collect(), ..Message::of(text) })
}
