//! A whole game between two people, from the challenge to the result.

use std::sync::Arc;

use kradan::discord::CustomId;
use kradan::discord::pick::Source;
use kradan::emulator::{BOT, Id, PostedMessage};
use kradan::i18n::{self, EventContext, Language};
use kradan::rules::MoveStyle;
use kradan::rules::makruk::Act;
use kradan::rules::{BySide, Game, GameKind, Outcome, Side, Status};
use kradan::service::MoveConfirmation;
use kradan::table::{Ending, Event, Seen, TableId};
use serde_json::json;

use crate::checks::{Expected, Player, check_picture, offered, picking, view_from, view_of};
use crate::harness::{Harness, WAIT_MAX, control_of, has_control};
use crate::records::Recorded;

/// Discord's limit for the options of a menu.
const OPTIONS_MAX: usize = 25;

/// Autocompletion is checked every so many plies.
const SUGGESTED_EVERY: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// With `/move`, and counts with `/count`.
    Typed,
    /// With menus and buttons.
    Clicked,
}

/// How often a game used what not every move needs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// Pieces dropped with menus.
    pub(crate) dropped: usize,
    /// Pieces promoted with menus.
    pub(crate) promoted: usize,
    /// Pages of a menu turned.
    pub(crate) paged: usize,
    /// Moves confirmed in a panel.
    pub(crate) confirmed: usize,
    /// Counts claimed.
    pub(crate) counted: usize,
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(all: I) -> Tally {
        all.fold(Tally::default(), |sum, one| Tally {
            dropped: sum.dropped + one.dropped,
            promoted: sum.promoted + one.promoted,
            paged: sum.paged + one.paged,
            confirmed: sum.confirmed + one.confirmed,
            counted: sum.counted + one.counted,
        })
    }
}

/// A running game, and the record that it follows.
pub(crate) struct Match {
    harness: Arc<Harness>,
    http: reqwest::Client,
    record: Recorded,
    channel: Id,
    seats: BySide<Player>,
    input: Input,
    /// The game by the rules alone.
    game: Game,
    tally: Tally,
}

impl Match {
    pub(crate) fn new(
        harness: Arc<Harness>,
        http: reqwest::Client,
        record: Recorded,
        channel: Id,
        seats: BySide<Player>,
        input: Input,
    ) -> Match {
        let (game, tally) = (Game::new(record.game), Tally::default());
        Match { harness, http, record, channel, seats, input, game, tally }
    }

    /// Plays the game to its end, with an onlooker in the channel.
    pub(crate) async fn play(mut self, onlooker: Id) -> Tally {
        let (challenge, mut board) = self.begin().await;
        let table = control_of(&board, "resign");
        let table = TableId(table.split(':').nth(1).unwrap().parse().unwrap());
        self.check_board(&board, table, None).await;
        self.check_cleaned_up(&challenge).await;
        let mut boards = 1;
        while self.game.plies() < self.record.moves.len() {
            let Status::Ongoing { turn } = self.game.status() else {
                panic!("{} goes on after its end", self.record.id)
            };
            let before = board;
            board = self.turn(&before, table, turn).await;
            self.check_board(&board, table, Some(turn)).await;
            self.check_cleaned_up(&before).await;
            boards += 1;
        }
        self.check_end(&board, table).await;
        self.check_channel(onlooker, boards + 1);
        self.tally
    }

    /// The challenge and the first board. The first side challenges if moves are typed, else the
    /// second.
    async fn begin(&self) -> (Arc<PostedMessage>, Arc<PostedMessage>) {
        let (first, second) = (self.seats.first.id, self.seats.second.id);
        let (challenger, opponent, side) = match self.input {
            Input::Typed => (first, second, "first"),
            Input::Clicked => (second, first, "second"),
        };
        let options = json!({
            "game": self.record.game.to_string(), "opponent": opponent.0.to_string(), "side": side,
        });
        let challenge = self.harness.command(challenger, self.channel, "play", options).await;
        assert_eq!(challenge.pinged, [opponent], "{}", challenge.content());
        let board = self.harness.click(opponent, &challenge, "accept").await;
        (challenge, board)
    }

    /// Plays the next move of the record, and returns its board.
    async fn turn(
        &mut self,
        board: &Arc<PostedMessage>,
        table: TableId,
        turn: Side,
    ) -> Arc<PostedMessage> {
        let ply = self.game.plies();
        let mv = self.record.moves[ply].clone();
        let act = self.record.acts.get(&ply).cloned();
        let mover = self.seats[turn];
        if let Some(act) = &act {
            self.count(board, table, mover, act).await;
        }
        let answer = match self.input {
            Input::Typed => self.type_move(mover, &mv, act.is_some()).await,
            Input::Clicked => self.click_move(board, (turn, mover), &mv).await,
        };
        let text = act.map_or_else(|| mv.clone(), |act| format!("{act}:{mv}"));
        self.game.play_text(&text).unwrap();
        // A side without a move passes automatically.
        while self.record.moves.get(self.game.plies()).is_some_and(|next| next == "pass") {
            self.game.play_text("pass").unwrap();
        }
        answer
    }

