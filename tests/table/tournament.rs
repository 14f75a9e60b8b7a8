//! Tournaments: their laws over random ones, and what users of other sites complain about.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};
use kradan_ratings::NotRated;
use kradan_ratings::pairings::GameResult;
use kradan_rules::{BySide, GameKind, Side, Verdict};
use kradan_table::{
    AbortReason, ChosenThemes, Command, Ending, Event, Format, GuildId, Holidays, PLAYERS,
    PlayerId, Rated, ReminderWishes, Seat, Table, TableId, TimeControl, Tournament, TournamentAct,
    TournamentCommand, TournamentEnd, TournamentGame, TournamentId, TournamentRefusal,
    TournamentTerms, Venue, result_of,
};

use crate::transcript::{ANN, BEN, EVE, HERE, at, table};

type Results = BTreeMap<TableId, GameResult>;

const DRAW: GameResult = GameResult::Over(Verdict::Draw);

fn hours(hours: i64) -> Timestamp {
    at(hours).time
}

fn won(side: Side) -> GameResult {
    GameResult::Over(Verdict::Win(side))
}

/// A tournament of Ann's that begins after a day, with rounds of two weeks.
fn made(format: Format) -> Tournament {
    let terms = TournamentTerms {
        kind: GameKind::Othello,
        format,
        pace: TimeControl::default(),
        is_rated: true,
        venue: Venue::Here,
        most: *PLAYERS.end(),
        starts_at: hours(24),
        round_days: 14,
    };
    Tournament::new(TournamentId(1), ANN, HERE, terms, "en")
}

fn pass(tournament: &mut Tournament, hour: i64, results: &Results) {
    tournament.pass_time(hours(hour), results, &BTreeMap::new(), TableId(100));
}

/// A tournament of so many that has begun: number 0 is Ann, number 1 is Ben.
fn begun(format: Format, players: usize) -> Tournament {
    let mut tournament = made(format);
    for player in 2..=players as u64 {
        ask(&mut tournament, PlayerId(player), TournamentCommand::Join).unwrap();
    }
    pass(&mut tournament, 24, &Results::new());
    tournament
}

fn ask(
    tournament: &mut Tournament,
    player: PlayerId,
    command: TournamentCommand,
) -> Result<(), TournamentRefusal> {
    tournament.apply(player, false, command, hours(30))
}

fn is_open(game: &TournamentGame) -> bool {
    game.result == GameResult::Open
}

/// The same result for each open game.
fn all(tournament: &Tournament, result: GameResult) -> Results {
    tournament.games().filter(|it| is_open(it)).map(|it| (it.table, result)).collect()
}

/// A game of a tournament, as it begins.
fn game(tournament: &Tournament, game: &TournamentGame) -> Table {
    let themes = ChosenThemes { of_players: Vec::new(), otherwise: "classic".to_owned() };
    tournament.begin_game(game, (GuildId(5), HERE), &themes, at(24)).unwrap().0
}

/// Where everybody stands, counted from a table of all against all: the number, the place, half points,
/// quarter points, games that are won and over, and whether the player is struck.
type Line = (usize, usize, u32, u32, usize, usize, bool);

