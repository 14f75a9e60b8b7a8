//! What is done for each command, button and menu.

mod complete;
pub(super) mod definition;
mod export;
pub(super) mod games;
mod move_;
mod play;
mod rules;
mod settings;

use self::rules::Panel;
use super::bot::{Announced, Bot, Caller, Reply, asked};
use super::custom_id::{CustomId, TableAction, read_table_option};
use super::interaction::{Request, SlashCommand};
use super::message::Message;
use super::pick::read_page;
use super::resolve_table::Resolved;
use crate::i18n::Line;
use crate::service::{ServiceError, Store, StoredTable};
use crate::table::{Command, Seen, TableId};

impl<S: Store> Bot<S> {
    /// Does what a command asks.
    pub(super) async fn slash(
        &self,
        request: &Request,
        caller: &Caller,
        slash: &SlashCommand,
    ) -> Result<Reply, ServiceError> {
        let (table, action) = match slash {
            SlashCommand::Play(play) => return self.play(request, caller, play).await,
            SlashCommand::Games => return self.games(caller).await,
            SlashCommand::Rules(kind) => return Ok(Self::guide(caller, *kind, 0, Panel::New)),
            SlashCommand::Settings => return Ok(Reply::Private(Self::settings(caller))),
            SlashCommand::Help => return Ok(Self::help(caller)),
            SlashCommand::Move { text, table } => (table, TableAction::Move(text.clone())),
            SlashCommand::Board(table) => (table, TableAction::Board),
            SlashCommand::Resign(table) => (table, TableAction::Resign),
            SlashCommand::Draw(table) => (table, TableAction::Draw),
            SlashCommand::Takeback(table) => (table, TableAction::Takeback),
            SlashCommand::Count(act, table) => (table, TableAction::Count(*act)),
            SlashCommand::History(table) => (table, TableAction::History),
            SlashCommand::Export(table) => (table, TableAction::Export),
            SlashCommand::Replay(table) => (table, TableAction::Replay),
        };
        match self.meant(request, caller, table.as_deref(), action.clone()).await? {
            Resolved::Table(id, row) => {
                self.action(request, caller, (id, &row), &action, None).await
            }
            Resolved::Unclear(reply) => Ok(reply),
        }
    }

    /// Does an errand at the table that is meant: in the position in which it was chosen from a
    /// menu, or else in the present one.
    async fn action(
        &self,
        request: &Request,
        caller: &Caller,
        (id, row): (TableId, &StoredTable),
        action: &TableAction,
        seen: Option<Seen>,
    ) -> Result<Reply, ServiceError> {
        let command = match action {
            TableAction::Move(text) => Command::Move(text.clone()),
            TableAction::Draw => Command::Draw,
            TableAction::Takeback => {
                // Who is asked for a takeback grants it with the same word.
                let is_asked = row.table.takeback().is_some_and(|(side, _)| {
                    row.table.seats().is_some_and(|seats| seats[!side] == caller.id)
                });
                if is_asked { Command::GrantTakeback } else { Command::AskTakeback }
            }
            TableAction::Count(act) => Command::Count(*act),
            TableAction::Board => return self.board(request, caller, id, row).await,
            TableAction::Resign => return Ok(self.ask_to_resign(request, caller, id, row).await),
            TableAction::History => return Ok(self.history(caller, row).await),
            TableAction::Export => return Ok(self.export(caller, row).await),
            TableAction::Replay => return Ok(self.replay(caller, id, row).await),
        };
        let command = match seen {
            Some(seen) => command.on(seen),
            None => command,
        };
        self.ask_at(request, caller, id, row, &command).await
    }

    /// Does what a button or menu asks.
    pub(super) async fn press(
        &self,
        request: &Request,
        caller: &Caller,
        control: &CustomId,
        value: Option<&str>,
    ) -> Result<Reply, ServiceError> {
        if let Some(id) = control.table() {
            let row = self.service.load(id).await?.ok_or(ServiceError::NoTable)?;
            return self.press_at(request, caller, (id, row), control, value).await;
        }
        match control {
            CustomId::WhichTable(action) => self.chosen(request, caller, action, value).await,
            CustomId::Guide(kind) => {
                let part = value.and_then(|value| value.parse().ok()).unwrap_or(0);
                Ok(Self::guide(caller, *kind, part, Panel::Same))
            }
            CustomId::Setting(preference) => self.set(request, caller, *preference, value).await,
            CustomId::Keep => Ok(Reply::Change(Message::of(caller.say(&Line::ResignKept)))),
            _ => Err(ServiceError::NoTable),
        }
    }

