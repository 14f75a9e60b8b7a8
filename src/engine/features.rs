//! The features of a position: what its worth is a sum of.

/// What a position has.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// How far it is from the end of a game, 0 to 1.
    pub middle: f32,
    /// Which features the first side has, and how many times more than the second one.
    pub present: Vec<(u16, i16)>,
}