fn counted_anew(tournament: &Tournament) -> Vec<Line> {
    let players = tournament.entrants.len();
    let mut over = vec![0; players];
    for TournamentGame { pairing: BySide { first, second }, result, .. } in tournament.games() {
        for side in Side::ALL {
            let is_played = match result {
                GameResult::Open => false,
                GameResult::Over(_) => true,
                GameResult::Forfeited(by) => !by[side],
            };
            over[[*first, *second][usize::from(side == Side::Second)]] += usize::from(is_played);
        }
    }
    let is_struck = |it: usize| tournament.entrants[it].has_left && 2 * over[it] < players - 1;
    let mut points = vec![vec![None; players]; players];
    for TournamentGame { pairing: BySide { first, second }, result, .. } in tournament.games() {
        let both = match result {
            GameResult::Open => continue,
            _ if is_struck(*first) || is_struck(*second) => continue,
            GameResult::Over(Verdict::Draw) => [Some(1); 2],
            GameResult::Over(Verdict::Win(Side::First))
            | GameResult::Forfeited(BySide { first: false, second: true }) => [Some(2), Some(0)],
            GameResult::Over(Verdict::Win(Side::Second))
            | GameResult::Forfeited(BySide { first: true, second: false }) => [Some(0), Some(2)],
            GameResult::Forfeited(_) => [Some(0); 2],
        };
        [points[*first][*second], points[*second][*first]] = both;
    }
    let sum = |it: usize| points[it].iter().flatten().sum::<u32>();
    let beaten = |it: usize| {
        let of = |other: usize| points[it][other].unwrap_or(0) * sum(other);
        (0..players).map(of).sum::<u32>()
    };
    let won = |it: usize| points[it].iter().filter(|it| **it == Some(2)).count();
    let key = |it: usize| (!is_struck(it), sum(it), beaten(it), won(it));
    let line = |it: usize| {
        let place = 1 + (0..players).filter(|other| key(*other) > key(it)).count();
        let games = points[it].iter().flatten().count();
        (it, place, sum(it), beaten(it), won(it), games, is_struck(it))
    };
    (0..players).map(line).collect()
}

/// A tournament under random steps, with the results that it had.
struct Trial {
    tournament: Tournament,
    random: Rng,
    now: Timestamp,
    results: Results,
    last_player: u64,
}

impl Trial {
    fn begin(seed: u64, format: Format) -> Trial {
        let mut random = Rng::with_seed(seed);
        let mut tournament = made(format);
        tournament.terms.most = random.usize(PLAYERS);
        let last_player = random.u64(2..=tournament.terms.most as u64);
        for player in 2..=last_player {
            ask(&mut tournament, PlayerId(player), TournamentCommand::Join).unwrap();
        }
        Trial { tournament, random, now: hours(0), results: Results::new(), last_player }
    }

    fn player(&mut self) -> PlayerId {
        PlayerId(self.random.u64(1..=self.last_player + 1))
    }

    /// A command that somebody gives, and whether a moderator does.
    fn command(&mut self, can_stop: bool) -> (PlayerId, bool, TournamentCommand) {
        let number = self.random.usize(..17);
        let (player, is_moderator) = (self.player(), self.random.bool());
        let command = match self.random.u8(..16) {
            0..4 => TournamentCommand::Join,
            4..6 => TournamentCommand::Leave,
            6 => TournamentCommand::Start,
            7..9 => TournamentCommand::Pause,
            9..11 => TournamentCommand::Resume,
            11 if can_stop => TournamentCommand::Stop,
            11..13 => TournamentCommand::Offer(number),
            _ => TournamentCommand::TakeOver(number),
        };
        (player, is_moderator, command)
    }

    fn result(&mut self) -> GameResult {
        let by = BySide { first: self.random.bool(), second: self.random.bool() };
        match self.random.u8(..8) {
            0..3 => won(Side::First),
            3..6 => won(Side::Second),
            6 => DRAW,
            _ => GameResult::Forfeited(by),
        }
    }

    /// Results of some games, and of some that had another one, or belong to nobody.
    fn results(&mut self, one_in: u8) -> Results {
        let tables: Vec<TableId> = self.tournament.games().map(|it| it.table).collect();
        let mut results = Results::new();
        for table in tables.into_iter().chain([TableId(1), TableId(u64::MAX)]) {
            if self.random.u8(..one_in) == 0 {
                results.insert(table, self.result());
            }
        }
        results
    }

    fn pass_time(&mut self, one_in: u8) {
        let results = self.results(one_in);
        let ratings =
            (1..=self.last_player).map(|it| (PlayerId(it), self.random.i32(..))).collect();
        let next = TableId(1_000 + self.random.u64(..50));
        self.tournament.pass_time(self.now, &results, &ratings, next);
        let once = self.tournament.clone();
        self.tournament.pass_time(self.now, &results, &ratings, next);
        // A round without games is over as soon as it begins.
        let is_played = once.has_begun() && !once.games().any(is_open);
        assert!(is_played || self.tournament == once, "{once:#?} {:#?}", self.tournament);
    }