    /// Announces what the next move does to a count. The response is ephemeral.
    async fn count(&mut self, board: &PostedMessage, table: TableId, mover: Player, act: &str) {
        let noted = match self.input {
            Input::Typed => {
                self.harness.command(mover.id, self.channel, "count", json!({ "act": act })).await
            }
            Input::Clicked => {
                let (act, seen) = (act_named(act), Seen::of(&self.game));
                let control = CustomId::new("count").table(table).with(act).seen(seen).to_string();
                self.harness.click(mover.id, board, &control).await
            }
        };
        assert_eq!((noted.visible_to, &noted.pinged[..]), (Some(mover.id), &[][..]));
        self.tally.counted += 1;
    }

    async fn type_move(&self, mover: Player, mv: &str, is_exact: bool) -> Arc<PostedMessage> {
        let (person, ply) = (self.harness.emulator.as_user(mover.id), self.game.plies());
        if ply % SUGGESTED_EVERY == 0 {
            let typed = json!({ "move": mv });
            let choices = person.autocomplete(self.channel, "move", typed, "move", WAIT_MAX).await;
            let choices = choices.unwrap();
            assert!((1..=OPTIONS_MAX).contains(&choices.len()));
            assert_eq!(choices[0].value, mv, "{choices:?}");
        }
        // Every third move is in the exact notation, the others as readers of the language write
        // them.
        let text = if is_exact || ply % 3 == 0 {
            mv.to_owned()
        } else {
            let mut after = self.game.clone();
            after.play_text(mv).unwrap();
            after.written(ply, style(mover.preferences.language)).unwrap()
        };
        self.harness.command(mover.id, self.channel, "move", json!({ "move": text })).await
    }

    async fn click_move(
        &mut self,
        board: &Arc<PostedMessage>,
        (turn, mover): (Side, Player),
        mv: &str,
    ) -> Arc<PostedMessage> {
        let view = view_from(turn, &mover.preferences);
        let (shown, control) = match Source::of(mv) {
            None => (Arc::clone(board), "square"),
            Some(source) => {
                let panel = self.choose(board, mover.id, "piece", &source.text()).await;
                let view = picking(view, source.pick());
                self.check_panel(&panel, mover, Expected { view, ..self.expected(&mover) }).await;
                (panel, "target")
            }
        };
        let mut answer = self.choose(&shown, mover.id, control, mv).await;
        if mover.preferences.confirm == MoveConfirmation::Always {
            let mut after = self.game.clone();
            after.play_text(mv).unwrap();
            let expected = Expected { game: &after, preferences: &mover.preferences, view };
            self.check_panel(&answer, mover, expected).await;
            let panel = answer;
            answer = self.harness.click(mover.id, &panel, "confirm").await;
            self.tally.confirmed += 1;
            self.harness.gone(panel.id).await;
        }
        if shown.id != board.id {
            self.harness.gone(shown.id).await;
        }
        self.tally.dropped += usize::from(mv.contains('@'));
        self.tally.promoted += usize::from(mv.ends_with(['m', '+']));
        answer
    }

    /// Selects an option of a menu, turning its pages.
    async fn choose(
        &mut self,
        message: &Arc<PostedMessage>,
        person: Id,
        control: &str,
        value: &str,
    ) -> Arc<PostedMessage> {
        let mut shown = Arc::clone(message);
        loop {
            let offered = offered(&shown, control);
            assert!((1..=OPTIONS_MAX).contains(&offered.len()));
            if offered.iter().any(|it| it == value) {
                return self.harness.select(person, &shown, control, value).await;
            }
            let Some(next) = offered.last().filter(|last| last.starts_with("page ")) else {
                panic!("no {value} among {offered:?}\n{}", self.game.diagram());
            };
            shown = self.harness.select(person, &shown, control, next).await;
            assert_eq!((shown.visible_to, &shown.pinged[..]), (Some(person), &[][..]));
            self.tally.paged += 1;
        }
    }

    /// The current board with somebody's preferences.
    fn expected<'a>(&'a self, reader: &'a Player) -> Expected<'a> {
        let view = view_of(&self.game, &reader.preferences);
        Expected { game: &self.game, preferences: &reader.preferences, view }
    }

    /// Checks that a panel is ephemeral, shows the expected picture and pings nobody.
    async fn check_panel(&self, panel: &PostedMessage, reader: Player, expected: Expected<'_>) {
        assert_eq!((panel.visible_to, &panel.pinged[..]), (Some(reader.id), &[][..]));
        check_picture(&self.http, panel, expected).await;
    }

