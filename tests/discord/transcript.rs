//! Transcripts of a table: steps of players, the messages that they see, and the pings.

use std::sync::Arc;

use jiff::Timestamp;
use kradan::service::StoredTable;
use kradan_emulator::{
    ANN, BEN, CHAI, DAI, FaultRule, GAMES, Id, InjectedFault, Interaction, PostedMessage, World,
};
use kradan_i18n::{self as i18n, EventContext, Language, Line, RefusalContext};
use kradan_rules::{BySide, GameKind};
use kradan_store::{Change, JobKind};
use kradan_table::{Event, PlayerId, Refusal, Table, TableId};
use serde_json::json;

use crate::discord::harness::{Harness, WAIT_MAX, can_pick, control_of, eventually, has_control};

/// The response that a player sees.
#[derive(Clone, Copy)]
pub(crate) enum Sees<'a> {
    /// A public message that contains this text.
    Public(&'a str),
    /// A public message about this event, in English: the players' languages differ.
    PublicEvent(&'a Event),
    /// The same about a request to take back these moves.
    PublicTakeback(&'a Event, &'a str),
    /// This refusal, ephemeral, in the player's language.
    Refused(&'a Refusal),
    /// This line, ephemeral, in the player's language.
    EphemeralLine(Line<'a>),
    /// This message of a command with its variables, ephemeral, in the player's language.
    EphemeralText(&'static str, &'a [(&'static str, &'a str)]),
    /// The ephemeral line that the board is not the current one, which it links if that is posted.
    Stale,
}

/// A step: the player, the action, what they see, who is pinged.
pub(crate) type Step<'a> = (Id, &'a str, Sees<'a>, &'a [Id]);

/// A step that pings nobody.
pub(crate) const NOBODY: &[Id] = &[];

/// The custom id of the control that changes a count, by its beginning.
fn count_control(message: &PostedMessage, begins: &str) -> Option<String> {
    let controls = message.controls();
    let mut ids = controls.iter().filter_map(|it| it["custom_id"].as_str());
    ids.find(|id| id.starts_with(begins)).map(str::to_owned)
}

/// A table, and the channel where it is watched.
pub(crate) struct Transcript {
    pub(crate) harness: Harness,
    pub(crate) table: TableId,
    pub(crate) channel: Id,
}

impl Transcript {
    /// A game of Ann, who is first, and Ben, after these moves.
    pub(crate) async fn of(kind: GameKind, moves: &[&str]) -> Transcript {
        Transcript::at(Harness::start().await, GAMES, kind, moves).await
    }

    /// The same in another channel.
    pub(crate) async fn at(
        harness: Harness,
        channel: Id,
        kind: GameKind,
        moves: &[&str],
    ) -> Transcript {
        let board = harness.begin(kind, ANN, BEN, channel).await;
        let transcript = Transcript { harness, table: table_of(&board), channel };
        for (ply, mv) in moves.iter().enumerate() {
            let who = if ply % 2 == 0 { ANN } else { BEN };
            transcript.harness.command(who, channel, "move", json!({ "move": mv })).await;
        }
        transcript.all_delivered().await;
        transcript
    }

    /// A challenge of Ann to Ben.
    pub(crate) async fn of_challenge(kind: GameKind) -> Transcript {
        let harness = Harness::start().await;
        let options = json!({ "game": kind.to_string(), "opponent": BEN.0.to_string() });
        let challenge = harness.command(ANN, GAMES, "play", options).await;
        Transcript { harness, table: table_of(&challenge), channel: GAMES }
    }

    /// Carries out the steps and checks that no other message is posted.
    pub(crate) async fn play(&self, steps: &[Step<'_>]) {
        for (who, action, sees, pings) in steps {
            let before = self.public().len();
            let answer = self.act(*who, action).await;
            check(*who, action, &answer, *sees);
            assert_eq!(answer.pinged, *pings, "{action}: {}", answer.content());
            let is_public = answer.visible_to.is_none();
            assert_eq!(self.public().len(), before + usize::from(is_public), "{action}");
        }
    }

    /// Carries out an action and returns its response. What is behind "More" or in the opened game is
    /// reached through it.
    pub(crate) async fn act(&self, who: Id, action: &str) -> Arc<PostedMessage> {
        self.open_panel_for(who, action).await;
        let asked = self.ask(who, action);
        self.harness.answer(&asked).await
    }

    /// Opens the panel behind "More" of the newest board, or the game, if the action is on no board
    /// itself.
    pub(crate) async fn open_panel_for(&self, who: Id, action: &str) {
        let words: Vec<&str> = action.split(' ').collect();
        let panel = match words[..] {
            ["press", "resign" | "draw" | "takeback" | "pause" | "give-day" | "hint"]
            | ["count", _] => {
                let board = self.with(who, "more", false);
                self.harness.click(who, &board, "more").await
            }
            ["press", "history" | "export" | "replay"] => {
                self.harness.command(who, self.channel, "game", json!({})).await
            }
            _ => return,
        };
        assert_eq!(panel.visible_to, Some(who), "{}", panel.content());
    }

    /// Starts all actions before waiting for the first response.
    pub(crate) async fn at_once(&self, actions: &[(Id, &str)]) -> Vec<Arc<PostedMessage>> {
        let asked: Vec<_> = actions.iter().map(|(who, action)| self.ask(*who, action)).collect();
        let mut answers = Vec::new();
        for asked in &asked {
            answers.push(self.harness.answer(asked).await);
        }
        answers
    }

    /// Starts an action without waiting: `/move d3`, `press resign`, `pick d3 from square`. The
    /// last two use the newest message with such a control, or with `old` in front the oldest one.
    /// A square, a piece or a target is picked by its button, or from a menu.
    pub(crate) fn ask(&self, who: Id, action: &str) -> Interaction {
        let user = self.harness.emulator.as_user(who);
        let (is_old, action) = match action.strip_prefix("old ") {
            Some(action) => (true, action),
            None => (false, action),
        };
        let words: Vec<&str> = action.split(' ').collect();
        let asked = match words[..] {
            ["/move", mv] => user.command(self.channel, "move", json!({ "move": mv })),
            ["count", act] => {
                let wanted = format!("count:{}:{act}:", self.table.0);
                let is_it = |it: &PostedMessage| count_control(it, &wanted).is_some();
                let message = self.find(who, is_old, is_it).expect("the count can be changed");
                user.click(message.id, &count_control(&message, &wanted).expect("it is there"))
            }
            [command] => {
                let name = command.strip_prefix('/').expect("a command begins with a slash");
                user.command(self.channel, name, json!({}))
            }
            ["press", control] => {
                let message = self.with(who, control, is_old);
                user.click(message.id, &control_of(&message, control))
            }
            ["pick", value, "from", "square" | "piece" | "target"] => {
                let message = self.find(who, is_old, |it| can_pick(it, value));
                let message = message.unwrap_or_else(|| panic!("{action}: on no message"));
                Ok(self.harness.ask_to_pick(who, &message, value))
            }
            _ => panic!("{action:?} is no action"),
        };
        asked.unwrap_or_else(|error| panic!("{action}: {error}"))
    }

    /// The newest or the oldest message with a control that somebody sees.
    pub(crate) fn with(&self, who: Id, control: &str, is_old: bool) -> Arc<PostedMessage> {
        let found = self.find(who, is_old, |it| has_control(it, control));
        found.unwrap_or_else(|| panic!("no message has a control {control}"))
    }

    /// The newest or the oldest message of this kind that somebody sees.
    fn find(
        &self,
        who: Id,
        is_old: bool,
        is_it: impl Fn(&PostedMessage) -> bool,
    ) -> Option<Arc<PostedMessage>> {
        let messages = self.harness.emulator.as_user(who).messages(self.channel);
        let mut fitting = messages.into_iter().filter(|it| is_it(it));
        if is_old { fitting.next() } else { fitting.next_back() }
    }

    /// The public messages of the channel, oldest first, without those that only ping after a
    /// deferred board.
    pub(crate) fn public(&self) -> Vec<Arc<PostedMessage>> {
        self.harness.public(self.channel)
    }

    /// The plies of the table's boards in the channel, oldest first.
    pub(crate) fn boards(&self) -> Vec<usize> {
        boards(&self.public(), self.table)
    }

    pub(crate) async fn stored(&self) -> StoredTable {
        self.harness.stored(self.table).await
    }

    pub(crate) async fn all_delivered(&self) {
        self.harness.all_delivered().await;
    }

    /// Waits until every entry is delivered. Compares the stored state of the table and the boards
    /// in the channel. Only the last board has controls.
    pub(crate) async fn ends(&self, standing: &str, boards: &[usize]) {
        self.all_delivered().await;
        let table = self.stored().await.table;
        assert_eq!(self::standing(&table), standing);
        assert_eq!(self.boards(), boards);
        self.only_the_last_board_can_be_used().await;
    }

    /// Makes every removal of old controls fail, so that old boards stay usable.
    pub(crate) fn keep_old_controls(&self) {
        let refused_edits = FaultRule::always("PATCH /channels", InjectedFault::Refused(500));
        self.harness.emulator.inject_fault(refused_edits);
    }

    /// Makes every deletion of a panel fail, so that panels outlive the move that they led to.
    pub(crate) fn keep_panels(&self) {
        let refused = FaultRule::always("DELETE /webhooks", InjectedFault::Refused(500));
        self.harness.emulator.inject_fault(refused);
    }

    pub(crate) async fn only_the_last_board_can_be_used(&self) {
        let table = self.table;
        let usable = |world: &World| {
            let shown =
                world.messages(self.channel, ANN).filter(|it| shown_position(it, table).is_some());
            let usable: Vec<bool> = shown.map(|it| !it.controls().is_empty()).collect();
            let (last, old) = usable.split_last()?;
            (*last && !old.contains(&true)).then_some(())
        };
        let cleaned_up = self.harness.emulator.wait_for(WAIT_MAX, usable).await;
        cleaned_up.expect("the old boards lose their controls");
    }

    /// Replaces the stored game by one that starts from a position.
    pub(crate) async fn begin_from(&self, kind: GameKind, position: &str) {
        let stored = self.stored().await;
        let mut table = serde_json::to_value(&stored.table).unwrap();
        table["game"] = json!({
            "game": kind.to_string(), "start": position, "moves": [], "position": position,
        });
        let table = serde_json::from_value(table).unwrap();
        let stored = StoredTable { table, revision: stored.revision + 1, ..stored };
        let change = Change::of(self.table, stored);
        self.harness.bot.service.store().commit(change).await.unwrap();
    }
}

impl Harness {
    pub(crate) fn public(&self, channel: Id) -> Vec<Arc<PostedMessage>> {
        self.emulator.read(|world| public(world, channel))
    }

    /// The stored table.
    pub(crate) async fn stored(&self, table: TableId) -> StoredTable {
        self.bot.service.load(table).await.unwrap().expect("the table is there")
    }

    /// When the first job of a kind is ready, if there is one.
    pub(crate) async fn first_job(&self, kind: JobKind) -> Option<Timestamp> {
        self.bot.service.store().next_job(kind, Timestamp::MIN).await.unwrap()
    }

    /// Waits until no outbox entry is pending. What is not posted by then is never posted.
    pub(crate) async fn all_delivered(&self) {
        eventually("every entry is delivered", async || {
            self.bot.service.store().next_pending().await.unwrap().is_none()
        })
        .await;
    }
}

impl Harness {
    /// Waits until everything is told, and the messages that are old then are cleaned up.
    pub(crate) async fn all_cleaned_up(&self) {
        self.all_delivered().await;
        eventually("the cleanup queue is empty", async || {
            self.first_job(JobKind::ReplaceMessage).await.is_none()
        })
        .await;
    }
}

/// Compares a response with the expected one.
pub(crate) fn check(who: Id, action: &str, answer: &PostedMessage, sees: Sees<'_>) {
    let language = language_of(who);
    let (is_alone, text) = match sees {
        Sees::Public(text) => (false, text.to_owned()),
        Sees::PublicEvent(event) => (false, sentence_of(event, Language::English)),
        Sees::PublicTakeback(event, moves) => {
            (false, sentence_with(event, Some(moves), Language::English))
        }
        Sees::Refused(refusal) => (true, refused(refusal, language)),
        Sees::EphemeralLine(line) => (true, i18n::line(&line, language)),
        Sees::EphemeralText(key, variables) => (true, i18n::text_with(key, variables, language)),
        Sees::Stale => {
            let [linked, alone] =
                [Some("\u{1}"), None].map(|link| i18n::line(&Line::StaleBoard { link }, language));
            let linked = linked.split('\u{1}').next().unwrap_or_default();
            let is_linked = answer.content().contains(linked);
            (true, if is_linked { linked.to_owned() } else { alone })
        }
    };
    let content = answer.content();
    assert_eq!(answer.visible_to, is_alone.then_some(who), "{action}: {content}");
    assert!(content.contains(&text), "{action}: {content:?} lacks {text:?}");
}

/// The one public message of these responses. Panics unless there is exactly one.
pub(crate) fn only_public(answers: &[Arc<PostedMessage>]) -> &PostedMessage {
    let mut public = answers.iter().filter(|it| it.visible_to.is_none());
    let (Some(first), None) = (public.next(), public.next()) else {
        panic!("one of these is public: {:?}", answers.iter().map(|it| it.content()))
    };
    first
}

/// The public messages of a channel, without those that only ping.
pub(crate) fn public(world: &World, channel: Id) -> Vec<Arc<PostedMessage>> {
    let is_public = |it: &&Arc<PostedMessage>| it.visible_to.is_none() && !is_ping(it);
    world.messages(channel, ANN).filter(is_public).cloned().collect()
}

/// Whether a message only pings after a deferred board: it repeats lines of it that mention somebody,
/// or all of it.
pub(crate) fn is_ping(message: &PostedMessage) -> bool {
    let board = message.value["referenced_message"]["content"].as_str().unwrap_or_default();
    let mut lines = message.content().lines().peekable();
    lines.peek().is_some()
        && (message.content() == board && board.contains("<@")
            || lines.all(|line| line.contains("<@") && board.lines().any(|it| it == line)))
        && message.posted_files.is_empty()
        && message.components().is_empty()
}

/// The table that a message's controls belong to.
pub(crate) fn table_of(message: &PostedMessage) -> TableId {
    let controls = message.controls();
    let mut ids = controls.iter().filter_map(|it| it["custom_id"].as_str()?.split(':').nth(1));
    ids.find_map(|id| id.parse().ok()).map(TableId).expect("a control names the table")
}

/// The option of a table in the menu of tables.
pub(crate) fn table_option(asked: &PostedMessage, table: TableId) -> String {
    let options = crate::discord::checks::offered(asked, "which");
    let is_it = |option: &String| option.split(':').next() == Some(table.0.to_string().as_str());
    options.into_iter().find(is_it).expect("the table is in the menu")
}

/// The ply and the revision of a board, if the message is one of the table.
fn shown_position(message: &PostedMessage, table: TableId) -> Option<(usize, u64)> {
    let name = message.posted_files.first()?.strip_suffix(".png")?;
    let parts: Vec<&str> = name.split('-').collect();
    let [_, number, ply, revision] = parts[..] else { return None };
    (number == table.0.to_string()).then_some(())?;
    Some((ply.parse().ok()?, revision.parse().ok()?))
}

/// The plies of a table's boards among these messages. Panics unless they are ordered by revision
/// and each is there once.
pub(crate) fn boards(messages: &[Arc<PostedMessage>], table: TableId) -> Vec<usize> {
    let shown: Vec<(usize, u64)> =
        messages.iter().filter_map(|it| shown_position(it, table)).collect();
    let is_in_order = shown.is_sorted_by(|one, other| one.1 < other.1);
    assert!(is_in_order, "boards are repeated or out of order: {shown:?}");
    shown.into_iter().map(|(ply, _)| ply).collect()
}

/// The state of a table in one line.
pub(crate) fn standing(table: &Table) -> String {
    let mut parts = vec![table.game().moves().join(" ")];
    parts.extend(table.to_move().map(|(side, _)| format!("{side:?} to move")));
    parts.extend(table.draw_offer().map(|side| format!("{side:?} offers a draw")));
    parts.extend(table.takeback().map(|(side, plies)| format!("{side:?} asks for {plies} plies")));
    parts.extend(table.announced().map(|action| format!("to {action}")));
    parts.extend(table.ending().map(|ending| format!("{ending:?}")));
    parts.extend(table.challenged().map(|_| "challenge".to_owned()));
    parts.extend(table.unanswered_challenger().map(|_| "withdrawn".to_owned()));
    parts.retain(|part| !part.is_empty());
    parts.join("; ")
}

/// The locale of somebody's Discord client.
pub(crate) fn language_of(person: Id) -> Language {
    match person {
        BEN => Language::Dutch,
        CHAI => Language::Thai,
        DAI => Language::Japanese,
        _ => Language::English,
    }
}

/// The bot's sentence for a refusal in a game of Ann and Ben.
pub(crate) fn refused(refusal: &Refusal, language: Language) -> String {
    let turn = match refusal {
        Refusal::NotYourTurn { player, .. } => player.player().map(|it| mention(Id(it.0))),
        _ => None,
    };
    let context =
        RefusalContext { kind: GameKind::Othello, turn_name: turn.as_deref(), legal: &[] };
    i18n::refusal(refusal, &context, language)
}

/// The bot's sentence for an event in a game of Othello of Ann and Ben.
pub(crate) fn sentence_of(event: &Event, language: Language) -> String {
    sentence_with(event, None, language)
}

/// The same with the moves that it is about.
fn sentence_with(event: &Event, written: Option<&str>, language: Language) -> String {
    let (first, second) = (mention(ANN), mention(BEN));
    let names = BySide { first: first.as_str(), second: second.as_str() };
    i18n::event(
        event,
        &EventContext { kind: GameKind::Othello, names, written, game: None },
        language,
    )
}

/// A text with the names of people in place of their mentions: a message mentions each person once.
pub(crate) fn by_name(text: &str) -> String {
    with_names(text, [(ANN, "Ann"), (BEN, "Ben"), (CHAI, "Chai"), (DAI, "Dai")])
}

pub(crate) fn with_names(
    text: &str,
    names: impl IntoIterator<Item = (Id, &'static str)>,
) -> String {
    names.into_iter().fold(text.to_owned(), |text, (id, name)| text.replace(&mention(id), name))
}

pub(crate) fn mention(person: Id) -> String {
    format!("<@{person}>")
}

pub(crate) fn player(person: Id) -> PlayerId {
    PlayerId(person.0)
}