    fn step(&mut self, can_stop: bool) {
        self.now += SignedDuration::from_hours(self.random.i64(-30..60));
        if self.random.u8(..30) == 0 {
            self.now += SignedDuration::from_hours(24 * self.random.i64(-400..400));
        }
        let before = self.tournament.clone();
        if self.random.bool() {
            self.pass_time(8);
        } else if self.random.u8(..30) == 0 {
            let player = self.player();
            let was_named = self.tournament.erase_player(player);
            assert_eq!(was_named, self.tournament != before);
            assert!(!self.tournament.erase_player(player) && !self.tournament.plays(player));
        } else {
            let (player, is_moderator, command) = self.command(can_stop);
            let done = self.tournament.apply(player, is_moderator, command, self.now);
            assert!(done.is_ok() || self.tournament == before, "{command:?} {done:?}");
            self.last_player = self.last_player.max(player.0);
        }
        self.check(&before);
    }

    fn check(&mut self, before: &Tournament) {
        let now = &self.tournament;
        let stored = serde_json::to_string(now).unwrap();
        assert_eq!(serde_json::from_str::<Tournament>(&stored).unwrap(), *now);
        let tables: BTreeSet<TableId> = now.games().map(|it| it.table).collect();
        assert_eq!(tables.len(), now.games().count(), "a table twice: {now:#?}");
        for game in now.games().filter(|it| !is_open(it)) {
            let known = *self.results.entry(game.table).or_insert(game.result);
            assert_eq!(known, game.result, "a result changes");
        }
        for (round, was) in now.rounds.iter().zip(&before.rounds) {
            let is_moved = round.ends_at != was.ends_at;
            assert!(!is_moved || before.paused_since.is_some() && now.paused_since.is_none());
            assert!(round.ends_at >= was.ends_at && round.order == was.order);
        }
        let is_played = now.end == Some(TournamentEnd::Played);
        assert!(now.has_begun() || !is_played, "nothing was played");
        let players: Vec<PlayerId> =
            now.entrants.iter().filter(|it| !it.has_left).filter_map(|it| it.player).collect();
        assert_eq!(players.iter().collect::<BTreeSet<_>>().len(), players.len());
        assert!(now.entrants.len() <= now.terms.most);
        match now.terms.format {
            Format::RoundRobin => self.check_round_robin(),
            Format::Knockout => self.check_knockout(),
        }
    }

    fn check_round_robin(&self) {
        let now = &self.tournament;
        let players = now.entrants.len();
        if now.has_begun() {
            let pairs: BTreeSet<_> = now
                .games()
                .map(|TournamentGame { pairing: BySide { first, second }, .. }| {
                    (*first.min(second), *first.max(second))
                })
                .collect();
            let games = players * (players - 1) / 2;
            assert_eq!((now.rounds.len(), pairs.len(), now.games().count()), (1, games, games));
        }
        let standings = now.standings();
        assert!(standings.is_sorted_by_key(|it| it.place));
        let mut lines: Vec<Line> = standings
            .iter()
            .map(|it| (it.player, it.place, it.halves, it.quarters, it.won, it.games, it.is_struck))
            .collect();
        lines.sort_unstable();
        assert_eq!(lines, counted_anew(now));
    }

    /// Nobody plays on who is out, and no two play twice.
    fn check_knockout(&self) {
        let rounds = &self.tournament.rounds;
        for pair in rounds.windows(2) {
            assert_eq!(pair[0].winners().as_ref(), Some(&pair[1].order));
        }
        for round in rounds {
            let named: Vec<usize> = round.order.iter().flatten().copied().collect();
            assert_eq!(named.iter().collect::<BTreeSet<_>>().len(), named.len());
            let playing = |it: &TournamentGame| {
                named.contains(&it.pairing.first) && named.contains(&it.pairing.second)
            };
            assert!(round.games.iter().all(playing));
        }
    }
}

