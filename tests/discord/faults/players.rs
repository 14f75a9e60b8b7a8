//! Two players of a game, who repeat a request until its effect is visible in the channel.

use std::sync::Arc;
use std::time::Duration;

use kradan_emulator::{Actor, Id, Interaction, PostedMessage, World};
use kradan_rules::{Game, GameKind, Side, Status};
use kradan_table::TableId;
use serde_json::{Value, json};

use crate::discord::harness::{Harness, control_of, has_control};
use crate::discord::transcript::is_ping;

/// How long a player waits for a response before reading the channel.
const RESPONSE_WAIT: Duration = Duration::from_millis(700);

/// How long a player reads the channel before repeating a request: less after an ephemeral
/// response.
const SHORT_LOOK: Duration = Duration::from_millis(600);
const LONG_LOOK: Duration = Duration::from_millis(1_500);

/// The most attempts at one action. The outbox retries less and less often.
const ATTEMPTS: usize = 240;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act<'a> {
    Challenge,
    Accept,
    Move(&'a str),
    OfferDraw,
    AcceptDraw,
    Resign,
}

/// A game as its two players know it.
pub(crate) struct Match<'a> {
    harness: &'a Harness,
    pub(crate) kind: GameKind,
    pub(crate) channel: Id,
    /// First and second.
    players: [Id; 2],
    random: fastrand::Rng,
    /// The table, by the id of the interaction that opened it.
    pub(crate) table: Id,
    /// What the channel has shown: the moves, and the plies after each revision of the table, the
    /// challenge first. `None` for a revision without a board.
    pub(crate) game: Game,
    pub(crate) boards: Vec<Option<usize>>,
    /// All challenges sent. More than one may have opened a table.
    pub(crate) challenges: Vec<Id>,
    /// All interactions.
    pub(crate) asked: Vec<Id>,
    /// The index in `asked` of the current action's first interaction.
    asked_now: usize,
    /// The message that showed the last action.
    shown: Option<Arc<PostedMessage>>,
}

