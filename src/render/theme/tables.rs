//! The colours of each theme; the tests in `contrast` check them.

#![expect(clippy::unreadable_literal, reason = "a colour is six hexadecimal digits, as everywhere")]

use image::Rgb;

use super::colours::{
    BadgeColours, BoardColours, DotColours, KomaColours, MarkColours, PieceColours, Theme, Tones,
};
use kradan_rules::BySide;

/// Green cloth and warm boards in a dark frame.
pub(super) static CLASSIC: Theme = Theme {
    name: "classic",
    frame: rgb(0x2b2622),
    label: rgb(0xe8dcc6),
    turn: rgb(0xf2c14e),
    badge: badge(0x0f5f8f, 0xf4efe4, 0xffffff),
    shadow: rgb(0x1c1206),
    othello: cloth(0x2e8555, 0x123f27, mark(0xe2f4ff, 0x2f7f9f), dot(0x0a2a19, 0xcfecd0)),
    makruk: BoardColours { square: rgb(0xe9c083), line: rgb(0x7a5228), ..WARM },
    ogi: BoardColours { square: rgb(0xe2b062), line: rgb(0x6b4519), ..WARM },
    discs: Tones {
        light: parts(0xfbf9f2, 0xbab4a2, 0xffffff, 0x666b5e, 0x8f3d00),
        dark: parts(0x24272a, 0x0c0e10, 0x5a6065, 0x050606, 0xffb27a),
    },
    last: rgb(0xd95600),
    figures: Tones {
        light: parts(0xfdf4df, 0xd9bd8b, 0xffffff, 0x35210f, 0x6b4523),
        dark: parts(0x3d3f44, 0x17181b, 0x85888f, 0x0e0f11, 0xe3d4b5),
    },
    koma: KomaColours {
        wood: sides(0xfdf0d0, 0xe4be7c),
        promoted: sides(0xfddcc0, 0xebbc8e),
        light: rgb(0xfffaea),
        shade: rgb(0x8a5a22),
        edge: rgb(0x5c3b15),
        ink: rgb(0x1c120a),
        red: rgb(0xa31210),
    },
};

/// Marks that show on warm wood.
const WARM: BoardColours = BoardColours {
    square: rgb(0),
    line: rgb(0),
    to: mark(0x00558f, 0xb4cdd3),
    from: mark(0x00558f, 0xcfc9a6),
    selected: mark(0x2a5c1c, 0xcdd088),
    check: mark(0xa31515, 0xea9478),
    legal: dot(0x3f2a12, 0xfbeccd),
};

/// Walnut, maple, boxwood and rosewood.
pub(super) static WOOD: Theme = Theme {
    name: "wood",
    frame: rgb(0x432a1a),
    label: rgb(0xf1dcb8),
    turn: rgb(0xffc65c),
    badge: badge(0x1f4e5f, 0xf6e7c8, 0xffffff),
    shadow: rgb(0x1a0d04),
    othello: cloth(0x9a6a3b, 0x4a2c14, mark(0xe2f4ff, 0x5f8296), dot(0x1f1006, 0xf4dcb4)),
    makruk: BoardColours { square: rgb(0xdba968), line: rgb(0x6e4420), ..WOODEN },
    ogi: BoardColours { square: rgb(0xd29f54), line: rgb(0x65400f), ..WOODEN },
    discs: Tones {
        light: parts(0xfaf0d8, 0xbfa67c, 0xffffff, 0x5c4426, 0x8a3a00),
        dark: parts(0x2c2019, 0x120b07, 0x675346, 0x080403, 0xffb985),
    },
    last: rgb(0xd15400),
    figures: Tones {
        light: parts(0xfae6ba, 0xd0a763, 0xfff8e2, 0x3a220d, 0x6e4318),
        dark: parts(0x6a2f1f, 0x331009, 0xb47a62, 0x220a05, 0xf3d3a6),
    },
    koma: KomaColours {
        wood: sides(0xfbe7b8, 0xdcae66),
        promoted: sides(0xfbd4ac, 0xe4ad78),
        light: rgb(0xfff3cf),
        shade: rgb(0x7a4714),
        edge: rgb(0x50300d),
        ink: rgb(0x1e1006),
        red: rgb(0x950c0c),
    },
};