/// 200 tournaments of random members, whose clocks jump.
#[test]
fn each_tournament_comes_to_an_end() {
    let mut ends = BTreeMap::new();
    for seed in 0..200 {
        let format = if seed % 2 == 0 { Format::RoundRobin } else { Format::Knockout };
        let mut trial = Trial::begin(seed, format);
        for _ in 0..trial.random.usize(..100) {
            trial.step(seed % 10 < 2);
        }
        // A step to begin, and one for each round.
        for _ in 0..6 {
            trial.now = trial.now.max(trial.tournament.terms.starts_at);
            let before = trial.tournament.clone();
            trial.pass_time(1);
            trial.check(&before);
        }
        let tournament = trial.tournament;
        assert!(tournament.is_over(), "{seed}: {tournament:#?}");
        let winners = tournament.winners();
        let is_played = tournament.end == Some(TournamentEnd::Played);
        assert!(is_played || winners.is_empty());
        assert!(format == Format::RoundRobin || winners.len() <= 1, "{winners:?}");
        *ends
            .entry(format!("{format:?} {:?} {}", tournament.end, winners.len().min(2)))
            .or_insert(0) += 1;
    }
    assert!(ends.len() >= 8, "{ends:?}");
}

#[test]
fn one_loss_on_time_costs_one_game_and_nobody_is_thrown_out() {
    let moves = ["f5", "d6", "c3", "d3"];
    for played in [0, moves.len()] {
        let mut tournament = begun(Format::RoundRobin, 4);
        let late = *tournament.games().next().unwrap();
        let mut table = game(&tournament, &late);
        for mv in &moves[..played] {
            let (_, player) = table.to_move().unwrap();
            table.apply(player, &Command::play(mv), at(24)).unwrap();
        }
        let (loser, _) = table.to_move().unwrap();
        table.pass_time(hours(24 + 72) + SignedDuration::from_mins(5), &ReminderWishes::default());
        let result = result_of(&table).unwrap();
        let forfeited = GameResult::Forfeited(BySide::of(|it| it == loser));
        assert_eq!(result, if played == 0 { forfeited } else { won(!loser) });
        pass(&mut tournament, 100, &[(late.table, result)].into());
        assert_eq!(tournament.games().filter(|it| is_open(it)).count(), 5);
        assert!(tournament.entrants.iter().all(|it| !it.has_left));
        // The loser wins the rest, and the tournament.
        let number = late.pairing[loser];
        let rest = tournament.games().filter(|it| is_open(it));
        let result = |it: &TournamentGame| {
            won(if it.pairing.first == number { Side::First } else { Side::Second })
        };
        let rest = rest.map(|it| (it.table, result(it))).collect();
        pass(&mut tournament, 200, &rest);
        let place = tournament.standings().into_iter().find(|it| it.player == number).unwrap();
        assert!(!place.is_struck && (place.halves, place.games) == (4, 3), "{place:?}");
    }
}

#[test]
fn no_round_waits_for_two_who_have_left() {
    let mut knockout = begun(Format::Knockout, 4);
    let out = knockout.rounds[0].games[1].pairing;
    for number in [out.first, out.second] {
        let player = knockout.entrants[number].player.unwrap();
        ask(&mut knockout, player, TournamentCommand::Leave).unwrap();
    }
    pass(&mut knockout, 20, &Results::new());
    let left = all(&knockout, won(Side::First));
    assert_eq!(left.len(), 1);
    for _ in 0..2 {
        pass(&mut knockout, 30, &left);
    }
    assert_eq!(knockout.end, Some(TournamentEnd::Played));
    assert_eq!(knockout.winners(), [knockout.rounds[0].games[0].pairing.first]);

    let mut round_robin = begun(Format::RoundRobin, 3);
    for player in [ANN, BEN] {
        ask(&mut round_robin, player, TournamentCommand::Leave).unwrap();
    }
    pass(&mut round_robin, 30, &Results::new());
    assert_eq!(round_robin.end, Some(TournamentEnd::Played));
    assert_eq!(round_robin.winners(), [2]);
}

/// A game that was over before its player left counts as it ended, also where the tournament learns of both at once.
#[test]
fn what_was_played_before_somebody_left_counts() {
    let mut tournament = begun(Format::RoundRobin, 4);
    let of_ann = |it: &&TournamentGame| it.pairing.first == 0 || it.pairing.second == 0;
    let two = tournament.games().filter(of_ann).take(2).map(|it| (it.table, DRAW)).collect();
    ask(&mut tournament, ANN, TournamentCommand::Leave).unwrap();
    pass(&mut tournament, 30, &two);
    let ann = tournament.standings().into_iter().find(|it| it.player == 0).unwrap();
    assert!(!ann.is_struck && (ann.halves, ann.games) == (2, 3), "{ann:?}");
}

