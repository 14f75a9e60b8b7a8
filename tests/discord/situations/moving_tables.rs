//! Moving a table to another channel: a player cannot move it out of the opponent's sight, and the
//! old channel links to the new one.

use std::sync::Arc;

use kradan_emulator::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, BEN, CHAI, GAMES, GARDEN, Id, InjectedFault, LOBBY, MAKRUK,
    Permissions, PostedMessage, RANDOM,
};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_rules::GameKind;
use kradan_table::{ChannelId, Refusal};
use serde_json::json;

use super::channel_mention;
use crate::discord::harness::{Harness, WAIT_MAX, control_of, eventually, has_control};
use crate::discord::transcript::{Transcript, check, refused, standing, table_of};

/// A link to a message in the garden.
fn link(message: &PostedMessage) -> String {
    format!("https://discord.com/channels/{GARDEN}/{}/{}", message.channel, message.id)
}

impl Harness {
    /// Makes the bot see somebody in a channel.
    async fn becomes_active_in(&self, person: Id, channel: Id) {
        self.command(person, channel, "games", json!({})).await;
    }

    /// Uses `/board` and checks that the response is a copy that says why the table stays.
    async fn gets_a_copy(&self, person: Id, channel: Id, language: Language) -> Arc<PostedMessage> {
        let copy = self.command_elsewhere(person, channel, "board", json!({})).await;
        assert_eq!((copy.visible_to, &copy.pinged[..]), (Some(person), &[][..]));
        let why = refused(&Refusal::Unread, language);
        assert!(copy.content().contains(&why), "{}", copy.content());
        copy
    }

    /// Waits for the notice with which a table leaves a channel.
    async fn notice_of_move(
        &self,
        channel: Id,
        link: &str,
        language: Language,
    ) -> Arc<PostedMessage> {
        let name = Some("\u{1}");
        let left = i18n::line(&Line::GameLeft { name, link }, language);
        self.message_with(channel, left.trim_start_matches('\u{1}')).await
    }

