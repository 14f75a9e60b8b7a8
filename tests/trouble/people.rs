//! Two people with a game between them, who ask again until they see that it was done.

use std::sync::Arc;
use std::time::Duration;

use kradan::emulator::{Actor, Id, Interaction, PostedMessage, World};
use kradan::rules::{Game, GameKind, Side, Status};
use kradan::store::Store as _;
use kradan::table::TableId;
use serde_json::{Value, json};

use crate::harness::{Harness, control_of, has_control};

/// How long somebody waits for an answer before they look at the channel.
const BRIEF: Duration = Duration::from_millis(700);

/// How long they look at the channel before they ask again: less where they were told no.
const GLANCE: Duration = Duration::from_millis(600);
const LOOK: Duration = Duration::from_millis(3_500);

/// How often something is asked at most: what cannot be told is tried less and less often.
const TRIES: usize = 240;

/// How two people end a game that does not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act<'a> {
    Challenge,
    Accept,
    Move(&'a str),
    Draw,
    Resign,
}

/// A game as the two who play it know it.
pub(crate) struct Match<'a> {
    harness: &'a Harness,
    pub(crate) kind: GameKind,
    pub(crate) channel: Id,
    /// First and second.
    people: [Id; 2],
    lots: fastrand::Rng,
    /// The table: the number of the interaction that opened it.
    pub(crate) table: Id,
    /// What was acknowledged: the moves, and the plies after each change of the table, the
    /// challenge first. Where a change is told without a board there is no number.
    pub(crate) game: Game,
    pub(crate) boards: Vec<Option<usize>>,
    /// The challenges that were asked for. More than one may have been heard.
    pub(crate) challenges: Vec<Id>,
    /// Everything that was asked.
    pub(crate) asked: Vec<Id>,
    /// From where on it was asked for the same thing.
    asked_now: usize,
    /// The message by which the last thing was acknowledged.
    shown: Option<Arc<PostedMessage>>,
}

