//! What players choose about the looks of pictures.

use super::art::ogi::PieceSet;
use super::layout::Layout;
use super::theme::Theme;

/// The colours and the size of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    pub theme: &'static Theme,
    /// The writing on the Ōgi pieces.
    pub pieces: PieceSet,
    pub layout: Layout,
}