#[test]
fn the_deadline_is_known_when_it_begins() {
    let mut tournament = begun(Format::RoundRobin, 3);
    let ends_at = hours(24 + 14 * 24);
    let first = tournament.games().next().unwrap().table;
    pass(&mut tournament, 200, &[(first, DRAW)].into());
    ask(&mut tournament, BEN, TournamentCommand::Leave).unwrap();
    assert_eq!(tournament.due_at(), Some(ends_at));
    let by_ann = |it: &mut Tournament, command, hour| it.apply(ANN, false, command, hours(hour));
    for hour in [50, 60] {
        by_ann(&mut tournament, TournamentCommand::Pause, hour).unwrap();
        assert_eq!(tournament.due_at(), None);
    }
    for hour in [70, 80] {
        by_ann(&mut tournament, TournamentCommand::Resume, hour).unwrap();
        assert_eq!(tournament.due_at(), Some(ends_at + SignedDuration::from_hours(20)));
    }
    // A clock that goes back takes no time away.
    by_ann(&mut tournament, TournamentCommand::Pause, 90).unwrap();
    by_ann(&mut tournament, TournamentCommand::Resume, 10).unwrap();
    assert_eq!(tournament.due_at(), Some(ends_at + SignedDuration::from_hours(20)));

    // A round that begins in a pause has its whole time after it, and no more.
    let mut knockout = begun(Format::Knockout, 3);
    by_ann(&mut knockout, TournamentCommand::Pause, 50).unwrap();
    let results = all(&knockout, DRAW);
    pass(&mut knockout, 60, &results);
    by_ann(&mut knockout, TournamentCommand::Resume, 80).unwrap();
    assert_eq!(knockout.due_at(), Some(hours(80 + 14 * 24)));
}

#[test]
fn a_holiday_throws_nobody_out() {
    let tournament = begun(Format::RoundRobin, 3);
    let mut table = game(&tournament, tournament.games().next().unwrap());
    let player = table.person_to_move().unwrap();
    let mut holidays = Holidays::default();
    holidays.begin(10, hours(25)).unwrap();
    table.set_holiday(player, holidays.current(hours(25)), hours(25));
    assert_eq!(table.pass_time(hours(10 * 24), &ReminderWishes::default()), []);
    assert!(table.is_running() && result_of(&table).is_none());
}

#[test]
fn few_players_still_play_all_rounds() {
    for (format, rounds) in [(Format::RoundRobin, vec![3]), (Format::Knockout, vec![1, 1])] {
        let mut tournament = begun(format, 3);
        while !tournament.is_over() {
            let results = all(&tournament, DRAW);
            assert!(!results.is_empty(), "it ends early: {tournament:#?}");
            pass(&mut tournament, 30, &results);
        }
        let games: Vec<usize> = tournament.rounds.iter().map(|it| it.games.len()).collect();
        assert_eq!(games, rounds);
    }
}

#[test]
fn no_pairing_comes_twice() {
    for (players, format) in
        PLAYERS.flat_map(|it| [(it, Format::RoundRobin), (it, Format::Knockout)])
    {
        let mut tournament = begun(format, players);
        while !tournament.is_over() {
            let results = all(&tournament, won(Side::First));
            for _ in 0..2 {
                pass(&mut tournament, 30, &results);
            }
        }
        let pair = |it: &TournamentGame| {
            let BySide { first, second } = it.pairing;
            (first.min(second), first.max(second))
        };
        let pairs: BTreeSet<_> = tournament.games().map(pair).collect();
        let expected = match format {
            Format::RoundRobin => players * (players - 1) / 2,
            // All but one lose.
            Format::Knockout => players - 1,
        };
        assert_eq!((pairs.len(), tournament.games().count()), (expected, expected));
    }
}