impl<'a> Match<'a> {
    pub(crate) fn new(
        harness: &'a Harness,
        kind: GameKind,
        channel: Id,
        people: [Id; 2],
        seed: u64,
    ) -> Match<'a> {
        Match {
            harness,
            kind,
            channel,
            people,
            lots: fastrand::Rng::with_seed(seed),
            table: Id(0),
            game: Game::new(kind),
            boards: Vec::new(),
            challenges: Vec::new(),
            asked: Vec::new(),
            asked_now: 0,
            shown: None,
        }
    }

    /// Plays the game by lot to its end, or up to so many plies and then to an end that people
    /// make.
    pub(crate) async fn play(mut self, plies_max: usize) -> Match<'a> {
        let [first, second] = self.people;
        self.insist(first, Act::Challenge).await;
        self.boards.push(None);
        self.insist(second, Act::Accept).await;
        self.boards.push(Some(0));
        while let Status::Ongoing { turn } = self.game.status() {
            if self.is_over() {
                return self;
            }
            if self.game.plies() >= plies_max {
                self.end(turn).await;
                break;
            }
            let moves: Vec<String> =
                self.game.legal_moves().into_iter().filter(|it| !it.contains(':')).collect();
            let text = self.lots.choice(moves).expect("a game that goes on has moves");
            self.insist(self.person(turn), Act::Move(&text)).await;
            self.game.play_text(&text).unwrap();
            while self.game.legal_moves() == ["pass"] {
                self.game.play_text("pass").unwrap();
            }
            self.boards.push(Some(self.game.plies()));
        }
        assert!(self.is_over(), "{:#?}", self.shown.map(|it| it.value.clone()));
        self
    }

    /// Resigns, or agrees on a draw.
    async fn end(&mut self, turn: Side) {
        let (mover, other) = (self.person(turn), self.person(!turn));
        let plies = self.game.plies();
        if self.lots.bool() || self.game.occurrences() > 1 {
            self.insist(mover, Act::Resign).await;
        } else {
            self.insist(mover, Act::Draw).await;
            self.boards.push(None);
            self.insist(other, Act::Draw).await;
        }
        self.boards.push(Some(plies));
    }

    fn person(&self, side: Side) -> Id {
        match side {
            Side::First => self.people[0],
            Side::Second => self.people[1],
        }
    }

    fn user(&self, person: Id) -> Actor {
        self.harness.emulator.as_user(person)
    }

    /// Whether what was shown last says that the game is over.
    fn is_over(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| has_control(shown, "rematch"))
    }

    /// Asks for something, and asks again where no answer comes, until the channel shows that it
    /// was done.
    async fn insist(&mut self, person: Id, act: Act<'_>) {
        self.asked_now = self.asked.len();
        let mut answers = Vec::new();
        for _ in 0..TRIES {
            let asked = self.ask(person, act).await;
            let mut patience = LOOK;
            if let Some(asked) = asked {
                self.asked.push(asked.id());
                if act == Act::Challenge {
                    self.challenges.push(asked.id());
                }
                if let Ok(answer) = asked.message(BRIEF).await {
                    patience = if answer.visible_to.is_some() { GLANCE } else { LOOK };
                    answers.push(answer.content().to_owned());
                }
            }
            let seen = self.harness.emulator.wait_for(patience, |world| self.seen(world)).await;
            if let Ok((table, seen)) = seen {
                self.table = table;
                self.shown = Some(seen);
                return;
            }
        }
        let (table, channel) = (self.table, self.channel);
        let owed = self.harness.bot.service.store().pending_of_table(TableId(table.0)).await;
        answers.dedup();
        panic!(
            "{act:?} of table {table} in channel {channel} is never shown: {answers:#?} {owed:#?}"
        );
    }

    /// Asks once, in one of the ways there are.
    async fn ask(&mut self, person: Id, act: Act<'_>) -> Option<Interaction> {
        let table = self.table.to_string();
        let user = self.user(person);
        let command = |name: &str, options: Value| user.command(self.channel, name, options);
        let shown = self.shown.as_ref();
        match act {
            Act::Challenge => {
                let (kind, opponent) = (self.kind.to_string(), self.people[1].to_string());
                let options = json!({ "game": kind, "opponent": opponent, "side": "first" });
                command("play", options).ok()
            }
            Act::Accept => user.click(shown?.id, &format!("accept:{table}")).ok(),
            Act::Move(text) => {
                // Half of them choose from the board's menu, where there is one.
                if self.lots.bool()
                    && let Some(shown) = shown.filter(|shown| has_control(shown, "square"))
                    && let Ok(asked) = user.select(shown.id, &control_of(shown, "square"), &[text])
                {
                    return Some(asked);
                }
                command("move", json!({ "move": text, "table": table })).ok()
            }
            Act::Draw => command("draw", json!({ "table": table })).ok(),
            Act::Resign => {
                let asked = command("resign", json!({ "table": table })).ok()?;
                let whether = asked.message(LOOK).await.ok()?;
                let is_asked = has_control(&whether, "resign-yes");
                let sure = is_asked.then(|| control_of(&whether, "resign-yes"))?;
                self.user(person).click(whether.id, &sure).ok()
            }
        }
    }

    /// What shows in the channel that the next change was made, and at which table.
    fn seen(&self, world: &World) -> Option<(Id, Arc<PostedMessage>)> {
        let revision = self.boards.len() as u64 + 1;
        let candidates: &[Id] =
            if revision == 1 { &self.challenges } else { std::slice::from_ref(&self.table) };
        let asked = &self.asked[self.asked_now..];
        // Nothing is told before it was asked for.
        let first = *asked.first()?;
        let messages = world.messages(self.channel, self.people[0]).rev();
        let new = messages.take_while(|it| it.id > first);
        let mut public = new.filter(|it| it.author == world.bot());
        public.find_map(|message| {
            let of_table = |&&table: &&Id| match named(message) {
                Some(named) => named == (table.0, revision),
                // A board as text, or words alone: known by what they answer.
                None => message
                    .interaction
                    .is_some_and(|it| asked.contains(&it) && (revision > 1 || it == table)),
            };
            let table = candidates.iter().find(of_table).filter(|_| is_told_to_all(message))?;
            Some((*table, Arc::clone(message)))
        })
    }
}

/// Whether a message is news: all see it, and it says more than that something is to come.
pub(crate) fn is_told_to_all(message: &PostedMessage) -> bool {
    const LOADING: u64 = 1 << 7;
    let content = message.content();
    let is_call = message.attachments().is_empty()
        && content
            .strip_prefix("<@")
            .and_then(|it| it.strip_suffix('>'))
            .is_some_and(|it| it.chars().all(|it| it.is_ascii_digit()));
    message.visible_to.is_none() && message.flags() & LOADING == 0 && !is_call
}

/// Which table and revision a message is of, if its file or its nonce says so.
pub(crate) fn named(message: &PostedMessage) -> Option<(u64, u64)> {
    // Eleven digits of the table, three of the revision, and the channel.
    if let Some(nonce) = message.value["nonce"].as_str() {
        return Some((of_base_62(nonce.get(..11)?)?, of_base_62(nonce.get(11..14)?)?));
    }
    let name = message.attachments().first()?["filename"].as_str()?.strip_suffix(".png")?;
    let [_, table, _, revision] = name.split('-').collect::<Vec<_>>()[..] else { return None };
    Some((table.parse().ok()?, revision.parse().ok()?))
}

fn of_base_62(text: &str) -> Option<u64> {
    const DIGITS: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    text.chars().try_fold(0_u64, |number, digit| {
        number.checked_mul(62)?.checked_add(DIGITS.find(digit)? as u64)
    })
}
