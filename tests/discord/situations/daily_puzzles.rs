//! The daily puzzle of a server: chosen, solved, counted, and a line on the next day.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use kradan_emulator::{
    ANN, BEN, BOT, CHAI, FaultRule, GAMES, GARDEN, Id, InjectedFault, MAKRUK, Permissions,
    PostedMessage, RANDOM,
};
use kradan_exercises::{Answer, Puzzle, begin_of_day, day_of};
use kradan_store::{DailyBoard, DailyPuzzle, JobKind, Posting, ServerSettings};
use kradan_table::{ChannelId, GuildId, MessageId};
use serde_json::json;

use super::killed::KillableBot;
use super::puzzles::pick;
use crate::discord::harness::{Harness, eventually, eventually_some, has_control};
use crate::discord::transcript::{mention, player, public};

const SERVER: GuildId = GuildId(GARDEN.0);

/// A bot at the beginning of a day, so that the next one begins only when a test lets it.
async fn start() -> Harness {
    let harness = Harness::start().await;
    let now = harness.bot.service.clock().now();
    pass(&harness, begin_of_day(day_of(now) + 1).duration_since(now)).await;
    harness
}

/// Has the owner of the server choose the channel of the daily puzzle, or none.
async fn choose(harness: &Harness, channel: Option<Id>) -> Arc<PostedMessage> {
    let panel = harness.command(ANN, GAMES, "server", json!({})).await;
    let page = harness.click(ANN, &panel, "server-page:daily").await;
    assert!(page.content().contains("Each day at <t:"), "{}", page.content());
    let chosen: Vec<String> = channel.iter().map(|channel| channel.0.to_string()).collect();
    let chosen: Vec<&str> = chosen.iter().map(String::as_str).collect();
    let asked = harness.emulator.as_user(ANN).select(page.id, "server:daily", &chosen).unwrap();
    harness.answer(&asked).await
}

fn boards(harness: &Harness, channel: Id) -> Vec<Arc<PostedMessage>> {
    let mut boards = harness.emulator.read(|world| public(world, channel));
    boards.retain(|message| has_control(message, "daily"));
    boards
}

/// The only daily puzzle with buttons in a channel, once it says this.
async fn board_with(harness: &Harness, channel: Id, text: &str) -> Arc<PostedMessage> {
    let text = text.to_owned();
    eventually_some(&format!("a daily puzzle says {text}"), async || {
        let boards = boards(harness, channel);
        assert!(boards.len() <= 1, "{boards:#?}");
        boards.into_iter().find(|board| board.content().contains(&text))
    })
    .await
}

async fn daily(harness: &Harness) -> DailyPuzzle {
    harness.bot.service.store().daily_puzzle(SERVER).await.unwrap()
}

async fn stored_board(harness: &Harness) -> DailyBoard {
    daily(harness).await.board.expect("there is a board")
}

/// Solves the puzzle of the day by taps. Returns what is said then.
async fn solve(harness: &Harness, who: Id, board: &PostedMessage) -> Arc<PostedMessage> {
    let puzzle = stored_board(harness).await.puzzle().unwrap();
    let mut panel = harness.click(who, board, "daily").await;
    assert_eq!(panel.visible_to, Some(who));
    assert!(!has_control(&panel, "puzzle-solution") && !has_control(&panel, "puzzle-hint"));
    for text in puzzle.exercise.line_from(0).iter().step_by(2) {
        panel = pick(harness, who, ("puzzle", &panel), text).await;
    }
    panel
}

async fn fail(harness: &Harness, who: Id, board: &PostedMessage) -> Arc<PostedMessage> {
    let puzzle: &Puzzle = stored_board(harness).await.puzzle().unwrap();
    let panel = harness.click(who, board, "daily").await;
    let moves = puzzle.game_at(0).unwrap().legal_moves();
    let is_wrong = |text: &String| matches!(puzzle.answer(0, text), Answer::Wrong(_));
    pick(harness, who, ("puzzle", &panel), &moves.into_iter().find(is_wrong).unwrap()).await
}

