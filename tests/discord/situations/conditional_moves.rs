//! Conditional moves: planned by typing or by buttons, seen by their author alone, and played with
//! the move that they answer.

use std::sync::Arc;

use kradan_emulator::{ANN, BEN, CHAI, GAMES, Id, PostedMessage, RANDOM};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::GameKind;
use kradan_table::Refusal;
use serde_json::json;

use crate::discord::checks::controls_with;
use crate::discord::harness::{Harness, WAIT_MAX, has_control};
use crate::discord::schema::check_requests;
use crate::discord::transcript::Sees::{EphemeralText, Public, Refused};
use crate::discord::transcript::{NOBODY, Transcript, check};

impl Harness {
    /// Picks a move of a planned line by its button: one that ends with this.
    async fn pick_planned(
        &self,
        who: Id,
        panel: &PostedMessage,
        (control, end): (&str, &str),
    ) -> Arc<PostedMessage> {
        let ids = controls_with(panel, control);
        let id = ids.iter().find(|id| id.ends_with(end));
        let id = id.unwrap_or_else(|| panic!("no {end} among {ids:?} of {}", panel.content()));
        let changed = self.click(who, panel, id).await;
        assert_eq!((changed.id, changed.visible_to), (panel.id, Some(who)), "{end}");
        changed
    }

    async fn plan(&self, who: Id, line: &str) -> Arc<PostedMessage> {
        let planned = self.command(who, GAMES, "if", json!({ "line": line })).await;
        assert_eq!(planned.visible_to, Some(who), "{line}: {}", planned.content());
        planned
    }

