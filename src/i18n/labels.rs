//! What stands on buttons and menus.

use super::Language;
use super::catalog::Catalog;

/// Writes the type down, with the message of each variant.
macro_rules! labels {
    ($(#[$about:meta])* pub enum Label { $($(#[$doc:meta])* $name:ident => $message:literal,)* }) => {
        $(#[$about])*
        pub enum Label { $($(#[$doc])* $name,)* }

        impl Label {
            pub const ALL: &'static [Label] = &[$(Label::$name,)*];

            const fn message(self) -> &'static str {
                match self { $(Label::$name => $message,)* }
            }
        }
    };
}

labels! {
    /// What stands on a button, in a menu, or in its place while nothing is chosen.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Label {
        /// To accept a challenge.
        Accept => "label-accept",
        /// To decline a challenge.
        Decline => "label-decline",
        /// To withdraw one's own challenge.
        Cancel => "label-cancel",
        /// To resign; asked again before it is done.
        Resign => "label-resign",
        ResignYes => "label-resign-yes",
        /// Not to resign after all.
        KeepPlaying => "label-keep-playing",
        /// To offer a draw.
        OfferDraw => "label-offer-draw",
        /// To accept the draw that is offered.
        AcceptDraw => "label-accept-draw",
        /// To decline the draw that is offered.
        DeclineDraw => "label-decline-draw",
        /// To claim a draw by repetition.
        ClaimDraw => "label-claim-draw",
        /// To ask for a takeback.
        AskTakeback => "label-ask-takeback",
        /// To grant the takeback that is asked for.
        GrantTakeback => "label-grant-takeback",
        RefuseTakeback => "label-refuse-takeback",
        /// To claim the board's honour with the next move.
        ClaimCount => "label-claim-count",
        /// To end one's count with the next move.
        StopCount => "label-stop-count",
        /// To say no number with the next move.
        SkipCount => "label-skip-count",
        /// To challenge the same opponent again.
        Rematch => "label-rematch",
        /// To see the game as a moving picture.
        Replay => "label-replay",
        /// To get the game as a file.
        Export => "label-export",
        /// Othello's menu of squares.
        PickSquare => "label-pick-square",
        /// The menu of pieces.
        PickPiece => "label-pick-piece",
        /// The menu of a piece's targets.
        PickTarget => "label-pick-target",
        /// The menu of tables.
        PickTable => "label-pick-table",
        /// The next page.
        More => "label-more",
        /// One step back.
        Back => "label-back",
        /// To make the move that is shown.
        PlayIt => "label-play-it",
        /// To pick another piece.
        OtherPiece => "label-other-piece",
        /// The menu of languages.
        LanguageMenu => "label-language-menu",
        /// The language of one's own Discord.
        AsDiscord => "label-as-discord",
        /// The menu of themes.
        ThemeMenu => "label-theme-menu",
        /// The menu of piece sets.
        PiecesMenu => "label-pieces-menu",
        /// The menu of sides to see below.
        BelowMenu => "label-below-menu",
        /// The side to move is below.
        BelowMover => "label-below-mover",
        /// The side that began is below.
        BelowFirst => "label-below-first",
        /// The other side is below.
        BelowSecond => "label-below-second",
        HintsOn => "label-hints-on",
        HintsOff => "label-hints-off",
        ConfirmOn => "label-confirm-on",
        /// Moves are not confirmed.
        ConfirmOff => "label-confirm-off",
        ThemeClassic => "label-theme-classic",
        ThemeWood => "label-theme-wood",
        ThemeContrast => "label-theme-contrast",
        ThemeSafe => "label-theme-safe",
        ThemeNight => "label-theme-night",
        /// Ōgi's pieces with kanji.
        PiecesKanji => "label-pieces-kanji",
        /// Ōgi's pieces with symbols.
        PiecesSymbols => "label-pieces-symbols",
    }
}

impl Label {
    /// The text in a language: at most 34 characters, so that phones show it whole.
    ///
    /// ```
    /// use kradan::i18n::{Label, Language};
    ///
    /// assert_eq!(Label::Accept.text(Language::Dutch), "Aannemen");
    /// ```
    #[must_use]
    pub fn text(self, language: Language) -> String {
        Catalog::of(language).say(self.message())
    }

    /// The label of a theme, by the theme's name.
    #[must_use]
    pub fn theme(name: &str) -> Option<Label> {
        match name {
            "classic" => Some(Label::ThemeClassic),
            "wood" => Some(Label::ThemeWood),
            "contrast" => Some(Label::ThemeContrast),
            "safe" => Some(Label::ThemeSafe),
            "night" => Some(Label::ThemeNight),
            _ => None,
        }
    }

    /// The label of a set of pieces, by the set's name.
    #[must_use]
    pub fn pieces(name: &str) -> Option<Label> {
        match name {
            "kanji" => Some(Label::PiecesKanji),
            "symbols" => Some(Label::PiecesSymbols),
            _ => None,
        }
    }
}
