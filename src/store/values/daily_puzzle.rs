//! The daily puzzle of a server.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use kradan_exercises::{Puzzle, begin_of_day, day_of, puzzle, puzzle_of_day};
use kradan_rules::{GameKind, Side};
use kradan_table::{ChannelId, MessageId, PlayerId};

/// The most answers to one board that are counted.
const ANSWERS_MAX: usize = 1_000;

/// The most players whom a board mentions.
const MENTIONED_MAX: usize = 50;

/// How many boards in a row somebody leaves unanswered before they are mentioned no longer.
const MISSED_MAX: u8 = 14;

/// The daily puzzle of a server: the last board, and who is mentioned with the next one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DailyPuzzle {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<DailyBoard>,
    /// Those who asked for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mentioned: Vec<PlayerId>,
    /// How many boards in a row they did not answer.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub missed: BTreeMap<PlayerId, u8>,
}

/// The puzzle of a day in a channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DailyBoard {
    /// As [`day_of`] counts them.
    pub day: i64,
    pub kind: GameKind,
    pub number: u32,
    pub channel: ChannelId,
    pub posting: Posting,
    /// The players who answered, in that order, and whether they solved it without a mistake.
    pub answers: Vec<(PlayerId, bool)>,
    /// How many answers its message counts.
    pub told: usize,
}

/// What became of the message of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Posting {
    /// It may have been posted since then.
    Begun(Timestamp),
    Posted(MessageId),
    /// Discord refused it: it is not there.
    Refused,
    /// It is a line by now, or somebody deleted it.
    Over,
}

/// What is to be done about a daily puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DailyStep {
    /// This board is stored, and then posted.
    Begin(DailyBoard),
    /// Its message is posted, unless it is there.
    Post(DailyBoard, Timestamp),
    /// Its message counts more answers.
    Count(DailyBoard, MessageId),
    /// Its message becomes a line.
    End(DailyBoard, MessageId),
    Wait(Timestamp),
    Nothing,
}

/// What an answer was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// It was solved without a mistake, as by so many with this one.
    Solved(usize),
    /// The player's first answer was a mistake, as this one is.
    Failed,
    /// The player's first answer was another one, or there is no room for one more.
    Before,
    /// It is no longer the puzzle of the day.
    Late,
}

impl DailyPuzzle {
    /// The next thing to do, where it is posted in a channel or not any more.
    #[must_use]
    pub fn next(&self, channel: Option<ChannelId>, now: Timestamp) -> DailyStep {
        let today = day_of(now);
        match (&self.board, channel) {
            (Some(board), _) => match board.posting {
                Posting::Begun(since) => return DailyStep::Post(board.clone(), since),
                Posting::Posted(message) if !board.is_current(now) => {
                    return DailyStep::End(board.clone(), message);
                }
                Posting::Posted(message) if board.is_behind() => {
                    return DailyStep::Count(board.clone(), message);
                }
                Posting::Posted(_) | Posting::Refused | Posting::Over => {}
            },
            (None, None) => return DailyStep::Nothing,
            (None, Some(_)) => {}
        }
        let is_there =
            |board: &&DailyBoard| board.is_current(now) && board.posting != Posting::Refused;
        match (self.board.as_ref().filter(is_there), channel) {
            (Some(board), _) => DailyStep::Wait(begin_of_day(board.day + 1)),
            (None, Some(channel)) => match puzzle_of_day(today) {
                Some(puzzle) => DailyStep::Begin(DailyBoard::new(today, puzzle, channel, now)),
                None => DailyStep::Wait(begin_of_day(today + 1)),
            },
            (None, None) => DailyStep::Nothing,
        }
    }