impl<'a> Match<'a> {
    pub(crate) fn new(
        harness: &'a Harness,
        kind: GameKind,
        channel: Id,
        players: [Id; 2],
        seed: u64,
    ) -> Match<'a> {
        Match {
            harness,
            kind,
            channel,
            players,
            random: fastrand::Rng::with_seed(seed),
            table: Id(0),
            game: Game::new(kind),
            boards: Vec::new(),
            challenges: Vec::new(),
            asked: Vec::new(),
            asked_now: 0,
            shown: None,
        }
    }

    /// Plays random moves to the end of the game, or up to so many plies and then to a resignation
    /// or an agreed draw.
    pub(crate) async fn play(mut self, plies_max: usize) -> Match<'a> {
        let [first, second] = self.players;
        self.repeat(first, Act::Challenge).await;
        self.boards.push(None);
        self.repeat(second, Act::Accept).await;
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
            let text = self.random.choice(moves).expect("an ongoing game has moves");
            self.repeat(self.person(turn), Act::Move(&text)).await;
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
        if self.random.bool() || self.game.occurrences() > 1 {
            self.repeat(mover, Act::Resign).await;
        } else {
            self.repeat(mover, Act::OfferDraw).await;
            self.boards.push(None);
            self.repeat(other, Act::AcceptDraw).await;
        }
        self.boards.push(Some(plies));
    }

    fn person(&self, side: Side) -> Id {
        match side {
            Side::First => self.players[0],
            Side::Second => self.players[1],
        }
    }

    fn user(&self, person: Id) -> Actor {
        self.harness.emulator.as_user(person)
    }

    /// Whether the last message shows a finished game.
    fn is_over(&self) -> bool {
        self.shown.as_ref().is_some_and(|shown| has_control(shown, "rematch"))
    }

    /// Carries out an action, and repeats it without a visible effect, until the channel shows its
    /// result.
    async fn repeat(&mut self, person: Id, act: Act<'_>) {
        self.asked_now = self.asked.len();
        let mut answers = Vec::new();
        for _ in 0..ATTEMPTS {
            let asked = self.ask(person, act).await;
            let mut wait = LONG_LOOK;
            if let Some(asked) = asked {
                self.asked.push(asked.id());
                if act == Act::Challenge {
                    self.challenges.push(asked.id());
                }
                if let Ok(answer) = asked.message(RESPONSE_WAIT).await {
                    wait = if answer.visible_to.is_some() { SHORT_LOOK } else { LONG_LOOK };
                    answers.push(answer.content().to_owned());
                }
            }
            let seen = self.harness.emulator.wait_for(wait, |world| self.seen(world)).await;
            if let Ok((table, seen)) = seen {
                self.table = table;
                self.shown = Some(seen);
                return;
            }
        }
        let (table, channel) = (self.table, self.channel);
        let pending = self.harness.bot.service.store().pending_of_table(TableId(table.0)).await;
        answers.dedup();
        answers.truncate(4);
        let revision = self.boards.len() + 1;
        let shown = self.harness.emulator.read(|world| {
            let is_ours = |it: &&Arc<PostedMessage>| {
                revision_of(it).is_some_and(|(of, _)| of == table.0)
                    || it.interaction.is_some_and(|it| self.asked.contains(&it))
            };
            let messages = world.messages(channel, self.players[0]).rev().filter(is_ours).take(9);
            let told = |it: &Arc<PostedMessage>| {
                let of =
                    (revision_of(it), it.interaction, it.visible_to, it.flags(), &it.posted_files);
                format!("{} {of:?} {:?} {}", it.id, it.content(), it.value["nonce"])
            };
            messages.map(told).collect::<Vec<_>>()
        });
        let asked = &self.asked[self.asked_now..][..1];
        panic!(
            "{act:?} of table {table} in channel {channel} is never shown at revision {revision}: \
             asked {asked:?}, {answers:#?} {pending:#?} {shown:#?}"
        );
    }

    /// Sends one interaction. Moves go by command or by menu.
    async fn ask(&mut self, person: Id, act: Act<'_>) -> Option<Interaction> {
        let table = self.table.to_string();
        let user = self.user(person);
        let command = |name: &str, options: Value| user.command(self.channel, name, options);
        let shown = self.shown.as_ref();
        match act {
            Act::Challenge => {
                let (kind, opponent) = (self.kind.to_string(), self.players[1].to_string());
                let options = json!({ "game": kind, "opponent": opponent, "side": "first" });
                command("play", options).ok()
            }
            Act::Accept => user.click(shown?.id, &format!("accept:{table}")).ok(),
            Act::Move(text) => {
                // Half of the moves use a button of the board, if there is one.
                let button = format!(":{text}");
                let is_it = |id: &String| id.starts_with("go:") && id.ends_with(&button);
                if self.random.bool()
                    && let Some(shown) = shown
                    && let Some(button) = custom_ids(shown).into_iter().find(is_it)
                    && let Ok(asked) = user.click(shown.id, &button)
                {
                    return Some(asked);
                }
                command("move", json!({ "move": text, "game": table })).ok()
            }
            Act::OfferDraw => command("draw", json!({ "game": table })).ok(),
            // `/draw` never accepts: it brings the buttons that answer the offer.
            Act::AcceptDraw => {
                let question = command("draw", json!({ "game": table })).ok()?;
                self.press_in_response(person, &question, "accept-draw").await
            }
            Act::Resign => {
                let question = command("resign", json!({ "game": table })).ok()?;
                self.press_in_response(person, &question, "resign-yes").await
            }
        }
    }

    /// Presses a button of the response to an interaction.
    async fn press_in_response(
        &self,
        person: Id,
        asked: &Interaction,
        word: &str,
    ) -> Option<Interaction> {
        let question = asked.message(LONG_LOOK).await.ok()?;
        let button = has_control(&question, word).then(|| control_of(&question, word))?;
        self.user(person).click(question.id, &button).ok()
    }

    /// The message that shows the next revision, and its table.
    fn seen(&self, world: &World) -> Option<(Id, Arc<PostedMessage>)> {
        let revision = self.boards.len() as u64 + 1;
        let candidates: &[Id] =
            if revision == 1 { &self.challenges } else { std::slice::from_ref(&self.table) };
        let asked = &self.asked[self.asked_now..];
        // The result of an action is newer than its first interaction.
        let first = *asked.first()?;
        let messages = world.messages(self.channel, self.players[0]).rev();
        let new = messages.take_while(|it| it.id > first);
        let mut public = new.filter(|it| it.author == world.bot());
        public.find_map(|message| {
            let is_of_table = |&&table: &&Id| match revision_of(message) {
                Some(found) => found == (table.0, revision),
                // A text board or a plain text, known by the interaction to which it responds.
                None => message
                    .interaction
                    .is_some_and(|it| asked.contains(&it) && (revision > 1 || it == table)),
            };
            let table = candidates.iter().find(is_of_table).filter(|_| is_announcement(message))?;
            Some((*table, Arc::clone(message)))
        })
    }
}

/// Whether a message announces a revision: it is public, not deferred, and more than a ping.
pub(crate) fn is_announcement(message: &PostedMessage) -> bool {
    const LOADING: u64 = 1 << 7;
    message.visible_to.is_none() && message.flags() & LOADING == 0 && !is_ping(message)
}

/// The table and revision of a message, from its attachment or its nonce.
pub(crate) fn revision_of(message: &PostedMessage) -> Option<(u64, u64)> {
    // Eleven digits of the table, three of the revision, and the channel.
    if let Some(nonce) = message.value["nonce"].as_str() {
        return Some((of_base_62(nonce.get(..11)?)?, of_base_62(nonce.get(11..14)?)?));
    }
    let name = message.posted_files.first()?.strip_suffix(".png")?;
    let [_, table, _, revision] = name.split('-').collect::<Vec<_>>()[..] else { return None };
    Some((table.parse().ok()?, revision.parse().ok()?))
}

/// The custom ids of a message's controls.
fn custom_ids(message: &PostedMessage) -> Vec<String> {
    let controls = message.controls();
    controls.iter().filter_map(|it| it["custom_id"].as_str().map(str::to_owned)).collect()
}

fn of_base_62(text: &str) -> Option<u64> {
    const DIGITS: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    text.chars().try_fold(0_u64, |number, digit| {
        number.checked_mul(62)?.checked_add(DIGITS.find(digit)? as u64)
    })
}
