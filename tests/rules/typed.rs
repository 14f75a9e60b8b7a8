//! What people type, and what they get for it.

use kradan_rules::GameKind::{self, Makruk, Ogi, Othello};
use kradan_rules::{
    FileOrRank, Game, Illegal, MoveError, Outcome, Reason, Side, Square, makruk, ogi, othello,
};

/// What comes of a text.
#[derive(Clone, Copy)]
enum Got {
    /// This move, in the exact notation.
    Move(&'static str),
    /// It fits all of these.
    Several(&'static str),
    /// It is a move, but may not be made.
    Illegal(Illegal),
    /// It is no move in any notation.
    ParseMoveError,
    /// The game is over.
    Over(Outcome),
}

/// A game in which texts are tried.
struct Trial {
    game: Game,
}

fn in_game(kind: GameKind, position: &str) -> Trial {
    Trial { game: Game::from_position(kind, position).unwrap() }
}

impl Trial {
    /// Types each of some texts, which are parted by ` | `, into the game as it stands.
    fn gives(self, texts: &str, got: Got) -> Trial {
        for text in texts.split(" | ") {
            let mut game = self.game.clone();
            let played = game.play_text(text);
            if played.is_err() {
                assert_eq!(game, self.game, "{text:?} is refused");
            }
            match got {
                Got::Move(mv) => assert_eq!(played.as_deref(), Ok(mv), "{text:?}"),
                Got::Several(moves) => {
                    let moves = moves.split(' ').map(str::to_owned).collect();
                    assert_eq!(played, Err(MoveError::Ambiguous(moves)), "{text:?}");
                }
                Got::Illegal(reason) => {
                    assert_eq!(played, Err(MoveError::Illegal(reason)), "{text:?}");
                }
                Got::ParseMoveError => {
                    assert!(
                        matches!(played, Err(MoveError::Unreadable(_))),
                        "{text:?}: {played:?}"
                    );
                }
                Got::Over(outcome) => {
                    assert_eq!(played, Err(MoveError::Over(outcome)), "{text:?}");
                }
            }
        }
        self
    }
}

fn at(square: &str) -> Square {
    square.parse().unwrap()
}

/// Texts that are a move in none of the games.
const NOTHING: &str = " |   | - | + | x | e | 4 | e9 | i4 | e0 | e44 | e3e9 | e3e4e5 | move | e3 to | to e4 | \
                       🙂 | \0 | 1. e4 e5 | ก | 王 | claim | claim: | 0-0 | e3e4\u{202e}";

mod othello_moves {
    use super::othello::Illegal::{EnclosesNothing, MayNotPass, MustPass, Taken};
    use super::*;

    fn illegal(reason: othello::Illegal) -> Got {
        Got::Illegal(reason.into())
    }

    #[test]
    fn at_the_start() {
        let start = "---------------------------OX------XO--------------------------- X";
        in_game(Othello, start)
            .gives(
                "d3 | D3 |  d3  | d 3 | d-3 | ｄ３ | Ｄ３ | d๓ | d3! | d3?! | d3.",
                Got::Move("d3"),
            )
            .gives("a1 | A-1", illegal(EnclosesNothing { square: at("a1") }))
            .gives("e5 | ｅ５", illegal(Taken { square: at("e5") }))
            .gives("pass | PASS | pa", illegal(MayNotPass))
            .gives("d3c5 | Nd3 | passed | X d3", Got::ParseMoveError)
            .gives(NOTHING, Got::ParseMoveError);
    }

    #[test]
    fn without_a_placement() {
        let blocked = "XXXOOOOO-OXXOXOOOOXXXOXOOOXOXOXOOXOXXXXOOOXOOOXXOOOOOOXXXOXXXXXX O";
        in_game(Othello, blocked)
            .gives("pass | Pass |  PASS  | ＰＡＳＳ | pa | PS | -- |  – – ", Got::Move("pass"))
            .gives("a2", illegal(MustPass))
            .gives("a1", illegal(Taken { square: at("a1") }));
    }

    #[test]
    fn after_the_end() {
        let wiped_out = "-------------------X-------XX----------------------------------- O";
        let over = Outcome::win(Side::First, Reason::WipeOut);
        in_game(Othello, wiped_out).gives("a1 | d4 | pass |  | 🙂", Got::Over(over));
    }
}

mod makruk_moves {
    use super::makruk::Illegal::{
        CannotClaim, CannotGoThere, DoesNotPromote, ExposesKhun, KhunIntoCheck, LeavesKhunInCheck,
        MustPromote, NoPiece, NoneGoesThere, NotCounting, NotYours, OtherPiece, OwnPiece, StaysPut,
    };
    use super::makruk::{Act, Role, Unclaimable};
    use super::*;

    const START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w";

    fn illegal(reason: makruk::Illegal) -> Got {
        Got::Illegal(reason.into())
    }

    #[test]
    fn from_square_to_square() {
        in_game(Makruk, START).gives(
            "e3e4 | E3E4 | e3-e4 | e3 e4 |  E3 – E4  | e3—e4 | ｅ３ｅ４ | Ｅ３－Ｅ４ | e๓e๔ \
                 | จ๓จ๔ | จ3-จ4 | e3xe4 | e3e4! | e3\u{200b}e4",
            Got::Move("e3e4"),
        );
    }

    #[test]
    fn by_the_piece() {
        in_game(Makruk, START)
            .gives(
                "e4 | E4 | Pe4 | P-e4 | pe3e4 | bia e4 | Bia e3-e4 | เบี้ยe4 \
                 | เบี้ย จ๔ | เบี้ย e3-e4 | e4.",
                Got::Move("e3e4"),
            )
            .gives(
                "Nd2 | nd2 | N-d2 | ND2 | Nbd2 | N1d2 | Nb1d2 | Nb1-d2 | ma d2 \
                 | Ma b1 d2 | knight d2 | ม้า d2 | ม้าb1-d2 | ม้า ข๑ ง๒",
                Got::Move("b1d2"),
            )
            .gives("Kc2 | khun c2 | ขุนc2 | king c2", Got::Move("d1c2"))
            .gives("Md2 | Qd2 | met d2 | เม็ดd2", Got::Move("e1d2"))
            .gives("Sf2 | khon f2 | โคน f2", Got::Move("f1f2"))
            .gives("Ra2 | rua a2 | เรือa2 | Rook a2", Got::Move("a1a2"))
            .gives(NOTHING, Got::ParseMoveError)
            .gives("Nd | Ld2 | N@d2d | P* | e3e4e", Got::ParseMoveError);
        // The names of the menus in every language, those of chess, and words around the squares.
        in_game(Makruk, START)
            .gives(
                "♘d2 | ♞ d2 | ♘\u{fe0f}d2 | マー d2 | マーb1d2 | paard d2 | b1 to d2 | B1 TO D2 \
                 | b1 naar d2 | from b1 to d2 | van b1 naar d2 | ma on b1 to d2 | ma from b1 to d2 \
                 | knight b1 d2 | knight b1 to d2 | Nb1 to d2 | b1ไปd2 | ม้าจาก b1 ไป d2 \
                 | ม้าที่ b1 ไปที่ d2 | b1からd2へ | マーb1からd2",
                Got::Move("b1d2"),
            )
            .gives("pawn e4 | pion e4 | ♙e4 | ♟e4 | ビア e4 | pawn to e4", Got::Move("e3e4"))
            .gives("ルア a2 | toren a2 | ♖a2 | rook to a2", Got::Move("a1a2"))
            .gives("メット d2 | queen d2 | dame d2", Got::Move("e1d2"))
            .gives("コーン f2 | bishop f2 | loper f2 | ♗f2", Got::Move("f1f2"))
            .gives("クン c2 | koning c2 | ♔c2", Got::Move("d1c2"));
        let free = "4k3/8/8/8/8/8/8/1N2K3 w";
        in_game(Makruk, free).gives("Nc3 | nc3 | Ｎｃ３ | N c3 | ม้าc3", Got::Move("b1c3"));
    }

    #[test]
    fn with_a_promotion_that_is_a_must() {
        in_game(Makruk, "7k/8/2r1r3/3P4/8/8/8/K7 w")
            .gives(
                "d5d6 | d5d6m | D5-D6M | d5d6=m | d5d6q | d5-d6=M~ | d6 | d6=M | Pd6 \
                 | d6=เม็ด | เบี้ย d5-d6=เบี้ยหงาย | d6=หงาย | d5 d6 bia-ngai",
                Got::Move("d5d6m"),
            )
            .gives("d5c6 | dxc6 | dxc6=M | d5xc6m | c6 | Pxc6 | d5:c6", Got::Move("d5c6m"))
            .gives("d5d6= | d6=", illegal(MustPromote { to: at("d6") }))
            .gives("a1a2m | a1a2=M", illegal(DoesNotPromote { role: Role::Khun, to: at("a2") }));
    }

    #[test]
    fn fitting_several() {
        in_game(Makruk, "4k3/8/8/8/8/1N3N2/8/4K3 w")
            .gives("Nd4 | d4 | ma d4 | ม้าd4 | N3d4", Got::Several("b3d4 f3d4"))
            .gives("Nbd4 | nb3d4 | b3d4", Got::Move("b3d4"))
            .gives("Nfd4 | ม้า f d4", Got::Move("f3d4"));
        // A move without a letter is a bia's, also with the file that it comes from.
        in_game(Makruk, "7k/8/8/3p4/4P3/4N3/8/3K4 w")
            .gives("exd5 | ed5 | e:d5 | d5 | xd5", Got::Move("e4d5"))
            .gives("Nd5 | Nexd5 | e3d5", Got::Move("e3d5"));
        // A met from the a file, or ma: the capital of SAN tells, loose writing does not.
        in_game(Makruk, "4k3/8/M1M5/8/3N4/8/8/4K3 w")
            .gives("mab5 | MAB5 | ma b5 | Ma b5", Got::Several("a6b5 d4b5"))
            .gives("Mab5 | Mab5! | Mab5+ | met a b5 | Ma6b5", Got::Move("a6b5"))
            .gives("Mb5 | met b5", Got::Several("a6b5 c6b5"))
            .gives("Nb5 | ม้า b5", Got::Move("d4b5"));
        in_game(Makruk, "4k3/8/8/8/8/8/M1M~5/4K3 w")
            .gives("Mb3 | met b3 | เม็ด b3", Got::Several("a2b3 c2b3"))
            .gives("bia-ngai b3 | เบี้ยหงาย b3 | M~b3 | หงายb3", Got::Move("c2b3"));
    }

    #[test]
    fn that_the_pieces_cannot_make() {
        let rua = Role::Rua;
        in_game(Makruk, START)
            .gives("e4e5 | จ๔จ๕", illegal(NoPiece { square: at("e4") }))
            .gives("e6e5", illegal(NotYours { square: at("e6") }))
            .gives("a1b1", illegal(OwnPiece { square: at("b1") }))
            .gives("a1a5", illegal(CannotGoThere { role: rua, from: at("a1"), to: at("a5") }))
            .gives("e3e5", illegal(CannotGoThere { role: Role::Bia, from: at("e3"), to: at("e5") }))
            .gives("Ra5 | rua a5", none(Some(rua), None, "a5"))
            .gives("d5", none(None, None, "d5"))
            .gives("e3e3 | Pe3e3", illegal(StaysPut { square: at("e3") }));
    }

    fn none(role: Option<Role>, line: Option<FileOrRank>, to: &str) -> Got {
        illegal(NoneGoesThere { role, line, to: at(to) })
    }

    /// A piece and where it comes from: what stands there is judged, whatever else could go there.
    #[test]
    fn from_a_square_that_is_named() {
        let ma = Role::Ma;
        let (other, cannot) = (
            |role, square| illegal(OtherPiece { role, square: at(square) }),
            |role, from, to| illegal(CannotGoThere { role, from: at(from), to: at(to) }),
        );
        in_game(Makruk, START)
            .gives("Na1d2 | Na1-d2 | ม้า a1-d2 | ม้า ก๑ ง๒", other(Role::Rua, "a1"))
            .gives("Ra1a5", cannot(Role::Rua, "a1", "a5"))
            .gives("Nb1b4", cannot(ma, "b1", "b4"))
            .gives("Ne4f6", illegal(NoPiece { square: at("e4") }))
            .gives("Nb8d7", illegal(NotYours { square: at("b8") }))
            .gives("Nad2", none(Some(ma), Some(FileOrRank::File(0)), "d2"))
            .gives("N2d2", none(Some(ma), Some(FileOrRank::Rank(1)), "d2"))
            // Nothing is dropped in Makruk.
            .gives("P*e4 | P@e4 | N'd2", Got::ParseMoveError);
    }

    #[test]
    fn that_leave_the_khun_in_check() {
        let by = at("e8");
        in_game(Makruk, "4r2k/8/8/8/8/8/4N3/4K3 w")
            .gives("e2c3 | Nc3 | ม้า c3", illegal(ExposesKhun { by }));
        in_game(Makruk, "4r2k/8/8/8/8/8/8/3K4 w")
            .gives("d1e1 | Ke1 | e2 | Ke2", illegal(KhunIntoCheck { by }));
        in_game(Makruk, "4r2k/8/8/8/8/8/8/N3K3 w")
            .gives("a1b3 | Nb3", illegal(LeavesKhunInCheck { by }))
            .gives("e1e2 | Ke2", illegal(KhunIntoCheck { by }))
            .gives("e1d1 | Kd1 | Kd1!", Got::Move("e1d1"));
    }

    #[test]
    fn with_an_act() {
        in_game(Makruk, START)
            .gives("claim:e3e4 | claim e4", illegal(CannotClaim(Unclaimable::BiaStands)))
            .gives("skip:e3e4", illegal(NotCounting { act: Act::Skip }))
            .gives("stop:e3e4", illegal(NotCounting { act: Act::Stop }));
        in_game(Makruk, "8/8/2n5/8/6k1/2K5/8/1r5S w")
            .gives(
                "claim:h1h2 | claim h1 h2 | CLAIM:H1H2 | Claim: Sh2 | claim โคน h2",
                Got::Move("claim:h1h2"),
            )
            .gives("h1h2", Got::Move("h1h2"))
            .gives(
                "claim:h1h3",
                illegal(CannotGoThere { role: Role::Khon, from: at("h1"), to: at("h3") }),
            );
        in_game(Makruk, "8/8/2n5/8/6k1/2K5/8/1r5S w board:w:5/64")
            .gives("claim:h1h2", illegal(CannotClaim(Unclaimable::AlreadyCounting)))
            .gives("skip:h1h2 | skip Sh2", Got::Move("skip:h1h2"))
            .gives("stop:h1h2 | STOP h1-h2", Got::Move("stop:h1h2"));
        in_game(Makruk, "8/8/2n5/8/6k1/2K5/8/1r5S w board:b:5/64")
            .gives("claim:h1h2", Got::Move("claim:h1h2"))
            .gives("skip:h1h2", illegal(NotCounting { act: Act::Skip }));
        in_game(Makruk, "4k3/8/8/8/8/8/8/1N2K3 w")
            .gives("claim:b1c3", illegal(CannotClaim(Unclaimable::LoneKhun)));
        in_game(Makruk, "8/8/2n5/8/6k1/2K5/8/1r5S w uncounted")
            .gives("claim:h1h2", illegal(CannotClaim(Unclaimable::Off)));
    }

    #[test]
    fn after_the_end() {
        let any = "e3e4 | Kd1 | claim:e3e4 |  | 🙂";
        let mated = Outcome::win(Side::First, Reason::Checkmate);
        in_game(Makruk, "2R2k2/2R5/1K6/8/8/8/8/8 b").gives(any, Got::Over(mated));
        let ap = Outcome::draw(Reason::Stalemate);
        in_game(Makruk, "8/8/8/8/8/8/m4r2/5k1K w").gives(any, Got::Over(ap));
        let counted = Outcome::draw(Reason::Count);
        in_game(Makruk, "8/8/2n5/8/6k1/2K5/8/1r5S b board:w:65/64").gives(any, Got::Over(counted));
    }
}

mod ogi_moves {
    use super::ogi::Illegal::{
        CannotGoThere, DoesNotPromote, DropOnOwnPiece, DropOnPiece, DropPromoted, DropWithoutMove,
        ExposesKing, KingIntoCheck, LeavesKingInCheck, MustPromote, Nifu, NoPiece, NoneGoesThere,
        NotInHand, NotYours, OtherPiece, OwnPiece, StaysPut,
    };
    use super::ogi::{Piece, Role};
    use super::*;

    const START: &str = "lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / O/o";

    fn illegal(reason: ogi::Illegal) -> Got {
        Got::Illegal(reason.into())
    }

    fn none(role: Role, promoted: Option<bool>, to: &str) -> Got {
        illegal(NoneGoesThere { role: Some(role), promoted, line: None, to: at(to) })
    }

    fn unpromoted(role: Role) -> Piece {
        Piece { role, promoted: false }
    }

    #[test]
    fn from_square_to_square_and_by_the_piece() {
        in_game(Ogi, START)
            .gives(
                "e3e4 | E3E4 | e3-e4 | e3 e4 | ｅ３ｅ４ | e4 | Pe4 | P-e4 | pe3-e4 \
                 | pawn e4 | fu e4 | 歩e4 | 歩 e3-e4 | e4歩 | ▲e4歩 | ▲e4歩(e3) | ☗e4歩 \
                 | Ｐ－ｅ４",
                Got::Move("e3e4"),
            )
            .gives(
                "pion e4 | pion e3 naar e4 | เบี้ย e4 | เบี้ย จ๓ จ๔ | ♙e4 | e3 to e4 | pawn to e4",
                Got::Move("e3e4"),
            )
            .gives("prinses e2 | เจ้าหญิง e2 | prinses d1 naar e2", Got::Move("d1e2"))
            .gives("koning d2 | ขุน d2 | ♔d2", Got::Move("e1d2"))
            .gives("Ie2 | 姫e2 | princess e2 | hime e2 | e2姫", Got::Move("d1e2"))
            .gives("Kd2 | 王d2 | 玉d2 | king d2", Got::Move("e1d2"))
            .gives("Sg2", none(Role::Silver, None, "g2"))
            .gives("g2銀", none(Role::Silver, Some(false), "g2"))
            .gives(NOTHING, Got::ParseMoveError)
            .gives("Md2 | P* | @e5d | 歩 | e3e4+-+ | P*e5*", Got::ParseMoveError);
        in_game(Ogi, "4k^3/8/8/8/8/8/8/1N2K^3 / O/o")
            .gives("Nc3 | nc3 | N-c3 | 桂c3 | kei c3", Got::Move("b1c3"));
    }

    #[test]
    fn with_a_drop() {
        in_game(Ogi, "4k^3/8/8/8/8/8/8/4K^3 PN/ O/o")
            .gives(
                "P*e5 | P@e5 | Pe5 | p*e5 | p@E5 | P'e5 | P * e 5 | Ｐ＊ｅ５ | 歩*e5 | 歩打e5 \
                 | e5歩打 | ▲e5歩打 | e5歩 | pawn*e5 | fu@e5 | P*e5!",
                Got::Move("P@e5"),
            )
            .gives("pion*e5 | เบี้ย*e5 | เบี้ย @ จ๕ | ♙*e5", Got::Move("P@e5"))
            .gives("P*e1", illegal(DropOnOwnPiece { square: at("e1") }))
            .gives("P*e8", illegal(DropOnPiece { square: at("e8") }))
            .gives("P*a8 | Pa8", illegal(DropWithoutMove { role: Role::Pawn, to: at("a8") }))
            .gives("N*a7 | 桂打a7", illegal(DropWithoutMove { role: Role::Knight, to: at("a7") }))
            .gives("N*a6", Got::Move("N@a6"))
            .gives("P*a6+ | +P*a6 | と*a6", illegal(DropPromoted { role: Role::Pawn }))
            .gives("R*e5 | 飛打e5", illegal(NotInHand { role: Role::Rook }));
        in_game(Ogi, "4k^3/8/8/8/8/4P3/8/4K^3 P/ O/o")
            .gives("P*e5 | P@e5 | Pe5 | e5歩打", illegal(Nifu { to: at("e5") }))
            .gives("P*e2", illegal(Nifu { to: at("e2") }))
            .gives("Pe4 | e4", Got::Move("e3e4"))
            .gives("P*d5 | Pd5", Got::Move("P@d5"));
        // Promoted pawns do not count.
        in_game(Ogi, "4k^3/8/8/8/8/4+P3/8/4K^3 P/ O/o").gives("P*e5", Got::Move("P@e5"));
    }

    #[test]
    fn fitting_several() {
        in_game(Ogi, "4k^3/8/8/8/4S3/8/8/4K^3 S/ O/o")
            .gives("Se5 | se5 | 銀e5 | silver e5", Got::Several("S@e5 e4e5"))
            .gives("S-e5 | Sxe5 | Se4e5 | e4e5 | ▲e5銀(e4)", Got::Move("e4e5"))
            .gives("S*e5 | S@e5 | e5銀打", Got::Move("S@e5"));
        // Both princesses reach d4; the written form gives the promoted one its sign.
        in_game(Ogi, "2k^5/8/2I2+I2/8/8/8/8/4K^3 / O/o")
            .gives("Id4 | i-d4 | princess d4", Got::Several("c6d4+ f6d4"))
            .gives("姫d4 | Ic6d4 | d4姫成(c6)", Got::Move("c6d4+"))
            .gives("+Id4 | +I-d4 | 神d4 | Ifd4", Got::Move("f6d4"));
    }

    #[test]
    fn with_a_promotion_that_is_a_must() {
        let [pawn, king] = [Role::Pawn, Role::King].map(unpromoted);
        in_game(Ogi, "7k^/8/8/4P3/8/8/8/7K^ / O/o")
            .gives(
                "e5e6 | e5e6+ | E5-E6+ | e5e6=+ | e6 | e6+ | P-e6 | Pe6+ | 歩e6 | e6歩成 \
                 | ▲e6歩成(e5) | e5e6成",
                Got::Move("e5e6+"),
            )
            .gives(
                "e5e6= | Pe6= | e6歩不成 | e5e6不成",
                illegal(MustPromote { piece: pawn, from: at("e5"), to: at("e6") }),
            )
            .gives(
                "h1h2+ | Kh2+",
                illegal(DoesNotPromote { piece: king, from: at("h1"), to: at("h2") }),
            );
        in_game(Ogi, "7k^/8/8/8/4+R3/8/8/7K^ / O/o")
            .gives(
                "+Re5 | Re5 | R-e5 | +r-e5 | 龍e5 | 竜e5 | dragon e5 | e5龍 | e4e5",
                Got::Move("e4e5"),
            )
            .gives(
                "promoted rook e5 | gepromoveerde toren e5 | เรือเลื่อนขั้น e5 | เรือ e5 | toren e5",
                Got::Move("e4e5"),
            )
            .gives("飛e5", none(Role::Rook, Some(false), "e5"));
    }

    #[test]
    fn that_the_pieces_cannot_make() {
        let pawn = unpromoted(Role::Pawn);
        in_game(Ogi, START)
            .gives("e4e5", illegal(NoPiece { square: at("e4") }))
            .gives("e6e5", illegal(NotYours { square: at("e6") }))
            .gives("a1b1", illegal(OwnPiece { square: at("b1") }))
            .gives("e3e5", illegal(CannotGoThere { piece: pawn, from: at("e3"), to: at("e5") }))
            .gives("P*e5", illegal(NotInHand { role: Role::Pawn }))
            .gives("Re5", none(Role::Rook, None, "e5"))
            .gives("e3e3", illegal(StaysPut { square: at("e3") }));
    }

    /// A piece and where it comes from, or which face it shows: what is named is judged.
    #[test]
    fn of_a_piece_that_is_named() {
        let [pawn, rook] = [Role::Pawn, Role::Rook].map(unpromoted);
        let other = |piece, square| illegal(OtherPiece { piece, square: at(square) });
        in_game(Ogi, START)
            .gives("Re2", Got::Move("g2e2"))
            .gives("龍e2 | 竜王e2 | +Re2 | e2龍 | dragon e2", none(Role::Rook, Some(true), "e2"))
            .gives("成銀d2 | +Sd2 | 全d2", none(Role::Silver, Some(true), "d2"))
            .gives("+Rg2e2 | e2龍(g2)", other(rook, "g2"))
            .gives("Bg2e2 | 角g2-e2", other(rook, "g2"))
            .gives("Pe4e5 | 歩e4e5", illegal(NoPiece { square: at("e4") }))
            .gives("Pe6e5", illegal(NotYours { square: at("e6") }))
            .gives(
                "Pe3e5 | 歩e3-e5 | e5歩(e3)",
                illegal(CannotGoThere { piece: pawn, from: at("e3"), to: at("e5") }),
            )
            .gives("@e5 | *e5 | Pe3*e4 | e4歩打(e3)", Got::ParseMoveError)
            .gives("Ra2", none(Role::Rook, None, "a2"))
            .gives(
                "Rae2 | rook a e2",
                illegal(NoneGoesThere {
                    role: Some(Role::Rook),
                    promoted: None,
                    line: Some(FileOrRank::File(0)),
                    to: at("e2"),
                }),
            );
    }

    /// A dash goes from square to square, so it is no drop.
    #[test]
    fn with_a_dash() {
        in_game(Ogi, "4k^3/8/8/8/4S3/8/8/4K^3 S/ O/o")
            .gives("S-e5 | s–e5 | 銀-e5 | Ｓ－ｅ５", Got::Move("e4e5"))
            .gives("S-a3", none(Role::Silver, None, "a3"))
            .gives("Sa3 | S*a3", Got::Move("S@a3"));
    }

    #[test]
    fn by_the_whole_name() {
        let hands = "4k^3/8/8/8/8/8/8/4K^3 BLNPRS/ O/o";
        in_game(Ogi, hands)
            .gives("飛車e5 | 飛車打e5 | e5飛車打 | 飛車*e5", Got::Move("R@e5"))
            .gives("角行打e5 | e5角行", Got::Move("B@e5"))
            .gives("銀将打e5", Got::Move("S@e5"))
            .gives("桂馬打e5 | 桂馬e5", Got::Move("N@e5"))
            .gives("香車打e5", Got::Move("L@e5"))
            .gives("歩兵打e5 | e5歩兵打", Got::Move("P@e5"))
            .gives("王将e2 | 玉将e2", Got::Move("e1e2"));
        in_game(Ogi, "4k^3/8/8/8/+R1+B5/+P7/8/4K^3 / O/o")
            .gives("龍王a5 | 竜王a5", Got::Move("a4a5"))
            .gives("龍馬d5 | 竜馬d5", Got::Move("c4d5"))
            .gives("と金b4", Got::Move("a3b4"));
    }

    #[test]
    fn that_leave_the_king_in_check() {
        let by = at("e8");
        in_game(Ogi, "4r2k^/8/8/8/8/8/4N3/4K^3 / O/o")
            .gives("e2d4 | Nd4 | 桂d4", illegal(ExposesKing { by }));
        in_game(Ogi, "4r2k^/8/8/8/8/8/8/3K^4 / O/o")
            .gives("d1e1 | Ke2 | 王e1", illegal(KingIntoCheck { by }));
        in_game(Ogi, "4r2k^/8/8/8/8/8/8/L3K^3 P/ O/o")
            .gives("a1a2 | La2 | P*a2 | Pa2", illegal(LeavesKingInCheck { by }))
            .gives("P*e4 | Pe4", Got::Move("P@e4"));
    }

    #[test]
    fn after_the_end() {
        let mated = Outcome::win(Side::First, Reason::Checkmate);
        in_game(Ogi, "6nk^/6nP/6S1/8/8/8/8/K^7 / o/O")
            .gives("h8h7 | Kh7 | P*e5 |  | 🙂", Got::Over(mated));

        let start = "4k^3/8/8/8/8/8/8/R3K^3 / O/o";
        let mut game = Game::from_position(Ogi, start).unwrap();
        for mv in ["e1d1", "e8d8", "d1e1", "d8e8"].repeat(3) {
            game.play_text(mv).unwrap();
        }
        let repeated = Outcome::draw(Reason::Repetition);
        assert_eq!(game.play_text("e1d1"), Err(MoveError::Over(repeated)));
    }
}

/// A refusal that says that no such piece goes somewhere is true: nothing legal is denied.
#[test]
fn none_goes_there_is_true() {
    use kradan_rules::Position as _;

    let on = |line: Option<FileOrRank>, from: Square| match line {
        Some(FileOrRank::File(file)) => from.file() == file,
        Some(FileOrRank::Rank(rank)) => from.rank() == rank,
        None => true,
    };
    let origins: Vec<String> = [String::new()]
        .into_iter()
        .chain(('a'..='h').map(String::from))
        .chain((1..=8).map(|rank| rank.to_string()))
        .chain(Square::all().map(|square| square.to_string()))
        .collect();
    let texts = |pieces: &[&str]| -> Vec<String> {
        let to = |text: String| Square::all().map(move |to| format!("{text}{to}"));
        let from = |piece: &&str| origins.iter().map(|origin| format!("{piece}{origin}")).collect();
        pieces.iter().flat_map(|piece| -> Vec<String> { from(piece) }).flat_map(to).collect()
    };
    let mut refused = 0;
    let makruk: makruk::Position =
        "3k2r1/1m3n2/p1M~1p3/2P1N3/1p2S3/P3N2P/3M4/R2K3R w".parse().unwrap();
    for text in texts(&["K", "M", "S", "N", "R", "P", "M~", ""]) {
        let Err(MoveError::Illegal(makruk::Illegal::NoneGoesThere { role, line, to })) =
            makruk.read_move(&text)
        else {
            continue;
        };
        refused += 1;
        for mv in makruk.legal_moves() {
            let (_, mover) = makruk.piece_at(mv.from).unwrap();
            let denied = role.is_none_or(|role| role == mover) && on(line, mv.from) && mv.to == to;
            assert!(!denied, "{text}: {mv} is legal");
        }
    }
    let ogi: ogi::Position =
        "2s1k^1nl/6b1/p1+P1pppp/4S3/1p2R3/+I1S1+P2P/1B5+R/LN2K^1NL 2P/pi O/o".parse().unwrap();
    for text in texts(&["K", "I", "R", "B", "S", "N", "L", "P", "+R", "+S", "飛", "と", "金", ""])
    {
        let Err(MoveError::Illegal(ogi::Illegal::NoneGoesThere { role, promoted, line, to })) =
            ogi.read_move(&text)
        else {
            continue;
        };
        refused += 1;
        for mv in ogi.legal_moves() {
            let ogi::Move::Board { from, to: target, .. } = mv else { continue };
            let (_, mover) = ogi.piece_at(from).unwrap();
            let named = role.is_none_or(|role| role == mover.role)
                && promoted.is_none_or(|promoted| promoted == mover.promoted);
            assert!(!(named && on(line, from) && target == to), "{text}: {mv} is legal");
        }
    }
    assert!(refused > 5_000, "{refused} texts were refused so");
}