    /// Checks a public board: the stored table, the picture, the controls and the one ping.
    async fn check_board(&self, board: &PostedMessage, table: TableId, mover: Option<Side>) {
        let stored = self.harness.bot.service.load(table).await.unwrap().unwrap();
        assert_eq!(stored.table.game(), &self.game, "{}", self.record.id);
        let pinged = match (self.game.status(), mover) {
            (Status::Ongoing { turn }, _) => turn,
            (Status::Over(_), Some(mover)) => !mover,
            (Status::Over(_), None) => panic!("{} is over at once", self.record.id),
        };
        let reader = &self.seats[pinged];
        assert_eq!(board.pinged, [reader.id], "{}: {}", self.record.id, board.content());
        assert!(board.content().contains(&mention(reader.id)), "{}", board.content());
        assert_eq!((board.channel, board.visible_to), (self.channel, None));
        check_picture(&self.http, board, self.expected(reader)).await;
        let (kind, plies) = (self.record.game, self.game.plies());
        let name = format!("{kind}-{}-{plies}-{}.png", table.0, stored.revision);
        assert_eq!(board.attachments()[0]["filename"], name);
        let menu = if kind == GameKind::Othello { "square" } else { "piece" };
        let is_over = self.game.outcome().is_some();
        for (control, is_there) in
            [(menu, !is_over), ("resign", !is_over), ("rematch", is_over), ("replay", is_over)]
        {
            assert_eq!(has_control(board, control), is_there, "{control}");
        }
    }

    /// Checks that an earlier message has lost its controls and nothing else.
    async fn check_cleaned_up(&self, before: &PostedMessage) {
        let cleaned_up = self.harness.emulator.wait_for(WAIT_MAX, |world| {
            let message = world.message(before.id)?;
            message.controls().is_empty().then(|| Arc::clone(message))
        });
        let cleaned_up = cleaned_up.await.expect("an old board loses its controls");
        assert_eq!(cleaned_up.attachments(), before.attachments());
        assert_eq!(cleaned_up.content(), before.content());
    }

    /// Checks that the game has ended as the record says, and that the board announces it.
    async fn check_end(&self, board: &PostedMessage, table: TableId) {
        let Recorded { id, result, reason, .. } = &self.record;
        let outcome = self.game.outcome().expect("the record ends the game");
        let Outcome { verdict, reason: why } = outcome;
        assert_eq!((verdict.to_string(), why), (result.clone(), *reason), "{id}");
        let stored = self.harness.bot.service.load(table).await.unwrap().unwrap();
        let ending = Ending::Rules(outcome);
        assert_eq!(stored.table.ending(), Some(ending), "{id}");
        let [pinged] = board.pinged[..] else { panic!("{id}: one player is pinged") };
        let players = [self.seats.first, self.seats.second];
        let reader = players.iter().find(|player| player.id == pinged).unwrap();
        let (first, second) = (mention(self.seats.first.id), mention(self.seats.second.id));
        let names = BySide { first: first.as_str(), second: second.as_str() };
        let context = EventContext { kind: self.record.game, names, written: None };
        let sentence = i18n::event(&Event::Ended(ending), &context, reader.preferences.language);
        assert!(
            board.content().contains(&sentence),
            "{id}: no {sentence:?} in {:?}",
            board.content()
        );
    }

    /// Checks everything that the onlooker sees in the channel: so many messages, and as many
    /// pings. A deferred response, as on a machine that stands still for seconds, pings nobody by
    /// itself: a second message does.
    fn check_channel(&self, onlooker: Id, count: usize) {
        let messages = self.harness.emulator.as_user(onlooker).messages(self.channel);
        let pings: usize = messages.iter().map(|message| message.pinged.len()).sum();
        assert_eq!(pings, count, "{}", self.record.id);
        let is_ping =
            |it: &PostedMessage| matches!(it.pinged[..], [one] if it.content() == mention(one));
        let boards: Vec<&Arc<PostedMessage>> = messages.iter().filter(|it| !is_ping(it)).collect();
        assert_eq!(boards.len(), count, "{}", self.record.id);
        for (number, message) in (1..).zip(boards) {
            assert_eq!(message.author, BOT);
            assert_eq!(message.controls().is_empty(), number < count);
        }
    }
}

fn act_named(name: &str) -> Act {
    let act = Act::ALL.into_iter().find(|act| act.to_string() == name);
    act.unwrap_or_else(|| panic!("{name:?} is no act on a count"))
}

fn mention(person: Id) -> String {
    format!("<@{}>", person.0)
}

/// The notation that readers of a language use.
fn style(language: Language) -> MoveStyle {
    match language {
        Language::English | Language::Dutch => MoveStyle::Letters,
        Language::Thai | Language::Japanese => MoveStyle::Native,
    }
}
