//! Old messages: boards become one line, challenges and offers say what came of them.

use std::sync::Arc;

use kradan_emulator::{
    ANN, BEN, CHAI, GAMES, Id, LOBBY, LoggedRequest, Permissions, PostedMessage,
};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::{GameKind, Side};
use kradan_table::{Ending, Event};
use serde_json::json;

use super::time::{BEGUN, UNTIL_REMINDER};
use super::{DAY, HOUR};
use crate::discord::harness::{Harness, WAIT_MAX, eventually, has_control};
use crate::discord::transcript::Sees::{Public, PublicEvent, PublicTakeback};
use crate::discord::transcript::{Transcript, mention, public, sentence_of, table_of};

impl Harness {
    /// Waits until a message has lost its controls.
    async fn replaced(&self, message: Id) -> Arc<PostedMessage> {
        let replaced = self.emulator.wait_for(WAIT_MAX, |world| {
            let message = world.message(message)?;
            message.controls().is_empty().then(|| Arc::clone(message))
        });
        replaced.await.expect("an old message loses its controls")
    }
}

impl Transcript {
    /// What is left of a message.
    async fn left_of(&self, message: &PostedMessage) -> String {
        let left = self.harness.replaced(message.id).await;
        assert_eq!(left.attachments().len(), 0, "{}", left.content());
        assert_eq!(left.content().lines().count(), 1, "{}", left.content());
        left.content().to_owned()
    }

    fn newest_board(&self) -> Arc<PostedMessage> {
        let all = self.public();
        let board = all.into_iter().rfind(|it| !it.posted_files.is_empty());
        board.expect("there is a board")
    }

    fn link(&self, message: &PostedMessage) -> String {
        let server = self.harness.emulator.read(|world| {
            world.channel(message.channel).and_then(|it| it.server).expect("it is in a server")
        });
        format!("https://discord.com/channels/{server}/{}/{}", message.channel, message.id)
    }

    /// The bytes of the pictures in the channel, message by message.
    fn pictures(&self) -> Vec<u64> {
        let all = self.public();
        let files = all.iter().flat_map(|it| it.attachments());
        files.filter_map(|it| it["size"].as_u64()).collect()
    }
}

