//! What a player chooses about reminders in `/settings`.

use kradan::service::{Profile, RemindBy};
use kradan_emulator::{ANN, BEN, CHAI, GAMES, PostedMessage};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::GameKind;
use kradan_table::Ladder;
use serde_json::json;

use crate::discord::harness::Harness;
use crate::discord::transcript::{Transcript, player};

impl Harness {
    pub(super) async fn profile(&self, person: kradan_emulator::Id) -> Profile {
        self.bot.service.store().profile(player(person)).await.unwrap().unwrap_or_default()
    }
}

/// The label of the chosen option of a menu.
fn chosen(panel: &PostedMessage, control: &str) -> String {
    let menu = panel.controls().into_iter().find(|it| it["custom_id"] == control);
    let options = menu.expect("the menu is there")["options"].clone();
    let mut options = options.as_array().into_iter().flatten();
    let chosen = options.find(|it| it["default"] == true).expect("an option is chosen");
    chosen["label"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_time_zone_is_chosen_by_the_name_of_a_city() {
    let mut harness = Harness::start().await;
    let found = harness.suggested(ANN, GAMES, ("settings", "zone"), "BANGK").await;
    assert_eq!(found[0].name, "Asia/Bangkok (UTC+7)");
    let home = harness.suggested(CHAI, GAMES, ("settings", "zone"), "").await;
    assert_eq!(home[0].name, "Asia/Bangkok (UTC+7)", "Chai reads Thai");
    let options = json!({ "zone": found[0].value, "quiet": "22:00-7" });
    let page = harness.command(ANN, GAMES, "settings", options).await;
    assert_eq!(page.visible_to, Some(ANN));
    assert!(page.content().contains("Asia/Bangkok (UTC+7)"), "{}", page.content());
    assert!(page.content().contains(&i18n::text("line-settings-kept", Language::English)));
    assert!(chosen(&page, "reminders:quiet").contains("22:00 – 7:00"));
    harness.restart().await;
    let kept = harness.profile(ANN).await;
    assert_eq!(kept.zone.as_deref(), Some("Asia/Bangkok"));
    assert_eq!(kept.quiet.unwrap().to_string(), "22-7");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_zone_or_no_hours_is_not_kept() {
    let harness = Harness::start().await;
    for (options, key, variables) in [
        (json!({ "zone": "Mars" }), "line-unknown-zone", vec![("zone", "Mars")]),
        (json!({ "quiet": "22-7" }), "line-hours-need-zone", vec![]),
        (json!({ "quiet": "night" }), "line-unknown-hours", vec![("hours", "night")]),
    ] {
        let page = harness.command(BEN, GAMES, "settings", options).await;
        let text = i18n::text_with(key, &variables, Language::Dutch);
        assert!(page.content().contains(&text), "{} lacks {text}", page.content());
    }
    let kept = harness.profile(BEN).await;
    assert_eq!((kept.zone, kept.quiet), (None, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn reminders_have_a_page_of_their_own() {
    let harness = Harness::start().await;
    let panel = harness.command(BEN, GAMES, "settings", json!({})).await;
    let page = harness.click(BEN, &panel, "reminders:open").await;
    assert_eq!(page.id, panel.id, "the panel is changed");
    let fifth = i18n::text("label-ladder-fifth", Language::Dutch);
    assert!(chosen(&page, "reminders:ladder").ends_with(&fifth));
    let page = harness.select(BEN, &page, "reminders:ladder", "three").await;
    let page = harness.select(BEN, &page, "reminders:by", "direct-message").await;
    let three = i18n::text("label-ladder-three", Language::Dutch);
    assert!(chosen(&page, "reminders:ladder").ends_with(&three));
    let page = harness.select(BEN, &page, "reminders:quiet", "23-7").await;
    let why = i18n::text("line-hours-need-zone", Language::Dutch);
    assert!(page.content().contains(&why), "{}", page.content());
    let kept = harness.profile(BEN).await;
    assert_eq!((kept.reminders, kept.remind_by), (Ladder::Three, RemindBy::DirectMessage));
    let panel = harness.click(BEN, &page, "reminders:back").await;
    let heading = i18n::text("line-settings-heading", Language::Dutch);
    assert!(panel.content().contains(&heading), "{}", panel.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_reminder_breaks_quiet_hours_where_that_is_chosen() {
    let harness = Harness::start().await;
    let options = json!({ "zone": "Europe/London", "quiet": "22-7" });
    let page = harness.command(BEN, GAMES, "settings", options).await;
    let says =
        |page: &PostedMessage, key| page.content().contains(&i18n::text(key, Language::Dutch));
    assert!(says(&page, "line-quiet-hours-hold"), "{}", page.content());
    assert!(!harness.profile(BEN).await.last_in_quiet);
    // A second tap on the same button changes nothing.
    for _ in 0..2 {
        let on = harness.click(BEN, &page, "reminders:last-in-quiet").await;
        assert!(says(&on, "line-quiet-hours-broken"), "{}", on.content());
        assert!(harness.profile(BEN).await.last_in_quiet);
        harness.click(BEN, &on, "reminders:last-not-in-quiet").await;
        assert!(!harness.profile(BEN).await.last_in_quiet);
    }
}

/// The games that run already follow the settings at once.
#[tokio::test(flavor = "multi_thread")]
async fn quiet_hours_hold_in_games_that_run() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.set_profile(BEN, |it| it.reminders = Ladder::Three).await;
    let before = transcript.stored().await.table.due().unwrap();
    // They begin two hours before half of the time is left, and last for 23.
    let half = before.at().to_zoned(jiff::tz::TimeZone::UTC).hour();
    let quiet = format!("{}-{}", (half + 22) % 24, (half + 21) % 24);
    let options = json!({ "zone": "UTC", "quiet": quiet });
    transcript.harness.command(BEN, GAMES, "settings", options).await;
    let after = transcript.stored().await.table.due().unwrap();
    assert_ne!(after, before);
    transcript.harness.command(BEN, GAMES, "settings", json!({ "quiet": "off" })).await;
    assert_eq!(transcript.stored().await.table.due().unwrap(), before);
}