/// Marks that show on darker wood.
const WOODEN: BoardColours = BoardColours {
    square: rgb(0),
    line: rgb(0),
    to: mark(0x004b7f, 0xa9c3c4),
    from: mark(0x004b7f, 0xc4bb90),
    selected: mark(0x1f5118, 0xc0c476),
    check: mark(0x8f0f10, 0xe48a6a),
    legal: dot(0x35200c, 0xf8e3b8),
};

/// Black, white and strong colours.
pub(super) static CONTRAST: Theme = Theme {
    name: "contrast",
    frame: rgb(0x000000),
    label: rgb(0xffffff),
    turn: rgb(0xffd400),
    badge: badge(0x00408a, 0xffffff, 0xffffff),
    shadow: rgb(0x000000),
    othello: cloth(0x1f8052, 0x000000, mark(0xffffff, 0x2f7fd0), dot(0x000000, 0xffffff)),
    makruk: BoardColours { square: rgb(0xd3d9dd), ..STRONG },
    ogi: BoardColours { square: rgb(0xc8cfd4), ..STRONG },
    discs: Tones {
        light: parts(0xffffff, 0xd4d4d4, 0xffffff, 0x000000, 0xa02800),
        dark: parts(0x0a0a0a, 0x000000, 0x585858, 0x000000, 0xffc090),
    },
    last: rgb(0xd94c00),
    figures: Tones {
        light: parts(0xffffff, 0xc4cacf, 0xffffff, 0x000000, 0x000000),
        dark: parts(0x1a1a1c, 0x000000, 0x707478, 0x000000, 0xffffff),
    },
    koma: KomaColours {
        wood: sides(0xffffff, 0xf7ecc8),
        promoted: sides(0xffe3df, 0xffd6c4),
        light: rgb(0xffffff),
        shade: rgb(0x4a4a4a),
        edge: rgb(0x000000),
        ink: rgb(0x000000),
        red: rgb(0x9c0000),
    },
};

/// Marks that show on pale grey.
const STRONG: BoardColours = BoardColours {
    square: rgb(0),
    line: rgb(0x000000),
    to: mark(0x003c96, 0x9fcbff),
    from: mark(0x003c96, 0xc4d8ee),
    selected: mark(0x005a1e, 0xb4e68c),
    check: mark(0xa80000, 0xff9c8c),
    legal: dot(0x000000, 0xffffff),
};

/// The hues of Okabe and Ito, darkened until they show: blue, vermillion, black and yellow, which
/// neither protanopia nor deuteranopia confuses.
pub(super) static SAFE: Theme = Theme {
    name: "safe",
    frame: rgb(0x23272b),
    label: rgb(0xeeeeee),
    turn: rgb(0xf0e442),
    badge: badge(0x005a92, 0xffffff, 0xffffff),
    shadow: rgb(0x101418),
    othello: cloth(0x007d5c, 0x003a2a, mark(0xe6f4ff, 0x1f7fb8), dot(0x001c14, 0xe0f4ec)),
    makruk: BoardColours { square: rgb(0xecdcb8), line: rgb(0x6a5a38), ..OKABE_ITO },
    ogi: BoardColours { square: rgb(0xe4cd98), line: rgb(0x5f4d28), ..OKABE_ITO },
    discs: Tones {
        light: parts(0xfcfbf7, 0xb8bab4, 0xffffff, 0x5a605c, 0x8a3600),
        dark: parts(0x1c2022, 0x080a0b, 0x545c60, 0x000000, 0xf5b942),
    },
    last: rgb(0xd55e00),
    figures: Tones {
        light: parts(0xffffff, 0xd2c8ae, 0xffffff, 0x201c14, 0x5a4c30),
        dark: parts(0x34383e, 0x14171a, 0x868c94, 0x08090a, 0xefe6d0),
    },
    koma: KomaColours {
        wood: sides(0xfff4d8, 0xf2e0b4),
        promoted: sides(0xd2e2ef, 0xc4d5e4),
        light: rgb(0xffffff),
        shade: rgb(0x6a5630),
        edge: rgb(0x463818),
        ink: rgb(0x141008),
        red: rgb(0x8c3400),
    },
};

