//! The review of a finished game: who was ahead when, the moves that cost most, and what was better.

use super::command::{Controls, Pressed};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::{shared_preferences, titles};
use crate::discord::view::buttons::REVIEW;
use crate::discord::view::controls::{in_rows, labelled};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{BoardPicture, Button, ButtonStyle, File, Message};
use crate::discord::view::numbered_moves::numbered_move;
use crate::discord::view::player_name::escaped;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::review::WrittenReview;
use crate::discord::view::table_view;
use crate::discord::view::visibility::Visibility;
use crate::service::{Listing, Review, Searched, ServiceError, StoredTable, TurningPoint};
use kradan_i18n::{self as i18n, Counts, Line, sentences};
use kradan_rules::{Game, Side};
use kradan_table::{Refusal, Table, TableId};

/// Shows what was better than a move. Its text is the number of plies before that move.
const BETTER: &str = "better";

/// Shows the review to everybody in the channel.
const SHOW: &str = "review-show";

/// Who plays like this reads numbers: against a computer of this level, or with this rating, well above
/// that of the beginning.
const NUMBERS_FROM_LEVEL: u8 = 5;
const NUMBERS_FROM_RATING: i32 = 1_700;

/// The most games among which the last one against a computer is sought.
const LOOKED_AT_MAX: usize = 25;

sentences! {
    /// What is said with a review.
    enum Sentence<'a> {
        /// The game is not over.
        NotOver => "line-review-not-over",
        /// Above what everybody is shown.
        Heading {
            title: &'a str,
        } => "line-review-heading",
    }

    enum Label {
        /// To go back to the whole game.
        Whole => "label-review-whole",
        /// To show it to everybody.
        Show => "label-review-show",
    }
}

pub(super) struct ReviewControls;

impl Controls for ReviewControls {
    const CONTROLS: &'static [Control] = &[
        Control::new(REVIEW, CustomIdForm::Table, Visibility::Ephemeral),
        Control::new(BETTER, CustomIdForm::TableText(is_ply), Visibility::Ephemeral),
        Control::new(SHOW, CustomIdForm::Table, Visibility::Public),
    ];

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let (id, stored) = pressed.table(ctx).await?;
        let table = &stored.table;
        if table.side_of(ctx.caller.id).is_none() {
            let (refusal, stored) = (Refusal::NotSeated, Box::new(stored));
            return Err(ServiceError::Refused { id, refusal, stored });
        }
        if table.ending().is_none() {
            return Ok(ctx.ephemeral(&Sentence::NotOver));
        }
        let review = match ctx.service().review(ctx.caller.id, id, table).await {
            Searched::Found(review) => review,
            Searched::OneMoment => return Ok(ctx.ephemeral(&Line::OneMoment)),
            Searched::Nothing => return Ok(ctx.ephemeral(&Line::Failed { counts: Counts::No })),
        };
        let written = WrittenReview {
            game: table.game(),
            review: &review,
            language: ctx.language(),
            has_numbers: reads_numbers(ctx, table).await?,
        };
        if pressed.word == SHOW && can_be_shown(ctx, &stored) {
            return Ok(show(ctx, (id, table), written).await);
        }
        let shown = pressed.parts.text.parse().ok();
        let shown = review.turning_points.iter().find(|point| Some(point.ply) == shown);
        Ok(panel(ctx, (id, &stored), written, shown).await)
    }
}

fn is_ply(text: &str) -> bool {
    text.parse::<usize>().is_ok_and(|ply| ply.to_string() == text)
}

/// Whether the caller can show the review to everybody: where the game was played on a server.
fn can_be_shown(ctx: &Ctx<'_>, stored: &StoredTable) -> bool {
    ctx.is_here(stored) && ctx.request.origin.guild.is_some()
}

