//! Two people who play one game after the other while the program is killed and restarted.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fastrand::Rng;
use kradan::discord::CustomId;
use kradan::discord::pick::Source;
use kradan_emulator::{ActionError, Emulator, Id, Interaction, InteractionResponse, PostedMessage};
use kradan_rules::{GameKind, Side, Status};
use kradan_table::{Seen, TableId};
use serde_json::json;
use tokio::sync::watch;

use super::boards::{Boards, is_last};
use super::stored::{Tables, played};
use kradan_test_servers::program::SOON;

/// The wait for a menu before a player tries again.
const PATIENCE: Duration = Duration::from_secs(3);

/// The number of moves after the last start.
const LAST_MOVES: usize = 3;

/// What everybody can see.
pub(crate) struct Stage {
    pub(crate) local: Emulator,
    pub(crate) boards: Arc<Boards>,
    pub(crate) state: watch::Sender<State>,
    /// The number of interactions so far.
    pub(crate) asked: watch::Sender<u64>,
    pub(crate) games: Mutex<HashMap<TableId, Played>>,
}

/// The state of the program.
#[derive(Clone)]
pub(crate) struct State {
    /// The number of kills.
    pub(crate) kills: usize,
    /// Whether it receives interactions.
    pub(crate) is_up: bool,
    /// Whether it will not be killed again.
    pub(crate) is_last: bool,
    /// What was stored when it was killed.
    pub(crate) tables: Arc<Tables>,
}

/// A game as its players know it.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) kind: GameKind,
    /// Whether they have seen the challenge.
    pub(crate) is_known: bool,
    /// Every move that was tried, with the plies before it.
    pub(crate) tried: Vec<(usize, String)>,
    /// The moves whose board they have seen.
    pub(crate) seen: Vec<(usize, String)>,
    /// All moves that they know of, once the game has begun.
    pub(crate) known: Option<Vec<String>>,
    /// The interaction under way: the plies of the game if it succeeds.
    pub(crate) pending: Option<usize>,
}

/// Two people and their game.
pub(crate) struct Pair {
    pub(crate) stage: Arc<Stage>,
    pub(crate) kind: GameKind,
    pub(crate) channel: Id,
    pub(crate) people: (Id, Id),
    pub(crate) random: Rng,
    pub(crate) state: watch::Receiver<State>,
    /// The number of kills that they have noticed.
    kills: usize,
    game: Option<OnGoing>,
    /// A move that was lost and may be delivered again, as Discord may do.
    lost: Option<(Interaction, String)>,
    /// A move that counts without a response, and is delivered again.
    again: Option<Interaction>,
}

/// The game they play.
struct OnGoing {
    table: TableId,
    is_begun: bool,
    is_over: bool,
    moves: Vec<String>,
}

/// The outcome of an interaction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Its public message is there.
    Told,
    /// The program was killed, so the outcome is unknown.
    Killed,
}

impl Pair {
    pub(crate) fn new(
        stage: &Arc<Stage>,
        kind: GameKind,
        channel: Id,
        people: (Id, Id),
        seed: u64,
    ) -> Pair {
        Pair {
            stage: Arc::clone(stage),
            kind,
            channel,
            people,
            random: Rng::with_seed(seed),
            state: stage.state.subscribe(),
            kills: 0,
            game: None,
            lost: None,
            again: None,
        }
    }

    /// Plays until the last game is over.
    pub(crate) async fn play(mut self) {
        let mut last_moves = 0;
        while last_moves < LAST_MOVES {
            tokio::time::sleep(Duration::from_millis(self.random.u64(5..60))).await;
            let is_last = self.state.borrow().is_last;
            let outcome = match &self.game {
                Some(game) if game.is_over => {
                    self.game = None;
                    continue;
                }
                None => self.challenge().await,
                Some(game) if !game.is_begun => self.accept().await,
                Some(_) => self.make_move().await,
            };
            match outcome {
                Outcome::Told => last_moves += usize::from(is_last),
                Outcome::Killed => self.find_out(),
            }
        }
    }

    async fn challenge(&mut self) -> Outcome {
        let (first, second) = self.people;
        let options = json!({
            "game": self.kind.to_string(), "opponent": second.to_string(), "side": "first", "pictures": "all",
        });
        let send = |pair: &Pair| {
            pair.stage.local.as_user(first).command(pair.channel, "play", options.clone())
        };
        if !self.is_up().await {
            return Outcome::Killed;
        }
        let asked = send(self).unwrap();
        // The number of the interaction is the number of the table.
        let table = TableId(asked.id().0);
        self.game = Some(OnGoing { table, is_begun: false, is_over: false, moves: Vec::new() });
        self.stage.games.lock().unwrap().insert(table, Played::new(self.kind));
        let outcome = self.wait(&[asked], |boards| boards.challenge(table).is_some()).await;
        if outcome == Outcome::Told {
            self.with_game(table, |game| game.is_known = true);
        }
        outcome
    }

