//! Makruk's counts: everybody learns of them, and a player may think again.

use kradan_emulator::{ANN, BEN};
use kradan_i18n::{self as i18n, EventContext, Language};
use kradan_rules::makruk::Act;
use kradan_rules::{BySide, GameKind, Side};
use kradan_table::{Event, MakrukEvent};

use crate::discord::harness::has_control;
use crate::discord::transcript::{Transcript, by_name, mention};

/// White is weaker and to move.
const CLAIMABLE: &str = "8/8/2n5/8/6k1/2K5/8/1r5S w";

/// The sentence of an event in English, since Ann and Ben have no language in common.
fn said(event: MakrukEvent) -> String {
    let (first, second) = (mention(ANN), mention(BEN));
    let names = BySide { first: first.as_str(), second: second.as_str() };
    let kind = GameKind::Makruk;
    let context = EventContext { kind, names, written: None, game: None };
    by_name(&i18n::event(&Event::from(event), &context, Language::English))
}

async fn table_at(position: &str) -> Transcript {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    transcript.begin_from(GameKind::Makruk, position).await;
    transcript.act(ANN, "/board").await;
    transcript
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_is_shown_on_the_board_and_asked_about_when_pressed_again() {
    let transcript = table_at(CLAIMABLE).await;
    let claimed = transcript.act(ANN, "press count").await;
    let claims = said(MakrukEvent::CountAnnounced { side: Side::First, act: Act::Claim });
    assert!(claimed.visible_to.is_none() && claimed.pinged.is_empty());
    assert!(by_name(claimed.content()).contains(&claims), "{}", claimed.content());
    let label = i18n::text("label-count-claimed", Language::English);
    assert!(claimed.controls().iter().any(|it| it["label"] == label), "{:?}", claimed.controls());
    // Shown again, the board still says so.
    let board = transcript.act(ANN, "/board").await;
    assert!(by_name(board.content()).contains(&claims), "{}", board.content());

    let asks = transcript.act(ANN, "press count").await;
    assert_eq!(asks.visible_to, Some(ANN), "{}", asks.content());
    assert_eq!(transcript.stored().await.table.announced(), Some(Act::Claim.into()));
    let kept = transcript.act(ANN, "press count-keep").await;
    assert_eq!(kept.content(), i18n::text("line-count-kept", Language::English));
    assert_eq!(transcript.stored().await.table.announced(), Some(Act::Claim.into()));

    let asks = transcript.act(ANN, "count claim").await;
    assert_eq!(asks.visible_to, Some(ANN), "{}", asks.content());
    let left = transcript.act(ANN, "press count-leave").await;
    assert_eq!(left.visible_to, None);
    let leaves = said(MakrukEvent::CountLeft { side: Side::First });
    assert!(by_name(left.content()).contains(&leaves), "{}", left.content());
    assert_eq!(transcript.stored().await.table.announced(), None);
    let label = i18n::text("label-claim-count", Language::English);
    assert!(left.controls().iter().any(|it| it["label"] == label), "{:?}", left.controls());
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_once_in_a_position_of_a_claim_and_of_leaving_it() {
    let transcript = table_at(CLAIMABLE).await;
    let (claims, leaves) = (
        said(MakrukEvent::CountAnnounced { side: Side::First, act: Act::Claim }),
        said(MakrukEvent::CountLeft { side: Side::First }),
    );
    for round in 0..3 {
        let before = transcript.public().len();
        let claimed = transcript.act(ANN, "count claim").await;
        assert!(by_name(claimed.content()).contains(&claims), "{}", claimed.content());
        transcript.act(ANN, "count claim").await;
        let left = transcript.act(ANN, "press count-leave").await;
        assert!(by_name(left.content()).contains(&leaves), "{}", left.content());
        let alone = (round > 0).then_some(ANN);
        assert_eq!((claimed.visible_to, left.visible_to), (alone, alone), "{round}");
        let boards = if round == 0 { 2 } else { 0 };
        assert_eq!(transcript.public().len(), before + boards, "{round}");
    }
    // What was claimed last counts, although only Ann was told.
    transcript.act(ANN, "count claim").await;
    let moved = transcript.act(ANN, "/move h1h2").await;
    assert!(moved.content().contains("“1”"), "{}", moved.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn skips_and_stops_are_announced_and_listed() {
    let transcript = table_at(CLAIMABLE).await;
    for (who, action) in [(ANN, "count claim"), (ANN, "/move h1h2"), (BEN, "/move b1b8")] {
        transcript.act(who, action).await;
    }
    // Beside the moves stands a claim alone.
    let board = transcript.with(ANN, "more", false);
    assert!(!has_control(&board, "count"), "{:?}", board.controls());
    let panel = transcript.act(ANN, "press more").await;
    assert!(has_control(&panel, "count"), "{:?}", panel.controls());
    let skips = transcript.act(ANN, "count skip").await;
    let announced = |act| said(MakrukEvent::CountAnnounced { side: Side::First, act });
    assert_eq!(skips.visible_to, None);
    assert!(by_name(skips.content()).contains(&announced(Act::Skip)), "{}", skips.content());
    for (who, action) in
        [(ANN, "/move c3d3"), (BEN, "/move b8b1"), (ANN, "/move d3c3"), (BEN, "/move b1b8")]
    {
        transcript.act(who, action).await;
    }
    let stops = transcript.act(ANN, "count stop").await;
    assert!(by_name(stops.content()).contains(&announced(Act::Stop)), "{}", stops.content());
    transcript.act(ANN, "/move c3d3").await;
    let history = transcript.act(ANN, "press history").await;
    let content = history.content();
    for part in ["Sh2 “1”", "Kd3 (not counted)", "Kc3 “2”", "Kd3 (count stopped)"] {
        assert!(content.contains(part), "no {part} in {content}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_count_that_falls_due_is_explained() {
    let transcript = table_at("8/8/8/3k4/8/8/4r3/4K2R w").await;
    let taken = transcript.act(ANN, "/move e1e2").await;
    let explained = said(MakrukEvent::CountDue { side: Side::Second, number: 4, limit: 16 });
    assert!(by_name(taken.content()).contains(&explained), "{}", taken.content());
    let counted = transcript.act(BEN, "/move d5d4").await;
    assert!(counted.content().contains("“4”"), "{}", counted.content());
}

/// What the table adds to a move is no business of whoever typed it.
#[tokio::test(flavor = "multi_thread")]
async fn refusals_after_a_claim_show_what_was_typed() {
    let transcript = table_at("6rk/6r1/8/8/8/1N3N2/8/K7 w").await;
    transcript.act(ANN, "count claim").await;
    let several = transcript.act(ANN, "/move Nd4").await;
    assert_eq!(several.visible_to, Some(ANN));
    assert!(several.content().contains("`Nbd4`, `Nfd4`"), "{}", several.content());
    let unread = transcript.act(ANN, "/move zz9").await;
    assert!(unread.content().contains("`zz9`"), "{}", unread.content());
    for answer in [several, unread] {
        assert!(!answer.content().contains("claim"), "{}", answer.content());
    }
}
