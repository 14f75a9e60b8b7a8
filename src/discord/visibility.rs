//! Who sees an answer: Discord wants to know it before it is there.

use super::custom_id::{CustomId, TableAction};
use super::interaction::{Request, RequestKind, SlashCommand};

/// Who sees an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visibility {
    /// Everybody in the channel.
    All,
    Asker,
}

/// Who is going to see the answer to a request, as far as that is known before it is done.
pub(super) fn visibility(request: &Request) -> Visibility {
    match &request.what {
        RequestKind::SlashCommand(slash) => of_verb(slash),
        RequestKind::Press(control, _) => of_control(control),
        RequestKind::Complete(_) | RequestKind::Unknown => Visibility::Asker,
    }
}

fn of_verb(slash: &SlashCommand) -> Visibility {
    match slash {
        SlashCommand::Play(_)
        | SlashCommand::Move { .. }
        | SlashCommand::Board(_)
        | SlashCommand::Draw(_)
        | SlashCommand::Takeback(_)
        | SlashCommand::Replay(_) => Visibility::All,
        SlashCommand::Games
        | SlashCommand::Resign(_)
        | SlashCommand::Count(..)
        | SlashCommand::Rules(_)
        | SlashCommand::History(_)
        | SlashCommand::Export(_)
        | SlashCommand::Settings
        | SlashCommand::Help => Visibility::Asker,
    }
}

fn of_control(control: &CustomId) -> Visibility {
    match control {
        CustomId::Accept(_)
        | CustomId::Decline(_)
        | CustomId::Cancel(_)
        | CustomId::Square { .. }
        | CustomId::Target { .. }
        | CustomId::Confirm { .. }
        | CustomId::ResignYes { .. }
        | CustomId::Draw { .. }
        | CustomId::AcceptDraw { .. }
        | CustomId::DeclineDraw { .. }
        | CustomId::Takeback { .. }
        | CustomId::Grant { .. }
        | CustomId::Refuse { .. }
        | CustomId::Rematch(_)
        | CustomId::Replay(_) => Visibility::All,
        CustomId::WhichTable(action) => of_errand(action),
        CustomId::Piece { .. }
        | CustomId::Back { .. }
        | CustomId::Resign { .. }
        | CustomId::Keep
        | CustomId::Count { .. }
        | CustomId::Export(_)
        | CustomId::Guide(_)
        | CustomId::Setting(_) => Visibility::Asker,
    }
}

fn of_errand(action: &TableAction) -> Visibility {
    match action {
        TableAction::Move(_)
        | TableAction::Board
        | TableAction::Draw
        | TableAction::Takeback
        | TableAction::Replay => Visibility::All,
        TableAction::Resign
        | TableAction::Count(_)
        | TableAction::History
        | TableAction::Export => Visibility::Asker,
    }
}