    async fn accept(&mut self) -> Outcome {
        let (table, second) = (self.table(), self.people.1);
        let Some(message) = self.unless_killed(|boards| boards.challenge(table)).await else {
            return Outcome::Killed;
        };
        if !self.is_up().await {
            return Outcome::Killed;
        }
        let control = format!("accept:{}", table.0);
        let asked = self.stage.local.as_user(second).click(message, &control);
        let asked = asked.unwrap_or_else(|error| panic!("{error}"));
        self.with_game(table, |game| (game.is_known, game.pending) = (true, Some(0)));
        let outcome = self.wait(&[asked], |boards| boards.latest(table).is_some()).await;
        if outcome == Outcome::Told
            && let Some(game) = &mut self.game
        {
            game.is_begun = true;
            self.with_game(table, |game| game.known = Some(Vec::new()));
        }
        self.with_game(table, |game| game.pending = None);
        outcome
    }

    async fn make_move(&mut self) -> Outcome {
        let (table, kind) = (self.table(), self.kind);
        let moves = self.game.as_ref().map(|game| game.moves.clone()).unwrap_or_default();
        let (game, ply) = (played(kind, &moves), moves.len());
        let Status::Ongoing { turn } = game.status() else { panic!("{kind} {moves:?} is over") };
        let mover = if turn == Side::First { self.people.0 } else { self.people.1 };
        // Whoever knows the position may move before the board is back.
        let waits = self.random.u8(..10) < 8;
        let is_seen = move |boards: &Boards| boards.latest(table).filter(|&it| it >= ply);
        if waits && self.unless_killed(is_seen).await.is_none() {
            return Outcome::Killed;
        }
        let text = self.random.choice(game.legal_moves()).expect("the game goes on");
        let Some((asked, text)) = self.ask_to_move(mover, table, ply, text).await else {
            return Outcome::Killed;
        };
        let outcome = self.wait(&asked, |boards| boards.latest(table) > Some(ply)).await;
        self.with_game(table, |game| {
            game.pending = None;
            if outcome == Outcome::Told {
                game.seen.push((ply, text.clone()));
            }
        });
        match outcome {
            Outcome::Told => {
                self.moved(ply, &text);
            }
            Outcome::Killed if self.random.u8(..10) < 3 => {
                self.lost = asked.into_iter().next().map(|asked| (asked, text));
            }
            Outcome::Killed => {}
        }
        outcome
    }

    /// Makes a move by command or by menu; `None` if the program was killed before that.
    async fn ask_to_move(
        &mut self,
        mover: Id,
        table: TableId,
        ply: usize,
        text: String,
    ) -> Option<(Vec<Interaction>, String)> {
        let is_up = self.state.borrow().is_up;
        if is_up && let Some((lost, text)) = self.lost.take() {
            // It was tried before, and is no other try.
            self.with_game(table, |game| game.pending = Some(ply + 1));
            lost.redeliver();
            return Some((vec![lost], text));
        }
        self.lost = None;
        // Some do not notice that nobody is there.
        if !is_up && self.random.bool() {
            self.tries(table, ply, &text);
            let asked = self.command(mover, table, &text);
            self.is_up().await.then_some(())?;
            if self.random.bool() {
                asked.redeliver();
                return Some((vec![asked], text));
            }
            let again = self.command(mover, table, &text);
            return Some((vec![asked, again], text));
        }
        self.is_up().await.then_some(())?;
        self.tries(table, ply, &text);
        if self.random.u8(..3) == 0 {
            return Some((vec![self.command(mover, table, &text)], text));
        }
        let picked = self.pick(mover, table, ply, &text).await?;
        let asked = picked.unwrap_or_else(|| self.command(mover, table, &text));
        Some((vec![asked], text))
    }

    fn command(&self, mover: Id, table: TableId, text: &str) -> Interaction {
        let options = json!({ "move": text, "game": table.0.to_string() });
        let asked = self.stage.local.as_user(mover).command(self.channel, "move", options);
        asked.unwrap_or_else(|error| panic!("/move {text}: {error}"))
    }

    /// Picks a move with the buttons of the board, if they offer it; `None` if the program was
    /// killed meanwhile.
    async fn pick(
        &self,
        mover: Id,
        table: TableId,
        ply: usize,
        text: &str,
    ) -> Option<Option<Interaction>> {
        let mover = self.stage.local.as_user(mover);
        let Some(&board) = self.stage.boards.at(table, ply).first() else { return Some(None) };
        let moves = self.game.as_ref().map(|game| game.moves.clone()).unwrap_or_default();
        let seen = Seen::of(&played(self.kind, &moves));
        let button = |word| CustomId::new(word).table(table).seen(seen);
        let go = button("go").with(text).to_string();
        // A disc, or a piece with one target.
        if let Ok(asked) = mover.click(board, &go) {
            return Some(Some(asked));
        }
        let Some(source) = Source::of(text) else {
            return Some(mover.select(board, &button("square").to_string(), &[text]).ok());
        };
        let from = button("from").with(source.text()).to_string();
        let Ok(asked) = mover.click(board, &from) else { return Some(None) };
        let panel = asked.message(PATIENCE).await;
        if self.state.borrow().kills != self.kills {
            return None;
        }
        let Ok(panel) = panel else { return Some(None) };
        match mover.click(panel.id, &go) {
            Ok(asked) => Some(Some(asked)),
            // It is in a menu.
            Err(ActionError::NoControl { .. }) => Some(None),
            Err(error) => panic!("{error}: {:?}", panel.content()),
        }
    }