    async fn plans(&self, who: Id) -> Arc<PostedMessage> {
        let list = self.command(who, GAMES, "if", json!({})).await;
        assert_eq!(list.visible_to, Some(who), "{}", list.content());
        list
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_planned_reply_is_played_with_the_move_that_it_answers() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let before = transcript.public().len();
    let planned = transcript.harness.plan(ANN, "c5 then d6, if e3 then f4").await;
    assert!(planned.content().contains("If `c5` then `d6`, and then if `e3` then `f4`"));
    assert_eq!(planned.attachments().len(), 1, "a board of the position that would result");
    assert_eq!(transcript.public().len(), before, "nobody else learns of it");
    transcript.play(&[(BEN, "/move c5", Public("`d6`"), NOBODY)]).await;
    transcript.play(&[(BEN, "/move e3", Public("`f4`"), NOBODY)]).await;
    transcript.ends("d3 c5 d6 e3 f4; Second to move", &[0, 1, 3, 5]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn plans_of_both_players_are_told_in_one_message() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    // On her own turn Ann begins with the move that she is going to make.
    transcript.harness.plan(ANN, "d3, if c5 then d6, if e3 then f4").await;
    transcript.harness.plan(BEN, "d3 c5 d6 e3").await;
    let before = transcript.stored().await.revision;
    transcript.play(&[(ANN, "/move d3", Public("`e3`"), &[BEN])]).await;
    assert_eq!(transcript.stored().await.revision, before + 1, "all moves are one commit");
    let message = transcript.public().pop().unwrap();
    for mv in ["`d3`", "`c5`", "`d6`", "`e3`", "`f4`"] {
        assert!(message.content().contains(mv), "{mv}: {}", message.content());
    }
    transcript.ends("d3 c5 d6 e3 f4; Second to move", &[0, 5]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_an_offer_held_up_is_played_when_that_is_declined() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.plan(ANN, "if c5 then d6").await;
    transcript
        .play(&[
            (BEN, "/draw", Public("draw"), &[ANN]),
            (BEN, "/move c5", Public("c5"), &[ANN]),
            (ANN, "press decline-draw", Public("d6`"), &[BEN]),
        ])
        .await;
    transcript.ends("d3 c5 d6; Second to move", &[0, 1, 2, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_come_true_is_dropped_and_nobody_else_sees_it() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    harness.plan(ANN, "c5 d6").await;
    harness.plan(ANN, "e3 f4").await;
    let list = harness.plans(ANN).await;
    assert_eq!(controls_with(&list, "if-remove").len(), 2, "{}", list.content());
    let opponent = harness.plans(BEN).await;
    let empty = i18n::text("line-if-empty", Language::Dutch);
    assert!(opponent.content().contains(&empty), "{}", opponent.content());
    let table = transcript.table.0.to_string();
    let spectator = harness.command(CHAI, GAMES, "if", json!({ "game": table })).await;
    check(CHAI, "/if", &spectator, Refused(&Refusal::NotSeated));
    transcript.play(&[(BEN, "/move c3", Public("c3`"), &[ANN])]).await;
    let list = harness.plans(ANN).await;
    assert!(list.content().contains("You have planned no replies"), "{}", list.content());
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_removed_by_buttons() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    for line in ["c5 d6", "e3 f4", "c3 c4"] {
        harness.plan(ANN, line).await;
    }
    let list = harness.plans(ANN).await;
    let first = controls_with(&list, "if-remove").remove(0);
    let left = harness.click(ANN, &list, &first).await;
    assert_eq!(left.id, list.id);
    assert!(!left.content().contains("`c5`") && left.content().contains("`e3`"));
    let cleared = harness.click(ANN, &left, "if-clear").await;
    assert!(cleared.content().contains("You have planned no replies"), "{}", cleared.content());
    transcript.play(&[(BEN, "/move c3", Public("c3`"), &[ANN])]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_makes_no_sense_is_explained() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    let refused = harness.plan(ANN, "c5 then a1").await;
    assert!(refused.content().contains("Move 2 of your line, `a1`"), "{}", refused.content());
    let refused = harness.plan(ANN, "c5").await;
    check(ANN, "/if c5", &refused, Refused(&Refusal::NoPlannedReply));
    let refused = harness.plan(ANN, "blah blah").await;
    assert!(refused.content().contains("Move 1 of your line, `blah`"), "{}", refused.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ambiguous_move_of_a_line_is_explained_as_people_write() {
    let transcript = Transcript::of(GameKind::Makruk, &["f3f4", "a6a5", "b1d2"]).await;
    let refused = transcript.harness.plan(ANN, "h6h5 then Nf3").await;
    let text = refused.content();
    assert!(text.contains("Move 2 of your line, `Nf3`"), "{text}");
    assert!(text.contains("`Ndf3`") && text.contains("`Ngf3`"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_in_a_game_elsewhere_is_asked_about_once() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    let line = json!({ "line": "c5 then d6" });
    let question = harness.command(ANN, RANDOM, "if", line).await;
    assert!(has_control(&question, "there"), "{}", question.content());
    let empty = i18n::text("line-if-empty", Language::English);
    assert!(harness.plans(ANN).await.content().contains(&empty), "nothing is planned yet");
    let long = json!({ "line": "c5 then d6, if e3 then f4, if c3 then c4, if b4 then a5" });
    let refused = harness.command(ANN, RANDOM, "if", long).await;
    check(ANN, "/if", &refused, EphemeralText("line-if-name-table", &[]));
    let planned = harness.click(ANN, &question, "there").await;
    assert!(planned.content().contains("If `c5` then `d6`"), "{}", planned.content());
    let list = harness.command(ANN, RANDOM, "if", json!({})).await;
    assert!(list.content().contains("If `c5` then `d6`"), "{}", list.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_planned_by_buttons() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    let more = transcript.act(ANN, "press more").await;
    assert!(!has_control(&more, "if-list"), "there is no plan yet");
    let panel = harness.click(ANN, &more, "if-plan").await;
    assert_eq!((panel.id, panel.visible_to), (more.id, Some(ANN)));
    let panel = harness.pick_planned(ANN, &panel, ("if-go", ":c5")).await;
    assert!(panel.content().contains("If `c5` …"), "{}", panel.content());
    // The condition can be picked again.
    let panel = harness.click(ANN, &panel, "if-back").await;
    let panel = harness.pick_planned(ANN, &panel, ("if-go", ":e3")).await;
    let panel = harness.pick_planned(ANN, &panel, ("if-go", ":f4")).await;
    assert!(panel.content().contains("If `e3` then `f4`"), "{}", panel.content());
    let panel = harness.click(ANN, &panel, "if-then").await;
    let panel = harness.pick_planned(ANN, &panel, ("if-go", ":g3")).await;
    let panel = harness.pick_planned(ANN, &panel, ("if-go", ":f3")).await;
    assert!(panel.content().contains("If `e3` then `f4`, and then if `g3` then `f3`"));
    let list = harness.click(ANN, &panel, "if-list").await;
    assert_eq!(controls_with(&list, "if-remove").len(), 1, "it is one line");
    let again = transcript.act(ANN, "press more").await;
    assert!(has_control(&again, "if-plan") && has_control(&again, "if-list"));
    // The mover's own panel has moves instead.
    let movers = transcript.act(BEN, "press more").await;
    assert!(!has_control(&movers, "if-plan") && !has_control(&movers, "if-list"));
    transcript.play(&[(BEN, "/move e3", Public("`f4`"), NOBODY)]).await;
    transcript.play(&[(BEN, "/move g3", Public("`f3`"), NOBODY)]).await;
    transcript.ends("d3 e3 f4 g3 f3; Second to move", &[0, 1, 3, 5]).await;
    check_requests(&harness.emulator);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_piece_and_its_target_are_picked_for_a_line() {
    let transcript = Transcript::of(GameKind::Makruk, &["e3e4"]).await;
    let harness = &transcript.harness;
    let panel = harness.plans(ANN).await;
    let panel = harness.click(ANN, &panel, "if-plan").await;
    let panel = harness.pick_planned(ANN, &panel, ("if-go", ":e6e5")).await;
    let panel = harness.pick_planned(ANN, &panel, ("if-from", ":c1")).await;
    let panel = harness.click(ANN, &panel, "Another piece").await;
    let panel = harness.pick_planned(ANN, &panel, ("if-from", ":c1")).await;
    let panel = harness.pick_planned(ANN, &panel, ("if-go", ":c1c2")).await;
    assert!(panel.content().contains("If `e5` then"), "{}", panel.content());
    transcript.play(&[(BEN, "/move e6e5", Public("c2"), NOBODY)]).await;
    transcript.ends("e3e4 e6e5 c1c2; Second to move", &[0, 1, 3]).await;
    // What is left of the panel leads to the plan as it is.
    let late = harness.click(ANN, &panel, "if-then").await;
    let empty = i18n::text("line-if-empty", Language::English);
    assert!(late.content().contains(&empty) || has_control(&late, "if-go"), "{}", late.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_is_suggested_move_by_move() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let suggested = async |line: &str| {
        let user = transcript.harness.emulator.as_user(ANN);
        let options = json!({ "line": line });
        let found = user.autocomplete(GAMES, "if", options, "line", WAIT_MAX).await;
        let found = found.unwrap();
        found.iter().map(|it| it.value.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(suggested("").await, ["c3", "c5", "e3"]);
    assert_eq!(suggested("c5 d").await, ["c5,d6"]);
    let planned = transcript.harness.plan(ANN, "c5,d6").await;
    assert!(planned.content().contains("If `c5` then `d6`"), "{}", planned.content());
}

/// The file of `/privacy` holds one's own plans.
#[tokio::test(flavor = "multi_thread")]
async fn the_file_of_a_player_has_no_plan_of_the_opponent() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    harness.plan(ANN, "c5 then d6").await;
    for (who, has_plan) in [(ANN, true), (BEN, false)] {
        let panel = harness.privacy(who, GAMES).await;
        let file = harness.click(who, &panel, "privacy-file").await;
        let url = file.attachments()[0]["url"].as_str().unwrap().to_owned();
        let text = String::from_utf8(harness.emulator.file(&url).unwrap().to_vec()).unwrap();
        let stored: serde_json::Value = serde_json::from_str(&text).unwrap();
        let plans = &stored["games"][0]["table"]["phase"]["playing"]["plans"];
        assert_eq!(plans["first"]["lines"] == json!([["c5", "d6"]]), has_plan, "{plans}");
        assert_eq!(text.contains("\"c5\""), has_plan, "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_only_legal_move_is_played_for_who_wants_it() {
    // After f5 White has one move.
    let moves = ["d3", "c5", "b6", "f3"];
    let transcript = Transcript::of(GameKind::Othello, &moves).await;
    transcript.play(&[(ANN, "/move f5", Public("f5`"), &[BEN])]).await;
    transcript.ends("d3 c5 b6 f3 f5; Second to move", &[0, 1, 2, 3, 4, 5]).await;
    let transcript = Transcript::of(GameKind::Othello, &moves).await;
    let harness = &transcript.harness;
    let panel = harness.command(BEN, GAMES, "settings", json!({})).await;
    let panel = harness.click(BEN, &panel, "setting:only-move").await;
    let label = i18n::text("label-only-move-on", Language::Dutch);
    assert!(panel.controls().iter().any(|it| it["label"] == label.as_str()), "{:?}", panel.value);
    let before = transcript.stored().await.revision;
    transcript.play(&[(ANN, "/move f5", Public("`c6`"), NOBODY)]).await;
    assert_eq!(transcript.stored().await.revision, before + 1, "both moves are one commit");
    transcript.ends("d3 c5 b6 f3 f5 c6; First to move", &[0, 1, 2, 3, 4, 6]).await;
}
