//! `/note`: what a player writes down about a game for themselves. Nobody else sees it.

use super::command::Pressed;
use super::table_command::{At, TABLE, TableCommand};
use crate::discord::shared::bot::Bot;
use crate::discord::shared::context::{Caller, Ctx};
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{ButtonStyle, Message};
use crate::discord::view::preferences::Preferences;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{ErrorChain, Note, ServiceError, StoreError, StoredTable};
use kradan_i18n::sentences;
use kradan_table::{PlayerId, Refusal, Table, TableId};

/// Removes a note.
const CLEAR: &str = "note-clear";

/// The longest note, in characters.
const NOTE_MAX: u16 = 500;

/// Stands for the table of a note whose table is still to be chosen from a menu.
const DRAFT: TableId = TableId(0);

const TEXT: OptionDefinition = OptionDefinition::optional("text", OptionKind::Text(NOTE_MAX));

sentences! {
    /// What `/note` says.
    enum Sentence<'a> {
        /// Above a note that was just written.
        Kept => "line-note-kept",
        /// Above a note.
        Shown => "line-note-shown",
        /// The player has no note on the game.
        Empty => "line-note-empty",
        Cleared => "line-note-cleared",
        /// The note, below something else.
        Below {
            text: &'a str,
        } => "line-note-below",
    }

    /// What stands on the button.
    enum Label {
        Clear => "label-note-clear",
    }
}

pub(super) struct NoteCommand;

impl TableCommand for NoteCommand {
    const DEFINITION: &'static Definition = &Definition { name: "note", options: &[TEXT, TABLE] };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const CONTROLS: &'static [Control] =
        &[Control::new(CLEAR, CustomIdForm::Table, Visibility::Ephemeral)];
    const FITS_PAST: bool = true;

    /// Stores the text as a draft: a custom id has no room for it.
    async fn begin(ctx: &Ctx<'_>, options: &CommandOptions) -> Result<Option<Reply>, ServiceError> {
        let text = Some(Self::argument(options)).filter(|text| !text.is_empty());
        let written_at = ctx.service().clock().now();
        let draft = text.map(|text| Note { text: text.to_owned(), written_at });
        set_draft(ctx, draft).await?;
        Ok(None)
    }

    fn fits(table: &Table) -> bool {
        table.seats().is_some()
    }

    fn argument(options: &CommandOptions) -> &str {
        options.text(TEXT.name).unwrap_or_default().trim()
    }

    /// A note that is shown names its game.
    fn asks_elsewhere(argument: &str, _: &Preferences) -> bool {
        !argument.is_empty()
    }

    /// Keeps the draft as the note on the game, or shows the note.
    async fn act(ctx: &Ctx<'_>, at: At<'_>) -> Answer {
        let player = ctx.caller.id;
        check_player(&at.stored.table, player)
            .map_err(|refusal| refused(at.id, at.stored, refusal))?;
        let store = ctx.service().store();
        let (note, sentence) = match draft(ctx).await? {
            Some(draft) => {
                store.set_note(at.id, player, Some(draft.clone())).await?;
                set_draft(ctx, None).await?;
                (Some(draft), Sentence::Kept)
            }
            None => (store.note(at.id, player).await?, Sentence::Shown),
        };
        let heading = ctx.bot.heading(at.id, at.stored, ctx.language()).await;
        let Some(note) = note else {
            let text = format!("{heading}\n{}", ctx.say(&Sentence::Empty));
            return Ok(Reply::Private(Message::of(text)));
        };
        let text = format!("{heading}\n{}\n{}", ctx.say(&sentence), quoted(&note.text));
        let clear = CustomId::new(CLEAR).table(at.id);
        let clear = labelled(clear, &Label::Clear, ButtonStyle::Secondary, ctx.language());
        Ok(Reply::Private(Message::of(text).with_buttons(vec![clear])))
    }

    /// Removes the note of the caller.
    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let (id, stored) = pressed.table(ctx).await?;
        check_player(&stored.table, ctx.caller.id)
            .map_err(|refusal| refused(id, &stored, refusal))?;
        ctx.service().store().set_note(id, ctx.caller.id, None).await?;
        let heading = ctx.bot.heading(id, &stored, ctx.language()).await;
        Ok(Reply::Change(Message::of(format!("{heading}\n{}", ctx.say(&Sentence::Cleared)))))
    }
}

/// The note of a reader on a game, as a line below what is shown to that reader alone.
pub(crate) async fn below(bot: &Bot, reader: &Caller, table: TableId) -> Option<String> {
    match bot.service.store().note(table, reader.id).await {
        Ok(note) => note.map(|note| {
            let text = note.text.replace('\n', " ");
            reader.say(&Sentence::Below { text: &text })
        }),
        Err(error) => {
            tracing::error!(error = %ErrorChain(&error), table = table.0, "a note cannot be read");
            None
        }
    }
}

/// The text of the caller whose table is not known yet.
pub(super) async fn draft(ctx: &Ctx<'_>) -> Result<Option<Note>, StoreError> {
    ctx.service().store().note(DRAFT, ctx.caller.id).await
}

/// Stores the text whose table is not known yet, or removes the one before.
async fn set_draft(ctx: &Ctx<'_>, draft: Option<Note>) -> Result<(), StoreError> {
    ctx.service().store().set_note(DRAFT, ctx.caller.id, draft).await
}

/// Whether somebody plays or played at a table.
fn check_player(table: &Table, player: PlayerId) -> Result<(), Refusal> {
    match table.side_of(player) {
        Some(_) => Ok(()),
        None if table.players().contains(&player) => Err(Refusal::NotBegun),
        None => Err(Refusal::NotSeated),
    }
}

fn refused(id: TableId, stored: &StoredTable, refusal: Refusal) -> ServiceError {
    ServiceError::Refused { id, refusal, stored: Box::new(stored.clone()) }
}

/// A text as a quotation.
fn quoted(text: &str) -> String {
    text.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n")
}
