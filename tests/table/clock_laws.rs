//! Laws of the clocks, over random games, commands and times.

use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use kradan_rules::{BySide, GameKind, Side};
use kradan_table::{
    ChallengeTerms, Command, Event, Holiday, Moment, Reminder, ReminderWishes, SideClock, Table,
    TimeControl, play_ahead,
};
use proptest::prelude::*;

use crate::transcript::{ANN, BEN, HERE, at};

#[derive(Clone, Debug)]
enum Step {
    /// So many minutes pass.
    Pass(i64),
    /// The bot was away for so many minutes, which nobody used.
    Away(i64),
    /// The side to move plays one of its legal moves.
    Move(usize),
    /// A side has a holiday of so many hours, or comes back from it.
    Holiday(Side, i64),
    /// A side plans a line of legal moves, or drops its lines where it is none.
    Plan(Side, Vec<usize>),
    /// A side does something else.
    Ask(Side, Command),
}

fn time_control() -> impl Strategy<Value = TimeControl> {
    let known = vec!["1h", "12h", "3d", "30d", "1h+1h", "1d+0h", "10d+1d", "30d+7d", "none"];
    prop::sample::select(known).prop_map(|text| text.parse().unwrap())
}

fn step() -> impl Strategy<Value = Step> {
    let side = prop::sample::select(&[Side::First, Side::Second][..]);
    let asked = prop::sample::select(vec![
        Command::Draw,
        Command::DeclineDraw,
        Command::WithdrawDraw,
        Command::AskTakeback,
        Command::GrantTakeback,
        Command::RefuseTakeback,
        Command::OfferPause,
        Command::AcceptPause,
        Command::DeclinePause,
        Command::WithdrawPause,
        Command::Resume,
        Command::GiveTime(1),
        Command::GiveTime(14 * 24),
    ]);
    prop_oneof![
        3 => prop_oneof![0..90_i64, 0..3_000_i64, 0..60_000_i64].prop_map(Step::Pass),
        1 => (0..10_000_i64).prop_map(Step::Away),
        6 => prop_oneof![0..4_usize, 0..100_usize].prop_map(Step::Move),
        1 => (side.clone(), 1..500_i64).prop_map(|(side, hours)| Step::Holiday(side, hours)),
        2 => (side.clone(), prop::collection::vec(0..4_usize, 0..4))
            .prop_map(|(side, moves)| Step::Plan(side, moves)),
        6 => (side, asked).prop_map(|(side, command)| Step::Ask(side, command)),
    ]
}

/// Time zones of both players, where the clocks stand on weekends.
fn weekends() -> impl Strategy<Value = Option<BySide<&'static str>>> {
    let zones =
        vec!["UTC", "Asia/Bangkok", "America/New_York", "America/Santiago", "Pacific/Chatham"];
    let zone = || prop::sample::select(zones.clone());
    prop::option::of((zone(), zone()).prop_map(|(first, second)| BySide { first, second }))
}

/// A table, the time at it, and what was seen since the last move.
struct Clocks {
    table: Table,
    now: Timestamp,
    reminders: usize,
    zones: Option<BySide<TimeZone>>,
    /// The end of each side's last holiday.
    holidays: BySide<Timestamp>,
    /// The bot's absence since the clock was set last, by which weekends and holidays are later.
    away: SignedDuration,
}

impl Clocks {
    fn new(
        kind: GameKind,
        pace: TimeControl,
        weekends: Option<BySide<&'static str>>,
        hours: i64,
    ) -> Clocks {
        let terms = ChallengeTerms {
            opponent: Some(BEN),
            side: Some(Side::First),
            pace,
            weekends_off: weekends.is_some(),
            ..ChallengeTerms::of(kind)
        };
        let start = at(hours);
        let mut table = Table::challenge(ANN, terms, HERE, start);
        table.apply(BEN, &Command::Accept, start).unwrap();
        if let Some(zones) = weekends {
            table.keep_time_zones(BySide::of(|side| Some(zones[side].to_owned())));
        }
        let zones = weekends.map(|zones| BySide::of(|side| TimeZone::get(zones[side]).unwrap()));
        let holidays = BySide::of(|_| Timestamp::MIN);
        let away = SignedDuration::ZERO;
        Clocks { table, now: start.time, reminders: 0, zones, holidays, away }
    }

