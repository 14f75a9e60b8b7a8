//! Clocks, holidays, pauses, gifts and planned lines of a bot that is killed at any moment: what
//! happens is stored once, and told once, to the right person.

use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use jiff::{SignedDuration, Timestamp};
use kradan::service::{InteractionId, Profile, RequestContext};
use kradan_emulator::{BOT, GAMES, Id, PostedMessage};
use kradan_i18n::{self as i18n, EventContext, Language};
use kradan_rules::{BySide, GameKind, Side};
use kradan_table::{
    AbortReason, ChallengeTerms, ChannelId, Command, Ending, Event, Ladder, PlayerId, Table,
    TableId,
};

use super::DAY;
use super::killed::{KillableBot, newest};
use super::time::{BEGUN, UNTIL_TIME_OUT};
use crate::discord::harness::Harness;
use crate::discord::transcript::{mention, player, standing, with_names};

/// What happens while the bot is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Case {
    TimeOut,
    AbortOnTime,
    HolidayByItself,
    HolidayAsked,
    PauseAgreed,
    PauseRunOut,
    Gift,
    Chain,
    /// The bot is away for longer than the time of a move.
    Credit,
}

impl Case {
    const ALL: [Case; 9] = [
        Case::TimeOut,
        Case::AbortOnTime,
        Case::HolidayByItself,
        Case::HolidayAsked,
        Case::PauseAgreed,
        Case::PauseRunOut,
        Case::Gift,
        Case::Chain,
        Case::Credit,
    ];

    fn moves(self) -> &'static [&'static str] {
        match self {
            Case::TimeOut | Case::HolidayByItself => &BEGUN,
            Case::Chain => &[],
            _ => &["d3"],
        }
    }

    /// What is done before.
    fn prepared(self) -> Vec<(Side, Command)> {
        let plan = |line: &str| Command::Plan(line.split(' ').map(str::to_owned).collect());
        match self {
            Case::PauseAgreed => vec![(Side::First, Command::OfferPause)],
            Case::PauseRunOut => {
                vec![(Side::First, Command::OfferPause), (Side::Second, Command::AcceptPause)]
            }
            Case::Chain => {
                vec![(Side::First, plan("d3 c5 d6 e3 f4")), (Side::Second, plan("d3 c5 d6 e3"))]
            }
            _ => Vec::new(),
        }
    }

    fn trigger(self) -> Trigger {
        match self {
            Case::TimeOut | Case::AbortOnTime | Case::HolidayByItself => {
                Trigger::Time(UNTIL_TIME_OUT)
            }
            Case::PauseRunOut => Trigger::Time(30 * DAY + 60),
            Case::HolidayAsked => Trigger::Holiday(Side::Second, 5),
            Case::PauseAgreed => Trigger::Command(Side::Second, Command::AcceptPause),
            Case::Gift => Trigger::Command(Side::First, Command::GiveTime(48)),
            Case::Chain => Trigger::Command(Side::First, Command::play("d3")),
            Case::Credit => Trigger::Absence(10 * DAY),
        }
    }

    /// What is told, and whom it pings; nothing if nothing is. The holidays of the sides end then.
    fn told(self, holidays: BySide<Option<Timestamp>>) -> Option<(Vec<Event>, Vec<Side>)> {
        let (first, second) = (Side::First, Side::Second);
        let ended = |ending| Event::Ended(ending);
        let holiday = |side, is_automatic| {
            let until = holidays[side].expect("the holiday stops the clock");
            Event::HolidayBegan { side, until, is_automatic }
        };
        let (event, pinged) = match self {
            Case::TimeOut => (ended(Ending::OutOfTime(first)), vec![first, second]),
            Case::AbortOnTime => {
                (ended(Ending::Aborted(AbortReason::OutOfTime(second))), vec![first, second])
            }
            Case::HolidayByItself => (holiday(first, true), vec![first]),
            Case::HolidayAsked => (holiday(second, false), vec![]),
            Case::PauseAgreed => (Event::Paused { side: second }, vec![first]),
            Case::PauseRunOut => (Event::Resumed { side: None }, vec![second]),
            Case::Gift => (Event::TimeGiven { side: second, hours: 48 }, vec![second]),
            Case::Chain => {
                let moves = ["d3", "c5", "d6", "e3", "f4"];
                let moved = |(number, text): (usize, &str)| Event::Moved {
                    side: if number.is_multiple_of(2) { first } else { second },
                    ply: number + 1,
                    text: text.to_owned(),
                    said: None,
                };
                return Some((moves.into_iter().enumerate().map(moved).collect(), vec![second]));
            }
            Case::Credit => return None,
        };
        Some((vec![event], pinged))
    }

    fn standing(self) -> &'static str {
        match self {
            Case::TimeOut => "d3 c3 c4 c5; OutOfTime(First)",
            Case::AbortOnTime => "d3; Aborted(OutOfTime(Second))",
            Case::HolidayByItself => "d3 c3 c4 c5; First to move",
            Case::Chain => "d3 c5 d6 e3 f4; Second to move",
            _ => "d3; Second to move",
        }
    }
}