    /// Notes the first answer of a player to the puzzle of a day. One like it counts for the same.
    pub fn answer(&mut self, day: i64, player: PlayerId, is_solved: bool) -> Counted {
        // Whatever it counts for, the player did not miss the board.
        self.missed.remove(&player);
        let Some(board) = self.board.as_mut().filter(|board| board.day == day) else {
            return Counted::Late;
        };
        let known = board.answers.iter().find(|(known, _)| *known == player);
        match known {
            Some((_, first)) if *first != is_solved => return Counted::Before,
            Some(_) => {}
            None if board.answers.len() >= ANSWERS_MAX => return Counted::Before,
            None => board.answers.push((player, is_solved)),
        }
        let place = board.solvers().position(|solver| solver == player);
        place.map_or(Counted::Failed, |place| Counted::Solved(place + 1))
    }

    /// Stores what became of the board, unless it was changed since it was read. Where its answers changed
    /// meanwhile, that it was posted or refused is stored alone.
    pub fn keep(&mut self, read: Option<&DailyBoard>, board: DailyBoard) {
        match (&mut self.board, read) {
            (known, read) if known.as_ref() == read => *known = Some(board),
            (Some(known), Some(read)) if (known.day, known.posting) == (read.day, read.posting) => {
                if let Posting::Posted(_) | Posting::Refused = board.posting {
                    known.posting = board.posting;
                }
            }
            _ => {}
        }
    }

    /// Ends the board: its answers are forgotten, and who left too many boards unanswered is mentioned no
    /// longer.
    pub fn end_board(&mut self) {
        let Some(board) = &mut self.board else { return };
        board.posting = Posting::Over;
        board.told = 0;
        let answers = std::mem::take(&mut board.answers);
        let has_answered = |player: &PlayerId| answers.iter().any(|(known, _)| known == player);
        for player in self.mentioned.clone() {
            let missed = self.missed.remove(&player).unwrap_or(0) + 1;
            if has_answered(&player) {
                continue;
            }
            if missed < MISSED_MAX {
                self.missed.insert(player, missed);
            } else {
                self.set_mention(player, false);
            }
        }
    }

    /// Has a player mentioned with the next boards, or no longer. Returns whether there is room for it.
    pub fn set_mention(&mut self, player: PlayerId, is_wanted: bool) -> bool {
        self.missed.remove(&player);
        self.mentioned.retain(|known| *known != player || is_wanted);
        if !is_wanted || self.mentioned.contains(&player) {
            return true;
        }
        let has_room = self.mentioned.len() < MENTIONED_MAX;
        self.mentioned.extend(has_room.then_some(player));
        has_room
    }

    /// Takes out a player. What they solved still counts.
    pub fn erase_player(&mut self, player: PlayerId) {
        self.set_mention(player, false);
        let Some(board) = &mut self.board else { return };
        // Its message is written anew: it may mention them.
        board.told = usize::MAX;
        for (known, _) in board.answers.iter_mut().filter(|(known, _)| *known == player) {
            *known = PlayerId::erased(Side::First);
        }
    }
}

impl DailyBoard {
    fn new(day: i64, puzzle: &Puzzle, channel: ChannelId, now: Timestamp) -> DailyBoard {
        let (kind, number) = (puzzle.kind(), puzzle.number);
        let posting = Posting::Begun(now);
        DailyBoard { day, kind, number, channel, posting, answers: Vec::new(), told: 0 }
    }

    /// Whether it is of the day, or of the next one, as it is where the clock was set back. One of a later day
    /// was posted by a clock that was wrong.
    #[must_use]
    pub fn is_current(&self, now: Timestamp) -> bool {
        let today = day_of(now);
        (today..=today + 1).contains(&self.day)
    }