    /// The part of a time before now that is Saturday or Sunday for a side, day by day.
    fn weekend(&self, side: Side, from: Timestamp) -> SignedDuration {
        let Some(zone) = self.zones.as_ref().map(|zones| &zones[side]) else {
            return SignedDuration::ZERO;
        };
        let mut day = zone.to_datetime(from - self.away).date();
        let mut off = SignedDuration::ZERO;
        let start_of =
            |day: jiff::civil::Date| zone.to_timestamp(day.at(0, 0, 0, 0)).unwrap() + self.away;
        while start_of(day) < self.now {
            let next = day.tomorrow().unwrap();
            if matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday) {
                off += start_of(next).min(self.now).duration_since(start_of(day).max(from));
            }
            day = next;
        }
        off
    }

    /// The time since another one that holidays and weekends of a side have stopped.
    fn stopped(&self, side: Side, from: Timestamp) -> SignedDuration {
        let holiday = self.holidays[side].saturating_add(self.away).unwrap();
        let back = holiday.clamp(from, self.now);
        back.duration_since(from) + self.weekend(side, back)
    }

    fn is_on_holiday(&self, side: Side) -> bool {
        self.now < self.holidays[side].saturating_add(self.away).unwrap()
    }

    /// Whether it is Saturday or Sunday for a side.
    fn is_weekend(&self, side: Side) -> bool {
        self.zones.as_ref().is_some_and(|zones| {
            let weekday = zones[side].to_datetime(self.now - self.away).weekday();
            matches!(weekday, Weekday::Saturday | Weekday::Sunday)
        })
    }

    /// What each side has left.
    fn left(&self) -> Option<[SignedDuration; 2]> {
        let left = |side| {
            let left = self.table.time_left(side, self.now);
            match self.table.clock(side, self.now)? {
                SideClock::Running(until) if self.zones.is_none() => {
                    assert_eq!(left, Some(until.duration_since(self.now)));
                }
                // A weekend lies between, or does not.
                SideClock::Running(until) => {
                    let (left, span) = (left.unwrap(), until.duration_since(self.now));
                    assert!(left.abs() <= span.abs() && (left.is_negative() == span.is_negative()));
                }
                SideClock::Standing(standing) => {
                    assert_eq!(left.map(|left| left.max(SignedDuration::ZERO)), Some(standing));
                }
                SideClock::Unlimited => assert_eq!(left, None),
            }
            left
        };
        Some([left(Side::First)?, left(Side::Second)?])
    }

    /// Whose clock runs.
    fn running(&self) -> Vec<Side> {
        let runs =
            |side: &Side| matches!(self.table.clock(*side, self.now), Some(SideClock::Running(_)));
        Side::ALL.into_iter().filter(runs).collect()
    }

    /// At most one clock runs, and exactly that of the side to move where nothing stops it.
    fn check_running(&self) {
        let Some((turn, _)) = self.table.to_move() else { return };
        let is_limited = self.left().is_some();
        let is_weekend = is_limited && self.is_weekend(turn);
        let is_paused = self.table.paused_since().is_some();
        let weekend = self.table.weekend_until(self.now).map(|(side, _)| side);
        for side in Side::ALL {
            let end = self.holidays[side].saturating_add(self.away).unwrap();
            let lasting = Some(end).filter(|_| self.is_on_holiday(side));
            assert_eq!(self.table.holiday_until(side, self.now), lasting);
        }
        let is_on_holiday = self.is_on_holiday(turn);
        assert_eq!(weekend, (is_weekend && !is_paused && !is_on_holiday).then_some(turn));
        let is_stopped = is_paused || is_on_holiday || is_weekend || !is_limited;
        let expected = if is_stopped { vec![] } else { vec![turn] };
        assert_eq!(self.running(), expected);
    }

    /// Whatever is due is done until nothing in the past is left.
    fn do_what_is_due(&mut self) {
        for _ in 0..10 {
            let events = self.table.pass_time(self.now, &ReminderWishes::default());
            let is_reminder =
                |event: &&Event| matches!(event, Event::Reminded { reminder: Reminder::Fifth, .. });
            self.reminders += events.iter().filter(is_reminder).count();
            if events.iter().any(|event| matches!(event, Event::Resumed { .. })) {
                self.away = SignedDuration::ZERO;
            }
            self.note_moves(&events);
            assert!(self.reminders <= 1, "one reminder a turn, and one after a holiday");
            if events.is_empty() {
                break;
            }
        }
        if let Some(due) = self.table.due() {
            assert!(due.at() > self.now, "{due:?} is left undone at {}", self.now);
        }
    }

    fn take(&mut self, step: &Step) {
        let before = self.left();
        match step {
            Step::Pass(minutes) => {
                let by = SignedDuration::from_mins(*minutes);
                let from = self.now;
                self.now += by;
                let turn = self.table.to_move().map(|(turn, _)| turn);
                let turn = turn.filter(|_| self.table.paused_since().is_none());
                // The time that passed is used by whose clock runs, but for holidays and weekends,
                // and by nobody else.
                if let (Some(before), Some(after)) = (before, self.left()) {
                    for side in Side::ALL {
                        let used = before[side as usize] - after[side as usize];
                        let stopped =
                            if turn == Some(side) { self.stopped(side, from) } else { by };
                        assert_eq!(used + stopped, by);
                    }
                }
                self.do_what_is_due();
            }
            Step::Away(minutes) => {
                let by = SignedDuration::from_mins(*minutes);
                self.now += by;
                self.away += by;
                self.table.credit(by);
                assert_eq!(self.left(), before, "nobody uses time while the bot is away");
                self.do_what_is_due();
            }
            Step::Move(which) => {
                let Some((turn, player)) = self.table.to_move() else { return };
                let legal = self.table.game().legal_moves();
                let mv = &legal[which % legal.len()];
                let now = Moment { time: self.now, chance: 0 };
                let events = self.table.apply(player, &Command::play(mv), now).unwrap();
                let moves = self.note_moves(&events);
                if let (Some(before), Some(after)) = (before, self.left())
                    && self.table.is_running()
                    && moves == 1
                {
                    self.check_move(turn, before, after);
                }
            }
            Step::Holiday(side, hours) => {
                let player = if *side == Side::First { ANN } else { BEN };
                let is_back = self.now < self.holidays[*side];
                let until = self.now + SignedDuration::from_hours(*hours);
                let holiday = Holiday { from: self.now, until, is_automatic: false };
                let holiday = Some(holiday).filter(|_| !is_back);
                if !self.table.set_holiday(player, holiday, self.now).is_empty() {
                    self.reminders = 0;
                    self.holidays[*side] = if is_back { Timestamp::MIN } else { until };
                    self.away = SignedDuration::ZERO;
                }
                let left = |left: SignedDuration| left.max(SignedDuration::ZERO);
                assert_eq!(self.left().map(|it| it.map(left)), before.map(|it| it.map(left)));
            }
            Step::Plan(side, moves) => {
                let player = if *side == Side::First { ANN } else { BEN };
                let mut ahead = self.table.game().clone();
                let mut line = Vec::new();
                for which in moves {
                    let legal = ahead.legal_moves();
                    let Some(mv) = legal.get(which % legal.len().max(1)) else { break };
                    line.push(play_ahead(&mut ahead, mv).unwrap());
                }
                let command =
                    if line.is_empty() { Command::Unplan(None) } else { Command::Plan(line) };
                let now = Moment { time: self.now, chance: 0 };
                _ = self.table.apply(player, &command, now);
                assert_eq!(self.left(), before, "a plan takes no time");
            }
            Step::Ask(side, command) => {
                let player = if *side == Side::First { ANN } else { BEN };
                let now = Moment { time: self.now, chance: 0 };
                let turn = self.table.to_move();
                let Ok(events) = self.table.apply(player, command, now) else { return };
                if self.note_moves(&events) > 0 {
                    // What held up a planned reply is gone.
                    return;
                }
                let settles = matches!(
                    command,
                    Command::GrantTakeback
                        | Command::AcceptPause
                        | Command::Resume
                        | Command::GiveTime(_)
                );
                if settles {
                    self.away = SignedDuration::ZERO;
                }
                if self.table.to_move() != turn || matches!(command, Command::GrantTakeback) {
                    self.reminders = 0;
                }
                if let (Some(before), Some(after)) = (before, self.left()) {
                    self.check_asked(*side, command, before, after);
                }
            }
        }
    }

    /// Counts the moves among events, each of which begins a turn.
    fn note_moves(&mut self, events: &[Event]) -> usize {
        let moves = events.iter().filter(|event| matches!(event, Event::Moved { .. })).count();
        if moves > 0 {
            self.reminders = 0;
            self.away = SignedDuration::ZERO;
        }
        moves
    }

    /// The mover has at most what the control adds; the other one has what they had.
    fn check_move(&self, turn: Side, before: [SignedDuration; 2], after: [SignedDuration; 2]) {
        let (mover, other) = (turn as usize, !turn as usize);
        assert_eq!(after[other], before[other]);
        match self.table.pace() {
            TimeControl::PerMove { .. } => {
                assert_eq!(Some(after[mover]), self.table.pace().start());
            }
            TimeControl::Bank(bank) => {
                let cap = SignedDuration::from_hours(bank.cap.into());
                let had = before[mover].max(SignedDuration::ZERO);
                assert!(after[mover] <= had + SignedDuration::from_hours(bank.increment.into()));
                assert!(after[mover] <= cap.max(had));
            }
            TimeControl::Unlimited => {}
        }
    }

    /// No offer changes a clock, nobody gains by a takeback, and a gift is for the opponent alone.
    fn check_asked(
        &self,
        side: Side,
        command: &Command,
        before: [SignedDuration; 2],
        after: [SignedDuration; 2],
    ) {
        match command {
            Command::GrantTakeback => {
                let (turn, _) = self.table.to_move().unwrap();
                assert!(after[turn as usize] <= before[turn as usize].max(SignedDuration::ZERO));
                if let TimeControl::Bank(_) = self.table.pace() {
                    assert!(after[!turn as usize] <= before[!turn as usize]);
                }
            }
            Command::GiveTime(hours) => {
                let most = SignedDuration::from_hours((*hours).into());
                assert_eq!(after[side as usize], before[side as usize]);
                let given =
                    after[!side as usize] - before[!side as usize].max(SignedDuration::ZERO);
                assert!(given > SignedDuration::ZERO && given <= most, "{given}");
            }
            // In the time of grace a clock that is stopped shows that nothing is left.
            _ => assert_eq!(
                after.map(|left| left.max(SignedDuration::ZERO)),
                before.map(|left| left.max(SignedDuration::ZERO)),
                "{command:?}"
            ),
        }
    }
}

proptest! {
    #[test]
    fn clocks_obey_their_laws(
        kind in prop::sample::select(&GameKind::ALL[..]),
        pace in time_control(),
        weekends in weekends(),
        start in 0..365 * 24_i64,
        steps in prop::collection::vec(step(), 1..60),
    ) {
        let weekends = weekends.filter(|_| pace != TimeControl::Unlimited);
        let mut clocks = Clocks::new(kind, pace, weekends, start);
        for step in &steps {
            if !clocks.table.is_running() {
                break;
            }
            clocks.take(step);
            clocks.check_running();
            let stored = serde_json::to_string(&clocks.table).unwrap();
            prop_assert_eq!(serde_json::from_str::<Table>(&stored).unwrap(), clocks.table.clone());
        }
    }
}
