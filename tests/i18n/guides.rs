//! The rules as they are told.

use kradan_i18n::{Language, guide};
use kradan_rules::{Game, GameKind, Outcome, Reason, Side, Status, makruk};

const TEXT_MAX: usize = 900;

/// Discord's limit for what stands above an embed.
const HEADING_MAX: usize = 256;

#[test]
fn guides_are_short_and_the_same_in_every_language() {
    for kind in GameKind::ALL {
        let english = guide(kind, Language::English);
        assert!((3..=10).contains(&english.len()));
        for language in Language::ALL {
            let sections = guide(kind, language);
            assert_eq!(sections.len(), english.len());
            for (section, model) in sections.iter().zip(&english) {
                let (heading, length) = (&section.heading, section.text.chars().count());
                assert!((20..=TEXT_MAX).contains(&length), "{language}, {heading}: {length}");
                assert!((1..=HEADING_MAX).contains(&heading.chars().count()));
                assert_eq!((section.position, section.pick), (model.position, model.pick));
            }
        }
    }
}

#[test]
fn every_diagram_stands_and_what_is_picked_can_move() {
    for kind in GameKind::ALL {
        for section in guide(kind, Language::English) {
            let heading = &section.heading;
            let Some(position) = section.position else {
                assert_eq!(section.pick, None, "{heading}");
                continue;
            };
            let game = Game::from_position(kind, position)
                .unwrap_or_else(|error| panic!("{heading}: {error}"));
            if let Some(pick) = section.pick {
                assert!(matches!(game.status(), Status::Ongoing { .. }), "{heading}");
                let moves = game.legal_moves();
                assert!(moves.iter().any(|mv| mv.starts_with(pick)), "{heading}: {moves:?}");
            }
        }
    }
}

/// The game of the one section whose English text says this.
fn shown(kind: GameKind, said: &str) -> Game {
    let sections = guide(kind, Language::English);
    let mut fitting = sections.iter().filter(|section| section.text.contains(said));
    let section = fitting.next().unwrap_or_else(|| panic!("nothing says {said:?}"));
    assert!(fitting.next().is_none(), "{said:?} is said twice");
    Game::from_position(kind, section.position.unwrap()).unwrap()
}

#[test]
fn diagrams_show_what_the_texts_say() {
    let mut turning = shown(GameKind::Othello, "on d3 turns five discs in three directions");
    let Game::Othello(before) = turning.clone() else { unreachable!() };
    turning.play_text("d3").unwrap();
    let Game::Othello(after) = &turning else { unreachable!() };
    let white = [&before, after].map(|record| record.position().disc_counts().second);
    assert_eq!(white[0] - white[1], 5);

    let mut passing = shown(GameKind::Othello, "Here White has no move, so Black goes on");
    assert_eq!(passing.legal_moves(), ["pass"]);
    passing.play_text("pass").unwrap();
    assert_eq!(passing.outcome(), None);

    let stalemate = shown(GameKind::Makruk, "as it is for Black here");
    assert_eq!(stalemate.outcome(), Some(Outcome::draw(Reason::Stalemate)));
    let Game::Makruk(claimable) = shown(GameKind::Makruk, "Once no unpromoted bia is left") else {
        unreachable!()
    };
    assert_eq!(claimable.position().judge_act(makruk::Act::Claim), Ok(()));
    let Game::Makruk(due) = shown(GameKind::Makruk, "Here Black counts from 5 up to 16") else {
        unreachable!()
    };
    let count = due.position().count().unwrap();
    assert_eq!((count.side, count.number + 1, count.limit), (Side::Second, 5, 16));

    let mate = shown(GameKind::Ogi, "here Gote is mated");
    assert_eq!(mate.outcome(), Some(Outcome::win(Side::First, Reason::Checkmate)));
    let drop = shown(GameKind::Ogi, "(nifu)");
    assert!(drop.legal_moves().iter().any(|mv| mv.starts_with("P@")));
    assert!(!drop.legal_moves().contains(&"P@d5".to_owned()));
}
