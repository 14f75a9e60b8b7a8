//! Operations of tests and of the page on the world, the gateway and the clock, beyond what an
//! [`Actor`](super::Actor) can do. All are methods of [`Emulator`](super::Emulator), so these
//! files name the handle and the world, and nothing names them. Each file has the operations on
//! one subject.

mod channels;
mod clock;
mod faults;
mod outage;
mod people;

pub use self::outage::Outage;