/// Whether the caller plays well enough for numbers, as far as that is known.
async fn reads_numbers(ctx: &Ctx<'_>, table: &Table) -> Result<bool, ServiceError> {
    let kind = table.game().kind();
    let now = ctx.service().clock().now();
    let rating = ctx.caller.person.ratings.of.get(&kind);
    if let Some(rating) = rating.filter(|rating| !rating.is_provisional(now)) {
        return Ok(rating.shown() >= NUMBERS_FROM_RATING);
    }
    let over = ctx.service().tables_of_player(ctx.caller.id, Listing::Over, LOOKED_AT_MAX).await?;
    let of_kind = |(_, stored): &&(TableId, StoredTable)| stored.table.game().kind() == kind;
    let level = over.iter().filter(of_kind).find_map(|(_, stored)| stored.table.computer());
    Ok(level.is_some_and(|level| level.number() >= NUMBERS_FROM_LEVEL))
}

/// The whole review for everybody.
async fn show(ctx: &Ctx<'_>, (id, table): (TableId, &Table), written: WrittenReview<'_>) -> Reply {
    let preferences =
        shared_preferences::in_channel(ctx.bot, id, table, table.channel(), None).await;
    let language = preferences.language;
    let written = WrittenReview { language, ..written };
    let title = &escaped(&titles::title(ctx.bot, table, language).await);
    let heading = i18n::say(&Sentence::Heading { title }, language);
    let lines = [vec![heading], written.lines()].concat();
    Reply::Public(Message {
        file: written.picture(id, &preferences),
        ..Message::of(lines.join("\n"))
    })
}

/// The whole review, or one turning point of it, for the caller alone.
async fn panel(
    ctx: &Ctx<'_>,
    (id, stored): (TableId, &StoredTable),
    written: WrittenReview<'_>,
    shown: Option<&TurningPoint>,
) -> Reply {
    let Review { advantages, turning_points } = written.review;
    let heading = titles::heading(ctx.bot, id, stored, ctx.language()).await;
    let (lines, file) = match shown {
        Some(point) => {
            let picture = better_board(ctx, (id, stored), point);
            let lines = vec![written.line(point), written.shown(point)];
            (lines, Some(File::Board(Box::new(picture))))
        }
        None => (written.lines(), written.picture(id, &ctx.caller.preferences)),
    };
    let button = |word: &str, label: Label| {
        let control = CustomId::new(word).table(id);
        labelled(control, &label, ButtonStyle::Secondary, ctx.language())
    };
    let whole = shown.map(|_| button(REVIEW, Label::Whole));
    let has_moves = !advantages.is_empty();
    let show = (has_moves && can_be_shown(ctx, stored)).then(|| button(SHOW, Label::Show));
    let points = turning_points
        .iter()
        .filter_map(|point| point_button(ctx, (id, written.game), point, Some(point) == shown));
    let buttons: Vec<Button> = points.chain(whole).chain(show).collect();
    let text = [vec![heading], lines].concat().join("\n");
    ctx.panel(id, Message { file, rows: in_rows(&buttons), ..Message::of(text) })
}

/// The board after the better line, as the caller saw the game.
fn better_board(
    ctx: &Ctx<'_>,
    (id, stored): (TableId, &StoredTable),
    point: &TurningPoint,
) -> BoardPicture {
    let (table, preferences) = (&stored.table, &ctx.caller.preferences);
    let mut board = table_view::board((id, stored.revision), table, point.ply, preferences);
    board.name = format!("{}-better", board.name);
    let side = table.side_of(ctx.caller.id).unwrap_or(Side::First);
    board.view = preferences.view(board.game.kind(), side);
    board.view.hints = false;
    for mv in &point.line {
        // The rules allow it: the engine found it among the legal moves.
        _ = board.game.play_text(mv);
    }
    board
}

fn point_button(
    ctx: &Ctx<'_>,
    (id, game): (TableId, &Game),
    point: &TurningPoint,
    is_shown: bool,
) -> Option<Button> {
    let control = CustomId::new(BETTER).table(id).with(point.ply);
    let label = numbered_move(game, point.ply, ctx.language())?;
    let style = if is_shown { ButtonStyle::Primary } else { ButtonStyle::Secondary };
    Some(Button { control, label, style, glyph: None })
}
