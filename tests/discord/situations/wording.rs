//! Words for everybody: results, rules, refusals.

use kradan_emulator::{ANN, BEN, CHAI};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::GameKind;

use crate::discord::transcript::Transcript;

#[tokio::test(flavor = "multi_thread")]
async fn a_result_says_score_length_and_last_move() {
    let moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5"];
    let transcript = Transcript::of(GameKind::Othello, &moves).await;
    let end = transcript.act(ANN, "/move c5").await;
    for part in ["13–0", "64–0", "9 moves", "c5`"] {
        assert!(end.content().contains(part), "no {part} in {}", end.content());
    }
    let resigned = Transcript::of(GameKind::Ogi, &["e3e4", "e6e5", "d3d4"]).await;
    resigned.act(BEN, "/resign").await;
    let end = resigned.act(BEN, "press resign-yes").await;
    assert!(end.content().contains("2 moves were played."), "{}", end.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn anybody_reads_the_rules_below_a_challenge() {
    let transcript = Transcript::of_challenge(GameKind::Makruk).await;
    let sections = i18n::guide(GameKind::Makruk, Language::Thai);
    let shown = transcript.act(CHAI, "press how-to-play").await;
    assert_eq!(shown.visible_to, Some(CHAI));
    assert!(shown.content().contains(&sections[0].text), "{}", shown.content());
    let harness = &transcript.harness;
    let [before, after] =
        ["label-page-before", "label-page-after"].map(|key| i18n::text(key, Language::Thai));
    assert!(shown.controls().iter().all(|it| it["label"] != before), "the first part is first");
    let second = harness.click(CHAI, &shown, &after).await;
    assert_eq!((second.id, second.visible_to), (shown.id, Some(CHAI)));
    assert!(second.content().contains(&sections[1].text), "{}", second.content());
    let first = harness.click(CHAI, &second, &before).await;
    assert!(first.content().contains(&sections[0].text), "{}", first.content());
    let last = (sections.len() - 1).to_string();
    let last = harness.select(CHAI, &first, "guide", &last).await;
    assert!(last.controls().iter().all(|it| it["label"] != after), "the last part is last");
    assert!(transcript.stored().await.table.challenged().is_some());
}