fn is_silent(message: &PostedMessage) -> bool {
    const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
    message.value["flags"].as_u64().unwrap_or(0) & SUPPRESS_NOTIFICATIONS != 0
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_that_call_nobody_send_no_notification() {
    let harness = Harness::start().await;
    let options = json!({ "game": "makruk", "side": "first", "level": 1 });
    let board = harness.command(ANN, GAMES, "play", options).await;
    let panel = harness.pick(ANN, &board, "d1").await;
    let next = harness.pick(ANN, &panel, "d1d2").await;
    assert_eq!((next.visible_to, &next.pinged[..]), (None, &[][..]));
    assert!(is_silent(&next), "{}", next.value);
    // Whoever may accept an open challenge hears of it, and so does whoever is called or follows.
    let open = harness.command(BEN, GAMES, "play", json!({ "game": "othello" })).await;
    assert!(!is_silent(&open), "{}", open.value);
    let transcript = Transcript::at(harness, LOBBY, GameKind::Othello, &["d3"]).await;
    transcript.harness.in_game(CHAI, LOBBY, json!({}), "follow-moves").await;
    let board = transcript.act(BEN, "/move c3").await;
    assert!(!is_silent(&board), "{}", board.value);
    let told = transcript.harness.direct_message_with(CHAI, "c3").await;
    assert!(!told.attachments().is_empty() && !is_silent(&told), "{}", told.value);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_before_the_newest_becomes_one_line_with_a_link() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let start = transcript.newest_board();
    let first = transcript.act(ANN, "/move d3").await;
    let left = transcript.left_of(&start).await;
    assert_eq!(left, format!("-# Othello: Ann – Ben · {}", transcript.link(&first)));
    let second = transcript.act(BEN, "/move c3").await;
    let left = transcript.left_of(&first).await;
    assert_eq!(left, format!("-# 1. d3 · Ann · {}", transcript.link(&second)));
    assert_eq!(second.attachments().len(), 1);
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
    assert_eq!(transcript.pictures().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_waits_until_the_bot_has_access_to_it() {
    let mut transcript = Transcript::of(GameKind::Othello, &[]).await;
    let start = transcript.newest_board();
    let hidden = Permissions::OF_A_BOT.without(Permissions::VIEW_CHANNEL);
    transcript.harness.emulator.set_bot_permissions(GAMES, hidden);
    let board = transcript.act(ANN, "/move d3").await;
    assert_eq!(board.visible_to, None);
    let is_it = |it: &Arc<LoggedRequest>| it.method == "PATCH" && it.status == 403;
    let requests = || transcript.harness.emulator.requests();
    eventually("the edit is refused", async || requests().iter().any(is_it)).await;
    transcript.harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT);
    // It is tried again after a while, also after a restart.
    transcript.harness.restart().await;
    transcript.harness.pass(60).await;
    let left = transcript.left_of(&start).await;
    assert!(left.ends_with(&transcript.link(&board)), "{left}");
    transcript.harness.all_cleaned_up().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_whose_move_was_taken_back_names_the_game_alone() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let undone = transcript.newest_board();
    transcript.act(ANN, "press takeback").await;
    let board = transcript.act(BEN, "press grant").await;
    let left = transcript.left_of(&undone).await;
    assert_eq!(left, format!("-# Othello: Ann – Ben · {}", transcript.link(&board)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_keeps_all_pictures_where_its_challenger_wants_it() {
    let harness = Harness::start().await;
    let options = json!({
        "game": "othello", "opponent": BEN.0.to_string(), "side": "first", "pictures": "all",
    });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    let transcript = Transcript { table: table_of(&challenge), channel: GAMES, harness };
    let start = transcript.harness.click(BEN, &challenge, "accept").await;
    transcript.act(ANN, "/move d3").await;
    let kept = transcript.harness.replaced(start.id).await;
    assert_eq!((kept.attachments().len(), kept.content()), (1, start.content()));
    transcript.ends("d3; Second to move", &[0, 1]).await;
    assert_eq!(transcript.pictures().len(), 2);
    // A rematch is played as the game was.
    let resigning = transcript.act(BEN, "/resign").await;
    let end = transcript.harness.click(BEN, &resigning, "resign-yes").await;
    let rematch = transcript.harness.click(BEN, &end, "rematch").await;
    let again = transcript.harness.click(ANN, &rematch, "accept").await;
    let resigned = transcript.harness.command(ANN, GAMES, "resign", json!({})).await;
    transcript.harness.click(ANN, &resigned, "resign-yes").await;
    let kept = transcript.harness.replaced(again.id).await;
    assert_eq!(kept.attachments().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_of_the_games_own_keeps_all_pictures() {
    let harness = Harness::start().await;
    let options = json!({
        "game": "othello", "opponent": BEN.0.to_string(), "side": "first", "where": "thread",
    });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    let table = table_of(&challenge);
    harness.click(BEN, &challenge, "accept").await;
    // The thread of a message has its id.
    let thread = challenge.id;
    let start = harness.shown(thread, table, 0).await;
    harness.command(ANN, thread, "move", json!({ "move": "d3" })).await;
    let kept = harness.replaced(start.id).await;
    assert_eq!((kept.attachments().len(), kept.content()), (1, start.content()));
    let transcript = Transcript { harness, table, channel: GAMES };
    let left = transcript.left_of(&challenge).await;
    assert!(left.starts_with("-# Accepted · Othello: Ann – Ben · "), "{left}");
    assert!(left.contains(&thread.to_string()), "{left}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_throw_told_beside_its_thread_mentions_both_once() {
    let harness = Harness::start().await;
    let options = json!({ "game": "ogi", "opponent": BEN.0.to_string(), "where": "thread" });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    let begun = harness.click(BEN, &challenge, "accept").await;
    for person in [ANN, BEN] {
        assert_eq!(begun.content().matches(&mention(person)).count(), 1, "{}", begun.content());
    }
    assert!(begun.content().contains('歩'), "{}", begun.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_accepted_challenge_links_the_board() {
    let transcript = Transcript::of_challenge(GameKind::Makruk).await;
    let challenge = transcript.with(BEN, "accept", false);
    let board = transcript.act(BEN, "press accept").await;
    let left = transcript.left_of(&challenge).await;
    assert!(left.starts_with("-# Accepted · Makruk: "), "{left}");
    assert!(left.ends_with(&transcript.link(&board)), "{left}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_that_came_to_nothing_says_so() {
    for (who, control, event) in
        [(BEN, "decline", Event::Declined), (ANN, "cancel", Event::Cancelled)]
    {
        let transcript = Transcript::of_challenge(GameKind::Othello).await;
        let challenge = transcript.with(BEN, "accept", false);
        transcript.act(who, &format!("press {control}")).await;
        let left = transcript.left_of(&challenge).await;
        assert_eq!(left, format!("-# Othello · Ann · {}", said(&event)));
    }
    let transcript = Transcript::of_challenge(GameKind::Othello).await;
    let challenge = transcript.with(BEN, "accept", false);
    transcript.harness.pass(8 * DAY).await;
    let left = transcript.left_of(&challenge).await;
    let said = sentence_of(&Event::Lapsed, Language::English);
    assert_eq!(left, format!("-# Othello · Ann · {said}"));
}

/// An event with the names of Ann and Ben, who are not mentioned.
fn said(event: &Event) -> String {
    said_of(event, None)
}

fn said_of(event: &Event, moves: Option<&str>) -> String {
    let names = kradan_rules::BySide { first: "Ann", second: "Ben" };
    let kind = GameKind::Othello;
    let context = i18n::EventContext { kind, names, written: moves, game: None };
    i18n::event(event, &context, Language::English)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_says_what_came_of_it() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let (first, second) = (Side::First, Side::Second);
    let offered = Event::DrawOffered { side: first };
    transcript.play(&[(ANN, "/draw", PublicEvent(&offered), &[BEN])]).await;
    let declined = transcript.with(BEN, "accept-draw", false);
    transcript.act(BEN, "press decline-draw").await;
    let left = transcript.left_of(&declined).await;
    let no = said(&Event::DrawDeclined { side: second });
    assert_eq!(left, format!("-# {} · {no}", said(&offered)));

    let asked = Event::TakebackAsked { side: first, plies: (1, 1) };
    transcript.play(&[(ANN, "press takeback", PublicTakeback(&asked, "`1. d3`"), &[BEN])]).await;
    let lapsed = transcript.with(BEN, "grant", false);
    transcript.play(&[(BEN, "/move c3", Public("c3"), &[ANN])]).await;
    let left = transcript.left_of(&lapsed).await;
    let gone = i18n::text("settled-offer-lapsed", Language::English);
    assert_eq!(left, format!("-# {} · {gone}", said_of(&asked, Some("`1. d3`"))));

    let asked = Event::TakebackAsked { side: second, plies: (2, 2) };
    transcript.play(&[(BEN, "press takeback", PublicTakeback(&asked, "`2. c3`"), &[ANN])]).await;
    let granted = transcript.with(ANN, "grant", false);
    transcript.act(ANN, "press grant").await;
    let left = transcript.left_of(&granted).await;
    assert_eq!(
        left,
        format!("-# {}", said(&Event::TakenBack { plies: 1, left: 1, moves: Vec::new() }))
    );
    transcript.play(&[(BEN, "/move c3", Public("c3"), &[ANN])]).await;

    let offered = Event::DrawOffered { side: second };
    transcript.play(&[(BEN, "/draw", PublicEvent(&offered), &[ANN])]).await;
    let accepted = transcript.with(ANN, "accept-draw", false);
    transcript.act(ANN, "press accept-draw").await;
    let left = transcript.left_of(&accepted).await;
    // A result tells its length here, too.
    let agreed = said(&Event::Ended(Ending::Agreed));
    assert_eq!(left, format!("-# {} · {agreed} 2 moves were played.", said(&offered)));
}

/// An offer stands until it is answered or the other side moves: newer boards leave it as it is.
#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_stands_keeps_its_buttons_above_newer_boards() {
    let transcript = Transcript::of(GameKind::Othello, &["d3", "c3"]).await;
    let offered = Event::DrawOffered { side: Side::First };
    transcript.play(&[(ANN, "/draw", PublicEvent(&offered), &[BEN])]).await;
    let offer = transcript.with(BEN, "accept-draw", false);
    let is_as_it_was = async || {
        transcript.all_delivered().await;
        transcript.harness.all_cleaned_up().await;
        let now = transcript.with(BEN, "accept-draw", true);
        assert_eq!((now.id, now.content()), (offer.id, offer.content()));
        assert_eq!(now.controls(), offer.controls());
    };
    transcript.act(BEN, "/board").await;
    is_as_it_was().await;
    transcript.play(&[(ANN, "/move c4", Public("c4"), &[BEN])]).await;
    is_as_it_was().await;
    let before = transcript.public().len();
    transcript.harness.pass(2 * DAY + 12 * HOUR).await;
    let reminder = transcript
        .harness
        .emulator
        .wait_for(WAIT_MAX, |world| public(world, GAMES).into_iter().nth(before));
    reminder.await.expect("a reminder is posted");
    is_as_it_was().await;
    let no = Event::DrawDeclined { side: Side::Second };
    transcript.play(&[(BEN, "old press decline-draw", PublicEvent(&no), &[ANN])]).await;
    assert_eq!(transcript.left_of(&offer).await, format!("-# {} · {}", said(&offered), said(&no)));

    let offered = Event::DrawOffered { side: Side::Second };
    transcript.play(&[(BEN, "/draw", PublicEvent(&offered), &[ANN])]).await;
    let offer = transcript.with(ANN, "accept-draw", false);
    transcript.play(&[(BEN, "/move c5", Public("c5"), &[ANN])]).await;
    transcript.play(&[(ANN, "/move b3", Public("b3"), &[BEN])]).await;
    let gone = i18n::text("settled-offer-lapsed", Language::English);
    assert_eq!(transcript.left_of(&offer).await, format!("-# {} · {gone}", said(&offered)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_leaves_the_other_controls_of_the_last_board() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let resigning = transcript.act(BEN, "/resign").await;
    let end = transcript.harness.click(BEN, &resigning, "resign-yes").await;
    let rematch = transcript.harness.click(BEN, &end, "rematch").await;
    assert!(has_control(&rematch, "accept"));
    let left = transcript.harness.emulator.wait_for(WAIT_MAX, |world| {
        let end = world.message(end.id)?;
        (!has_control(end, "rematch")).then(|| Arc::clone(end))
    });
    let left = left.await.expect("the rematch is taken");
    assert!(has_control(&left, "replay") && has_control(&left, "step"));
    assert_eq!((left.attachments().len(), left.content()), (1, end.content()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_is_the_newest_board() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let board = transcript.newest_board();
    let before = transcript.public().len();
    transcript.harness.pass(3 * DAY * 4 / 5 + 10).await;
    let reminder = transcript
        .harness
        .emulator
        .wait_for(WAIT_MAX, |world| public(world, GAMES).into_iter().nth(before));
    let reminder = reminder.await.expect("a reminder is posted");
    assert_eq!((reminder.attachments().len(), &reminder.pinged[..]), (1, &[BEN][..]));
    let content = reminder.content();
    // It is the board from now on, so it links none.
    assert!(content.ends_with("\n-# Othello: Ann – Ben"), "{content}");
    let left = transcript.left_of(&board).await;
    assert_eq!(left, format!("-# 1. d3 · Ann · {}", transcript.link(&reminder)));
    // The reminder can be used.
    assert!(!reminder.controls().is_empty());
    transcript.play(&[(BEN, "/move c3", Public("c3"), &[ANN])]).await;
    transcript.ends("d3 c3; First to move", &[0, 1, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loss_on_time_pings_both_and_names_the_game() {
    let transcript = Transcript::of(GameKind::Othello, &BEGUN).await;
    transcript.no_holiday_by_itself(ANN).await;
    transcript.message_after(UNTIL_REMINDER).await;
    transcript.harness.pass(DAY).await;
    let lost = Event::Ended(Ending::OutOfTime(Side::First));
    let lost = sentence_of(&lost, Language::English);
    let end = transcript.harness.message_with(GAMES, &lost).await;
    assert!(end.content().ends_with("\n-# Othello: Ann – Ben"), "{}", end.content());
    // Whoever lost comes first.
    assert_eq!(end.pinged, [ANN, BEN]);
    let content = end.content();
    assert!(content.contains(&mention(ANN)) && content.contains(&mention(BEN)), "{content}");
    assert_eq!(end.attachments().len(), 1);
    assert!(has_control(&end, "rematch"));
}

/// A mention stands in a sentence or in the title of the game.
#[tokio::test(flavor = "multi_thread")]
async fn no_mention_stands_alone() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let offer = transcript.act(ANN, "/draw").await;
    let title = format!("-# Othello: Ann – {}", mention(BEN));
    let words = format!("{} offers a draw.\n{title}", mention(ANN));
    assert_eq!(offer.content(), words);
    assert_eq!(offer.pinged, [BEN]);
}

/// Where the bot is no member, an old board is changed by the token of its own response, and after
/// a restart by the token of the press.
#[tokio::test(flavor = "multi_thread")]
async fn a_press_removes_old_controls_where_the_bot_is_no_member() {
    let harness = Harness::start().await;
    let mut transcript = Transcript::at(harness, LOBBY, GameKind::Othello, &[]).await;
    let start = transcript.newest_board();
    let challenge = transcript.left_of(&transcript.public()[0]).await;
    assert!(challenge.starts_with("-# Accepted · Othello: Ann – Ben · "), "{challenge}");
    let first = transcript.act(ANN, "/move d3").await;
    let left = transcript.left_of(&start).await;
    assert_eq!(left, format!("-# Othello: Ann – Ben · {}", transcript.link(&first)));
    transcript.harness.restart().await;
    let asked = transcript.ask(BEN, "pick c3 from square");
    let second = Arc::clone(&asked.followed(1, WAIT_MAX).await.unwrap()[0]);
    assert_eq!((second.visible_to, &second.pinged[..]), (None, &[ANN][..]));
    let left = transcript.left_of(&first).await;
    assert_eq!(left, format!("-# 1. d3 · Ann · {}", transcript.link(&second)));
    transcript.harness.restart().await;
    // A board that is old and whose token is lost loses its controls with the press.
    transcript.act(ANN, "/move c4").await;
    transcript.all_delivered().await;
    let asked = transcript.ask(ANN, "old pick c4 from square");
    let stale = Arc::clone(&asked.followed(1, WAIT_MAX).await.unwrap()[0]);
    assert_eq!(stale.visible_to, Some(ANN));
    transcript.harness.replaced(second.id).await;
    transcript.ends("d3 c3 c4; Second to move", &[0, 1, 2, 3]).await;
}

/// Discord shows above the response to a press on which message it was, and others cannot read a
/// private panel.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_from_a_private_panel_quotes_no_panel() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let panel = transcript.act(ANN, "pick c1 from piece").await;
    assert_eq!(panel.visible_to, Some(ANN));
    let board = transcript.act(ANN, "pick c1c2 from target").await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[BEN][..]));
    assert!(board.value["message_reference"].is_null(), "{:#}", board.value);
    assert!(board.value["interaction_metadata"].is_null(), "{:#}", board.value);
    let question = transcript.act(BEN, "/resign").await;
    assert_eq!(question.visible_to, Some(BEN));
    let end = transcript.harness.click(BEN, &question, "resign-yes").await;
    assert_eq!(end.visible_to, None, "{}", end.content());
    assert!(end.value["message_reference"].is_null(), "{:#}", end.value);
}
