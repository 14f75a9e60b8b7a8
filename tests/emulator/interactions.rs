//! Every kind of interaction, from a person's action to the bot's response.

use kradan_emulator::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, ActionError, BEN, DAI, GAMES, InteractionResponse, LOBBY,
    Options, RANDOM, Seed,
};
use serde_json::json;
use serenity::all::GatewayIntents;

use crate::bot::{Harness, PNG, TIMEOUT};

#[tokio::test(flavor = "multi_thread")]
async fn a_response_has_its_file_and_pings_allowed_people() {
    let harness = Harness::start().await;
    let interaction = harness.emulator.as_user(ANN).command(GAMES, "board", json!({})).unwrap();
    let InteractionResponse::Message(message) = interaction.answered(TIMEOUT).await.unwrap() else {
        panic!("{interaction:?}")
    };
    assert_eq!(message.pinged, [ANN]);
    let file = &message.attachments()[0];
    assert_eq!(
        (&file["description"], &file["width"], &file["height"]),
        (&json!("An empty board"), &json!(3), &json!(2))
    );
    let url = file["url"].as_str().unwrap();
    let fetched = reqwest::get(url).await.unwrap().bytes().await.unwrap();
    assert_eq!(fetched, PNG);
    assert_eq!(message.value["mentions"].as_array().unwrap().len(), 1);
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edited_deferred_response_pings_nobody_and_a_follow_up_does() {
    let harness = Harness::start().await;
    let interaction = harness.emulator.as_user(DAI).command(GAMES, "slow", json!({})).unwrap();
    assert!(matches!(interaction.answered(TIMEOUT).await.unwrap(), InteractionResponse::Deferred));
    let message = interaction.message(TIMEOUT).await.unwrap();
    assert_eq!(message.attachments()[0]["filename"], "late.png");
    assert!(message.pinged.is_empty());
    let followed = interaction.followed(1, TIMEOUT).await.unwrap();
    assert_eq!(followed[0].pinged, [DAI]);
    assert_eq!(harness.emulator.as_user(BEN).messages(GAMES).len(), 2);
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn autocomplete_choices_match_the_typed_text() {
    let harness = Harness::start().await;
    let ann = harness.emulator.as_user(ANN);
    let choices = ann.autocomplete(GAMES, "move", json!({"to": "d"}), "to", TIMEOUT).await.unwrap();
    let names: Vec<_> = choices.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["d3", "d6"]);
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_offered_controls_and_values_can_be_used() {
    let harness = Harness::start().await;
    let (ann, ben) = (harness.emulator.as_user(ANN), harness.emulator.as_user(BEN));
    let board = ann.command(GAMES, "board", json!({})).unwrap().message(TIMEOUT).await.unwrap();
    let pressed = ben.click(board.id, "Pass").unwrap().message(TIMEOUT).await.unwrap();
    assert_eq!(pressed.content(), "ben pressed pass");
    assert!(matches!(ben.click(board.id, "over"), Err(ActionError::Disabled { .. })));
    assert!(matches!(ben.click(board.id, "nothing"), Err(ActionError::NoControl { .. })));
    let menu = ann.command(GAMES, "pick", json!({})).unwrap().message(TIMEOUT).await.unwrap();
    let picked = ann.select(menu.id, "squares", &["c4"]).unwrap().message(TIMEOUT).await.unwrap();
    assert_eq!(picked.content(), "picked [\"c4\"]");
    assert!(matches!(ann.select(menu.id, "squares", &["e9"]), Err(ActionError::NotOffered { .. })));
    assert!(matches!(ann.select(menu.id, "squares", &[]), Err(ActionError::InvalidCount { .. })));
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ephemeral_message_is_visible_and_usable_for_one_person() {
    let harness = Harness::start().await;
    let (ann, ben) = (harness.emulator.as_user(ANN), harness.emulator.as_user(BEN));
    let quiet = ann.command(GAMES, "quiet", json!({})).unwrap().message(TIMEOUT).await.unwrap();
    assert_eq!((ann.messages(GAMES).len(), ben.messages(GAMES).len()), (1, 0));
    assert!(matches!(ben.click(quiet.id, "secret"), Err(ActionError::NoMessage(_))));
    let click = ann.click(quiet.id, "secret").unwrap();
    assert_eq!(click.payload()["message"]["flags"], 64);
    let InteractionResponse::Updated(changed) = click.answered(TIMEOUT).await.unwrap() else {
        panic!()
    };
    assert_eq!(
        (changed.content(), changed.components().len(), changed.id),
        ("changed", 0, quiet.id)
    );
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_modal_is_submitted() {
    let harness = Harness::start().await;
    let interaction = harness.emulator.as_user(ANN).command(GAMES, "form", json!({})).unwrap();
    assert!(matches!(interaction.answered(TIMEOUT).await.unwrap(), InteractionResponse::Modal(_)));
    assert!(matches!(
        interaction.submit(&[("text", "too long")]),
        Err(ActionError::InvalidField(_))
    ));
    let reply = interaction.submit(&[("text", "e2e4")]).unwrap().message(TIMEOUT).await.unwrap();
    assert!(reply.content().contains("e2e4"), "{}", reply.content());
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn options_are_checked_against_the_definition() {
    let harness = Harness::start().await;
    let ann = harness.emulator.as_user(ANN);
    let play = |options| ann.command(RANDOM, "play", options);
    assert!(matches!(play(json!({})), Err(ActionError::MissingOption { .. })));
    assert!(matches!(play(json!({"game": "go"})), Err(ActionError::InvalidValue { .. })));
    let long = json!({"game": "makruk", "days": 31});
    assert!(matches!(play(long), Err(ActionError::InvalidValue { .. })));
    assert!(matches!(play(json!({"game": "makruk", "x": 1})), Err(ActionError::NoOption { .. })));
    assert!(matches!(ann.command(RANDOM, "none", json!({})), Err(ActionError::NoCommand(_))));
    let interaction = play(json!({"game": "makruk", "whom": BEN, "days": 3})).unwrap();
    let reply = interaction.message(TIMEOUT).await.unwrap();
    assert!(reply.content().contains("ben"), "{}", reply.content());
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_context_and_the_installation_depend_on_the_channel() {
    let harness = Harness::start().await;
    let ann = harness.emulator.as_user(ANN);
    let cases = [
        (GAMES, 0, json!({"0": kradan_emulator::GARDEN, "1": ANN})),
        (ANN_AND_BOT, 1, json!({"0": "0", "1": ANN})),
        (ANN_AND_BEN, 2, json!({"1": ANN})),
        (LOBBY, 0, json!({"1": ANN})),
    ];
    for (channel, context, owners) in cases {
        let interaction = ann.command(channel, "board", json!({})).unwrap();
        interaction.message(TIMEOUT).await.unwrap();
        let payload = interaction.payload();
        assert_eq!(payload["context"], context);
        assert_eq!(payload["authorizing_integration_owners"], owners);
        assert_eq!(payload["member"].is_object(), payload["guild_id"].is_string());
        assert_eq!(payload["user"].is_object(), payload["guild_id"].is_null());
    }
    // `/quiet` is not for these contexts.
    for channel in [ANN_AND_BEN, LOBBY] {
        assert!(matches!(ann.command(channel, "quiet", json!({})), Err(ActionError::NotHere(_))));
    }
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_interactions_at_once_get_one_response_each() {
    let seed = Seed::many(8, 8);
    let harness =
        Harness::start_with(Options { seed, ..Options::default() }, GatewayIntents::empty()).await;
    let mut interactions = Vec::new();
    for number in 0..400_u64 {
        let actor = harness.emulator.as_user(Seed::person(number % 8));
        let channel = Seed::channel(number / 8 % 8);
        interactions.push((actor.id(), actor.command(channel, "board", json!({})).unwrap()));
    }
    let mut ids = Vec::new();
    for (person, interaction) in interactions {
        let message = interaction.message(TIMEOUT).await.unwrap();
        assert_eq!(message.pinged, [person]);
        ids.push(message.id);
    }
    ids.sort();
    ids.dedup();
    let shown: usize = (0..8)
        .map(|it| harness.emulator.as_user(Seed::person(0)).messages(Seed::channel(it)).len())
        .sum();
    assert_eq!((ids.len(), shown), (400, 400));
    harness.stop().await;
}
