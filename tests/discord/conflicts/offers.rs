//! Draw offers and takebacks.

use kradan_emulator::{ANN, BEN};
use kradan_rules::{GameKind, Side, makruk::Act};
use kradan_table::{Ending, Event, Refusal};

use crate::discord::harness::has_control;
use crate::discord::transcript::Sees::{Public, PublicEvent, PublicTakeback, Refused, Stale};
use crate::discord::transcript::{NOBODY, Transcript, check};

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_offer_is_answered_after_a_restart() {
    let mut transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let offered = Event::DrawOffered { side: Side::First };
    transcript.play(&[(ANN, "press draw", PublicEvent(&offered), &[BEN])]).await;
    transcript.harness.restart().await;
    let declined = Event::DrawDeclined { side: Side::Second };
    let agreed = Event::Ended(Ending::Agreed);
    transcript
        .play(&[
            (ANN, "press accept-draw", Refused(&Refusal::OwnOffer), NOBODY),
            (BEN, "press decline-draw", PublicEvent(&declined), &[ANN]),
            (ANN, "/draw", Refused(&Refusal::DeclinedAlready), NOBODY),
            (BEN, "/move c3", Public("c3"), &[ANN]),
            (ANN, "/move c4", Public("c4"), &[BEN]),
            (ANN, "/draw", PublicEvent(&offered), &[BEN]),
        ])
        .await;
    transcript.harness.restart().await;
    transcript.play(&[(BEN, "press accept-draw", PublicEvent(&agreed), &[ANN])]).await;
    transcript.ends("d3 c3 c4; Agreed", &[0, 1, 2, 3, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_what_the_opponent_asked_meanwhile_is_asked_and_grants_nothing() {
    let transcript = Transcript::of(GameKind::Othello, &["d3", "c3", "c4"]).await;
    let panel = transcript.harness.click(BEN, &transcript.with(BEN, "more", false), "more").await;
    let asked = Event::TakebackAsked { side: Side::First, plies: (3, 3) };
    let offered = Event::DrawOffered { side: Side::First };
    transcript
        .play(&[
            (ANN, "/draw", PublicEvent(&offered), &[BEN]),
            (ANN, "press takeback", PublicTakeback(&asked, "`3. c4`"), &[BEN]),
            (BEN, "/draw", Refused(&Refusal::OfferedFirst), NOBODY),
        ])
        .await;
    // The panel is from before Ann asked.
    let first = transcript.harness.click(BEN, &panel, "draw").await;
    check(BEN, "draw", &first, Refused(&Refusal::OfferedFirst));
    let question = transcript.harness.click(BEN, &panel, "takeback").await;
    check(BEN, "takeback", &question, Refused(&Refusal::AskedFirst));
    let table = transcript.stored().await.table;
    assert_eq!((table.game().plies(), table.is_running()), (3, true));
    // The answers are with the refusal.
    assert!(has_control(&first, "decline-draw") && has_control(&question, "refuse"));
    let agreed = transcript.harness.click(BEN, &first, "accept-draw").await;
    assert_eq!((agreed.visible_to, &agreed.pinged[..]), (None, &[ANN][..]));
    transcript.ends("d3 c3 c4; Agreed", &[0, 1, 2, 3, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_stays_playable_during_an_offer() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let offered = Event::DrawOffered { side: Side::First };
    let asked = Event::TakebackAsked { side: Side::First, plies: (1, 1) };
    let declined = Event::TakebackRefused { side: Side::Second };
    transcript
        .play(&[
            (ANN, "press draw", PublicEvent(&offered), &[BEN]),
            (ANN, "/draw", Refused(&Refusal::OfferedAlready), NOBODY),
            (ANN, "press takeback", PublicTakeback(&asked, "`1. d3`"), &[BEN]),
            (BEN, "press refuse", PublicEvent(&declined), &[ANN]),
        ])
        .await;
    transcript.keep_old_controls();
    transcript
        .play(&[
            (BEN, "pick c3 from square", Public("c3"), &[ANN]),
            (BEN, "press accept-draw", Stale, NOBODY),
            (BEN, "press decline-draw", Stale, NOBODY),
        ])
        .await;
    transcript.harness.emulator.clear_faults();
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_undoes_a_claimed_count() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let start = "8/8/2n5/8/6k1/2K5/8/1r5S w";
    transcript.begin_from(GameKind::Makruk, start).await;
    let claimed = transcript.act(ANN, "count claim").await;
    assert_eq!(claimed.visible_to, None, "the claim is announced before the move");
    assert_eq!(transcript.stored().await.table.announced(), Some(Act::Claim.into()));
    transcript
        .play(&[
            (ANN, "/move h1h2", Public("1"), &[BEN]),
            (BEN, "/move b1b8", Public("b8"), &[ANN]),
            (ANN, "press takeback", Public("(`1. Sh2`, `1… Rb8`)"), &[BEN]),
            (ANN, "press grant", Refused(&Refusal::OwnOffer), NOBODY),
            (BEN, "press grant", Public("taken back (`1. Sh2`, `1… Rb8`)."), &[ANN]),
        ])
        .await;
    let table = transcript.stored().await.table;
    assert_eq!((table.game().position().as_str(), table.announced()), (start, None));
    transcript.play(&[(ANN, "/move h1h2", Public("h2"), &[BEN])]).await;
    transcript.ends("h1h2; Second to move", &[0, 0, 1, 2, 0, 1]).await;
}
