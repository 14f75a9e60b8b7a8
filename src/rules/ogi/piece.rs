//! The pieces of Ōgi.

use std::fmt;

use crate::Side;

/// What an Ōgi piece is, promoted or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// 王 or 玉: one step in any direction.
    King,
    /// 姫: a bishop and a knight of western chess in one. Promoted, 神: steps like a king too.
    Princess,
    /// 飛: a rook. Promoted, 龍: steps like a king too.
    Rook,
    /// 角: a bishop. Promoted, 馬: steps like a king too.
    Bishop,
    /// 銀: one step diagonally or straight ahead. Promoted, 全: as a promoted pawn.
    Silver,
    /// 桂: leaps two ahead and one aside. Promoted, 圭: as a promoted pawn.
    Knight,
    /// 香: any distance straight ahead. Promoted, 杏: as a promoted pawn.
    Lance,
    /// 歩: one step straight ahead, also to capture. Promoted, と: one step orthogonally or
    /// diagonally ahead.
    Pawn,
}

impl Role {
    /// Every role, in the order of the type.
    pub const ALL: [Role; 8] = [
        Role::King,
        Role::Princess,
        Role::Rook,
        Role::Bishop,
        Role::Silver,
        Role::Knight,
        Role::Lance,
        Role::Pawn,
    ];

    /// The roles that can be in hand: all but the king, in the order of the type.
    pub const DROPPABLE: [Role; 7] = [
        Role::Princess,
        Role::Rook,
        Role::Bishop,
        Role::Silver,
        Role::Knight,
        Role::Lance,
        Role::Pawn,
    ];

    /// The letter of the piece.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Role::King => 'K',
            Role::Princess => 'I',
            Role::Rook => 'R',
            Role::Bishop => 'B',
            Role::Silver => 'S',
            Role::Knight => 'N',
            Role::Lance => 'L',
            Role::Pawn => 'P',
        }
    }

    /// How many pieces of the role a game has, on the board and in hand together.
    #[must_use]
    pub const fn in_a_game(self) -> u8 {
        match self {
            Role::King | Role::Princess | Role::Rook | Role::Bishop => 2,
            Role::Silver | Role::Knight | Role::Lance => 4,
            Role::Pawn => 16,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::King => "king",
            Role::Princess => "princess",
            Role::Rook => "rook",
            Role::Bishop => "bishop",
            Role::Silver => "silver",
            Role::Knight => "knight",
            Role::Lance => "lance",
            Role::Pawn => "pawn",
        })
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    pub role: Role,
    /// Whether it is promoted; a king never is.
    pub promoted: bool,
}

impl Piece {
    /// The kanji of the piece; the king's is 王 for Sente and 玉 for Gote.
    #[must_use]
    pub const fn kanji(self, side: Side) -> &'static str {
        match (self.role, self.promoted) {
            (Role::King, _) => match side {
                Side::First => "王",
                Side::Second => "玉",
            },
            (Role::Princess, false) => "姫",
            (Role::Princess, true) => "神",
            (Role::Rook, false) => "飛",
            (Role::Rook, true) => "龍",
            (Role::Bishop, false) => "角",
            (Role::Bishop, true) => "馬",
            (Role::Silver, false) => "銀",
            (Role::Silver, true) => "全",
            (Role::Knight, false) => "桂",
            (Role::Knight, true) => "圭",
            (Role::Lance, false) => "香",
            (Role::Lance, true) => "杏",
            (Role::Pawn, false) => "歩",
            (Role::Pawn, true) => "と",
        }
    }

    /// The letter in the case of a side, `+` before it if promoted: `P`, `+r`.
    #[must_use]
    pub fn letters(self, side: Side) -> String {
        let promoted = if self.promoted { "+" } else { "" };
        format!("{promoted}{}", side.cased(self.role.letter()))
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let promoted = if self.promoted { "promoted " } else { "" };
        write!(f, "{promoted}{}", self.role)
    }
}