/// What sets a case off.
#[derive(Clone, Debug)]
enum Trigger {
    /// The bot runs for so many seconds.
    Time(i64),
    /// The bot is away for so many seconds.
    Absence(i64),
    Command(Side, Command),
    Holiday(Side, u8),
}

/// The bot, and what the next interaction is called.
struct Killed {
    harness: Harness,
    bot: KillableBot,
    clock: kradan::service::Clock,
    interactions: u64,
}

impl Killed {
    async fn start() -> Killed {
        let mut harness = Harness::start_without_limits().await;
        let clock = harness.bot.service.clock().clone();
        harness.bot.stop().await;
        let bot = KillableBot::start(&harness, clock.clone()).await;
        Killed { harness, bot, clock, interactions: 1_700_000_000_000_000_000 }
    }

    fn request(&mut self, player: PlayerId) -> RequestContext {
        self.interactions += 1 << 22;
        RequestContext { interaction: InteractionId(self.interactions), player, answer: None }
    }

    async fn ask(&mut self, table: TableId, player: PlayerId, command: &Command) {
        let request = self.request(player);
        self.bot.service().ask(&request, table, command).await.unwrap();
    }

    /// A game of two new people, up to where a case begins.
    async fn begin(&mut self, case: Case, round: usize) -> (TableId, BySide<Id>) {
        let person = |name: &str| {
            self.harness.emulator.new_person(&format!("{name} {round}"), None).unwrap()
        };
        let people = BySide { first: person("First"), second: person("Second") };
        for (person, name) in [(people.first, "First"), (people.second, "Second")] {
            let quiet = |profile: &mut Profile| {
                name.clone_into(&mut profile.name);
                profile.reminders = Ladder::Off;
            };
            self.bot
                .service()
                .store()
                .update_profile(player(person), Box::new(quiet))
                .await
                .unwrap();
        }
        let terms = ChallengeTerms {
            opponent: Some(player(people.second)),
            side: Some(Side::First),
            no_holidays: case == Case::TimeOut,
            ..ChallengeTerms::of(GameKind::Othello)
        };
        let request = self.request(player(people.first));
        let channel = ChannelId(GAMES.0);
        let table = self.bot.service().challenge(&request, terms, channel).await.unwrap().id;
        self.ask(table, player(people.second), &Command::Accept).await;
        let sides = [Side::First, Side::Second].into_iter().cycle();
        for (mv, side) in case.moves().iter().zip(sides) {
            self.ask(table, player(people[side]), &Command::play(mv)).await;
        }
        for (side, command) in case.prepared() {
            self.ask(table, player(people[side]), &command).await;
        }
        self.bot.all_delivered().await;
        (table, people)
    }

    /// Kills the bot, and starts it again after so many seconds.
    async fn kill(&mut self, away: i64) {
        self.bot.kill().await;
        self.clock.advance(away);
        self.bot = KillableBot::start(&self.harness, self.clock.clone()).await;
    }

    /// Sets a case off, and kills the bot meanwhile. Whoever asked for something asks again. Returns
    /// the number of kills.
    async fn trigger_and_kill(
        &mut self,
        trigger: &Trigger,
        (table, people): (TableId, BySide<Id>),
        random: &mut Rng,
    ) -> usize {
        let request = self.request(PlayerId(0));
        let kills = random.usize(1..=2);
        for kill in 0..=kills {
            match trigger.clone() {
                Trigger::Time(seconds) if kill == 0 => {
                    self.bot.pass(&self.harness, SignedDuration::from_secs(seconds)).await;
                }
                Trigger::Time(_) | Trigger::Absence(_) => {}
                Trigger::Command(side, command) => {
                    let request =
                        RequestContext { player: player(people[side]), ..request.clone() };
                    let service = Arc::clone(self.bot.service());
                    let asked = async move { _ = service.ask(&request, table, &command).await };
                    if kill < kills { self.bot.spawn(asked) } else { asked.await }
                }
                Trigger::Holiday(side, days) => {
                    let person = player(people[side]);
                    let service = Arc::clone(self.bot.service());
                    let asked = async move { _ = service.begin_holiday(person, days).await };
                    if kill < kills { self.bot.spawn(asked) } else { asked.await }
                }
            }
            if kill < kills {
                tokio::time::sleep(Duration::from_millis(random.u64(..500))).await;
                let away = match trigger {
                    Trigger::Absence(seconds) if kill == 0 => *seconds,
                    _ => 0,
                };
                self.kill(away).await;
            }
        }
        kills
    }

