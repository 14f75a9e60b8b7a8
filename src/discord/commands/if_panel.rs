//! The private panels of conditional moves: the plan of a game with a button to remove each line,
//! and the picking of a line move by move.
//!
//! A control holds the position after the part of a line that is stored already, and the moves that
//! were picked since. A reply completes the line, which is stored at once and can go on from there.

use super::command::Pressed;
use super::if_text::line_text;
use crate::discord::limits::CONTENT_MAX;
use crate::discord::shared::context::{Announced, Ctx, request_context};
use crate::discord::view::controls::{in_rows, labelled};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{
    BoardPicture, Button, ButtonStyle, ComponentRow, File, Message,
};
use crate::discord::view::pick::{Source, read_page};
use crate::discord::view::pick_rows::{Picking, PlannedStep, Purpose, page_of, source_and_page};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::table_view;
use crate::discord::view::visibility::Visibility;
use crate::service::{ServiceError, StoredTable};
use kradan_i18n::{Language, sentences};
use kradan_rules::{Game, Side, Status};
use kradan_table::{
    Command, LINE_MOVES_MAX, PlayerId, Refusal, Seen, Table, TableId, after_line, play_ahead,
};

/// Begins a line at the present position.
const PLAN: &str = "if-plan";
/// Goes on with the stored line that leads to the position of the custom id.
const THEN: &str = "if-then";
/// Removes the stored line that leads to the position of the custom id.
const REMOVE: &str = "if-remove";
/// Removes all lines.
const CLEAR: &str = "if-clear";
/// Shows the plan.
const LIST: &str = "if-list";
// They pick a move of a line, as the words of `pick_rows` without `if-` pick one to play. Their
// text begins with the moves that were picked before.
const IF_GO: &str = "if-go";
const IF_FROM: &str = "if-from";
const IF_PIECES: &str = "if-pieces";
const IF_SQUARE: &str = "if-square";
const IF_TARGET: &str = "if-target";
const IF_BACK: &str = "if-back";

/// No moves, in a custom id.
const NOTHING_PICKED: &str = "-";

pub(super) const CONTROLS: &[Control] = &[
    Control::new(PLAN, CustomIdForm::Table, Visibility::Ephemeral),
    Control::new(LIST, CustomIdForm::Table, Visibility::Ephemeral),
    Control::new(CLEAR, CustomIdForm::Table, Visibility::Ephemeral),
    Control::new(THEN, CustomIdForm::Position, Visibility::Ephemeral),
    Control::new(REMOVE, CustomIdForm::Position, Visibility::Ephemeral),
    Control::new(IF_GO, CustomIdForm::PositionText, Visibility::Ephemeral),
    Control::new(IF_FROM, CustomIdForm::PositionText, Visibility::Ephemeral),
    Control::new(IF_PIECES, CustomIdForm::PositionText, Visibility::Ephemeral),
    Control::new(IF_SQUARE, CustomIdForm::PositionText, Visibility::Ephemeral),
    Control::new(IF_TARGET, CustomIdForm::PositionText, Visibility::Ephemeral),
    Control::new(IF_BACK, CustomIdForm::PositionText, Visibility::Ephemeral),
];

sentences! {
    /// What the panels say.
    enum Sentence {
        /// Above the lines.
        Heading => "line-if-heading",
        /// Nothing is planned.
        Empty => "line-if-empty",
        /// Above a line that was stored.
        Planned => "line-if-planned",
        PickTheirs => "line-if-pick-theirs",
        PickReply => "line-if-pick-reply",
        /// The move of the author with which a line begins is to be picked.
        PickFirst => "line-if-pick-first",
        /// The game would be over after the picked moves.
        WouldBeOver => "line-if-would-be-over",
        /// On the button that removes a line, by its number in the list.
        Remove {
            number: usize,
        } => "line-if-remove",
    }

    /// What stands on the buttons.
    enum Label {
        /// To begin a line.
        PlanReply => "label-if-plan",
        /// To go on with a line.
        AndThen => "label-if-then",
        /// To see all lines.
        List => "label-if-list",
        RemoveThis => "label-if-remove-this",
        Clear => "label-if-clear",
        /// To pick the moves again that were picked since the last stored reply.
        Again => "label-if-again",
    }
}

