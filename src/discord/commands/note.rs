//! Private notes of a player on a game.

use super::command::{Controls, Pressed};
use super::game;
use crate::discord::shared::context::Ctx;
use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle, Form};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{Note, ServiceError};
use kradan_i18n::{Language, sentences};
use kradan_table::{Refusal, TableId};

/// Opens the form: `note:TABLE:PLIES`, with the plies of the position that is shown.
const WRITE: &str = "note";
/// The form. An empty one deletes the note.
const TEXT: &str = "note-text";

/// The longest note, in characters.
const NOTE_MAX: u16 = 500;

sentences! {
    /// What is said of a note.
    enum Sentence {
        /// Above the form, in at most 45 characters.
        Title => "line-note-title",
        /// Above the text in the form, in at most 45 characters.
        OnlyYou => "line-note-only-you",
    }

    /// What stands on the button.
    enum Label {
        Note => "label-note",
    }
}

pub(super) struct NoteControls;

impl Controls for NoteControls {
    const CONTROLS: &'static [Control] = &[
        Control::new(WRITE, CustomIdForm::TableText(game::is_plies), Visibility::Ephemeral),
        Control::new(TEXT, CustomIdForm::TableText(game::is_plies), Visibility::Ephemeral),
    ];

    /// Opens the form, or stores the note.
    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let (id, stored) = pressed.table(ctx).await?;
        if stored.table.side_of(ctx.caller.id).is_none() {
            let (refusal, stored) = (Refusal::NotSeated, Box::new(stored));
            return Err(ServiceError::Refused { id, refusal, stored });
        }
        let (store, player) = (ctx.service().store(), ctx.caller.id);
        let Some(text) = pressed.value.filter(|_| pressed.word == TEXT) else {
            let note = store.note(id, player).await?;
            return Ok(Reply::Ask(Form {
                control: CustomId::new(TEXT).table(id).with(pressed.parts.text),
                title: ctx.say(&Sentence::Title),
                label: ctx.say(&Sentence::OnlyYou),
                text: note.map(|note| note.text).unwrap_or_default(),
                most: NOTE_MAX,
                is_required: false,
            }));
        };
        let written_at = ctx.service().clock().now();
        let text = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        store.set_note(id, player, text.map(|text| Note { text, written_at })).await?;
        let plies = pressed.parts.text.parse().unwrap_or(usize::MAX);
        Ok(ctx.panel(id, game::position(ctx, id, &stored, plies).await))
    }
}

/// The button that opens the form beside the position after so many plies.
pub(super) fn button(id: TableId, plies: usize, language: Language) -> Button {
    let write = CustomId::new(WRITE).table(id).with(plies);
    labelled(write, &Label::Note, ButtonStyle::Secondary, language)
}
