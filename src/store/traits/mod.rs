//! What a store does, one trait for each subject.

mod erasure;
mod followers;
mod people;
mod processes;

pub use self::erasure::ErasureStore;
pub use self::followers::FollowerStore;
pub use self::people::PeopleStore;
pub use self::processes::ProcessStore;
