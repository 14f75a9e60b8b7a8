//! What people see: messages with pictures, buttons, menus and custom ids, and the names of people.
//! Nothing here asks Discord or the store. Begin with `message.rs`, then `table_view.rs`.

pub(super) mod announcement;
pub(super) mod buttons;
pub(super) mod clock_lines;
pub(super) mod controls;
pub(super) mod custom_id;
pub(super) mod emoji;
pub(super) mod games;
pub(super) mod mentions;
pub(super) mod message;
pub(super) mod message_link;
pub(super) mod numbered_moves;
pub(super) mod offers;
pub(super) mod painter;
pub mod pick;
pub(super) mod pick_order;
pub(super) mod pick_rows;
pub(super) mod player_name;
pub(super) mod preferences;
pub(super) mod puzzle;
pub(super) mod rating_lines;
pub(super) mod reply;
pub(super) mod review;
pub(super) mod sight;
pub(super) mod table_view;
pub(super) mod time_zones;
pub(super) mod tournament;
pub(super) mod visibility;
pub(super) mod written_moves;