/// The buttons of a side to begin a line, while the opponent is to move, and to see the plan.
pub(super) fn buttons(id: TableId, table: &Table, side: Side, language: Language) -> Vec<Button> {
    let is_theirs = table.to_move().is_some_and(|(turn, _)| turn != side);
    let has_lines = table.seats().is_some_and(|seats| !table.planned_lines(seats[side]).is_empty());
    let plan = is_theirs.then(|| button(id, language));
    plan.into_iter().chain(has_lines.then(|| list_button(id, language))).collect()
}

/// The button that begins a line.
fn button(id: TableId, language: Language) -> Button {
    labelled(CustomId::new(PLAN).table(id), &Label::PlanReply, ButtonStyle::Secondary, language)
}

pub(super) async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
    let (id, stored) = pressed.table(ctx).await?;
    let side = author(ctx, id, &stored)?;
    let end = pressed.parts.seen.map(|seen| seen.fingerprint);
    match (pressed.word, end) {
        (REMOVE, Some(end)) => return remove(ctx, id, &Command::Unplan(Some(end))).await,
        (CLEAR, _) => return remove(ctx, id, &Command::Unplan(None)).await,
        (LIST | REMOVE, _) => return list(ctx, id, &stored).await,
        _ => {}
    }
    let base = pressed.parts.seen.unwrap_or_else(|| Seen::of(stored.table.game()));
    // The line may have been removed, or the game may have gone on: the plan is shown.
    let Some(line) = line_to(&stored.table, ctx.caller.id, base) else {
        return list(ctx, id, &stored).await;
    };
    let (picked, rest) = match pressed.word {
        PLAN | THEN => (NOTHING_PICKED, ""),
        _ => pressed.parts.text.split_once(':').unwrap_or((pressed.parts.text, "")),
    };
    let Some(mut step) = Step::of(ctx, (id, &stored), side, (base, line), picked).await else {
        return list(ctx, id, &stored).await;
    };
    let value = pressed.value.unwrap_or_default();
    let picked = match (pressed.word, read_page(value)) {
        (IF_SQUARE, Some(page)) => return Ok(step.first(page)),
        (IF_SQUARE | IF_TARGET, None) => value,
        (IF_GO, _) => rest,
        (IF_FROM, _) => {
            return Ok(step.targets(source_and_page(rest).ok_or(ServiceError::NoTable)?));
        }
        (IF_PIECES, _) => return Ok(step.first(page_of(rest).unwrap_or(0))),
        _ => return Ok(step.first(0)),
    };
    match step.pick(picked) {
        Picked::Line(line) => plan(ctx, id, &line, None).await,
        Picked::Move => Ok(step.first(0)),
        Picked::Nothing => list(ctx, id, &stored).await,
    }
}

/// Stores a line, and shows where it leads.
pub(super) async fn plan(
    ctx: &Ctx<'_>,
    id: TableId,
    line: &[String],
    seen: Option<Seen>,
) -> Answer {
    let command = Command::Plan(line.to_vec());
    let command = match seen {
        Some(seen) => command.on(seen),
        None => command,
    };
    let stored = change(ctx, id, &command).await?;
    let side = author(ctx, id, &stored)?;
    let lines = stored.table.planned_lines(ctx.caller.id);
    let Some(line) = lines.iter().find(|planned| planned.starts_with(line)).or(lines.last()) else {
        return list(ctx, id, &stored).await;
    };
    let (game, language) = (stored.table.game(), ctx.language());
    let ahead = after_line(game, line);
    let told = line_text(game, side, line, language);
    let lines = [ctx.heading(id, &stored).await, Some(ctx.say(&Sentence::Planned)), Some(told)];
    let text = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
    let end = Seen::of(&ahead);
    let at_end = |word| CustomId::new(word).table(id).seen(end);
    let mut buttons = Vec::new();
    if ahead.outcome().is_none() && line.len() + 2 <= LINE_MOVES_MAX {
        buttons.push(labelled(at_end(THEN), &Label::AndThen, ButtonStyle::Primary, language));
    }
    buttons.push(button(id, language));
    buttons.push(labelled(at_end(REMOVE), &Label::RemoveThis, ButtonStyle::Secondary, language));
    buttons.push(list_button(id, language));
    let file = File::Board(Box::new(board_ahead(ctx, (id, &stored), side, &ahead)));
    let rows = in_rows(&buttons);
    Ok(ctx.panel(id, Message { rows, file: Some(file), ..Message::of(text) }))
}

