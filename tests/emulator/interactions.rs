//! Every kind of interaction, from somebody's click to the bot's answer.

use kradan::emulator::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, ActionError, BEN, DAI, GAMES, InteractionResponse, LOBBY,
    Options, RANDOM, Seed,
};
use serde_json::json;
use serenity::all::GatewayIntents;

use crate::bot::{PNG, SOON, Stage};

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_comes_with_its_file_and_pings_whom_it_may() {
    let stage = Stage::set().await;
    let asked = stage.local.as_user(ANN).command(GAMES, "board", json!({})).unwrap();
    let InteractionResponse::Message(message) = asked.answered(SOON).await.unwrap() else {
        panic!("{asked:?}")
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
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_promised_pings_nobody_and_what_follows_does() {
    let stage = Stage::set().await;
    let asked = stage.local.as_user(DAI).command(GAMES, "slow", json!({})).unwrap();
    assert!(matches!(asked.answered(SOON).await.unwrap(), InteractionResponse::Deferred));
    let message = asked.message(SOON).await.unwrap();
    assert_eq!(message.attachments()[0]["filename"], "late.png");
    assert!(message.pinged.is_empty());
    let followed = asked.followed(1, SOON).await.unwrap();
    assert_eq!(followed[0].pinged, [DAI]);
    assert_eq!(stage.local.as_user(BEN).messages(GAMES).len(), 2);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn choices_narrow_as_somebody_types() {
    let stage = Stage::set().await;
    let ann = stage.local.as_user(ANN);
    let choices = ann.autocomplete(GAMES, "move", json!({"to": "d"}), "to", SOON).await.unwrap();
    let names: Vec<_> = choices.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["d3", "d6"]);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_and_menus_are_used_only_as_they_are_shown() {
    let stage = Stage::set().await;
    let (ann, ben) = (stage.local.as_user(ANN), stage.local.as_user(BEN));
    let board = ann.command(GAMES, "board", json!({})).unwrap().message(SOON).await.unwrap();
    let pressed = ben.click(board.id, "Pass").unwrap().message(SOON).await.unwrap();
    assert_eq!(pressed.content(), "ben pressed pass");
    assert!(matches!(ben.click(board.id, "over"), Err(ActionError::Disabled { .. })));
    assert!(matches!(ben.click(board.id, "nothing"), Err(ActionError::NoControl { .. })));
    let menu = ann.command(GAMES, "pick", json!({})).unwrap().message(SOON).await.unwrap();
    let picked = ann.select(menu.id, "squares", &["c4"]).unwrap().message(SOON).await.unwrap();
    assert_eq!(picked.content(), "picked [\"c4\"]");
    assert!(matches!(ann.select(menu.id, "squares", &["e9"]), Err(ActionError::NotOffered { .. })));
    assert!(matches!(ann.select(menu.id, "squares", &[]), Err(ActionError::WrongCount { .. })));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_for_one_is_seen_and_pressed_by_that_one() {
    let stage = Stage::set().await;
    let (ann, ben) = (stage.local.as_user(ANN), stage.local.as_user(BEN));
    let quiet = ann.command(GAMES, "quiet", json!({})).unwrap().message(SOON).await.unwrap();
    assert_eq!((ann.messages(GAMES).len(), ben.messages(GAMES).len()), (1, 0));
    assert!(matches!(ben.click(quiet.id, "secret"), Err(ActionError::NoMessage(_))));
    let click = ann.click(quiet.id, "secret").unwrap();
    assert_eq!(click.payload()["message"]["flags"], 64);
    let InteractionResponse::Updated(changed) = click.answered(SOON).await.unwrap() else {
        panic!()
    };
    assert_eq!(
        (changed.content(), changed.components().len(), changed.id),
        ("changed", 0, quiet.id)
    );
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_is_filled_in() {
    let stage = Stage::set().await;
    let asked = stage.local.as_user(ANN).command(GAMES, "form", json!({})).unwrap();
    assert!(matches!(asked.answered(SOON).await.unwrap(), InteractionResponse::Modal(_)));
    assert!(matches!(asked.submit(&[("text", "too long")]), Err(ActionError::WrongField(_))));
    let said = asked.submit(&[("text", "e2e4")]).unwrap().message(SOON).await.unwrap();
    assert!(said.content().contains("e2e4"), "{}", said.content());
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn options_are_held_against_the_definition() {
    let stage = Stage::set().await;
    let ann = stage.local.as_user(ANN);
    let play = |options| ann.command(RANDOM, "play", options);
    assert!(matches!(play(json!({})), Err(ActionError::Missing { .. })));
    assert!(matches!(play(json!({"game": "go"})), Err(ActionError::WrongValue { .. })));
    let long = json!({"game": "makruk", "days": 31});
    assert!(matches!(play(long), Err(ActionError::WrongValue { .. })));
    assert!(matches!(play(json!({"game": "makruk", "x": 1})), Err(ActionError::NoOption { .. })));
    assert!(matches!(ann.command(RANDOM, "none", json!({})), Err(ActionError::NoCommand(_))));
    let asked = play(json!({"game": "makruk", "whom": BEN, "days": 3})).unwrap();
    let said = asked.message(SOON).await.unwrap();
    assert!(said.content().contains("ben"), "{}", said.content());
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn places_tell_how_the_bot_comes_to_be_there() {
    let stage = Stage::set().await;
    let ann = stage.local.as_user(ANN);
    let told = [
        (GAMES, 0, json!({"0": kradan::emulator::GARDEN})),
        (ANN_AND_BOT, 1, json!({"0": "0", "1": ANN})),
        (ANN_AND_BEN, 2, json!({"1": ANN})),
        (LOBBY, 0, json!({"1": ANN})),
    ];
    for (channel, context, owners) in told {
        let asked = ann.command(channel, "board", json!({})).unwrap();
        asked.message(SOON).await.unwrap();
        let payload = asked.payload();
        assert_eq!(payload["context"], context);
        assert_eq!(payload["authorizing_integration_owners"], owners);
        assert_eq!(payload["member"].is_object(), payload["guild_id"].is_string());
        assert_eq!(payload["user"].is_object(), payload["guild_id"].is_null());
    }
    // Not said to be for such places.
    for channel in [ANN_AND_BEN, LOBBY] {
        assert!(matches!(ann.command(channel, "quiet", json!({})), Err(ActionError::NotHere(_))));
    }
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_at_once_are_each_answered_once() {
    let seed = Seed::many(8, 8);
    let stage =
        Stage::set_with(Options { seed, ..Options::default() }, GatewayIntents::empty()).await;
    let mut asked = Vec::new();
    for number in 0..400_u64 {
        let someone = stage.local.as_user(Seed::person(number % 8));
        let channel = Seed::channel(number / 8 % 8);
        asked.push((someone.id(), someone.command(channel, "board", json!({})).unwrap()));
    }
    let mut ids = Vec::new();
    for (person, asked) in asked {
        let message = asked.message(SOON).await.unwrap();
        assert_eq!(message.pinged, [person]);
        ids.push(message.id);
    }
    ids.sort();
    ids.dedup();
    let shown: usize = (0..8)
        .map(|it| stage.local.as_user(Seed::person(0)).messages(Seed::channel(it)).len())
        .sum();
    assert_eq!((ids.len(), shown), (400, 400));
    stage.end().await;
}
