//! What is done for each command, button and menu.

mod complete;
mod files;
mod guide;
pub(super) mod lists;
mod moving;
mod opening;
mod settings;

use self::guide::Panel;
use super::bot::{Bot, Guest, Reply, Told, asked};
use super::choosing::Meant;
use super::control::{Control, Errand, read_table_option};
use super::message::Message;
use super::pick::read_page;
use super::request::{Request, Verb};
use crate::i18n::Line;
use crate::service::{ServiceError, Store, StoredTable};
use crate::table::{Command, Seen, TableId};

impl<S: Store> Bot<S> {
    /// Does what a command asks.
    pub(super) async fn verb(
        &self,
        request: &Request,
        guest: &Guest,
        verb: &Verb,
    ) -> Result<Reply, ServiceError> {
        let (table, errand) = match verb {
            Verb::Play(play) => return self.play(request, guest, play).await,
            Verb::Games => return self.games(guest).await,
            Verb::Rules(kind) => return Ok(Self::guide(guest, *kind, 0, Panel::New)),
            Verb::Settings => return Ok(Reply::Private(Self::settings(guest))),
            Verb::Help => return Ok(Self::help(guest)),
            Verb::Move { text, table } => (table, Errand::Move(text.clone())),
            Verb::Board(table) => (table, Errand::Board),
            Verb::Resign(table) => (table, Errand::Resign),
            Verb::Draw(table) => (table, Errand::Draw),
            Verb::Takeback(table) => (table, Errand::Takeback),
            Verb::Count(act, table) => (table, Errand::Count(*act)),
            Verb::History(table) => (table, Errand::History),
            Verb::Export(table) => (table, Errand::Export),
            Verb::Replay(table) => (table, Errand::Replay),
        };
        match self.meant(request, guest, table.as_deref(), errand.clone()).await? {
            Meant::Table(id, row) => self.errand(request, guest, (id, &row), &errand, None).await,
            Meant::Unclear(reply) => Ok(reply),
        }
    }

    /// Does an errand at the table that is meant: in the position in which it was chosen from a
    /// menu, or else in the present one.
    async fn errand(
        &self,
        request: &Request,
        guest: &Guest,
        (id, row): (TableId, &StoredTable),
        errand: &Errand,
        seen: Option<Seen>,
    ) -> Result<Reply, ServiceError> {
        let command = match errand {
            Errand::Move(text) => Command::Move(text.clone()),
            Errand::Draw => Command::Draw,
            Errand::Takeback => {
                // Who is asked for a takeback grants it with the same word.
                let is_asked = row.table.takeback().is_some_and(|(side, _)| {
                    row.table.seats().is_some_and(|seats| seats[!side] == guest.id)
                });
                if is_asked { Command::GrantTakeback } else { Command::AskTakeback }
            }
            Errand::Count(act) => Command::Count(*act),
            Errand::Board => return self.board(request, guest, id, row).await,
            Errand::Resign => return Ok(self.ask_to_resign(request, guest, id, row).await),
            Errand::History => return Ok(self.history(guest, row).await),
            Errand::Export => return Ok(self.export(guest, row).await),
            Errand::Replay => return Ok(self.replay(guest, id, row).await),
        };
        let command = match seen {
            Some(seen) => command.on(seen),
            None => command,
        };
        self.ask_at(request, guest, id, row, &command).await
    }

    /// Does what a button or menu asks.
    pub(super) async fn press(
        &self,
        request: &Request,
        guest: &Guest,
        control: &Control,
        value: Option<&str>,
    ) -> Result<Reply, ServiceError> {
        if let Some(id) = control.table() {
            let row = self.service.load(id).await?.ok_or(ServiceError::NoTable)?;
            return self.press_at(request, guest, (id, row), control, value).await;
        }
        match control {
            Control::Listing(errand) => self.chosen(request, guest, errand, value).await,
            Control::Guide(kind) => {
                let part = value.and_then(|value| value.parse().ok()).unwrap_or(0);
                Ok(Self::guide(guest, *kind, part, Panel::Same))
            }
            Control::Venue(preference) => self.set(request, guest, *preference, value).await,
            Control::Keep => Ok(Reply::Change(Message::of(guest.say(&Line::ResignKept)))),
            _ => Err(ServiceError::NoTable),
        }
    }