    /// Notes a move, and the forced pass that comes with it.
    fn moved(&mut self, ply: usize, text: &str) {
        let Some(game) = &mut self.game else { return };
        game.moves.push(text.to_owned());
        let mut now = played(self.kind, &game.moves);
        while now.legal_moves() == ["pass"] {
            now.play_text("pass").unwrap();
            game.moves.push("pass".to_owned());
        }
        let shown = self.stage.boards.at(game.table, game.moves.len());
        let Some(&shown) = shown.first() else {
            panic!(
                "after {ply} plies {text} is shown as {:?}",
                self.stage.boards.latest(game.table)
            )
        };
        game.is_over = is_last(&self.stage.local, shown);
        let (table, moves) = (game.table, game.moves.clone());
        self.with_game(table, |game| game.known = Some(moves));
    }

    /// Reads what is stored after a kill.
    fn find_out(&mut self) {
        let State { kills, tables, .. } = self.state.borrow().clone();
        self.kills = kills;
        let Some(game) = &mut self.game else { return };
        let Some(stored) = tables.get(&game.table) else {
            assert!(!game.is_begun, "a game is gone");
            // What was not stored then never will be.
            self.stage.games.lock().unwrap().remove(&game.table);
            self.game = None;
            return;
        };
        assert!(stored.is_begun || !game.is_begun, "a game has not begun any more");
        assert!(stored.moves.starts_with(&game.moves), "{:?} {stored:?}", game.moves);
        if stored.moves.len() > game.moves.len() {
            self.again = self.lost.take().map(|(asked, _)| asked);
        }
        (game.is_begun, game.is_over) = (stored.is_begun, stored.is_over);
        game.moves.clone_from(&stored.moves);
        let table = game.table;
        self.with_game(table, |game| {
            game.pending = None;
            game.known = stored.is_begun.then(|| stored.moves.clone());
        });
    }

    /// Waits until the program receives interactions; `false` if it was killed before that.
    async fn is_up(&mut self) -> bool {
        let kills = self.kills;
        let state = self.state.wait_for(|state| state.kills != kills || state.is_up).await;
        self.kills = state.expect("the stage is here").kills;
        if self.kills != kills {
            return false;
        }
        if let Some(again) = self.again.take() {
            again.redeliver();
        }
        true
    }

    /// Waits until something is seen; `None` if the program was killed before that.
    async fn unless_killed<T>(&mut self, look: impl Fn(&Boards) -> Option<T>) -> Option<T> {
        let (kills, boards) = (self.kills, Arc::clone(&self.stage.boards));
        let state = &mut self.state;
        let killed = async {
            let state = state.wait_for(|state| state.kills != kills).await;
            state.expect("the stage is here").kills
        };
        tokio::select! {
            biased;
            kills = killed => {
                self.kills = kills;
                None
            }
            found = boards.until(look) => Some(found),
            () = tokio::time::sleep(SOON) => panic!("it is not to be seen"),
        }
    }

    /// Waits for the outcome of an interaction: its message, or the kill of the program.
    async fn wait(&mut self, asked: &[Interaction], is_seen: impl Fn(&Boards) -> bool) -> Outcome {
        self.stage.asked.send_modify(|count| *count += 1);
        let is_single = asked.len() == 1;
        let first = asked[0].clone();
        let refused = async move {
            // An acknowledged press on a panel is answered by the board.
            if let Ok(InteractionResponse::DeferredUpdate) = first.answered(SOON).await {
                return std::future::pending().await;
            }
            match first.message(SOON).await {
                // What was asked twice is refused once.
                Ok(answer) if is_single && answer.visible_to.is_some() => answer,
                Ok(_) | Err(_) => std::future::pending::<Arc<PostedMessage>>().await,
            }
        };
        let (local, boards) = (self.stage.local.clone(), Arc::clone(&self.stage.boards));
        let seen = self.unless_killed(|boards| is_seen(boards).then_some(()));
        tokio::select! {
            biased;
            seen = seen => if seen.is_some() { Outcome::Told } else { Outcome::Killed },
            answer = refused => {
                local.read(|world| boards.look(world));
                assert!(is_seen(&boards), "refused: {:?}", answer.content());
                Outcome::Told
            }
        }
    }

    fn tries(&self, table: TableId, ply: usize, text: &str) {
        self.with_game(table, |game| {
            game.pending = Some(ply + 1);
            game.tried.push((ply, text.to_owned()));
        });
    }

    fn table(&self) -> TableId {
        self.game.as_ref().expect("there is a game").table
    }

    fn with_game(&self, table: TableId, change: impl FnOnce(&mut Played)) {
        change(self.stage.games.lock().unwrap().get_mut(&table).expect("the game is known"));
    }
}

impl Played {
    fn new(kind: GameKind) -> Played {
        Played {
            kind,
            is_known: false,
            tried: Vec::new(),
            seen: Vec::new(),
            known: None,
            pending: None,
        }
    }
}
