//! Who sees an answer: Discord wants to know it before it is there.

use super::control::{Control, Errand};
use super::request::{Request, Verb, What};

/// Who sees an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    /// Everybody in the channel.
    All,
    /// Who asked.
    Asker,
}

/// Who is going to see the answer to a request, as far as that is known before it is done.
pub(super) fn audience(request: &Request) -> Audience {
    match &request.what {
        What::Verb(verb) => of_verb(verb),
        What::Press(control, _) => of_control(control),
        What::Complete(_) | What::Unknown => Audience::Asker,
    }
}

fn of_verb(verb: &Verb) -> Audience {
    match verb {
        Verb::Play(_)
        | Verb::Move { .. }
        | Verb::Board(_)
        | Verb::Draw(_)
        | Verb::Takeback(_)
        | Verb::Replay(_) => Audience::All,
        Verb::Games
        | Verb::Resign(_)
        | Verb::Count(..)
        | Verb::Rules(_)
        | Verb::History(_)
        | Verb::Export(_)
        | Verb::Settings
        | Verb::Help => Audience::Asker,
    }
}

fn of_control(control: &Control) -> Audience {
    match control {
        Control::Accept(_)
        | Control::Decline(_)
        | Control::Cancel(_)
        | Control::Square { .. }
        | Control::Target { .. }
        | Control::MoveConfirmation { .. }
        | Control::ResignYes { .. }
        | Control::Draw { .. }
        | Control::AcceptDraw { .. }
        | Control::DeclineDraw { .. }
        | Control::Takeback { .. }
        | Control::Grant { .. }
        | Control::Refuse { .. }
        | Control::Rematch(_)
        | Control::Replay(_) => Audience::All,
        Control::Listing(errand) => of_errand(errand),
        Control::Piece { .. }
        | Control::Back { .. }
        | Control::Resign { .. }
        | Control::Keep
        | Control::Count { .. }
        | Control::Export(_)
        | Control::Guide(_)
        | Control::Venue(_) => Audience::Asker,
    }
}

fn of_errand(errand: &Errand) -> Audience {
    match errand {
        Errand::Move(_) | Errand::Board | Errand::Draw | Errand::Takeback | Errand::Replay => {
            Audience::All
        }
        Errand::Resign | Errand::Count(_) | Errand::History | Errand::Export => Audience::Asker,
    }
}
