//! `/move`: plays a typed move. [`move_panel`] has the buttons.

use super::choose_table;
use super::command::{Pressed, SlashCommand};
use super::move_panel::{self, picked_move};
use super::move_suggestions::{SuggestedGame, read_target, suggestions};
use super::resolve_table::candidates;
use super::table_finder::{ArgumentUse, At, TABLE, THERE, TableFinder, WHICH, table_id};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::{CommandOptions, Payload};
use crate::discord::shared::lines::is_own_turn;
use crate::discord::shared::titles;
use crate::discord::view::custom_id::Control;
use crate::discord::view::reply::{Answer, Suggestion};
use crate::discord::view::visibility::Visibility;
use crate::service::{Listing, MoveConfirmation};
use kradan_i18n::sentences;
use kradan_table::{Command, Seen};

/// The option that holds the move.
const MOVE: &str = "move";

sentences! {
    /// What `/move` says.
    enum Sentence {
        /// The suggestion is for another game than the one that is named.
        TwoTables => "line-move-two-tables",
    }
}

pub(super) struct MoveCommand;

impl SlashCommand for MoveCommand {
    const DEFINITION: &'static Definition = &Definition {
        name: "move",
        options: &[OptionDefinition::required(MOVE, OptionKind::Suggested), TABLE],
    };
    const VISIBILITY: Visibility = Visibility::Public;
    const CONTROLS: &'static [Control] = move_panel::CONTROLS;
    const FINDER: Option<&'static TableFinder> = Some(&FINDER);

    /// The value of a suggestion may name its game.
    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        let (typed, suggested) = read_target(options.text(MOVE).unwrap_or_default());
        let named = options.text(TABLE.name).or(suggested);
        let mut found = choose_table::find(ctx, &FINDER, named).await?;
        if !found.keep_suggested(suggested) {
            return Ok(ctx.ephemeral(&Sentence::TwoTables));
        }
        // A move to confirm is asked about anyway.
        let finder = TableFinder { asks_elsewhere: !confirms(ctx), ..FINDER };
        choose_table::run_at(ctx, &finder, found, typed).await
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        move_panel::press(ctx, pressed).await
    }

    /// Suggests moves in the games where it is the caller's turn: those of the channel if there are
    /// any. Where several fit, or the one is elsewhere, each suggestion names its game.
    async fn complete(
        ctx: &Ctx<'_>,
        option: &str,
        typed: &str,
        options: &CommandOptions,
    ) -> Vec<Suggestion> {
        if option != MOVE {
            return Vec::new();
        }
        let named = options.text(TABLE.name).and_then(table_id);
        let is_named = named.is_some();
        let (mut tables, is_clear) = match named {
            Some(id) => {
                (ctx.table(id).await.map(|stored| vec![(id, stored)]).unwrap_or_default(), true)
            }
            None => match candidates(ctx, &FINDER).await {
                Ok(found) => (found.tables, found.is_here),
                Err(_) => return Vec::new(),
            },
        };
        tables.retain(|(_, stored)| is_own_turn(stored, ctx.caller.id));
        if let ([(id, stored)], true) = (&tables[..], is_clear) {
            // The opponent in another game may move before the suggestion is used.
            let is_among_others = !is_named && has_several_games(ctx).await;
            let table = is_among_others.then_some(*id);
            let game = SuggestedGame { game: stored.table.game(), table, title: None };
            return suggestions(&[game], typed, ctx.language());
        }
        let titles = titles::distinct(ctx.bot, &tables, ctx.language()).await;
        let games: Vec<SuggestedGame<'_>> = tables
            .iter()
            .zip(titles)
            .map(|((id, stored), title)| SuggestedGame {
                game: stored.table.game(),
                table: Some(*id),
                title: Some(title),
            })
            .collect();
        suggestions(&games, typed, ctx.language())
    }
}

/// Of several games the move does not decide, even if it is legal in one alone: it may be a typing
/// error for another one.
const FINDER: TableFinder = TableFinder {
    argument: ArgumentUse::Required,
    is_possible: is_own_turn,
    is_preferred: is_own_turn,
    ..TableFinder::of(MoveCommand::DEFINITION.name, |ctx, at| Box::pin(play(ctx, at)))
};

/// Makes the move, or asks whether to make it.
async fn play(ctx: &Ctx<'_>, at: At<'_>) -> Answer {
    if !confirms(ctx) {
        return at.command(ctx, Command::Move(at.argument.to_owned())).await;
    }
    if let Some(exact) = playable(ctx, at) {
        return Ok(move_panel::ask_whether(ctx, at.id, at.stored, &exact).await);
    }
    // The move is refused in this position; in a later one it would have to be confirmed.
    let seen = at.seen.or_else(|| Some(Seen::of(at.stored.table.game())));
    At { seen, ..at }.command(ctx, Command::Move(at.argument.to_owned())).await
}

/// Whether the caller confirms each move.
fn confirms(ctx: &Ctx<'_>) -> bool {
    ctx.caller.preferences.confirm == MoveConfirmation::Always
}

/// Whether the caller plays more than one game.
pub(super) async fn has_several_games(ctx: &Ctx<'_>) -> bool {
    let games = ctx.service().tables_of_player(ctx.caller.id, Listing::Running, 2).await;
    games.is_ok_and(|games| games.len() > 1)
}

/// The move in the exact notation, if the caller can make it now.
fn playable(ctx: &Ctx<'_>, at: At<'_>) -> Option<String> {
    let mut command = Command::Move(at.argument.to_owned());
    if let Some(seen) = at.seen {
        command = command.on(seen);
    }
    let now = ctx.service().clock().moment();
    at.stored.table.clone().apply(ctx.caller.id, &command, now).ok()?;
    at.stored.table.game().clone().play_text(at.argument).ok()
}

/// The typed or chosen move of a request; empty if it has none.
pub(crate) fn typed_move(payload: &Payload) -> &str {
    match payload {
        Payload::Command { name, options } if name == MoveCommand::DEFINITION.name => {
            options.text(MOVE).map(|text| read_target(text).0).unwrap_or_default()
        }
        Payload::Component { custom_id, .. } => match custom_id.split() {
            (WHICH, Some(rest)) => match rest.split_once(':') {
                Some((MOVE, text)) => text,
                _ => "",
            },
            (THERE, Some(rest)) => match rest.splitn(4, ':').skip(2).collect::<Vec<_>>()[..] {
                [MOVE, text] => text,
                _ => "",
            },
            _ => picked_move(payload),
        },
        Payload::Command { .. } | Payload::Autocomplete { .. } => "",
    }
}
