//! Moderators end a game without a result, or annul the result of a rated one.

use super::command::{Controls, Pressed};
use super::report::{ask_reason, guild_of, reason, refuse_reason};
use super::resolve_table::LOOKED_AT_MAX;
use crate::discord::limits::BUTTON_LABEL_MAX;
use crate::discord::shared::context::{Announced, Ctx, events_text, request_context};
use crate::discord::shared::titles;
use crate::discord::view::controls::{labelled, menu};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle, Message};
use crate::discord::view::pick::{Choice, read_page};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{Listing, ServiceError, StoredTable};
use kradan_i18n::{Label as SharedLabel, Language, Line, sentences};
use kradan_rules::cut;
use kradan_table::{Command, TableId};

/// Asks why a game is to be ended.
const ABORT: &str = "abort";
/// The form with the reason.
const REASON: &str = "abort-reason";
/// Shows the games of the channel, and is the menu of them.
const GAMES: &str = "abort-games";
/// Asks why a result is annulled.
const ANNUL: &str = "annul";
/// The form with that reason.
const ANNUL_REASON: &str = "annul-reason";

sentences! {
    /// What is said of it.
    enum Sentence {
        /// The game is not shown in this server.
        OtherServer => "line-abort-other-server",
        /// The game was counted on another server.
        CountedElsewhere => "line-annul-other-server",
        /// The caller is a player of the game.
        OwnGame => "line-abort-own-game",
        /// The caller may give no member a time-out.
        OnlyModerators => "line-abort-only-moderators",
        /// There is no game of others in the channel.
        NoGame => "line-abort-no-game",
        /// Both players are told.
        Done => "line-abort-done",
    }

    /// What stands on the buttons.
    enum Label<'a> {
        /// To end this game.
        Abort {
            title: &'a str,
        } => "label-abort",
        /// To choose a game.
        Games => "label-abort-games",
        /// To annul the result of this game.
        Annul => "label-annul",
    }
}

pub(super) struct Abort;

impl Controls for Abort {
    const CONTROLS: &'static [Control] = &[
        Control::new(ABORT, CustomIdForm::Table, Visibility::Ephemeral),
        Control::new(REASON, CustomIdForm::Table, Visibility::Ephemeral),
        Control::new(GAMES, CustomIdForm::Word, Visibility::Ephemeral),
        Control::new(ANNUL, CustomIdForm::Table, Visibility::Ephemeral),
        Control::new(ANNUL_REASON, CustomIdForm::Table, Visibility::Ephemeral),
    ];

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        if !ctx.request.origin.is_asked_by_moderator() {
            return Ok(ctx.ephemeral(&Sentence::OnlyModerators));
        }
        let id = match (pressed.parts.table, pressed.value) {
            (Some(id), _) => id,
            (None, None) => return games(ctx, 0).await,
            (None, Some(chosen)) => match (read_page(chosen), chosen.parse()) {
                (Some(page), _) => return games(ctx, page).await,
                (None, Ok(id)) => TableId(id),
                (None, Err(_)) => return Err(ServiceError::NoTable),
            },
        };
        let stored = ctx.table(id).await?;
        let annuls = matches!(pressed.word, ANNUL | ANNUL_REASON);
        // A player can have a game shown elsewhere, and it counted where it ended.
        let guild = if annuls { stored.table.rated_on() } else { guild_of(ctx, id, &stored).await };
        if guild.is_none() || guild != ctx.request.origin.guild {
            let here = if annuls { Sentence::CountedElsewhere } else { Sentence::OtherServer };
            return Ok(ctx.ephemeral(&here));
        }
        if ctx.is_player(&stored) {
            return Ok(ctx.ephemeral(&Sentence::OwnGame));
        }
        if !matches!(pressed.word, REASON | ANNUL_REASON) {
            let form = if annuls { ANNUL_REASON } else { REASON };
            return Ok(ask_reason(ctx, CustomId::new(form).table(id)));
        }
        let Some(reason) = reason(pressed) else { return Ok(refuse_reason(ctx)) };
        let request = request_context(ctx.request, Announced::InMessage);
        let reason = reason.to_owned();
        let command = if annuls { Command::Annul { reason } } else { Command::Abort { reason } };
        let committed = ctx.service().ask(&request, id, &command).await?;
        let heading = titles::heading(ctx.bot, id, &committed.stored, ctx.language()).await;
        let events = events_text(&committed, ctx.caller);
        let done = ctx.say(&Sentence::Done);
        Ok(Reply::Private(Message::of(format!("{heading}\n{events}\n{done}"))))
    }
}

/// The button that ends a game.
pub(super) fn button(id: TableId, title: &str, language: Language) -> Button {
    let abort = CustomId::new(ABORT).table(id);
    let button = labelled(abort, &Label::Abort { title }, ButtonStyle::Danger, language);
    Button { label: cut(&button.label, BUTTON_LABEL_MAX - 1), ..button }
}

/// The button that annuls the result of a game, for moderators of the server where it was counted,
/// unless they played it.
pub(super) fn annul_button(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable) -> Option<Button> {
    let origin = &ctx.request.origin;
    let is_theirs = origin.guild.is_some() && stored.table.rated_on() == origin.guild;
    let can = origin.is_asked_by_moderator() && is_theirs && !ctx.is_player(stored);
    let annul = CustomId::new(ANNUL).table(id);
    (can && stored.table.is_annullable())
        .then(|| labelled(annul, &Label::Annul, ButtonStyle::Danger, ctx.language()))
}

/// The button that shows the games of a channel.
pub(super) fn games_button(language: Language) -> Button {
    labelled(CustomId::new(GAMES), &Label::Games, ButtonStyle::Secondary, language)
}

/// Asks which of the running games of others in the channel is to be ended.
async fn games(ctx: &Ctx<'_>, page: usize) -> Answer {
    let channel = ctx.request.origin.channel;
    let mut games =
        ctx.service().tables_in_channel(channel, Listing::Running, LOOKED_AT_MAX).await?;
    games.retain(|(_, stored)| !ctx.is_player(stored));
    if games.is_empty() {
        return Ok(ctx.ephemeral(&Sentence::NoGame));
    }
    let titles = titles::distinct(ctx.bot, &games, ctx.language()).await;
    let option =
        |(label, (id, _)): (String, &(TableId, _))| Choice { label, value: id.0.to_string() };
    let options: Vec<Choice> = titles.into_iter().zip(&games).map(option).collect();
    let control = CustomId::new(GAMES);
    let menu = menu(control, &SharedLabel::PickTable, &options, page, ctx.language());
    let text = ctx.say(&Line::WhichTable);
    Ok(Reply::Private(Message { rows: menu.into_iter().collect(), ..Message::of(text) }))
}