/// Marks for [`SAFE`].
const OKABE_ITO: BoardColours = BoardColours {
    square: rgb(0),
    line: rgb(0),
    to: mark(0x00609c, 0xa6d2ee),
    from: mark(0x00609c, 0xd6dcc8),
    selected: mark(0x141414, 0xfcf9d2),
    check: mark(0xa64200, 0xffb27a),
    legal: dot(0x2a2416, 0xfffaec),
};

/// Dark boards for dark rooms.
pub(super) static NIGHT: Theme = Theme {
    name: "night",
    frame: rgb(0x14161a),
    label: rgb(0xc9ced6),
    turn: rgb(0xe8b84a),
    badge: badge(0x2f5d86, 0xd8dee6, 0xffffff),
    shadow: rgb(0x000000),
    othello: cloth(0x316b50, 0x12301f, mark(0xa9d8f5, 0x3d6f8c), dot(0xc9ecd8, 0x0c2418)),
    makruk: BoardColours { square: rgb(0x77654f), ..DUSK },
    ogi: BoardColours { square: rgb(0x665338), ..DUSK },
    discs: Tones {
        light: parts(0xe8e4d8, 0xa29d8e, 0xfaf8f0, 0x2a322d, 0x8a3a00),
        dark: parts(0x0c0d0f, 0x050606, 0x4a5156, 0x9cb8aa, 0xf0a468),
    },
    last: rgb(0xd25806),
    figures: Tones {
        light: parts(0xf0e5cd, 0xb8a57e, 0xfffaf0, 0x1b130b, 0x5e4426),
        dark: parts(0x0f1012, 0x060607, 0x5a5e64, 0xd6c8a8, 0xcdbf9f),
    },
    koma: KomaColours {
        wood: sides(0xdfc596, 0xcbad79),
        promoted: sides(0xe6bd97, 0xd6a883),
        light: rgb(0xf8ebcb),
        shade: rgb(0x4a3210),
        edge: rgb(0x1c1206),
        ink: rgb(0x140d06),
        red: rgb(0x800606),
    },
};

/// Marks that show on dark wood.
const DUSK: BoardColours = BoardColours {
    square: rgb(0),
    line: rgb(0x2e2416),
    to: mark(0x9ad4ff, 0x4a6a85),
    from: mark(0x9ad4ff, 0x5e6a6c),
    selected: mark(0xc4ea88, 0x5c6e33),
    check: mark(0xffae9a, 0xa8483c),
    legal: dot(0xe8dcc6, 0x241b10),
};

/// A colour from `0xRRGGBB`.
const fn rgb(hex: u32) -> Rgb<u8> {
    Rgb([(hex >> 16) as u8, (hex >> 8) as u8, hex as u8])
}

/// A board where pieces are only placed: square, line, last move, legal moves.
const fn cloth(square: u32, line: u32, to: MarkColours, legal: DotColours) -> BoardColours {
    let (square, line) = (rgb(square), rgb(line));
    BoardColours { square, line, to, from: to, selected: to, check: to, legal }
}

const fn mark(frame: u32, tint: u32) -> MarkColours {
    MarkColours { frame: rgb(frame), tint: rgb(tint) }
}

const fn dot(dot: u32, rim: u32) -> DotColours {
    DotColours { dot: rgb(dot), rim: rgb(rim) }
}

const fn badge(disc: u32, rim: u32, text: u32) -> BadgeColours {
    BadgeColours { disc: rgb(disc), rim: rgb(rim), text: rgb(text) }
}

const fn parts(body: u32, shade: u32, shine: u32, outline: u32, line: u32) -> PieceColours {
    PieceColours {
        body: rgb(body),
        shade: rgb(shade),
        shine: rgb(shine),
        outline: rgb(outline),
        line: rgb(line),
    }
}

const fn sides(first: u32, second: u32) -> BySide<Rgb<u8>> {
    BySide { first: rgb(first), second: rgb(second) }
}