#[test]
fn who_played_less_than_half_is_struck() {
    for (played, is_struck) in [(1, true), (2, false)] {
        let mut tournament = begun(Format::RoundRobin, 4);
        let of_ann = |it: &&TournamentGame| it.pairing.first == 0 || it.pairing.second == 0;
        let results = tournament.games().filter(of_ann).take(played).map(|it| (it.table, DRAW));
        let results = results.collect();
        pass(&mut tournament, 30, &results);
        ask(&mut tournament, ANN, TournamentCommand::Leave).unwrap();
        pass(&mut tournament, 40, &Results::new());
        let ann = tournament.standings().into_iter().find(|it| it.player == 0).unwrap();
        assert_eq!((ann.is_struck, ann.games), (is_struck, if is_struck { 0 } else { 3 }));
        let others = tournament.standings().into_iter().filter(|it| it.player != 0);
        assert_eq!(others.map(|it| it.games).sum::<usize>(), if is_struck { 0 } else { 3 });
    }
}

#[test]
fn a_place_can_be_taken_over() {
    let mut tournament = begun(Format::RoundRobin, 3);
    let of_ben = |it: &&TournamentGame| it.pairing.first == 1 || it.pairing.second == 1;
    let won = tournament.games().find(of_ben).unwrap();
    let side = if won.pairing.first == 1 { Side::First } else { Side::Second };
    let result = [(won.table, self::won(side))].into();
    pass(&mut tournament, 30, &result);
    let before = tournament.standings();
    ask(&mut tournament, ANN, TournamentCommand::Offer(1)).unwrap();
    let newcomer = PlayerId(9);
    ask(&mut tournament, newcomer, TournamentCommand::TakeOver(1)).unwrap();
    assert!(tournament.plays(newcomer) && !tournament.plays(BEN));
    assert_eq!(tournament.standings(), before, "what was won stays");
    let open = *tournament.games().filter(|it| is_open(it)).find(of_ben).unwrap();
    assert!(game(&tournament, &open).side_of(newcomer).is_some());
    // It is offered once.
    let again = ask(&mut tournament, BEN, TournamentCommand::TakeOver(1));
    assert_eq!(again, Err(TournamentRefusal::NotOffered));
}

#[test]
fn a_tournament_with_too_few_is_called_off() {
    for players in 1..=3 {
        let tournament = begun(Format::Knockout, players);
        assert_eq!(tournament.end, (players < 3).then_some(TournamentEnd::TooFew));
        assert_eq!(tournament.has_begun(), players == 3);
    }
}

#[test]
fn what_is_refused_changes_nothing() {
    use TournamentCommand::*;
    use TournamentRefusal as No;
    let mut full = made(Format::RoundRobin);
    full.terms.most = 3;
    for player in [BEN, EVE] {
        ask(&mut full, player, Join).unwrap();
    }
    let mut over = begun(Format::RoundRobin, 3);
    ask(&mut over, ANN, Stop).unwrap();
    let (two, three) = (made(Format::Knockout), begun(Format::Knockout, 3));
    let mut left = three.clone();
    ask(&mut left, BEN, Leave).unwrap();
    let stranger = PlayerId(9);
    let number = 1;
    for (tournament, player, command, refusal) in [
        (&over, stranger, Join, No::Over),
        (&over, BEN, Leave, No::Over),
        (&over, ANN, Stop, No::Over),
        (&full, stranger, Join, No::Full),
        (&full, ANN, Join, No::Joined),
        (&full, stranger, Leave, No::NotJoined),
        (&full, BEN, Start, No::NotYours),
        (&full, ANN, Pause, No::NotBegun),
        (&full, ANN, Resume, No::NotBegun),
        (&full, ANN, Offer(number), No::NotBegun),
        (&full, stranger, TakeOver(number), No::NotOffered),
        (&two, ANN, Start, No::TooFew),
        (&three, stranger, Join, No::Begun),
        (&three, ANN, Start, No::Begun),
        (&three, BEN, Pause, No::NotYours),
        (&three, BEN, Resume, No::NotYours),
        (&three, BEN, Stop, No::NotYours),
        (&three, BEN, Offer(number), No::NotYours),
        (&three, ANN, Offer(3), No::NotJoined),
        (&three, BEN, TakeOver(number), No::Joined),
        (&three, stranger, TakeOver(number), No::NotOffered),
        (&left, BEN, Leave, No::NotJoined),
        (&left, ANN, Offer(number), No::NotJoined),
    ] {
        let mut asked = tournament.clone();
        assert_eq!(ask(&mut asked, player, command), Err(refusal), "{player:?} {command:?}");
        assert_eq!(asked, *tournament);
    }
    // A moderator runs what others made.
    for command in [Pause, Resume, Offer(number), Stop] {
        let mut asked = three.clone();
        asked.apply(stranger, true, command, hours(30)).unwrap();
    }
}