/// Shows the plan of a game.
pub(super) async fn list(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable) -> Answer {
    let side = author(ctx, id, stored)?;
    let (game, language) = (stored.table.game(), ctx.language());
    let lines = stored.table.planned_lines(ctx.caller.id);
    let above = ctx.say(if lines.is_empty() { &Sentence::Empty } else { &Sentence::Heading });
    let above = [ctx.heading(id, stored).await, Some(above)];
    let mut text = above.into_iter().flatten().collect::<Vec<_>>().join("\n");
    // Ten long lines may exceed a message: each has its share.
    let share = CONTENT_MAX.saturating_sub(text.chars().count() + 100) / lines.len().max(1);
    let mut buttons = Vec::new();
    for (number, line) in (1..).zip(lines) {
        let told = line_text(game, side, line, language);
        let told = kradan_rules::cut(&told, share.saturating_sub(8));
        text = format!("{text}\n{number}. {told}");
        let end = Seen::of(&after_line(game, line));
        let control = CustomId::new(REMOVE).table(id).seen(end);
        let label = Sentence::Remove { number };
        buttons.push(labelled(control, &label, ButtonStyle::Secondary, language));
    }
    if lines.len() > 1 {
        let control = CustomId::new(CLEAR).table(id);
        buttons.push(labelled(control, &Label::Clear, ButtonStyle::Secondary, language));
    }
    buttons.push(button(id, language));
    Ok(ctx.panel(id, Message { rows: in_rows(&buttons), ..Message::of(text) }))
}

async fn remove(ctx: &Ctx<'_>, id: TableId, command: &Command) -> Answer {
    let stored = change(ctx, id, command).await?;
    list(ctx, id, &stored).await
}

/// Gives a command to the table without an announcement.
async fn change(
    ctx: &Ctx<'_>,
    id: TableId,
    command: &Command,
) -> Result<StoredTable, ServiceError> {
    let request = request_context(ctx.request, Announced::InMessage);
    Ok(ctx.service().ask(&request, id, command).await?.stored)
}

/// The side of the caller, while the game goes on.
fn author(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable) -> Result<Side, ServiceError> {
    let refuse = |refusal| ServiceError::Refused { id, refusal, stored: Box::new(stored.clone()) };
    if !ctx.is_player(stored) {
        return Err(refuse(Refusal::NotSeated));
    }
    if let Some(ending) = stored.table.ending() {
        return Err(refuse(Refusal::Over(ending)));
    }
    stored.table.side_of(ctx.caller.id).ok_or_else(|| refuse(Refusal::NotBegun))
}

/// The line of a player that leads to a position: none of the moves for the present one. `None`
/// where no line leads there any more.
fn line_to(table: &Table, player: PlayerId, base: Seen) -> Option<Vec<String>> {
    if base.is_present(table.game()) {
        return Some(Vec::new());
    }
    let leads_there = |line: &&Vec<String>| base.is_present(&after_line(table.game(), line));
    table.planned_lines(player).iter().find(leads_there).cloned()
}

fn list_button(id: TableId, language: Language) -> Button {
    labelled(CustomId::new(LIST).table(id), &Label::List, ButtonStyle::Secondary, language)
}

/// The board of a later position, as the player sees it.
fn board_ahead(
    ctx: &Ctx<'_>,
    (id, stored): (TableId, &StoredTable),
    side: Side,
    ahead: &Game,
) -> BoardPicture {
    let preferences = &ctx.caller.preferences;
    let board = table_view::present_board(id, stored, preferences);
    BoardPicture {
        name: format!("{}-if-{}", board.name, ahead.plies()),
        result: None,
        view: preferences.view(ahead.kind(), side),
        game: ahead.clone(),
        ..board
    }
}

/// The result of picking a move.
enum Picked {
    /// It is a reply, which completes this line.
    Line(Vec<String>),
    /// The line is to go on.
    Move,
    /// It cannot be made there.
    Nothing,
}

