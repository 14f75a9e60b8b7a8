//! What Discord makes of a command or a press: whether it is offered, its checked input, and the
//! `INTERACTION_CREATE` event. It names the world and no handle of the emulator. Begin with
//! `creation.rs`.

mod command_input;
pub(super) mod creation;
pub(super) mod installation;
mod menu_choice;
mod resolved;

pub(super) use self::command_input::CommandInput;
pub(super) use self::creation::NewInteraction;
pub(super) use self::installation::is_by_person_alone;
pub(super) use self::menu_choice::{MenuChoices, check_values, resolved_of_menu};
pub(super) use self::resolved::{Resolved, is_named_by, resolved};
