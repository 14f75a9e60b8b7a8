//! The world as one person sees it, in the JSON of the page, and the events for pages that listen.
//! It names the world and no socket. Begin with `person_view.rs`.

mod listeners;
pub(super) mod person_view;

pub(super) use self::listeners::{Listeners, PageEvent, PageEvents};
pub(super) use self::person_view::MessagePage;
