//! Scenes at a table, as transcripts: who does what, what they see of it, and who is called.

use std::sync::Arc;

use kradan::emulator::{ANN, BEN, CHAI, DAI, GAMES, Id, Interaction, PostedMessage, World};
use kradan::i18n::{self, EventContext, Language, Line, RefusalContext};
use kradan::rules::{BySide, GameKind};
use kradan::service::{Store as _, StoredTable};
use kradan::store::{Change, OutboxEntry};
use kradan::table::{Event, PlayerId, Refusal, Table, TableId};
use serde_json::json;

use crate::harness::{A_MOMENT, Harness, SOON, control_of, has_control};

/// What somebody sees of what they did.
#[derive(Clone, Copy)]
pub(crate) enum Sees<'a> {
    /// A message to all, in which this stands.
    All(&'a str),
    /// A message to all that tells this, in the language of whoever is called.
    Event(&'a Event),
    /// A refusal for them alone, in their language.
    Refused(&'a Refusal),
    /// A line for them alone, in their language.
    Told(Line<'a>),
    /// A sentence of a command for them alone, in their language: its message and its variables.
    Says(&'static str, &'a [(&'static str, &'a str)]),
    /// That the board is an old one, told to them alone.
    Stale,
}

/// Who does what, what they see of it, and who is called.
pub(crate) type Step<'a> = (Id, &'a str, Sees<'a>, &'a [Id]);

/// A table on a stage.
pub(crate) struct Transcript {
    pub(crate) harness: Harness,
    pub(crate) table: TableId,
    pub(crate) place: Id,
}

impl Transcript {
    /// A game of Ann, who begins, and Ben, in which these moves were made.
    pub(crate) async fn of(kind: GameKind, moves: &[&str]) -> Transcript {
        Transcript::at(Harness::start().await, GAMES, kind, moves).await
    }

    /// The same, somewhere else.
    pub(crate) async fn at(
        harness: Harness,
        place: Id,
        kind: GameKind,
        moves: &[&str],
    ) -> Transcript {
        let board = harness.begin(kind, ANN, BEN, place).await;
        let transcript = Transcript { harness, table: table_of(&board), place };
        for (ply, mv) in moves.iter().enumerate() {
            let who = if ply % 2 == 0 { ANN } else { BEN };
            transcript.harness.command(who, place, "move", json!({ "move": mv })).await;
        }
        transcript.all_delivered().await;
        transcript
    }

    /// A challenge of Ann to Ben.
    pub(crate) async fn of_challenge(kind: GameKind) -> Transcript {
        let harness = Harness::start().await;
        let options = json!({ "game": kind.to_string(), "opponent": BEN.0.to_string() });
        let challenge = harness.command(ANN, GAMES, "play", options).await;
        Transcript { harness, table: table_of(&challenge), place: GAMES }
    }

    /// Plays a transcript. Nothing is posted besides what it says.
    pub(crate) async fn play(&self, steps: &[Step<'_>]) {
        for (who, does, sees, calls) in steps {
            let before = self.public().len();
            let answer = self.does(*who, does).await;
            check(*who, does, &answer, *sees);
            assert_eq!(answer.pinged, *calls, "{does}: {}", answer.content());
            let is_public = answer.visible_to.is_none();
            assert_eq!(self.public().len(), before + usize::from(is_public), "{does}");
        }
    }

    /// Does something, and waits for the answer.
    pub(crate) async fn does(&self, who: Id, does: &str) -> Arc<PostedMessage> {
        let asked = self.ask(who, does);
        self.harness.answer(&asked).await
    }

    /// Does several things before the first of them is answered.
    pub(crate) async fn at_once(&self, actions: &[(Id, &str)]) -> Vec<Arc<PostedMessage>> {
        let asked: Vec<_> = actions.iter().map(|(who, does)| self.ask(*who, does)).collect();
        let mut answers = Vec::new();
        for asked in &asked {
            answers.push(self.harness.answer(asked).await);
        }
        answers
    }

    /// Does something without waiting: `/move d3`, `press resign`, `pick d3 from square`; `old`
    /// before the latter two means the oldest message that will do, and not the newest.
    pub(crate) fn ask(&self, who: Id, does: &str) -> Interaction {
        let user = self.harness.emulator.as_user(who);
        let (is_old, action) = match does.strip_prefix("old ") {
            Some(action) => (true, action),
            None => (false, does),
        };
        let words: Vec<&str> = action.split(' ').collect();
        let asked = match words[..] {
            ["/move", mv] => user.command(self.place, "move", json!({ "move": mv })),
            ["/count", act] => user.command(self.place, "count", json!({ "act": act })),
            [command] => {
                let name = command.strip_prefix('/').expect("a command begins with a slash");
                user.command(self.place, name, json!({}))
            }
            ["press", control] => {
                let message = self.with(who, control, is_old);
                user.click(message.id, &control_of(&message, control))
            }
            ["pick", value, "from", menu] => {
                let message = self.with(who, menu, is_old);
                user.select(message.id, &control_of(&message, menu), &[value])
            }
            _ => panic!("nobody knows how to {does:?}"),
        };
        asked.unwrap_or_else(|error| panic!("{does}: {error}"))
    }

    /// The newest or the oldest message with a control that somebody sees.
    pub(crate) fn with(&self, who: Id, control: &str, is_old: bool) -> Arc<PostedMessage> {
        let messages = self.harness.emulator.as_user(who).messages(self.place);
        let mut fitting = messages.into_iter().filter(|it| has_control(it, control));
        let found = if is_old { fitting.next() } else { fitting.next_back() };
        found.unwrap_or_else(|| panic!("no message has a control {control}"))
    }

    /// What all see in the channel, oldest first. That somebody is called once more, since their
    /// board came late, does not count.
    pub(crate) fn public(&self) -> Vec<Arc<PostedMessage>> {
        self.harness.public(self.place)
    }

    /// The plies of the boards in the channel, oldest first, each of which is there once.
    pub(crate) fn boards(&self) -> Vec<usize> {
        boards(&self.public(), self.table)
    }

    pub(crate) async fn row(&self) -> StoredTable {
        self.harness.row(self.table).await
    }

    pub(crate) async fn all_delivered(&self) {
        self.harness.all_delivered().await;
    }

    /// Waits until all is told, and compares how the table stands in the store, and which boards
    /// are in the channel. Only the last of these has controls.
    pub(crate) async fn ends(&self, standing: &str, boards: &[usize]) {
        self.all_delivered().await;
        let table = self.row().await.table;
        assert_eq!(self::standing(&table), standing);
        assert_eq!(self.boards(), boards);
        self.only_the_last_board_can_be_used().await;
    }

    pub(crate) async fn only_the_last_board_can_be_used(&self) {
        let table = self.table;
        let usable = |world: &World| {
            let shown = world.messages(self.place, ANN).filter(|it| shows(it, table).is_some());
            let usable: Vec<bool> = shown.map(|it| !it.controls().is_empty()).collect();
            let (last, old) = usable.split_last()?;
            (*last && !old.contains(&true)).then_some(())
        };
        let tidied = self.harness.emulator.wait_for(SOON, usable).await;
        tidied.expect("the old boards lose their controls");
    }

    /// Lets the game stand as if it had begun from a position.
    pub(crate) async fn begin_from(&self, kind: GameKind, position: &str) {
        let row = self.row().await;
        let mut table = serde_json::to_value(&row.table).unwrap();
        table["game"] = json!({
            "game": kind.to_string(), "start": position, "moves": [], "position": position,
        });
        let table = serde_json::from_value(table).unwrap();
        let row = StoredTable { table, revision: row.revision + 1, ..row };
        let notice: Option<OutboxEntry> = None;
        let change = Change {
            id: self.table,
            stored: row,
            entry: notice,
            interaction: None,
            limits: Vec::new(),
        };
        self.harness.bot.service.store().commit(change).await.unwrap();
    }
}

impl Harness {
    pub(crate) fn public(&self, place: Id) -> Vec<Arc<PostedMessage>> {
        self.emulator.read(|world| public(world, place))
    }

    /// A table as it is stored.
    pub(crate) async fn row(&self, table: TableId) -> StoredTable {
        self.bot.service.load(table).await.unwrap().expect("the table is there")
    }

    /// Waits until nothing is owed to anybody: what is not posted by then never will be.
    pub(crate) async fn all_delivered(&self) {
        let settled = async {
            while self.bot.service.store().next_pending().await.unwrap().is_some() {
                tokio::time::sleep(A_MOMENT).await;
            }
        };
        tokio::time::timeout(SOON, settled).await.expect("all is told at last");
    }
}

impl Harness {
    /// Waits until nothing is left to be stripped.
    pub(crate) async fn all_cleaned_up(&self) {
        let stripped = async {
            while !self.bot.service.store().cleanup_queue(1).await.unwrap().is_empty() {
                tokio::time::sleep(A_MOMENT).await;
            }
        };
        tokio::time::timeout(SOON, stripped).await.expect("all that is old is stripped at last");
    }
}

/// Compares what somebody saw with what they were to see.
pub(crate) fn check(who: Id, does: &str, answer: &PostedMessage, sees: Sees<'_>) {
    let language = language_of(who);
    let called = answer.pinged.first().copied();
    let (is_alone, text) = match sees {
        Sees::All(text) => (false, text.to_owned()),
        Sees::Event(event) => {
            let language = called.map_or(Language::English, language_of);
            (false, sentence_of(event, language))
        }
        Sees::Refused(refusal) => (true, refused(refusal, language)),
        Sees::Told(line) => (true, i18n::line(&line, language)),
        Sees::Says(key, variables) => (true, i18n::text_with(key, variables, language)),
        Sees::Stale => {
            let told = i18n::line(&Line::StaleBoard { link: Some("\u{1}") }, language);
            (true, told.split('\u{1}').next().unwrap_or_default().to_owned())
        }
    };
    let content = answer.content();
    assert_eq!(answer.visible_to, is_alone.then_some(who), "{does}: {content}");
    assert!(content.contains(&text), "{does}: {content:?} lacks {text:?}");
}

/// What all see in a channel, besides calls.
pub(crate) fn public(world: &World, place: Id) -> Vec<Arc<PostedMessage>> {
    let server = world.channel(place).and_then(|it| it.server);
    let server = world.servers().find(|it| Some(it.id) == server);
    let is_call = |it: &PostedMessage| {
        let who = it.content().strip_prefix("<@").and_then(|it| it.strip_suffix('>'));
        let who = who.and_then(|who| who.parse().ok()).map(Id);
        // A mention pings nobody who has left the server.
        who.is_some_and(|who| {
            it.pinged.contains(&who) || server.is_some_and(|it| !it.members.contains_key(&who))
        })
    };
    let is_public = |it: &&Arc<PostedMessage>| it.visible_to.is_none() && !is_call(it);
    world.messages(place, ANN).filter(is_public).cloned().collect()
}

/// Of which table a message is: its controls say so.
pub(crate) fn table_of(message: &PostedMessage) -> TableId {
    let controls = message.controls();
    let mut ids = controls.iter().filter_map(|it| it["custom_id"].as_str()?.split(':').nth(1));
    ids.find_map(|id| id.parse().ok()).map(TableId).expect("a control names the table")
}

/// What stands for a table in the menu of tables.
pub(crate) fn option_of(asked: &PostedMessage, table: TableId) -> String {
    let options = crate::checks::offered(asked, "which");
    let is_it = |option: &String| option.split(':').next() == Some(table.0.to_string().as_str());
    options.into_iter().find(is_it).expect("the table is in the menu")
}

/// The ply and the revision of the board that a message shows, if it is one of a table.
fn shows(message: &PostedMessage, table: TableId) -> Option<(usize, u64)> {
    let name = message.attachments().first()?["filename"].as_str()?.strip_suffix(".png")?;
    let parts: Vec<&str> = name.split('-').collect();
    let [_, number, ply, revision] = parts[..] else { return None };
    (number == table.0.to_string()).then_some(())?;
    Some((ply.parse().ok()?, revision.parse().ok()?))
}

/// The plies of a table's boards among these messages, each of which is there once.
pub(crate) fn boards(messages: &[Arc<PostedMessage>], table: TableId) -> Vec<usize> {
    let shown: Vec<(usize, u64)> = messages.iter().filter_map(|it| shows(it, table)).collect();
    let is_in_order = shown.is_sorted_by(|one, other| one.1 < other.1);
    assert!(is_in_order, "each board is there once, and in its turn: {shown:?}");
    shown.into_iter().map(|(ply, _)| ply).collect()
}

/// How a table stands, in a line.
pub(crate) fn standing(table: &Table) -> String {
    let mut parts = vec![table.game().moves().join(" ")];
    parts.extend(table.to_move().map(|(side, _)| format!("{side:?} to move")));
    parts.extend(table.draw_offer().map(|side| format!("{side:?} offers a draw")));
    parts.extend(table.takeback().map(|(side, plies)| format!("{side:?} asks for {plies} plies")));
    parts.extend(table.announced().map(|act| format!("to {act}")));
    parts.extend(table.ending().map(|ending| format!("{ending:?}")));
    parts.extend(table.challenged().map(|_| "challenge".to_owned()));
    parts.extend(table.challenged_in_vain().map(|_| "withdrawn".to_owned()));
    parts.retain(|part| !part.is_empty());
    parts.join("; ")
}

/// The language of somebody's Discord.
pub(crate) fn language_of(person: Id) -> Language {
    match person {
        BEN => Language::Dutch,
        CHAI => Language::Thai,
        DAI => Language::Japanese,
        _ => Language::English,
    }
}

/// A refusal in a game of Ann and Ben, as the bot says it.
pub(crate) fn refused(refusal: &Refusal, language: Language) -> String {
    let turn = match refusal {
        Refusal::NotYourTurn { player, .. } => Some(mention(Id(player.0))),
        _ => None,
    };
    let around = RefusalContext { kind: GameKind::Othello, turn_name: turn.as_deref(), legal: &[] };
    i18n::refusal(refusal, &around, language)
}

/// What happened in a game of Othello of Ann and Ben, as the bot says it.
pub(crate) fn sentence_of(event: &Event, language: Language) -> String {
    let (first, second) = (mention(ANN), mention(BEN));
    let names = BySide { first: first.as_str(), second: second.as_str() };
    i18n::event(event, &EventContext { kind: GameKind::Othello, names, written: None }, language)
}

/// Somebody, as they are mentioned.
pub(crate) fn mention(person: Id) -> String {
    format!("<@{person}>")
}

pub(crate) fn player(person: Id) -> PlayerId {
    PlayerId(person.0)
}