#[test]
fn a_tournament_ends_its_games() {
    for (act, ending) in [
        (TournamentAct::Judge(Verdict::Draw), Ending::Judged(Verdict::Draw)),
        (TournamentAct::Forfeit(Side::Second), Ending::Resigned(Side::Second)),
    ] {
        let mut table = table(GameKind::Othello);
        assert_eq!(table.apply_act(act, hours(2)), [Event::Ended(ending)]);
        assert_eq!((table.ending(), table.ended_at()), (Some(ending), Some(hours(2))));
    }
    let mut aborted = table(GameKind::Othello);
    aborted.apply(ANN, &Command::Abort { reason: String::new() }, at(1)).unwrap();
    assert_eq!(aborted.ending(), Some(Ending::Aborted(AbortReason::Moderator)));
    assert_eq!(result_of(&aborted), Some(GameResult::Forfeited(BySide::default())));
}

#[test]
fn clocks_stand_while_a_tournament_rests() {
    let mut table = table(GameKind::Othello);
    table.apply(BEN, &Command::OfferPause, at(5)).unwrap();
    for hour in [10, 20] {
        assert_eq!(table.apply_act(TournamentAct::Pause, hours(hour)), []);
        assert_eq!(table.paused_since(), Some(hours(10)));
        assert_eq!((table.deadline(), table.pause_offer()), (None, None));
    }
    let resumed = Event::Resumed { side: None };
    assert_eq!(table.apply_act(TournamentAct::Resume, hours(110)), [resumed]);
    assert_eq!(table.deadline(), Some(hours(172)));
    assert_eq!(table.apply_act(TournamentAct::Resume, hours(120)), []);
    assert_eq!(table.deadline(), Some(hours(172)));
}

#[test]
fn who_takes_a_seat_over_takes_nothing_else_over() {
    let mut table = table(GameKind::Othello);
    table.apply(ANN, &Command::play("f5"), at(10)).unwrap();
    table.apply(ANN, &Command::Plan(vec!["d6".to_owned(), "c3".to_owned()]), at(10)).unwrap();
    assert_eq!(table.planned_lines(ANN).len(), 1);
    for command in [Command::Draw, Command::AskTakeback, Command::OfferPause] {
        table.apply(ANN, &command, at(11)).unwrap();
    }
    let mut holidays = Holidays::default();
    holidays.begin(10, hours(12)).unwrap();
    table.set_holiday(BEN, holidays.current(hours(12)), hours(12));
    let act = TournamentAct::Seat(Side::Second, EVE);
    assert_eq!(table.apply_act(act, hours(20)), [Event::TakenOver { side: Side::Second }]);
    assert_eq!(table.seats(), Some(&BySide { first: Seat::from(ANN), second: Seat::from(EVE) }));
    assert_eq!((table.draw_offer(), table.takeback(), table.pause_offer()), (None, None, None));
    assert!(table.planned_lines(ANN).is_empty());
    assert_eq!(table.rated(), Some(Rated::Not(NotRated::TakenOver)));
    // Two hours of the 72 were used when Ben's holiday began.
    assert_eq!(table.deadline(), Some(hours(20 + 70)));
    table.apply(EVE, &Command::play("d6"), at(21)).unwrap();
}

#[test]
fn a_tournament_does_nothing_with_a_game_that_is_over() {
    let mut over = table(GameKind::Othello);
    over.apply(ANN, &Command::Resign, at(1)).unwrap();
    for act in [
        TournamentAct::Judge(Verdict::Draw),
        TournamentAct::Forfeit(Side::Second),
        TournamentAct::Pause,
        TournamentAct::Resume,
        TournamentAct::Seat(Side::Second, EVE),
    ] {
        let mut table = over.clone();
        assert_eq!(table.apply_act(act, hours(2)), []);
        assert_eq!(table, over);
    }
}
