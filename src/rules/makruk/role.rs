//! The pieces of Makruk.

use std::fmt;

/// What a Makruk piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// ขุน, the king: one step in any direction.
    Khun,
    /// เม็ด: one step diagonally.
    Met,
    /// เบี้ยหงาย, a promoted bia: moves as a met.
    BiaNgai,
    /// โคน: one step diagonally or straight ahead.
    Khon,
    /// ม้า, the horse: a knight's leap.
    Ma,
    /// เรือ, the boat: any distance along a rank or file.
    Rua,
    /// เบี้ย, the cowrie: one step straight ahead, captures one step diagonally ahead.
    Bia,
}

impl Role {
    /// Every role, in the order of the type.
    pub const ALL: [Role; 7] =
        [Role::Khun, Role::Met, Role::BiaNgai, Role::Khon, Role::Ma, Role::Rua, Role::Bia];

    /// The letter of the piece; met and bia-ngai share one.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Role::Khun => 'K',
            Role::Met | Role::BiaNgai => 'M',
            Role::Khon => 'S',
            Role::Ma => 'N',
            Role::Rua => 'R',
            Role::Bia => 'P',
        }
    }

    #[must_use]
    pub const fn thai(self) -> &'static str {
        match self {
            Role::Khun => "ขุน",
            Role::Met => "เม็ด",
            Role::BiaNgai => "เบี้ยหงาย",
            Role::Khon => "โคน",
            Role::Ma => "ม้า",
            Role::Rua => "เรือ",
            Role::Bia => "เบี้ย",
        }
    }
}

impl fmt::Display for Role {
    /// The usual name in Latin letters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Khun => "khun",
            Role::Met => "met",
            Role::BiaNgai => "bia-ngai",
            Role::Khon => "khon",
            Role::Ma => "ma",
            Role::Rua => "rua",
            Role::Bia => "bia",
        })
    }
}