    /// The ends of the holidays that stop the clocks of a game.
    async fn holidays(&self, table: &Table, people: BySide<Id>) -> BySide<Option<Timestamp>> {
        let (now, mut ends) = (self.clock.now(), BySide::default());
        for side in Side::ALL.into_iter().filter(|side| table.holiday_until(*side, now).is_some()) {
            let profile = self.bot.service().store().profile(player(people[side])).await.unwrap();
            let holiday = profile.and_then(|profile| profile.holidays.current(now));
            ends[side] = holiday.map(|holiday| holiday.until);
        }
        ends
    }

    /// The public messages after one.
    fn posted_after(&self, after: Id) -> Vec<Arc<PostedMessage>> {
        self.harness.emulator.read(|world| {
            let messages = world.messages(GAMES, BOT).filter(|it| it.id > after);
            messages.filter(|it| it.visible_to.is_none()).cloned().collect()
        })
    }
}

/// Plays the cases in turn until the bot was killed so many times.
async fn play_and_kill(kills: usize, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut killed = Killed::start().await;
    let (mut count, mut round) = (0, 0);
    while count < kills || round < Case::ALL.len() {
        let case = Case::ALL[round % Case::ALL.len()];
        let (table, people) = killed.begin(case, round).await;
        let deadline = killed.bot.service().load(table).await.unwrap().unwrap().table.deadline();
        let started = killed.clock.now();
        let before = newest(&killed.harness, GAMES);
        let trigger = case.trigger();
        count += killed.trigger_and_kill(&trigger, (table, people), &mut random).await;
        killed.bot.nothing_due([table]).await;
        killed.bot.all_delivered().await;

        let about = format!("{case:?} in round {round} after {count} kills");
        let stored = killed.bot.service().load(table).await.unwrap().unwrap();
        assert_eq!(standing(&stored.table), case.standing(), "{about}");
        let posted = killed.posted_after(before);
        match case.told(killed.holidays(&stored.table, people).await) {
            None => assert_eq!(posted.len(), 0, "{about}: {posted:#?}"),
            Some((events, sides)) => {
                let [message] = &posted[..] else { panic!("{about}: {posted:#?}") };
                for event in &events {
                    let names = [(people.first, "First"), (people.second, "Second")];
                    let told = with_names(&sentence(event, people), names);
                    let content = with_names(message.content(), names);
                    assert!(content.contains(&told), "{about}: {told}: {message:#?}");
                }
                let mut pinged = message.pinged.clone();
                pinged.sort_unstable();
                let expected: Vec<Id> = sides.into_iter().map(|side| people[side]).collect();
                assert_eq!(pinged, expected, "{about}: {}", message.content());
            }
        }
        if let (Case::Credit, Some(before), Some(after)) = (case, deadline, stored.table.deadline())
        {
            // All but the moments in which the bot ran is credited.
            let used = killed.clock.now().duration_since(started);
            let lost = used - after.duration_since(before);
            assert!((0..3_600).contains(&lost.as_secs()), "{about}: {lost} of {used} are lost");
        }
        if stored.table.is_running() {
            killed.ask(table, player(people.first), &Command::Resign).await;
            killed.bot.all_delivered().await;
        }
        round += 1;
    }
    killed.bot.kill().await;
}

fn sentence(event: &Event, people: BySide<Id>) -> String {
    if let Event::Moved { text, .. } = event {
        return format!("`{text}`");
    }
    let (first, second) = (mention(people.first), mention(people.second));
    let names = BySide { first: first.as_str(), second: second.as_str() };
    let context = EventContext { kind: GameKind::Othello, names, written: None, game: None };
    i18n::event(event, &context, Language::English)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_change_of_a_clock_is_told_once_although_the_bot_is_killed() {
    play_and_kill(9, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn each_change_of_a_clock_is_told_once_in_a_hundred_kills() {
    play_and_kill(100, 2).await;
}
