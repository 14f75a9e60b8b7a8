//! Operations of tests and of the page on the world, the gateway and the clock, beyond what an
//! [`Actor`](super::Actor) can do. All of them are methods of [`Emulator`](super::Emulator). Each
//! file has those of one subject.

mod channels;
mod clock;
mod faults;
mod outage;
mod people;

pub use self::outage::Outage;