    fn notice_count(&self, channel: Id) -> usize {
        // What is left of an old board has a link, too, in small letters.
        let is_it = |it: &&Arc<PostedMessage>| {
            it.content().contains("https://discord.com/channels/")
                && !it.content().starts_with("-# ")
        };
        self.public(channel).iter().filter(is_it).count()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_in_the_direct_messages_with_the_bot_is_a_copy() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let before = transcript.stored().await;
    let copy = transcript.harness.gets_a_copy(ANN, ANN_AND_BOT, Language::English).await;
    assert_eq!(copy.attachments().len(), 1);
    transcript.all_delivered().await;
    assert_eq!(transcript.stored().await.table, before.table, "nothing moved");
    assert_eq!(transcript.harness.public(ANN_AND_BOT).len(), 0);
    transcript.ends("d3; Second to move", &[0, 1]).await;
    // It does not depend on the side to move, and a move can be played from the copy.
    transcript.harness.command(BEN, GAMES, "move", json!({ "move": "c3" })).await;
    let copy = transcript.harness.gets_a_copy(ANN, ANN_AND_BOT, Language::English).await;
    let answer = transcript.harness.pick(ANN, &copy, "c4").await;
    let channel = channel_mention(GAMES);
    check(
        ANN,
        "c4",
        &answer,
        crate::discord::transcript::Sees::EphemeralLine(Line::MovedElsewhere { place: &channel }),
    );
    let board = transcript.harness.shown(GAMES, transcript.table, 3).await;
    assert_eq!(board.pinged, [BEN]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_moves_where_the_opponent_was_active_and_the_old_channel_links_to_it() {
    let transcript = Transcript::of(GameKind::Othello, &["d3", "c3"]).await;
    transcript.harness.gets_a_copy(ANN, MAKRUK, Language::English).await;
    transcript.harness.becomes_active_in(CHAI, MAKRUK).await;
    transcript.harness.gets_a_copy(ANN, MAKRUK, Language::English).await;
    transcript.harness.becomes_active_in(BEN, MAKRUK).await;
    let board = transcript.harness.command_elsewhere(ANN, MAKRUK, "board", json!({})).await;
    // It is Ann's turn, and Ben has to learn where the game is.
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[BEN][..]));
    let notice = transcript.harness.notice_of_move(GAMES, &link(&board), Language::English).await;
    assert_eq!((notice.controls(), &notice.pinged[..]), (Vec::new(), &[BEN][..]));
    transcript.all_delivered().await;
    assert_eq!(transcript.harness.notice_count(GAMES), 1);
    let transcript = transcript.elsewhere(MAKRUK);
    transcript
        .play(&[(
            ANN,
            "pick c4 from square",
            crate::discord::transcript::Sees::Public("c4"),
            &[BEN],
        )])
        .await;
    transcript.ends("d3 c3 c4; Second to move", &[2, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_is_moved_to_and_fro_calls_the_opponent_once() {
    let transcript = Transcript::of(GameKind::Othello, &["d3", "c3"]).await;
    let (harness, table) = (&transcript.harness, transcript.table);
    let named = json!({ "game": table.0.to_string() });
    harness.becomes_active_in(BEN, MAKRUK).await;
    let pings = || {
        let all = [GAMES, MAKRUK].into_iter().flat_map(|it| harness.public(it));
        all.filter(|it| it.pinged.contains(&BEN)).count()
    };
    let before = pings();
    let first = harness.command(ANN, MAKRUK, "board", named.clone()).await;
    assert_eq!((first.visible_to, &first.pinged[..]), (None, &[BEN][..]));
    harness.all_delivered().await;
    let once = pings();
    assert_eq!(once, before + 2, "on the board, and where it was");
    for place in [GAMES, MAKRUK, GAMES, MAKRUK] {
        let moved = harness.command(ANN, place, "board", named.clone()).await;
        assert_eq!((moved.visible_to, moved.channel), (None, place), "{}", moved.content());
        assert!(moved.pinged.is_empty(), "{}", moved.content());
        harness.all_delivered().await;
    }
    assert_eq!(pings(), once);
    // Ben moves it once, which calls Ann; after a move it is another position.
    let moved = harness.command(BEN, GAMES, "board", named.clone()).await;
    assert_eq!(moved.pinged, [ANN]);
    harness.command(ANN, GAMES, "move", json!({ "move": "c4" })).await;
    let moved = harness.command(ANN, MAKRUK, "board", named).await;
    assert_eq!(moved.pinged, [BEN]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_moves_where_the_opponent_was_challenged() {
    let harness = Harness::start_without_limits().await;
    let options = json!({ "game": "makruk", "opponent": BEN.0.to_string() });
    harness.command(ANN, MAKRUK, "play", options).await;
    let transcript = Transcript::at(harness, GAMES, GameKind::Othello, &["d3"]).await;
    let named = json!({ "game": transcript.table.0.to_string() });
    let board = transcript.harness.command(ANN, MAKRUK, "board", named).await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[BEN][..]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_does_not_move_to_direct_messages_with_the_bot() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.act(ANN, "press resign").await;
    transcript.act(ANN, "press resign-yes").await;
    transcript.harness.gets_a_copy(ANN, ANN_AND_BOT, Language::English).await;
    assert_eq!(transcript.stored().await.table.channel(), ChannelId(GAMES.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_move_their_game_to_their_direct_messages() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.gets_a_copy(ANN, ANN_AND_BEN, Language::English).await;
    transcript.harness.becomes_active_in(BEN, ANN_AND_BEN).await;
    let board = transcript.harness.command_elsewhere(ANN, ANN_AND_BEN, "board", json!({})).await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[BEN][..]));
    let link = format!("https://discord.com/channels/@me/{ANN_AND_BEN}/{}", board.id);
    transcript.harness.notice_of_move(GAMES, &link, Language::English).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenged_player_shows_the_challenge_again() {
    let transcript = Transcript::of_challenge(GameKind::Othello).await;
    let again = transcript.act(BEN, "/board").await;
    assert_eq!(again.visible_to, None);
    assert!(has_control(&again, "accept"), "{}", again.content());
    // In a channel where Ann has never been active the challenge is ephemeral, and Ben can still
    // accept it.
    let copy = transcript.harness.gets_a_copy(BEN, RANDOM, Language::Dutch).await;
    let asked =
        transcript.harness.emulator.as_user(BEN).click(copy.id, &control_of(&copy, "accept"));
    transcript.harness.answer(&asked.unwrap()).await;
    let board = transcript.harness.shown(GAMES, transcript.table, 0).await;
    assert_eq!(board.channel, GAMES);
    // A third person cannot move a challenge.
    let other = Transcript::of_challenge(GameKind::Othello).await;
    let named = json!({ "game": other.table.0.to_string() });
    let copy = other.harness.command(CHAI, RANDOM, "board", named).await;
    assert_eq!(copy.visible_to, Some(CHAI));
    assert_eq!(other.stored().await.table.channel(), ChannelId(GAMES.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_moves_and_pings_the_other_player() {
    let transcript = Transcript::of_challenge(GameKind::Othello).await;
    transcript.harness.becomes_active_in(ANN, MAKRUK).await;
    let board = transcript.harness.command_elsewhere(BEN, MAKRUK, "board", json!({})).await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[ANN][..]));
    transcript.harness.notice_of_move(GAMES, &link(&board), Language::English).await;
    assert_eq!(standing(&transcript.stored().await.table), "challenge");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_old_channel_gets_one_notice() {
    for fault in [InjectedFault::Refused(500), InjectedFault::DoneButCut] {
        let mut transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
        transcript.harness.becomes_active_in(BEN, MAKRUK).await;
        transcript.harness.fail_posts_and_reads(fault);
        // A board that is a response is there, though nothing can be posted.
        let named = json!({ "game": transcript.table.0.to_string() });
        let board = transcript.harness.command(ANN, MAKRUK, "board", named).await;
        eventually("a delivery is attempted", async || {
            let store = transcript.harness.bot.service.store();
            let pending = store.pending_of_table(transcript.table).await.unwrap();
            pending.iter().any(|it| it.left_behind().is_some() && it.attempts > 0)
        })
        .await;
        // By now Discord does not recognise the nonce of the first post any more.
        transcript.harness.emulator.advance(std::time::Duration::from_secs(3_600));
        transcript.harness.restart().await;
        transcript.harness.emulator.clear_faults();
        transcript.harness.notice_of_move(GAMES, &link(&board), Language::English).await;
        transcript.all_delivered().await;
        assert_eq!(transcript.harness.notice_count(GAMES), 1, "{fault:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_does_not_wait_for_the_old_channel() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.knows_conversation(BEN).await;
    transcript.harness.becomes_active_in(BEN, MAKRUK).await;
    let permissions = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    transcript.harness.emulator.set_bot_permissions(GAMES, permissions);
    transcript.harness.command_elsewhere(ANN, MAKRUK, "board", json!({})).await;
    let transcript = transcript.elsewhere(MAKRUK);
    transcript
        .play(&[(BEN, "/move c3", crate::discord::transcript::Sees::Public("c3"), &[ANN])])
        .await;
    // Without the permission to send messages there is no notice.
    transcript.all_delivered().await;
    assert_eq!(transcript.harness.notice_count(GAMES), 0);
    let place = format!("/{MAKRUK}/");
    transcript.harness.direct_message_with(BEN, &place).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_to_somebody_who_cannot_see_the_channel_is_refused() {
    let harness = Harness::start_without_limits().await;
    harness.emulator.remove_member(GARDEN, CHAI);
    harness.emulator.deny(GAMES, BEN, Permissions::VIEW_CHANNEL);
    let games = channel_mention(GAMES);
    let refusals = [
        (CHAI, "line-not-in-server", &[("name", "Chai")][..]),
        (BEN, "line-cannot-see-channel", &[("name", "Ben"), ("channel", &*games)][..]),
    ];
    for (opponent, key, variables) in refusals {
        for (locale, language) in [
            ("en-US", Language::English),
            ("nl", Language::Dutch),
            ("th", Language::Thai),
            ("ja", Language::Japanese),
        ] {
            harness.emulator.set_locale(ANN, locale);
            let options = json!({ "game": "othello", "opponent": opponent.0.to_string() });
            let refused = harness.command(ANN, GAMES, "play", options).await;
            assert_eq!(refused.visible_to, Some(ANN));
            assert_eq!(refused.content(), i18n::text_with(key, variables, language));
        }
    }
    assert_eq!(harness.public(GAMES).len(), 0);
    // In a channel that they can see they can be challenged, with or without the bot in it.
    for (opponent, channel) in [(BEN, MAKRUK), (CHAI, LOBBY), (BEN, ANN_AND_BEN)] {
        let options = json!({ "game": "othello", "opponent": opponent.0.to_string() });
        let challenge = harness.command(ANN, channel, "play", options).await;
        assert_eq!((challenge.visible_to, &challenge.pinged[..]), (None, &[opponent][..]));
        table_of(&challenge);
    }
}

/// Somebody who was once active in a channel may have lost access to it: the notice in the old
/// channel pings them and links to the board.
#[tokio::test(flavor = "multi_thread")]
async fn the_opponent_is_pinged_in_the_old_channel() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.becomes_active_in(BEN, RANDOM).await;
    transcript.harness.emulator.deny(RANDOM, BEN, Permissions::VIEW_CHANNEL);
    let board = transcript.harness.command_elsewhere(ANN, RANDOM, "board", json!({})).await;
    let answer = transcript
        .harness
        .notice_of_move(transcript.channel, &link(&board), Language::English)
        .await;
    assert_eq!(answer.pinged, [BEN]);
}

/// Where the old channel cannot be told, the opponent is told in private, or else after the next
/// response: they may not read the new channel, although they once did.
#[tokio::test(flavor = "multi_thread")]
async fn the_opponent_is_told_in_private_where_the_old_channel_is_closed() {
    for (is_reached, is_in_lobby) in [(true, false), (true, true), (false, false)] {
        let harness = Harness::start().await;
        let place = if is_in_lobby { LOBBY } else { GAMES };
        let transcript = Transcript::at(harness, place, GameKind::Othello, &["d3"]).await;
        let harness = &transcript.harness;
        harness.becomes_active_in(BEN, RANDOM).await;
        harness.emulator.deny(RANDOM, BEN, Permissions::VIEW_CHANNEL);
        harness.emulator.close_conversation(BEN, !is_reached);
        if !is_in_lobby {
            let permissions = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
            harness.emulator.set_bot_permissions(GAMES, permissions);
        }
        let board = harness.command_elsewhere(ANN, RANDOM, "board", json!({})).await;
        assert_eq!(board.visible_to, None, "{}", board.content());
        transcript.all_delivered().await;
        assert_eq!(harness.notice_count(place), 0, "the old channel is closed");
        let told = if is_reached {
            harness.direct_message_with(BEN, &link(&board)).await
        } else {
            harness.becomes_active_in(BEN, MAKRUK).await;
            let link = link(&board);
            let shown = harness.emulator.wait_for(WAIT_MAX, |world| {
                let mut messages = world.messages(MAKRUK, BEN);
                messages.find(|it| it.content().contains(&link)).cloned()
            });
            shown.await.expect("it is shown after the next response")
        };
        assert!(told.visible_to.is_none_or(|person| person == BEN), "{}", told.content());
    }
}
