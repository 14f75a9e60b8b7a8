//! A whole game between two people, from the challenge to the result.

use std::sync::Arc;

use kradan::discord::pick::Source;
use kradan::discord::{CustomId, Preferences};
use kradan::service::MoveConfirmation;
use kradan_emulator::{BOT, Id, PostedMessage};
use kradan_i18n::{self as i18n, EventContext, Language};
use kradan_rules::MoveStyle;
use kradan_rules::makruk::Act;
use kradan_rules::{BySide, Game, GameKind, Outcome, Side, Status};
use kradan_table::{Ending, Event, Seen, TableId};
use serde_json::json;

use crate::discord::checks::{
    Expected, Player, check_picture, picking, shared, view_from, view_of,
};
use crate::discord::harness::{Harness, WAIT_MAX, can_pick, control_of, has_control, offers_moves};
use crate::discord::records::Recorded;
use crate::discord::transcript::is_ping;

/// Discord's limit for the options of a menu.
const OPTIONS_MAX: usize = 25;

/// Autocompletion is checked every so many plies.
const SUGGESTED_EVERY: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// With `/move`, and counts behind "More".
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
    /// What did not fit on buttons: pages of pieces turned, and menus of targets used.
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
        let table = control_of(&board, "more");
        let table = TableId(table.split(':').nth(1).unwrap().parse().unwrap());
        self.check_board(&board, table, None).await;
        self.check_one_line(&challenge).await;
        // The challenge and the first board.
        let mut messages = 2;
        let mut pings = challenge.pinged.len() + board.pinged.len();
        while self.game.plies() < self.record.moves.len() {
            let Status::Ongoing { turn } = self.game.status() else {
                panic!("{} goes on after its end", self.record.id)
            };
            let before = board;
            board = self.turn(before.clone(), table, turn).await;
            self.check_board(&board, table, Some(turn)).await;
            self.check_one_line(&before).await;
            messages += 1;
            pings += board.pinged.len();
        }
        self.check_end(&board, table).await;
        self.check_channel(onlooker, messages + self.tally.counted, pings);
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
        mut board: Arc<PostedMessage>,
        table: TableId,
        turn: Side,
    ) -> Arc<PostedMessage> {
        let ply = self.game.plies();
        let mv = self.record.moves[ply].clone();
        let act = self.record.acts.get(&ply).cloned();
        let mover = self.seats[turn];
        if let Some(act) = &act {
            board = self.count(&board, table, mover, act).await;
        }
        let answer = match self.input {
            Input::Typed => self.type_move((turn, mover), &mv, act.is_some()).await,
            Input::Clicked => self.click_move(&board, (turn, mover), &mv).await,
        };
        let text = act.map_or_else(|| mv.clone(), |act| format!("{act}:{mv}"));
        self.game.play_text(&text).unwrap();
        // A side without a move passes automatically.
        while self.record.moves.get(self.game.plies()).is_some_and(|next| next == "pass") {
            self.game.play_text("pass").unwrap();
        }
        answer
    }

    /// Announces what the next move does to a count. The response is a board that pings nobody.
    async fn count(
        &mut self,
        board: &PostedMessage,
        table: TableId,
        mover: Player,
        act: &str,
    ) -> Arc<PostedMessage> {
        let (act, seen) = (act_named(act), Seen::of(&self.game));
        let control = CustomId::new("count").table(table).with(act).seen(seen).to_string();
        let noted = match self.input {
            Input::Typed => self.harness.more(mover.id, self.channel, &control).await,
            Input::Clicked => self.harness.click(mover.id, board, &control).await,
        };
        assert_eq!((noted.visible_to, &noted.pinged[..]), (None, &[][..]));
        assert_eq!(noted.attachments().len(), 1);
        self.tally.counted += 1;
        noted
    }

    async fn type_move(
        &mut self,
        (turn, mover): (Side, Player),
        mv: &str,
        is_exact: bool,
    ) -> Arc<PostedMessage> {
        let (person, ply) = (self.harness.emulator.as_user(mover.id), self.game.plies());
        if ply % SUGGESTED_EVERY == 0 {
            let typed = json!({ "move": mv });
            let choices = person.autocomplete(self.channel, "move", typed, "move", WAIT_MAX).await;
            let choices = choices.unwrap();
            assert!((1..=OPTIONS_MAX).contains(&choices.len()));
            // With other games the player has, the suggestion names the table.
            let suggested = choices[0].value.as_str().and_then(|it| it.split(" @").next());
            assert_eq!(suggested, Some(mv), "{choices:?}");
        }
        // Every third move is in the exact notation, the others as readers of the language write
        // them.
        let text = if is_exact || ply % 3 == 0 {
            mv.to_owned()
        } else {
            let mut after = self.game.clone();
            after.play_text(mv).unwrap();
            let style = style(self.record.game, mover.preferences.language);
            after.written(ply, style).unwrap()
        };
        let typed = json!({ "move": text });
        let answer = self.harness.command(mover.id, self.channel, "move", typed).await;
        if mover.preferences.confirm != MoveConfirmation::Always {
            return answer;
        }
        self.confirm(answer, mover, turn, mv).await
    }

    /// Confirms a move in the panel that shows it.
    async fn confirm(
        &mut self,
        panel: Arc<PostedMessage>,
        mover: Player,
        turn: Side,
        mv: &str,
    ) -> Arc<PostedMessage> {
        let mut after = self.game.clone();
        after.play_text(mv).unwrap();
        // The marks would be for the opponent.
        let mut view = view_from(self.record.game, turn, &mover.preferences);
        view.hints = false;
        let expected = Expected { game: &after, preferences: &mover.preferences, view };
        self.check_panel(&panel, mover, expected).await;
        let answer = self.harness.click(mover.id, &panel, "confirm").await;
        self.tally.confirmed += 1;
        self.harness.panel_has_served(panel.id).await;
        answer
    }

    async fn click_move(
        &mut self,
        board: &Arc<PostedMessage>,
        (turn, mover): (Side, Player),
        mv: &str,
    ) -> Arc<PostedMessage> {
        let view = view_from(self.record.game, turn, &mover.preferences);
        let shown = match Source::of(mv) {
            // A piece with one target goes there at once, and Othello's discs have no piece.
            _ if can_pick(board, mv) => Arc::clone(board),
            None => panic!("{mv} cannot be picked on {:#?}", board.controls()),
            Some(source) => {
                let panel = self.find_piece(board, mover.id, &source.text()).await;
                if can_pick(&panel, mv) {
                    panel
                } else {
                    let panel = self.harness.pick(mover.id, &panel, &source.text()).await;
                    let view = picking(view, source.pick());
                    let expected = Expected { view, ..self.expected(&mover) };
                    self.check_panel(&panel, mover, expected).await;
                    self.find_target(panel, mover.id, mv).await
                }
            }
        };
        let mut answer = self.harness.pick(mover.id, &shown, mv).await;
        if mover.preferences.confirm == MoveConfirmation::Always {
            answer = self.confirm(answer, mover, turn, mv).await;
        }
        if shown.id != board.id {
            self.harness.panel_has_served(shown.id).await;
        }
        self.tally.dropped += usize::from(mv.contains('@'));
        self.tally.promoted += usize::from(mv.ends_with(['m', '+']));
        answer
    }

    /// The message on which a piece can be picked: the board, or another page of the pieces.
    async fn find_piece(
        &mut self,
        board: &Arc<PostedMessage>,
        person: Id,
        piece: &str,
    ) -> Arc<PostedMessage> {
        let mut shown = Arc::clone(board);
        while !can_pick(&shown, piece) {
            shown = self.harness.click(person, &shown, "pieces").await;
            assert_eq!((shown.visible_to, &shown.pinged[..]), (Some(person), &[][..]));
            self.tally.paged += 1;
        }
        shown
    }

    /// The page of a panel on which a target can be picked.
    async fn find_target(
        &mut self,
        panel: Arc<PostedMessage>,
        person: Id,
        mv: &str,
    ) -> Arc<PostedMessage> {
        // The other pages are opened by the name of the piece.
        self.tally.paged += usize::from(has_control(&panel, "from"));
        let mut shown = panel;
        while !can_pick(&shown, mv) {
            shown = self.harness.click(person, &shown, "from").await;
        }
        shown
    }

    /// The preferences for the board that both players see.
    fn shared(&self) -> Preferences {
        let BySide { first, second } = &self.seats;
        let players = BySide { first: &first.preferences, second: &second.preferences };
        let mover = match self.game.status() {
            Status::Ongoing { turn } => Some(turn),
            Status::Over(_) => None,
        };
        shared(self.record.game, players, mover)
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
        // Who accepts has the other colour of the challenger. Nobody is pinged by what they do.
        let accepts = if self.input == Input::Typed { Side::Second } else { Side::First };
        let calls = pinged != mover.unwrap_or(accepts);
        let ids: &[Id] = if calls { &[reader.id] } else { &[] };
        assert_eq!(board.pinged, ids, "{}: {}", self.record.id, board.content());
        assert!(board.content().contains(&mention(reader.id)), "{}", board.content());
        assert_eq!((board.channel, board.visible_to), (self.channel, None));
        let preferences = self.shared();
        let view = view_of(&self.game, &preferences);
        let expected = Expected { game: &self.game, preferences: &preferences, view };
        check_picture(&self.http, board, expected).await;
        let (kind, plies) = (self.record.game, self.game.plies());
        let name = format!("{kind}-{}-{plies}-{}.png", table.0, stored.revision);
        assert_eq!(board.attachments()[0]["filename"], name);
        let is_over = self.game.outcome().is_some();
        assert_eq!(offers_moves(board), !is_over);
        // Resign is behind "More", away from the moves.
        for (control, is_there) in
            [("more", !is_over), ("resign", false), ("rematch", is_over), ("replay", is_over)]
        {
            assert_eq!(has_control(board, control), is_there, "{control}");
        }
    }

    /// Checks that an earlier message has become one line with a link.
    async fn check_one_line(&self, before: &PostedMessage) {
        let one_line = self.harness.emulator.wait_for(WAIT_MAX, |world| {
            let message = world.message(before.id)?;
            message.controls().is_empty().then(|| Arc::clone(message))
        });
        let one_line = one_line.await.expect("an old board loses its controls");
        assert_eq!(one_line.attachments().len(), 0);
        let content = one_line.content();
        assert_eq!(content.lines().count(), 1, "{content}");
        assert!(content.contains("https://discord.com/channels/"), "{content}");
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
        assert!([self.seats.first.id, self.seats.second.id].contains(&pinged), "{id}");
        let (first, second) = (mention(self.seats.first.id), mention(self.seats.second.id));
        let names = BySide { first: first.as_str(), second: second.as_str() };
        let (kind, language) = (self.record.game, self.shared().language);
        // The last move is told before the result.
        let context = EventContext { kind, names, written: None, game: Some(&self.game) };
        let sentence = i18n::event(&Event::Ended(ending), &context, language);
        assert!(
            board.content().contains(&sentence),
            "{id}: no {sentence:?} in {:?}",
            board.content()
        );
    }

    /// Checks everything that the onlooker sees in the channel: so many messages, and the
    /// pings of the challenge and the boards. A deferred response, as on a
    /// machine that stands still for seconds, pings nobody by itself: a second message does.
    fn check_channel(&self, onlooker: Id, count: usize, pings_expected: usize) {
        let messages = self.harness.emulator.as_user(onlooker).messages(self.channel);
        let pings: usize = messages.iter().map(|message| message.pinged.len()).sum();
        assert_eq!(pings, pings_expected, "{}", self.record.id);
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

/// The notation that readers of a language use for a game.
fn style(kind: GameKind, language: Language) -> MoveStyle {
    match (kind, language) {
        (GameKind::Makruk, Language::Thai) | (GameKind::Ogi, Language::Japanese) => {
            MoveStyle::Native
        }
        _ => MoveStyle::Letters,
    }
}