    #[must_use]
    pub fn puzzle(&self) -> Option<&'static Puzzle> {
        puzzle(self.kind, self.number)
    }

    /// Whether its message is to count other answers than it does.
    #[must_use]
    pub fn is_behind(&self) -> bool {
        self.told != self.answers.len()
    }

    /// Those who solved it without a mistake, the first one first.
    pub fn solvers(&self) -> impl Iterator<Item = PlayerId> {
        self.answers.iter().filter(|(_, is_solved)| *is_solved).map(|(player, _)| *player)
    }
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    const HERE: ChannelId = ChannelId(5);

    fn at(day: i64) -> Timestamp {
        begin_of_day(day)
    }

    /// Does all that is to be done at a time. Returns the days whose boards were posted.
    fn do_all(daily: &mut DailyPuzzle, channel: Option<ChannelId>, now: Timestamp) -> Vec<i64> {
        let mut posted = Vec::new();
        loop {
            let posting = match daily.next(channel, now) {
                DailyStep::Begin(board) => {
                    daily.board = Some(board);
                    continue;
                }
                DailyStep::Post(board, _) => {
                    posted.push(board.day);
                    Posting::Posted(MessageId(7))
                }
                DailyStep::Count(board, message) => {
                    daily.board.as_mut().unwrap().told = board.answers.len();
                    Posting::Posted(message)
                }
                DailyStep::End(..) => {
                    daily.end_board();
                    continue;
                }
                DailyStep::Wait(until) => {
                    assert!(now < until, "{now} {until}");
                    return posted;
                }
                DailyStep::Nothing => return posted,
            };
            daily.board.as_mut().unwrap().posting = posting;
        }
    }

    #[test]
    fn each_day_has_one_board_whatever_the_clock_does() {
        let mut daily = DailyPuzzle::default();
        assert!(do_all(&mut daily, None, at(20_800)).is_empty());
        let hour = SignedDuration::from_hours(1);
        for (now, posted) in [
            (at(20_800) - hour, &[20_799][..]),
            (at(20_800), &[20_800]),
            (at(20_800) + hour, &[]),
            // The clock is set back by two hours.
            (at(20_800) - hour, &[]),
            (at(20_801) - hour, &[]),
            (at(20_801), &[20_801]),
            // A bot that was off for days.
            (at(20_805) + hour, &[20_805]),
            // A clock that was ahead by a year, and is set right.
            (at(21_170), &[21_170]),
            (at(20_806), &[20_806]),
        ] {
            assert_eq!(do_all(&mut daily, Some(HERE), now), posted, "{now}");
        }
        // The last one ends with its day.
        assert_eq!(daily.next(None, at(20_806)), DailyStep::Wait(at(20_807)));
        assert!(matches!(daily.next(None, at(20_807)), DailyStep::End(..)));
    }

    #[test]
    fn a_refused_board_begins_anew_where_it_is_to_be() {
        let mut daily = DailyPuzzle::default();
        do_all(&mut daily, Some(HERE), at(20_800));
        daily.board.as_mut().unwrap().posting = Posting::Refused;
        let (there, later) = (ChannelId(6), at(20_800) + SignedDuration::from_hours(1));
        let DailyStep::Begin(board) = daily.next(Some(there), later) else { panic!("{daily:?}") };
        assert_eq!((board.day, board.channel), (20_800, there));
        assert_eq!(daily.next(None, later), DailyStep::Nothing);
    }

    #[test]
    fn a_board_that_is_answered_while_it_is_posted_is_known_to_be_posted_or_refused() {
        let mut daily = DailyPuzzle::default();
        do_all(&mut daily, Some(HERE), at(20_800));
        let begun = Posting::Begun(at(20_800));
        daily.board.as_mut().unwrap().posting = begun;
        let read = daily.board.clone().unwrap();
        daily.answer(20_800, PlayerId(1), true);
        for (posting, kept) in [
            (Posting::Refused, Posting::Refused),
            (Posting::Posted(MessageId(7)), Posting::Posted(MessageId(7))),
            (Posting::Over, begun),
        ] {
            let mut daily = daily.clone();
            daily.keep(Some(&read), DailyBoard { posting, ..read.clone() });
            let board = daily.board.unwrap();
            assert_eq!((board.posting, board.answers.len()), (kept, 1));
        }
    }

    #[test]
    fn the_first_answer_of_a_player_counts() {
        let mut daily = DailyPuzzle::default();
        let day = 20_800;
        do_all(&mut daily, Some(HERE), at(day));
        let [ann, ben, chai] = [1, 2, 3].map(PlayerId);
        assert_eq!(daily.answer(day, ann, false), Counted::Failed);
        assert_eq!(daily.answer(day, ann, true), Counted::Before);
        assert_eq!(daily.answer(day, ben, true), Counted::Solved(1));
        assert_eq!(daily.answer(day, chai, true), Counted::Solved(2));
        // Once more, each is told what the first one counted for.
        assert_eq!(daily.answer(day, ann, false), Counted::Failed);
        assert_eq!(daily.answer(day, ben, true), Counted::Solved(1));
        assert_eq!(daily.answer(day, ben, false), Counted::Before);
        assert_eq!(daily.board.as_ref().unwrap().answers.len(), 3);
        assert_eq!(daily.answer(day - 1, ann, true), Counted::Late);
        assert!(matches!(daily.next(Some(HERE), at(day)), DailyStep::Count(..)));
        do_all(&mut daily, Some(HERE), at(day));
        daily.erase_player(ben);
        assert!(matches!(daily.next(Some(HERE), at(day)), DailyStep::Count(..)));
        let solvers: Vec<PlayerId> = daily.board.unwrap().solvers().collect();
        assert_eq!(solvers, [PlayerId::erased(Side::First), chai]);
    }

    #[test]
    fn who_leaves_fourteen_boards_unanswered_is_mentioned_no_longer() {
        // As it was stored without what they missed.
        let mut daily: DailyPuzzle = serde_json::from_str(r#"{"mentioned":[1,2,3]}"#).unwrap();
        let [ann, ben, chai] = [1, 2, 3].map(PlayerId);
        for day in 20_800..20_814 {
            assert_eq!(daily.mentioned, [ann, ben, chai], "{day}");
            do_all(&mut daily, Some(HERE), at(day));
            if day == 20_805 {
                daily.answer(day, ben, false);
                assert!(daily.set_mention(chai, true), "who asks again is mentioned as long again");
            }
        }
        assert_eq!(daily.missed[&ann], 13);
        do_all(&mut daily, Some(HERE), at(20_814));
        assert_eq!(daily.mentioned, [ben, chai]);
        assert_eq!(daily.missed, BTreeMap::from([(ben, 8), (chai, 9)]));
        daily.erase_player(ben);
        assert_eq!(daily.missed, BTreeMap::from([(chai, 9)]));
    }

    #[test]
    fn who_answers_after_so_many_others_missed_nothing() {
        let mut daily = DailyPuzzle::default();
        let ann = PlayerId(1);
        daily.set_mention(ann, true);
        do_all(&mut daily, Some(HERE), at(20_800));
        daily.missed.insert(ann, MISSED_MAX - 1);
        daily.board.as_mut().unwrap().answers = vec![(PlayerId(2), true); ANSWERS_MAX];
        assert_eq!(daily.answer(20_800, ann, true), Counted::Before);
        daily.end_board();
        assert_eq!(daily.mentioned, [ann]);
    }

    #[test]
    fn so_many_are_mentioned_and_no_more() {
        let mut daily = DailyPuzzle::default();
        let most = u64::try_from(MENTIONED_MAX).unwrap();
        for player in (1..=most).map(PlayerId) {
            assert!(daily.set_mention(player, true));
        }
        assert!(!daily.set_mention(PlayerId(most + 1), true));
        let known = daily.clone();
        assert!(daily.set_mention(PlayerId(1), true), "it comes twice");
        assert_eq!(daily, known);
        assert!(daily.set_mention(PlayerId(1), false) && daily.set_mention(PlayerId(1), false));
        assert!(daily.set_mention(PlayerId(most + 1), true));
    }
}