    /// Does what a button or menu of a table asks.
    async fn press_at(
        &self,
        request: &Request,
        caller: &Caller,
        (id, row): (TableId, StoredTable),
        control: &CustomId,
        value: Option<&str>,
    ) -> Result<Reply, ServiceError> {
        match control {
            CustomId::Accept(_) => self.accept(request, caller, id, &row).await,
            CustomId::Square { .. }
            | CustomId::Piece { .. }
            | CustomId::Target { .. }
            | CustomId::Confirm { .. }
            | CustomId::Back { .. } => self.pick(request, caller, id, &row, (control, value)).await,
            CustomId::Resign { seen, .. } => {
                // The question plays nothing, and its answer is for the present position.
                if matches!(seen, Seen::Record { .. }) {
                    check_seen(caller, id, &row, *seen)?;
                }
                Ok(self.ask_to_resign(request, caller, id, &row).await)
            }
            CustomId::Rematch(_) => self.rematch(request, caller, id, &row).await,
            CustomId::Replay(_) => Ok(self.replay(caller, id, &row).await),
            CustomId::Export(_) => Ok(self.export(caller, &row).await),
            CustomId::Decline(_)
            | CustomId::Cancel(_)
            | CustomId::ResignYes { .. }
            | CustomId::Draw { .. }
            | CustomId::AcceptDraw { .. }
            | CustomId::DeclineDraw { .. }
            | CustomId::Takeback { .. }
            | CustomId::Grant { .. }
            | CustomId::Refuse { .. }
            | CustomId::Count { .. }
            | CustomId::Keep
            | CustomId::WhichTable(_)
            | CustomId::Guide(_)
            | CustomId::Setting(_) => match plain(control) {
                Some(command) => self.ask_at(request, caller, id, &row, &command).await,
                None => Ok(caller.told(&Line::UnknownInteraction)),
            },
        }
    }

    /// A table was chosen from a list.
    async fn chosen(
        &self,
        request: &Request,
        caller: &Caller,
        action: &TableAction,
        value: Option<&str>,
    ) -> Result<Reply, ServiceError> {
        if let Some(page) = value.and_then(read_page) {
            return self.which_again(request, caller, action, page).await;
        }
        let (id, seen) = value.and_then(read_table_option).ok_or(ServiceError::NoTable)?;
        let row = self.service.load(id).await?.ok_or(ServiceError::NoTable)?;
        self.action(request, caller, (id, &row), action, Some(seen)).await
    }

    /// Asks something of a table. Where it is shown elsewhere, all are told there, and who asked
    /// is told so.
    pub(super) async fn ask_at(
        &self,
        request: &Request,
        caller: &Caller,
        id: TableId,
        row: &StoredTable,
        command: &Command,
    ) -> Result<Reply, ServiceError> {
        let is_here = row.table.place() == request.origin.place;
        let is_show = matches!(command, Command::Show(_));
        let told = if is_here || is_show { Announced::ByAnswer } else { Announced::ByNotice };
        let asked = asked(request, told);
        let turn = self.service.ask(&asked, id, command).await?;
        if turn.entry.is_none() {
            return Ok(Self::noted(caller, &turn));
        }
        if is_here || is_show {
            return Ok(Reply::Announcement(Box::new(turn)));
        }
        Ok(self.told_elsewhere(&turn, row, caller).await)
    }
}

/// Whether a control may be used that shows the next step and plays nothing. Those that play are
/// judged by the table, in its turn.
fn check_seen(
    caller: &Caller,
    id: TableId,
    row: &StoredTable,
    seen: Seen,
) -> Result<(), ServiceError> {
    // Whoever does not play is told that first.
    if !row.table.players().contains(&caller.id) {
        return Ok(());
    }
    let refuse = |refusal| ServiceError::Refused { id, refusal, stored: Box::new(row.clone()) };
    row.table.check_seen(seen).map_err(refuse)
}

/// The command that a button stands for, if it stands for just that: in the position for which it
/// was made.
fn plain(control: &CustomId) -> Option<Command> {
    let command = match control {
        CustomId::Decline(_) => Command::Decline,
        CustomId::Cancel(_) => Command::Cancel,
        CustomId::ResignYes { .. } => Command::Resign,
        CustomId::Draw { .. } => Command::Draw,
        CustomId::AcceptDraw { .. } => Command::AcceptDraw,
        CustomId::DeclineDraw { .. } => Command::DeclineDraw,
        CustomId::Takeback { .. } => Command::AskTakeback,
        CustomId::Grant { .. } => Command::GrantTakeback,
        CustomId::Refuse { .. } => Command::RefuseTakeback,
        CustomId::Count { act, .. } => Command::Count(*act),
        _ => return None,
    };
    Some(match control.seen() {
        Some(seen) => command.on(seen),
        None => command,
    })
}
