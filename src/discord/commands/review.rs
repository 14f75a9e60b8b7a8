//! A review of a finished game: the player's mistakes and better moves.

use super::command::{Controls, Pressed};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::titles;
use crate::discord::view::buttons::REVIEW;
use crate::discord::view::controls::in_rows;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{BoardPicture, Button, ButtonStyle, File, Message};
use crate::discord::view::numbered_moves::numbered_move;
use crate::discord::view::preferences::Preferences;
use crate::discord::view::reply::Answer;
use crate::discord::view::table_view;
use crate::discord::view::visibility::Visibility;
use crate::discord::view::written_moves::written_move;
use crate::service::{Mistake, Searched, ServiceError, Standing, StoredTable};
use kradan_i18n::{Counts, Language, Line, sentences};
use kradan_rules::Game;
use kradan_table::{Refusal, TableId};

/// Shows what was better than a move. Its text is the number of plies before that move.
const BETTER: &str = "better";

sentences! {
    /// What a review says.
    enum Sentence<'a> {
        /// Above the mistakes.
        Mistakes => "line-review-mistakes",
        /// A move, how the player would have stood with a better one, and how they stood.
        Mistake {
            played: &'a str,
            before: &'a str,
            after: &'a str,
            better: &'a str,
        } => "line-review-mistake",
        /// What the picture shows.
        Shown {
            played: &'a str,
            better: &'a str,
        } => "line-review-shown",
        /// There is no mistake.
        None => "line-review-none",
        /// The game is not over.
        NotOver => "line-review-not-over",
    }

    /// How a player stands.
    enum Stands {
        Losing => "line-review-losing",
        Worse => "line-review-worse",
        Even => "line-review-even",
        Better => "line-review-better",
        Winning => "line-review-winning",
    }
}

pub(super) struct Review;

impl Controls for Review {
    const CONTROLS: &'static [Control] = &[
        Control::new(REVIEW, CustomIdForm::Table, Visibility::Ephemeral),
        Control::new(BETTER, CustomIdForm::TableText(is_ply), Visibility::Ephemeral),
    ];

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let (id, stored) = pressed.table(ctx).await?;
        review(ctx, id, &stored, pressed.parts.text.parse().ok()).await
    }
}

fn is_ply(text: &str) -> bool {
    text.parse::<usize>().is_ok_and(|ply| ply.to_string() == text)
}

/// The caller's mistakes, with a picture of the better move for the mistake at a ply, or the first
/// one.
async fn review(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable, shown: Option<usize>) -> Answer {
    let table = &stored.table;
    if table.side_of(ctx.caller.id).is_none() {
        let (refusal, stored) = (Refusal::NotSeated, Box::new(stored.clone()));
        return Err(ServiceError::Refused { id, refusal, stored });
    }
    if table.ending().is_none() {
        return Ok(ctx.ephemeral(&Sentence::NotOver));
    }
    let mistakes = match ctx.service().review(ctx.caller.id, id, table).await {
        Searched::Found(mistakes) => mistakes,
        Searched::OneMoment => return Ok(ctx.ephemeral(&Line::OneMoment)),
        Searched::Nothing => return Ok(ctx.ephemeral(&Line::Failed { counts: Counts::No })),
    };
    let heading = titles::heading(ctx.bot, id, stored, ctx.language()).await;
    let shown = mistakes.iter().find(|mistake| Some(mistake.ply) == shown).or(mistakes.first());
    let Some(shown) = shown else {
        let none = ctx.say(&Sentence::None);
        return Ok(ctx.panel(id, Message::of(format!("{heading}\n{none}"))));
    };
    let mut lines = vec![heading, ctx.say(&Sentence::Mistakes)];
    lines.extend(mistakes.iter().map(|mistake| line(ctx, table.game(), mistake)));
    let written = written(table.game(), shown, ctx.language());
    lines.push(ctx.say(&Sentence::Shown { played: &written.played, better: &written.better }));
    let picture = picture(id, stored, shown, &ctx.caller.preferences);
    let buttons: Vec<Button> = mistakes
        .iter()
        .filter_map(|mistake| {
            mistake_button(id, table.game(), mistake, mistake == shown, ctx.language())
        })
        .collect();
    let message = Message {
        file: Some(File::Board(Box::new(picture))),
        rows: in_rows(&buttons),
        ..Message::of(lines.join("\n"))
    };
    Ok(ctx.panel(id, message))
}

fn line(ctx: &Ctx<'_>, game: &Game, mistake: &Mistake) -> String {
    let Written { played, better } = written(game, mistake, ctx.language());
    let [before, after] =
        [mistake.with_better, mistake.after].map(|standing| ctx.say(&stands(standing)));
    ctx.say(&Sentence::Mistake { played: &played, before: &before, after: &after, better: &better })
}

fn stands(standing: Standing) -> Stands {
    match standing {
        Standing::Losing => Stands::Losing,
        Standing::Worse => Stands::Worse,
        Standing::Even => Stands::Even,
        Standing::Better => Stands::Better,
        Standing::Winning => Stands::Winning,
    }
}

/// A mistake and the better move, as readers of a language write them.
struct Written {
    /// With its number.
    played: String,
    better: String,
}

fn written(game: &Game, mistake: &Mistake, language: Language) -> Written {
    let mut before = game.clone();
    while before.plies() > mistake.ply && before.take_back().is_some() {}
    let played = numbered_move(game, mistake.ply, language).unwrap_or_default();
    let better = written_move(&before, &mistake.better, language);
    Written { played: format!("`{played}`"), better: format!("`{better}`") }
}

/// The board after the better move, as the player saw it.
fn picture(
    id: TableId,
    stored: &StoredTable,
    mistake: &Mistake,
    preferences: &Preferences,
) -> BoardPicture {
    let key = (id, stored.revision);
    let mut picture = table_view::board(key, &stored.table, mistake.ply, preferences);
    picture.name = format!("{}-better", picture.name);
    // The rules allow it: the engine found it among the legal moves.
    _ = picture.game.play_text(&mistake.better);
    picture.view.hints = false;
    picture
}

fn mistake_button(
    id: TableId,
    game: &Game,
    mistake: &Mistake,
    is_shown: bool,
    language: Language,
) -> Option<Button> {
    let control = CustomId::new(BETTER).table(id).with(mistake.ply);
    let label = numbered_move(game, mistake.ply, language)?;
    let style = if is_shown { ButtonStyle::Primary } else { ButtonStyle::Secondary };
    Some(Button { control, label, style, glyph: None })
}
