//! What a store does: [`Store`], and the traits of its parts, one for each subject.

mod erasure;
mod followers;
mod messages;
mod outbox;
mod people;
mod processes;
mod servers;
mod store;
mod tables;

pub use self::erasure::ErasureStore;
pub use self::followers::FollowerStore;
pub use self::messages::MessageStore;
pub use self::outbox::OutboxStore;
pub use self::people::PeopleStore;
pub use self::processes::ProcessStore;
pub use self::servers::ServerStore;
pub use self::store::Store;
pub use self::tables::TableStore;

/// A change of a value that the store reads and writes. It may be made several times, each time to
/// the value as it was then.
pub type Edit<T> = Box<dyn Fn(&mut T) + Send + Sync>;
