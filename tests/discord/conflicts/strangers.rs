//! Controls and commands used by the wrong person.

use std::sync::Arc;

use kradan_emulator::{ANN, ActionError, BEN, CHAI, PostedMessage, RANDOM};
use kradan_exercises::lessons;
use kradan_i18n as i18n;
use kradan_rules::{GameKind, Side};
use kradan_table::Refusal;
use serde_json::json;

use crate::discord::harness::control_of;
use crate::discord::transcript::Sees::{Public, Refused};
use crate::discord::transcript::{
    NOBODY, Transcript, check, language_of, player, refused, standing,
};

#[tokio::test(flavor = "multi_thread")]
async fn the_wrong_player_moves() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let turn = Refusal::NotYourTurn { turn: Side::First, player: player(ANN).into() };
    let steps = [
        (BEN, "pick d3 from square", Refused(&turn), NOBODY),
        (BEN, "/move d3", Refused(&turn), NOBODY),
        (CHAI, "pick d3 from square", Refused(&Refusal::NotSeated), NOBODY),
        (ANN, "pick d3 from square", Public("d3"), &[BEN]),
    ];
    transcript.play(&steps).await;
    transcript.ends("d3; Second to move", &[0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ephemeral_panel_is_for_one_person() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let panel = transcript.act(ANN, "pick c1 from piece").await;
    let asked = transcript.act(BEN, "press resign").await;
    let settings = transcript.act(ANN, "/settings").await;
    for (message, control) in
        [(&panel, "go"), (&panel, "back"), (&asked, "resign-yes"), (&settings, "setting")]
    {
        let pressed = transcript
            .harness
            .emulator
            .as_user(CHAI)
            .click(message.id, &control_of(message, control));
        assert_eq!(pressed.err(), Some(ActionError::NoMessage(message.id)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_accepts_their_own_challenge() {
    let transcript = Transcript::of_challenge(GameKind::Ogi).await;
    let before = transcript.stored().await;
    transcript
        .play(&[
            (ANN, "press accept", Refused(&Refusal::OwnChallenge), NOBODY),
            (ANN, "press decline", Refused(&Refusal::OwnChallengeDeclined), NOBODY),
            (CHAI, "press accept", Refused(&Refusal::NotChallenged), NOBODY),
            (BEN, "press cancel", Refused(&Refusal::NotYourChallenge), NOBODY),
        ])
        .await;
    assert_eq!(transcript.stored().await.table, before.table);
    let answer = transcript.act(BEN, "press decline").await;
    assert_eq!(answer.pinged, [ANN]);
    transcript.all_delivered().await;
    assert_eq!(standing(&transcript.stored().await.table), "withdrawn");
    assert!(transcript.boards().is_empty());
}

/// Whether a text is the refusal that a stranger gets for a control, in Chai's language.
fn is_refusal_to_a_stranger(control: &str, content: &str) -> bool {
    let language = language_of(CHAI);
    let title = "\u{1}";
    if control == "how-to-play" {
        // Anybody reads the rules.
        let begins = |kind| content.contains(&i18n::guide(kind, language).swap_remove(0).text);
        return GameKind::ALL.into_iter().any(begins);
    }
    if control == "learn" {
        // Anybody takes the lessons.
        let begins = |kind: GameKind| {
            let about = format!("learn-{kind}-{}-about", lessons(kind)[0].id);
            content.contains(&i18n::text(&about, language))
        };
        return GameKind::ALL.into_iter().any(begins);
    }
    let line = match control {
        "accept" | "decline" => refused(&Refusal::NotChallenged, language),
        "cancel" => refused(&Refusal::NotYourChallenge, language),
        "replay" => i18n::text_with("line-replay-heading", &[("title", title)], language),
        // Who plays can be read by all who see the board.
        "more" | "step" => "Ann – Ben".to_owned(),
        _ => refused(&Refusal::NotSeated, language),
    };
    line.split(title).all(|part| content.contains(part))
}

/// Uses every button and every menu option that Chai sees. Returns the actions of the controls.
async fn stranger_presses_everything(transcript: &Transcript) -> Vec<String> {
    transcript.all_delivered().await;
    if !transcript.boards().is_empty() {
        transcript.only_the_last_board_can_be_used().await;
    }
    transcript.harness.all_cleaned_up().await;
    let before = (transcript.stored().await, transcript.public());
    let mut pressed = Vec::new();
    let user = transcript.harness.emulator.as_user(CHAI);
    for message in &before.1 {
        for control in message.controls() {
            let id = control["custom_id"].as_str().expect("every control does something");
            let kind = id.split(':').next().unwrap_or_default();
            let asked = match control["options"].as_array() {
                Some(options) => {
                    let values = options.iter().filter_map(|it| it["value"].as_str());
                    values.map(|it| user.select(message.id, id, &[it]).unwrap()).collect()
                }
                None => vec![user.click(message.id, id).unwrap()],
            };
            for asked in &asked {
                let answer = transcript.harness.answer(asked).await;
                assert_eq!(answer.visible_to, Some(CHAI), "{id}: {}", answer.content());
                assert!(
                    is_refusal_to_a_stranger(kind, answer.content()),
                    "{id}: {}",
                    answer.content()
                );
            }
            pressed.push(kind.to_owned());
        }
    }
    transcript.all_delivered().await;
    assert_eq!(transcript.stored().await.table, before.0.table);
    assert_eq!(transcript.stored().await.revision, before.0.revision);
    let values = |messages: &[Arc<PostedMessage>]| {
        messages.iter().map(|it| it.value.clone()).collect::<Vec<_>>()
    };
    assert_eq!(values(&transcript.public()), values(&before.1), "nothing has changed");
    pressed
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_presses_every_button() {
    let challenge = Transcript::of_challenge(GameKind::Othello).await;
    let mut pressed = stranger_presses_everything(&challenge).await;

    let othello = Transcript::of(GameKind::Othello, &["d3"]).await;
    pressed.extend(stranger_presses_everything(&othello).await);
    othello.act(ANN, "/draw").await;
    othello.act(ANN, "press takeback").await;
    pressed.extend(stranger_presses_everything(&othello).await);
    othello.act(BEN, "/board").await;
    pressed.extend(stranger_presses_everything(&othello).await);
    othello.act(BEN, "press more").await;
    othello.act(BEN, "press accept-draw").await;
    pressed.extend(stranger_presses_everything(&othello).await);

    let makruk = Transcript::of(GameKind::Makruk, &[]).await;
    pressed.extend(stranger_presses_everything(&makruk).await);
    makruk.begin_from(GameKind::Makruk, "8/8/2n5/8/6k1/2K5/8/1r5S w").await;
    makruk.act(ANN, "/board").await;
    pressed.extend(stranger_presses_everything(&makruk).await);

    let all = [
        "accept",
        "accept-draw",
        "cancel",
        "count",
        "decline",
        "decline-draw",
        "from",
        "go",
        "grant",
        "how-to-play",
        "learn",
        "more",
        "refuse",
        "rematch",
        "replay",
        "review",
        "step",
        "withdraw-draw",
        "withdraw-takeback",
    ];
    pressed.sort_unstable();
    pressed.dedup();
    assert_eq!(pressed, all, "every kind of control is used");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_names_the_table_in_every_command() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let before = transcript.stored().await;
    let table = transcript.table.0.to_string();
    for (name, mut options) in
        [("move", json!({ "move": "c3" })), ("resign", json!({})), ("draw", json!({}))]
    {
        options["game"] = json!(table);
        let answer = transcript.harness.command(CHAI, transcript.channel, name, options).await;
        check(CHAI, name, &answer, Refused(&Refusal::NotSeated));
    }
    for name in ["board", "game"] {
        let options = json!({ "game": table });
        let answer = transcript.harness.command(CHAI, transcript.channel, name, options).await;
        assert_eq!(answer.visible_to, Some(CHAI), "/{name}: {}", answer.content());
    }
    assert_eq!(transcript.stored().await.table, before.table);
    transcript.ends("d3; Second to move", &[0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_learns_nothing_of_a_game_elsewhere() {
    let challenge = Transcript::of_challenge(GameKind::Othello).await;
    let over = Transcript::of(GameKind::Othello, &["d3"]).await;
    over.act(ANN, "press resign").await;
    over.act(ANN, "press resign-yes").await;
    for transcript in [challenge, over] {
        let named = |mut options: serde_json::Value| {
            options["game"] = json!(transcript.table.0.to_string());
            options
        };
        for (name, options) in [
            ("resign", json!({})),
            ("draw", json!({})),
            ("move", json!({ "move": "c3" })),
            ("board", json!({})),
            ("game", json!({})),
        ] {
            let answer = transcript.harness.command(CHAI, RANDOM, name, named(options)).await;
            check(CHAI, name, &answer, Refused(&Refusal::NotSeated));
        }
    }
}