/// The picking of one move of a line.
struct Step<'a> {
    ctx: &'a Ctx<'a>,
    table: (TableId, &'a StoredTable),
    side: Side,
    /// The position after the stored part of the line.
    base: Seen,
    line: Vec<String>,
    /// The moves that were picked since.
    picked: Vec<String>,
    has_condition: bool,
    ahead: Game,
    heading: Option<String>,
}

impl<'a> Step<'a> {
    /// `None` where the picked moves cannot be made.
    async fn of(
        ctx: &'a Ctx<'a>,
        (id, stored): (TableId, &'a StoredTable),
        side: Side,
        (base, line): (Seen, Vec<String>),
        picked: &str,
    ) -> Option<Step<'a>> {
        let heading = ctx.heading(id, stored).await;
        let (ahead, has_condition) = (after_line(stored.table.game(), &line), !line.is_empty());
        let table = (id, stored);
        let moves = picked.split('.').filter(|mv| *mv != NOTHING_PICKED);
        let mut step = Step {
            ctx,
            table,
            side,
            base,
            line,
            picked: Vec::new(),
            has_condition,
            ahead,
            heading,
        };
        for mv in moves {
            if !matches!(step.pick(mv), Picked::Move) {
                return None;
            }
        }
        Some(step)
    }

    fn turn(&self) -> Option<Side> {
        match self.ahead.status() {
            Status::Ongoing { turn } => Some(turn),
            Status::Over(_) => None,
        }
    }

    fn pick(&mut self, text: &str) -> Picked {
        let turn = self.turn();
        let Ok(exact) = play_ahead(&mut self.ahead, text) else { return Picked::Nothing };
        self.picked.push(exact);
        if turn == Some(self.side) && self.has_condition {
            return Picked::Line([&self.line[..], &self.picked[..]].concat());
        }
        self.has_condition |= turn != Some(self.side);
        Picked::Move
    }

    /// The squares, or a page of the pieces that can move.
    fn first(&self, page: usize) -> Reply {
        let picked = self.picked_part();
        let rows = self.picking(&picked).first_rows(page, self.last_buttons());
        self.panel(rows, None)
    }

    /// A page of the targets of a piece.
    fn targets(&self, (source, page): (Source, usize)) -> Reply {
        let picked = self.picked_part();
        match self.picking(&picked).target_rows(source, page) {
            Some(rows) => self.panel(rows, Some(source)),
            None => self.first(0),
        }
    }

    fn picking<'p>(&'p self, picked: &'p str) -> Picking<'p> {
        let preferences = &self.ctx.caller.preferences;
        let view = preferences.view(self.ahead.kind(), self.side);
        Picking {
            seen_from: view.seen_from,
            purpose: Purpose::Plan(PlannedStep { base: self.base, picked }),
            ..Picking::of(self.table.0, &self.ahead, preferences)
        }
    }

    fn picked_part(&self) -> String {
        if self.picked.is_empty() { NOTHING_PICKED.to_owned() } else { self.picked.join(".") }
    }

    fn last_buttons(&self) -> Vec<Button> {
        let (id, language) = (self.table.0, self.ctx.language());
        let mut buttons = Vec::new();
        if !self.picked.is_empty() {
            let again = CustomId::new(IF_BACK).table(id).seen(self.base).with(NOTHING_PICKED);
            buttons.push(labelled(again, &Label::Again, ButtonStyle::Secondary, language));
        }
        buttons.push(list_button(id, language));
        buttons
    }

    fn panel(&self, rows: Vec<ComponentRow>, source: Option<Source>) -> Reply {
        let (ctx, language) = (self.ctx, self.ctx.language());
        let so_far = [&self.line[..], &self.picked[..]].concat();
        let told = line_text(self.table.1.table.game(), self.side, &so_far, language);
        let question = ctx.say(&match self.turn() {
            None => Sentence::WouldBeOver,
            Some(turn) if turn != self.side => Sentence::PickTheirs,
            Some(_) if self.has_condition => Sentence::PickReply,
            Some(_) => Sentence::PickFirst,
        });
        let lines = [self.heading.as_deref().unwrap_or_default(), &told, &question];
        let text: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
        let mut board = board_ahead(ctx, self.table, self.side, &self.ahead);
        board.view.picked = source.map(Source::pick);
        let file = Some(File::Board(Box::new(board)));
        ctx.panel(self.table.0, Message { file, rows, ..Message::of(text.join("\n")) })
    }
}
