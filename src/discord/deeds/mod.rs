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
use super::control::{Control, Errand};
use super::message::Message;
use super::pick::read_page;
use super::request::{Request, Verb};
use crate::hall::{Declined, Row, Store};
use crate::table::{Command, Refusal, Seen, TableId};
use crate::words::Line;

impl<S: Store> Bot<S> {
    /// Does what a command asks.
    pub(super) async fn verb(
        &self,
        request: &Request,
        guest: &Guest,
        verb: &Verb,
    ) -> Result<Reply, Declined> {
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
            Meant::Table(id, row) => self.errand(request, guest, id, &row, &errand).await,
            Meant::Unclear(reply) => Ok(reply),
        }
    }

    /// Does an errand at the table that is meant.
    async fn errand(
        &self,
        request: &Request,
        guest: &Guest,
        id: TableId,
        row: &Row,
        errand: &Errand,
    ) -> Result<Reply, Declined> {
        match errand {
            Errand::Move(text) => {
                let command = Command::Move { text: text.clone(), seen: Seen::Now };
                self.ask_at(request, guest, id, row, &command).await
            }
            Errand::Board => self.board(request, guest, id, row).await,
            Errand::Resign => Ok(self.ask_to_resign(request, guest, id, row).await),
            Errand::Draw => self.ask_at(request, guest, id, row, &Command::Draw).await,
            Errand::Takeback => {
                // Who is asked for a takeback grants it with the same word.
                let is_asked = row.table.takeback().is_some_and(|(side, _)| {
                    row.table.seats().is_some_and(|seats| seats[!side] == guest.id)
                });
                let command = if is_asked { Command::GrantTakeback } else { Command::AskTakeback };
                self.ask_at(request, guest, id, row, &command).await
            }
            Errand::Count(act) => self.ask_at(request, guest, id, row, &Command::Count(*act)).await,
            Errand::History => Ok(self.history(guest, row).await),
            Errand::Export => Ok(self.export(guest, row).await),
            Errand::Replay => Ok(self.replay(guest, id, row).await),
        }
    }

    /// Does what a button or menu asks.
    pub(super) async fn press(
        &self,
        request: &Request,
        guest: &Guest,
        control: &Control,
        value: Option<&str>,
    ) -> Result<Reply, Declined> {
        if let Some(id) = control.table() {
            let row = self.hall.load(id).await?.ok_or(Declined::NoTable)?;
            return self.press_at(request, guest, (id, row), control, value).await;
        }
        match control {
            Control::Which(errand) => self.chosen(request, guest, errand, value).await,
            Control::Guide(kind) => {
                let part = value.and_then(|value| value.parse().ok()).unwrap_or(0);
                Ok(Self::guide(guest, *kind, part, Panel::Same))
            }
            Control::Setting(preference) => self.set(request, guest, *preference, value).await,
            Control::Keep => Ok(Reply::Change(Message::of(guest.say(&Line::ResignKept)))),
            _ => Err(Declined::NoTable),
        }
    }

    /// Does what a button or menu of a table asks.
    async fn press_at(
        &self,
        request: &Request,
        guest: &Guest,
        (id, row): (TableId, Row),
        control: &Control,
        value: Option<&str>,
    ) -> Result<Reply, Declined> {
        let now = row.table.game().plies();
        if control.ply().is_some_and(|ply| ply != now) && row.table.is_running() {
            let refusal = Refusal::Stale { ply: now };
            return Err(Declined::Refused { id, refusal, row: Box::new(row) });
        }
        match control {
            Control::Accept(_) => self.accept(request, guest, id, &row).await,
            Control::Square { .. }
            | Control::Piece { .. }
            | Control::Target { .. }
            | Control::Confirm { .. }
            | Control::Back { .. } => self.pick(request, guest, id, &row, (control, value)).await,
            Control::Resign(_) => Ok(self.ask_to_resign(request, guest, id, &row).await),
            Control::Rematch(_) => self.rematch(request, guest, id, &row).await,
            Control::Replay(_) => Ok(self.replay(guest, id, &row).await),
            Control::Export(_) => Ok(self.export(guest, &row).await),
            Control::Decline(_)
            | Control::Cancel(_)
            | Control::ResignYes(_)
            | Control::Draw { .. }
            | Control::AcceptDraw(_)
            | Control::DeclineDraw(_)
            | Control::Takeback { .. }
            | Control::Grant { .. }
            | Control::Refuse { .. }
            | Control::Count { .. }
            | Control::Keep
            | Control::Which(_)
            | Control::Guide(_)
            | Control::Setting(_) => match plain(control) {
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
    ) -> Result<Reply, Declined> {
        if let Some(page) = value.and_then(read_page) {
            return self.which_again(request, guest, errand, page).await;
        }
        let id = value.and_then(super::bot::table_id).ok_or(Declined::NoTable)?;
        let row = self.hall.load(id).await?.ok_or(Declined::NoTable)?;
        self.errand(request, guest, id, &row, errand).await
    }

    /// Asks something of a table. Where it is shown elsewhere, all are told there, and who asked
    /// is told so.
    pub(super) async fn ask_at(
        &self,
        request: &Request,
        guest: &Guest,
        id: TableId,
        row: &Row,
        command: &Command,
    ) -> Result<Reply, Declined> {
        let is_here = row.table.place() == request.spot.place;
        let is_show = matches!(command, Command::Show(_));
        let told = if is_here || is_show { Told::ByAnswer } else { Told::ByNotice };
        let asked = asked(request, told);
        let turn = self.hall.ask(&asked, id, command).await?;
        if turn.notice.is_none() {
            return Ok(Self::noted(guest, &turn));
        }
        if is_here || is_show {
            return Ok(Reply::News(Box::new(turn)));
        }
        Ok(self.told_elsewhere(&turn, row, guest).await)
    }
}

/// The command that a button stands for, if it stands for just that.
fn plain(control: &Control) -> Option<Command> {
    Some(match control {
        Control::Decline(_) => Command::Decline,
        Control::Cancel(_) => Command::Cancel,
        Control::ResignYes(_) => Command::Resign,
        Control::Draw { .. } => Command::Draw,
        Control::AcceptDraw(_) => Command::AcceptDraw,
        Control::DeclineDraw(_) => Command::DeclineDraw,
        Control::Takeback { .. } => Command::AskTakeback,
        Control::Grant { .. } => Command::GrantTakeback,
        Control::Refuse { .. } => Command::RefuseTakeback,
        Control::Count { act, .. } => Command::Count(*act),
        _ => return None,
    })
}