    /// Does what a button or menu of a table asks.
    async fn press_at(
        &self,
        request: &Request,
        guest: &Guest,
        (id, row): (TableId, StoredTable),
        control: &Control,
        value: Option<&str>,
    ) -> Result<Reply, ServiceError> {
        match control {
            Control::Accept(_) => self.accept(request, guest, id, &row).await,
            Control::Square { .. }
            | Control::Piece { .. }
            | Control::Target { .. }
            | Control::MoveConfirmation { .. }
            | Control::Back { .. } => self.pick(request, guest, id, &row, (control, value)).await,
            Control::Resign { seen, .. } => {
                // The question plays nothing, and its answer is for the present position.
                if matches!(seen, Seen::Record { .. }) {
                    check_seen(guest, id, &row, *seen)?;
                }
                Ok(self.ask_to_resign(request, guest, id, &row).await)
            }
            Control::Rematch(_) => self.rematch(request, guest, id, &row).await,
            Control::Replay(_) => Ok(self.replay(guest, id, &row).await),
            Control::Export(_) => Ok(self.export(guest, &row).await),
            Control::Decline(_)
            | Control::Cancel(_)
            | Control::ResignYes { .. }
            | Control::Draw { .. }
            | Control::AcceptDraw { .. }
            | Control::DeclineDraw { .. }
            | Control::Takeback { .. }
            | Control::Grant { .. }
            | Control::Refuse { .. }
            | Control::Count { .. }
            | Control::Keep
            | Control::Listing(_)
            | Control::Guide(_)
            | Control::Venue(_) => match plain(control) {
                Some(command) => self.ask_at(request, guest, id, &row, &command).await,
                None => Ok(guest.told(&Line::UnknownInteraction)),
            },
        }
    }

    /// A table was chosen from a list.
    async fn chosen(
        &self,
        request: &Request,
        guest: &Guest,
        errand: &Errand,
        value: Option<&str>,
    ) -> Result<Reply, ServiceError> {
        if let Some(page) = value.and_then(read_page) {
            return self.which_again(request, guest, errand, page).await;
        }
        let (id, seen) = value.and_then(read_table_option).ok_or(ServiceError::NoTable)?;
        let row = self.service.load(id).await?.ok_or(ServiceError::NoTable)?;
        self.errand(request, guest, (id, &row), errand, Some(seen)).await
    }

    /// Asks something of a table. Where it is shown elsewhere, all are told there, and who asked
    /// is told so.
    pub(super) async fn ask_at(
        &self,
        request: &Request,
        guest: &Guest,
        id: TableId,
        row: &StoredTable,
        command: &Command,
    ) -> Result<Reply, ServiceError> {
        let is_here = row.table.place() == request.spot.place;
        let is_show = matches!(command, Command::Show(_));
        let told = if is_here || is_show { Told::ByAnswer } else { Told::ByNotice };
        let asked = asked(request, told);
        let turn = self.service.ask(&asked, id, command).await?;
        if turn.notice.is_none() {
            return Ok(Self::noted(guest, &turn));
        }
        if is_here || is_show {
            return Ok(Reply::News(Box::new(turn)));
        }
        Ok(self.told_elsewhere(&turn, row, guest).await)
    }
}

/// Whether a control may be used that shows the next step and plays nothing. Those that play are
/// judged by the table, in its turn.
fn check_seen(
    guest: &Guest,
    id: TableId,
    row: &StoredTable,
    seen: Seen,
) -> Result<(), ServiceError> {
    // Whoever does not play is told that first.
    if !row.table.players().contains(&guest.id) {
        return Ok(());
    }
    let refuse = |refusal| ServiceError::Refused { id, refusal, row: Box::new(row.clone()) };
    row.table.check_seen(seen).map_err(refuse)
}

/// The command that a button stands for, if it stands for just that: in the position for which it
/// was made.
fn plain(control: &Control) -> Option<Command> {
    let command = match control {
        Control::Decline(_) => Command::Decline,
        Control::Cancel(_) => Command::Cancel,
        Control::ResignYes { .. } => Command::Resign,
        Control::Draw { .. } => Command::Draw,
        Control::AcceptDraw { .. } => Command::AcceptDraw,
        Control::DeclineDraw { .. } => Command::DeclineDraw,
        Control::Takeback { .. } => Command::AskTakeback,
        Control::Grant { .. } => Command::GrantTakeback,
        Control::Refuse { .. } => Command::RefuseTakeback,
        Control::Count { act, .. } => Command::Count(*act),
        _ => return None,
    };
    Some(match control.seen() {
        Some(seen) => command.on(seen),
        None => command,
    })
}