async fn pass(harness: &Harness, by: SignedDuration) {
    harness.emulator.advance(by.try_into().unwrap());
    harness.bot.service.clock().pass(by);
    harness.bot.service.record_heartbeat().await.unwrap();
    harness.bot.service.wake_loops();
}

/// Waits until no puzzle is being posted or changed.
async fn settled(harness: &Harness) {
    eventually("the next look is later", async || {
        let next = harness.first_job(JobKind::DailyPuzzle).await;
        next.is_none_or(|next| next > harness.bot.service.clock().now())
    })
    .await;
}

/// Stores that the board may have been posted since a time, as where the response was lost.
async fn lose_response(harness: &Harness, since: Timestamp) {
    settled(harness).await;
    let lost = move |daily: &mut DailyPuzzle| {
        daily.board.as_mut().unwrap().posting = Posting::Begun(since);
    };
    harness.bot.service.store().update_daily_puzzle(SERVER, Box::new(lost)).await.unwrap();
}

async fn counted(harness: &Harness) {
    pass(harness, SignedDuration::from_secs(10)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_daily_puzzle_is_solved_privately_and_becomes_a_line() {
    let mut harness = start().await;
    choose(&harness, Some(GAMES)).await;
    let board = board_with(&harness, GAMES, "Daily puzzle · ").await;
    assert_eq!((board.pinged.len(), board.attachments().len()), (0, 1));
    let failed = fail(&harness, CHAI, &board).await;
    assert!(failed.content().contains("ครั้งแรกของคุณ"), "{}", failed.content());
    // The second try counts for nothing.
    let solved = solve(&harness, CHAI, &board).await;
    assert!(solved.content().contains("นับครั้งแรกของคุณไปแล้ว"), "{}", solved.content());
    let said = "You are the first here to solve it at the first try.";
    for _ in 0..2 {
        let solved = solve(&harness, ANN, &board).await;
        assert!(solved.content().contains(said), "{}", solved.content());
    }
    counted(&harness).await;
    board_with(
        &harness,
        GAMES,
        &format!("1 of 2 solved it at the first try · first: {}", mention(ANN)),
    )
    .await;
    // A panel from before a restart goes on.
    let panel = harness.click(BEN, &board, "daily").await;
    harness.restart().await;
    let puzzle = stored_board(&harness).await.puzzle().unwrap();
    let mut shown = panel;
    for text in puzzle.exercise.line_from(0).iter().step_by(2) {
        shown = pick(&harness, BEN, ("puzzle", &shown), text).await;
    }
    assert!(shown.content().contains("Je bent nummer 2 hier"), "{}", shown.content());
    counted(&harness).await;
    let named =
        format!("2 of 3 solved it at the first try · first: {}, {}", mention(ANN), mention(BEN));
    let told = board_with(&harness, GAMES, &named).await;
    assert_eq!((told.id, told.pinged.len(), told.attachments().len()), (board.id, 0, 1));
    // A press that comes twice undoes nothing.
    for _ in 0..2 {
        let asked = harness.click(BEN, &board, "daily-mention").await;
        assert_eq!(asked.visible_to, Some(BEN));
        assert!(has_control(&asked, "daily-unmention"), "{}", asked.content());
    }
    let old_panel = harness.click(ANN, &board, "daily").await;
    pass(&harness, SignedDuration::from_hours(24)).await;
    let next = eventually_some("the next one", async || {
        boards(&harness, GAMES).into_iter().find(|next| next.id != board.id)
    })
    .await;
    assert_eq!(next.pinged, [BEN], "who asked for it");
    let line = harness.emulator.read(|world| world.message(board.id).cloned()).unwrap();
    assert!(line.content().starts_with("-# Daily puzzle · "), "{}", line.content());
    assert!(line.content().contains("2 of 3 solved it at the first try · The solution: "));
    assert!(line.controls().is_empty() && line.attachments().is_empty());
    // Its panel does not count any more, and Ben has had enough.
    let mut late = old_panel;
    for text in puzzle.exercise.line_from(0).iter().step_by(2) {
        late = pick(&harness, ANN, ("puzzle", &late), text).await;
    }
    assert!(late.content().contains("This puzzle is over"), "{}", late.content());
    assert_eq!(stored_board(&harness).await.answers, []);
    let asked = harness.click(BEN, &next, "daily-mention").await;
    let ended = harness.click(BEN, &asked, "daily-unmention").await;
    assert_eq!((ended.id, ended.controls().len()), (asked.id, 0));
    assert_eq!(daily(&harness).await.mentioned, []);
    // Without a channel the last one ends with its day.
    choose(&harness, None).await;
    pass(&harness, SignedDuration::from_hours(24)).await;
    eventually("it is over", async || stored_board(&harness).await.posting == Posting::Over).await;
    assert!(boards(&harness, GAMES).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_puzzle_is_posted_once_it_can_be() {
    for missing in [Permissions::SEND_MESSAGES, Permissions::VIEW_CHANNEL] {
        let harness = start().await;
        harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT.without(missing));
        choose(&harness, Some(GAMES)).await;
        eventually("it is refused", async || {
            let board = daily(&harness).await.board;
            board.is_some_and(|board| board.posting == Posting::Refused)
        })
        .await;
        let panel = harness.command(ANN, MAKRUK, "server", json!({})).await;
        let page = harness.click(ANN, &panel, "server-page:daily").await;
        assert!(page.content().contains("could not be posted in <#"), "{}", page.content());
        let back = harness.click(ANN, &page, "server-page:settings").await;
        assert_eq!(back.content(), panel.content());
        choose(&harness, None).await;
        let panel = harness.command(ANN, MAKRUK, "server", json!({})).await;
        let page = harness.click(ANN, &panel, "server-page:daily").await;
        assert!(!page.content().contains("could not be posted"), "{}", page.content());
        // Another channel, or the same one with the permission.
        choose(&harness, Some(MAKRUK)).await;
        board_with(&harness, MAKRUK, "Daily puzzle · ").await;
        assert!(boards(&harness, GAMES).is_empty());
        // Today's is there, and the next one comes to the first channel.
        harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT);
        choose(&harness, Some(GAMES)).await;
        pass(&harness, SignedDuration::from_hours(24)).await;
        board_with(&harness, GAMES, "Daily puzzle · ").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_may_be_in_a_hidden_channel_is_posted_nowhere_else() {
    let harness = start().await;
    choose(&harness, Some(GAMES)).await;
    let board = board_with(&harness, GAMES, "Daily puzzle · ").await;
    let since = harness.bot.service.clock().now();
    lose_response(&harness, since).await;
    let without = Permissions::OF_A_BOT.without(Permissions::VIEW_CHANNEL);
    harness.emulator.set_bot_permissions(GAMES, without);
    let sought = || {
        let requests = harness.emulator.requests();
        requests.iter().filter(|request| request.status == 403).count()
    };
    let before = sought();
    choose(&harness, Some(MAKRUK)).await;
    eventually("it is looked for", async || sought() > before).await;
    settled(&harness).await;
    assert_eq!(stored_board(&harness).await.posting, Posting::Begun(since));
    harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT);
    pass(&harness, SignedDuration::from_hours(6)).await;
    eventually("it is found", async || {
        stored_board(&harness).await.posting == Posting::Posted(MessageId(board.id.0))
    })
    .await;
    assert!(boards(&harness, MAKRUK).is_empty());
    // One that stays hidden holds up no other day.
    lose_response(&harness, since).await;
    harness.emulator.set_bot_permissions(GAMES, without);
    pass(&harness, SignedDuration::from_hours(24)).await;
    board_with(&harness, MAKRUK, "Daily puzzle · ").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_that_is_being_posted_is_not_called_refused() {
    let harness = start().await;
    choose(&harness, Some(GAMES)).await;
    board_with(&harness, GAMES, "Daily puzzle · ").await;
    let long_ago = harness.bot.service.clock().now() - SignedDuration::from_hours(1);
    lose_response(&harness, long_ago).await;
    let panel = harness.command(ANN, GAMES, "server", json!({})).await;
    let page = harness.click(ANN, &panel, "server-page:daily").await;
    assert!(!page.content().contains("could not be posted"), "{}", page.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_that_was_refused_in_another_channel_can_be_moved_on() {
    let harness = start().await;
    choose(&harness, Some(GAMES)).await;
    let board = board_with(&harness, GAMES, "Daily puzzle · ").await;
    lose_response(&harness, harness.bot.service.clock().now()).await;
    harness.emulator.delete_message(board.id);
    let hidden = Permissions::OF_A_BOT.without(Permissions::VIEW_CHANNEL);
    harness.emulator.set_bot_permissions(MAKRUK, hidden);
    choose(&harness, Some(MAKRUK)).await;
    eventually("it is refused", async || stored_board(&harness).await.posting == Posting::Refused)
        .await;
    choose(&harness, Some(RANDOM)).await;
    board_with(&harness, RANDOM, "Daily puzzle · ").await;
}

/// The bot is killed after it stored an answer, before it had it counted.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_not_counted_is_counted_when_it_comes_again() {
    let harness = start().await;
    choose(&harness, Some(GAMES)).await;
    board_with(&harness, GAMES, "Daily puzzle · ").await;
    settled(&harness).await;
    let (service, day) = (&harness.bot.service, stored_board(&harness).await.day);
    let answered = move |daily: &mut DailyPuzzle| {
        daily.answer(day, player(ANN), true);
    };
    service.store().update_daily_puzzle(SERVER, Box::new(answered)).await.unwrap();
    service.answer_daily_puzzle((SERVER, day), player(ANN), true).await.unwrap();
    counted(&harness).await;
    board_with(&harness, GAMES, "1 of 1 solved it at the first try").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_response_posts_no_second_board() {
    let harness = start().await;
    let fault = FaultRule::once("POST /channels/{channel_id}/messages", InjectedFault::DoneButCut);
    harness.emulator.inject_fault(fault);
    choose(&harness, Some(GAMES)).await;
    board_with(&harness, GAMES, "Daily puzzle · ").await;
    eventually("it is known", async || {
        matches!(stored_board(&harness).await.posting, Posting::Posted(_))
    })
    .await;
    assert_eq!(boards(&harness, GAMES).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_names_who_is_erased_or_in_no_list() {
    let harness = start().await;
    choose(&harness, Some(GAMES)).await;
    let board = board_with(&harness, GAMES, "Daily puzzle · ").await;
    for who in [BEN, CHAI] {
        harness.click(who, &board, "daily-mention").await;
    }
    pass(&harness, SignedDuration::from_hours(24)).await;
    let mentions = format!("-# {} {}", mention(BEN), mention(CHAI));
    let board = board_with(&harness, GAMES, &mentions).await;
    // One who was only mentioned is erased, and one who solved it.
    harness.bot.service.wish_erasure(player(CHAI)).await.unwrap();
    eventually("the mention is gone", async || {
        !board_with(&harness, GAMES, "Daily").await.content().contains(&mention(CHAI))
    })
    .await;
    solve(&harness, ANN, &board).await;
    solve(&harness, BEN, &board).await;
    counted(&harness).await;
    board_with(&harness, GAMES, &format!("{}, {}", mention(ANN), mention(BEN))).await;
    harness.bot.service.wish_erasure(player(BEN)).await.unwrap();
    eventually("nobody erased is named", async || {
        let told = board_with(&harness, GAMES, "2 of 2 solved it at the first try · first: ").await;
        told.content().contains(&mention(ANN)) && !told.content().contains(&mention(BEN))
    })
    .await;
    assert_eq!(daily(&harness).await.mentioned, []);
    assert!(!format!("{:?}", daily(&harness).await).contains(&BEN.0.to_string()));
    let hide = |person: &mut kradan_store::Profile| person.is_unlisted = true;
    harness.bot.service.store().update_profile(player(ANN), Box::new(hide)).await.unwrap();
    solve(&harness, CHAI, &board).await;
    counted(&harness).await;
    board_with(
        &harness,
        GAMES,
        &format!("3 of 3 solved it at the first try · first: {}", mention(CHAI)),
    )
    .await;
}

async fn board_of(bot: &KillableBot) -> DailyBoard {
    let daily = bot.service().store().daily_puzzle(SERVER).await.unwrap();
    daily.board.expect("there is a board")
}

/// Whether the board of the day is begun.
async fn is_today(bot: &KillableBot) -> bool {
    let today = day_of(bot.service().clock().now());
    let daily = bot.service().store().daily_puzzle(SERVER).await.unwrap();
    daily.board.is_some_and(|board| board.day == today)
}

/// Thirty days: each with one board, whatever happens. The bot is killed while it ends and posts them, and the
/// response may be lost; for two days it may not write; boards are deleted; it is off for two days.
#[tokio::test(flavor = "multi_thread")]
async fn thirty_days_have_one_board_each() {
    let mut harness = start().await;
    let clock = harness.bot.service.clock().clone();
    harness.bot.stop().await;
    let mut random = fastrand::Rng::with_seed(7);
    let mut bot = KillableBot::start(&harness, clock.clone()).await;
    let chosen = |settings: &mut ServerSettings| {
        settings.daily_puzzle = Some(ChannelId(GAMES.0));
    };
    bot.service().store().update_server_settings(SERVER, Box::new(chosen)).await.unwrap();
    bot.service().look_at_daily_puzzle(SERVER).await.unwrap();
    let is_closed = |day: usize| (10..12).contains(&day);
    let (mut days, mut deleted) = (std::collections::BTreeSet::new(), 0);
    for day in 0..30 {
        // A bot that is killed while it stores that a board was refused posts it at its next start, which is not
        // to be when the channel is open again and the day the same.
        let opens_next = is_closed(day) && !is_closed(day + 1);
        if random.bool() && !opens_next {
            // It is killed at any point of its way, and the response to a request may be lost.
            if random.bool() {
                let post = "POST /channels/{channel_id}/messages";
                harness.emulator.inject_fault(FaultRule::once(post, InjectedFault::DoneButCut));
            }
            let (sent, most) = (harness.emulator.requests().len(), random.usize(0..5));
            eventually("it is at work", async || {
                harness.emulator.requests().len() >= sent + most || is_today(&bot).await
            })
            .await;
            bot.kill().await;
            harness.emulator.clear_faults();
            bot = KillableBot::start(&harness, clock.clone()).await;
        }
        eventually(&format!("day {day} has come"), async || {
            is_today(&bot).await
                && match board_of(&bot).await.posting {
                    Posting::Posted(_) => !is_closed(day),
                    Posting::Refused => is_closed(day),
                    Posting::Begun(_) | Posting::Over => false,
                }
        })
        .await;
        let board = board_of(&bot).await;
        let with_buttons = boards(&harness, GAMES);
        assert_eq!(
            with_buttons.len(),
            usize::from(!is_closed(day)),
            "day {day}: {with_buttons:#?}"
        );
        if !is_closed(day) {
            assert!(days.insert(board.day), "day {day}");
            if day % 7 == 3 {
                harness.emulator.delete_message(with_buttons[0].id);
                deleted += 1;
            } else {
                let (service, who) = (bot.service(), player([ANN, BEN, CHAI][day % 3]));
                let answered = service.answer_daily_puzzle((SERVER, board.day), who, day % 2 == 0);
                answered.await.unwrap();
            }
        }
        let permissions = match is_closed(day + 1) {
            true => Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES),
            false => Permissions::OF_A_BOT,
        };
        // Only then does the next day begin, which may find the bot at work.
        harness.emulator.set_bot_permissions(GAMES, permissions);
        match day {
            20 => {
                bot.kill().await;
                harness.emulator.advance(std::time::Duration::from_hours(3 * 24));
                clock.pass(SignedDuration::from_hours(3 * 24));
                bot = KillableBot::start(&harness, clock.clone()).await;
            }
            29 => {}
            _ => bot.pass(&harness, SignedDuration::from_hours(24)).await,
        }
    }
    let all =
        harness.emulator.read(|world| world.messages(GAMES, BOT).cloned().collect::<Vec<_>>());
    let puzzles: Vec<_> =
        all.iter().filter(|message| message.content().contains("Daily puzzle")).collect();
    assert!(puzzles.iter().all(|message| message.pinged.is_empty()), "nobody asked for it");
    assert_eq!(puzzles.len(), days.len() - deleted, "{days:?} {puzzles:#?}");
    bot.kill().await;
}
