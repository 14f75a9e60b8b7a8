//! What follows from an attempt to deliver an outbox entry. Nothing here waits or is stored.

use std::time::Duration;

use jiff::SignedDuration;

use super::super::api::ApiError;
use super::super::api::retry::DELIVERY;
use crate::discord::view::announcement::Announcement;
use crate::service::{
    ControlMessage, MessageContent, OfferKind, OutboxEntry, PostedBoard, Settlement, Shows,
    StoredTable,
};
use kradan_table::{Ending, Event, GuildId};

/// How often an entry is tried before it is given up: for weeks, as [`pause`] grows.
const ATTEMPTS_MAX: u32 = 60;

/// How often a message is tried that Discord refuses for another reason than permissions, before those
/// whom it concerns are told in private.
const REFUSALS_MAX: u32 = 3;

/// For how long a message that is not allowed is tried again before those whom it concerns are told
/// in private.
const FORBIDDEN_FOR: SignedDuration = SignedDuration::from_mins(2);

/// The longest pause until the next attempt within that time.
const FORBIDDEN_PAUSE_MAX: SignedDuration = SignedDuration::from_secs(30);

/// How long Discord may still be busy with a response that failed.
const AFTER_RESPONSE: SignedDuration = SignedDuration::from_secs(1);

/// How an attempt was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By the response to the interaction that made the change.
    Response,
    /// By a message, or by the response that was deferred.
    Message,
    /// In private to those whom it concerns.
    Private,
}

/// The outcome of an attempt to deliver an outbox entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum DeliveryOutcome<'a> {
    /// Everybody whom it concerns sees it.
    Shown,
    /// The caller alone sees it: Discord made the response ephemeral.
    ShownToCaller,
    Failed(&'a ApiError),
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The entry is delivered: [`Aftermath`] says what goes with that.
    Finish,
    /// The entry is left to the loop, which delivers it after a while by a message.
    LeaveToLoop(SignedDuration),
    /// Those whom it concerns are told in private.
    TellInPrivate,
    /// It is tried again after a while.
    TryAgain(SignedDuration),
    GiveUp,
}

/// What is known of an entry when an attempt was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Circumstances {
    /// How often it was tried before.
    pub(super) attempts: u32,
    /// Since when it waits.
    pub(super) age: SignedDuration,
    pub(super) is_reminder: bool,
    /// Whether its table is shown in another channel by now.
    pub(super) is_elsewhere: bool,
    /// Whether it can be found out by its interaction what became of it.
    pub(super) has_token: bool,
}

/// Decides what follows from an attempt.
pub(super) fn next(way: Way, attempt: DeliveryOutcome<'_>, at: &Circumstances) -> Next {
    match (way, attempt) {
        (_, DeliveryOutcome::Shown) => Next::Finish,
        (_, DeliveryOutcome::ShownToCaller) => Next::LeaveToLoop(SignedDuration::ZERO),
        // Another process was quicker with the same interaction, or Discord is in trouble: which of
        // the two, and what got through, the loop finds out.
        (Way::Response, DeliveryOutcome::Failed(_)) => {
            Next::LeaveToLoop(if at.has_token { AFTER_RESPONSE } else { SignedDuration::ZERO })
        }
        (
            Way::Message,
            DeliveryOutcome::Failed(error @ (ApiError::Gone(_) | ApiError::Forbidden(_))),
        ) => {
            // An administrator who changes the permissions of a channel may take away the sight of it
            // for a moment.
            let may_be_allowed = !matches!(error, ApiError::Gone(_)) && !error.is_of_words();
            if at.is_elsewhere {
                // What is told where the table is now tells this as well.
                Next::Finish
            } else if may_be_allowed && !at.is_reminder && at.age < FORBIDDEN_FOR {
                Next::TryAgain(pause(at.attempts).min(FORBIDDEN_PAUSE_MAX))
            } else {
                Next::TellInPrivate
            }
        }
        (Way::Message, DeliveryOutcome::Failed(error))
            if !error.may_pass() && at.attempts + 1 >= REFUSALS_MAX =>
        {
            if at.is_elsewhere {
                Next::Finish
            } else {
                Next::TellInPrivate
            }
        }
        (Way::Message | Way::Private, DeliveryOutcome::Failed(error)) => {
            try_again(at.attempts, error.retry_after())
        }
    }
}

/// Tries an entry again after this time or later, unless that was done often enough.
pub(super) fn try_again(attempts: u32, after: Duration) -> Next {
    if attempts >= ATTEMPTS_MAX {
        return Next::GiveUp;
    }
    let after = SignedDuration::try_from(after).unwrap_or_default();
    Next::TryAgain(pause(attempts).max(after))
}

/// The pause after so many attempts. Every pause comes twice.
fn pause(attempts: u32) -> SignedDuration {
    let pause: Duration = DELIVERY.pause(attempts / 2);
    SignedDuration::try_from(pause).unwrap_or(SignedDuration::MAX)
}

/// What was there when an entry was delivered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delivered {
    /// The message that tells it; none where Discord did not say which, or none was posted.
    pub(super) message: Option<ControlMessage>,
    pub(super) guild: Option<GuildId>,
    /// The board that was posted before.
    pub(super) before: Option<PostedBoard>,
    /// The public message whose control was used.
    pub(super) pressed: Option<ControlMessage>,
}

/// What goes with the end of an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Aftermath {
    /// The table's board from now on. The store notes that the controls of the one before go.
    pub(super) board: Option<PostedBoard>,
    /// A message that is no board: an offer, or words that are old with the next board.
    pub(super) offer: Option<ControlMessage>,
    /// The offers to which something has come.
    pub(super) settled: Vec<(OfferKind, Settlement)>,
    /// Messages that are old now.
    pub(super) cleanup: Vec<ControlMessage>,
}

/// Decides what goes with the end of an entry. What comes late does not replace what was posted
/// since.
pub(super) fn aftermath(
    entry: &OutboxEntry,
    stored: &StoredTable,
    delivered: &Delivered,
) -> Aftermath {
    let announcement = Announcement::of(entry, stored);
    let is_earlier = entry.id.revision < stored.revision;
    let is_overtaken = !announcement.is_latest()
        || entry.channel != stored.table.channel()
        || (is_earlier && !stored.table.is_open());
    // The board that follows takes the place of a challenge also where that is known only now.
    let is_accepted_challenge = delivered.before.is_none()
        && stored.table.seats().is_some()
        && matches!(entry.events[..], [Event::Challenged { .. }]);
    // What an earlier process posted may have had controls.
    let is_words = stored.table.is_running() && !announcement.shows_board() && !is_earlier;
    let before = delivered.before.map(|before| settled_challenge(before, entry));
    let is_before =
        |message: &ControlMessage| before.is_some_and(|before| before.message == message.message);
    // A board that still stands keeps its controls.
    let pressed = delivered.pressed.filter(|pressed| !is_before(pressed));
    let mut aftermath = Aftermath {
        settled: settled_offers(&entry.events),
        cleanup: pressed.into_iter().collect(),
        ..Aftermath::default()
    };
    match delivered.message {
        Some(message) if is_accepted_challenge || (announcement.is_shown() && !is_overtaken) => {
            let (guild, ply) = (delivered.guild, entry.ply);
            let ControlMessage { channel, message, .. } = message;
            let shows = if announcement.shows_board() {
                Shows::Board(stored.table.game().fingerprint())
            } else {
                Shows::Challenge
            };
            aftermath.board =
                Some(PostedBoard { guild, channel, message, ply, shows: Some(shows) });
        }
        message if (announcement.is_offer() || is_words) && !is_overtaken => {
            aftermath.offer = message.map(|message| words(message, entry, delivered.guild));
        }
        message => {
            // An earlier process may have posted it when it had controls.
            let is_old = is_overtaken || is_earlier;
            aftermath.cleanup.extend(message.filter(|message| is_old && !is_before(message)));
            // A reminder that is told without a message leaves the board as it is.
            let is_replaced =
                announcement.replaces() && !is_overtaken && !announcement.is_reminder();
            aftermath.cleanup.extend(before.filter(|_| is_replaced));
        }
    }
    aftermath
}

/// The board before an entry, or the challenge with what the entry says came of it.
fn settled_challenge(before: PostedBoard, entry: &OutboxEntry) -> ControlMessage {
    let message = before.as_control_message(entry.id.table);
    let settlement = entry.events.iter().find_map(|event| match event {
        Event::Accepted { .. } => Some(Settlement::Accepted),
        Event::Declined => Some(Settlement::Declined),
        Event::Cancelled => Some(Settlement::Withdrawn),
        Event::Lapsed => Some(Settlement::Lapsed),
        _ => None,
    });
    let content = message.content.map(|content| match content.shows {
        Shows::Challenge => MessageContent { settlement, ..content },
        _ => content,
    });
    ControlMessage { content, ..message }
}

/// The message of an entry without a board, with the offer that it makes.
fn words(message: ControlMessage, entry: &OutboxEntry, guild: Option<GuildId>) -> ControlMessage {
    let offer = entry.events.iter().find_map(|event| match event {
        Event::DrawOffered { side } => Some(Shows::DrawOffer(*side)),
        Event::TakebackAsked { side, plies } => Some(Shows::Takeback(*side, *plies)),
        Event::PauseOffered { side } => Some(Shows::PauseOffer(*side)),
        _ => None,
    });
    let (table, ply, shows) = (entry.id.table, entry.ply, offer.unwrap_or(Shows::Words));
    let content = Some(MessageContent { table, ply, shows, settlement: None, guild });
    ControlMessage { content, ..message }
}

/// What the events say of offers at the table. What else lapsed is queued with the next board.
fn settled_offers(events: &[Event]) -> Vec<(OfferKind, Settlement)> {
    let settled = events.iter().filter_map(|event| match event {
        Event::Ended(Ending::Agreed) => Some((OfferKind::Draw, Settlement::Accepted)),
        Event::DrawDeclined { .. } => Some((OfferKind::Draw, Settlement::Declined)),
        Event::TakenBack { .. } => Some((OfferKind::Takeback, Settlement::Accepted)),
        Event::TakebackRefused { .. } => Some((OfferKind::Takeback, Settlement::Declined)),
        Event::DrawWithdrawn { .. } => Some((OfferKind::Draw, Settlement::Withdrawn)),
        Event::TakebackWithdrawn { .. } => Some((OfferKind::Takeback, Settlement::Withdrawn)),
        Event::Paused { .. } => Some((OfferKind::Pause, Settlement::Accepted)),
        Event::PauseDeclined { .. } => Some((OfferKind::Pause, Settlement::Declined)),
        Event::PauseWithdrawn { .. } => Some((OfferKind::Pause, Settlement::Withdrawn)),
        _ => None,
    });
    settled.collect()
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::service::OutboxEntryId;
    use kradan_rules::{Game, GameKind, Side};
    use kradan_table::{
        ChallengeTerms, ChannelId, Command, Event, MessageId, Moment, PlayerId, Reminder, Table,
        TableId,
    };

    const HERE: ChannelId = ChannelId(5);

    fn at() -> Circumstances {
        Circumstances {
            attempts: 0,
            age: SignedDuration::ZERO,
            is_reminder: false,
            is_elsewhere: false,
            has_token: true,
        }
    }

    #[test]
    fn pauses_grow_from_a_moment_to_half_a_day() {
        assert_eq!(pause(0), SignedDuration::from_millis(500));
        for attempts in 0..ATTEMPTS_MAX {
            assert!(pause(attempts) <= pause(attempts + 1));
        }
        assert_eq!(pause(u32::MAX), SignedDuration::from_hours(12));
        let weeks = (0..ATTEMPTS_MAX).map(pause).sum::<SignedDuration>();
        assert!(weeks > SignedDuration::from_hours(14 * 24));
    }

    #[test]
    fn a_response_that_failed_is_left_to_the_loop() {
        let failed = DeliveryOutcome::Failed(&ApiError::TooLate);
        assert_eq!(next(Way::Response, failed, &at()), Next::LeaveToLoop(AFTER_RESPONSE));
        let without = Circumstances { has_token: false, ..at() };
        let now = Next::LeaveToLoop(SignedDuration::ZERO);
        assert_eq!(next(Way::Response, failed, &without), now);
        assert_eq!(next(Way::Response, DeliveryOutcome::ShownToCaller, &at()), now);
        assert_eq!(next(Way::Response, DeliveryOutcome::Shown, &at()), Next::Finish);
    }

    #[test]
    fn a_channel_that_is_closed_to_us_is_given_two_minutes() {
        let (gone, forbidden) = (ApiError::Gone(10_003), ApiError::Forbidden(50_013));
        let next = |error: &ApiError, at: Circumstances| {
            next(Way::Message, DeliveryOutcome::Failed(error), &at)
        };
        assert_eq!(next(&forbidden, at()), Next::TryAgain(SignedDuration::from_millis(500)));
        let late = Circumstances { attempts: 40, ..at() };
        assert_eq!(next(&forbidden, late), Next::TryAgain(FORBIDDEN_PAUSE_MAX));
        for at in [
            Circumstances { age: FORBIDDEN_FOR, ..at() },
            Circumstances { is_reminder: true, ..at() },
        ] {
            assert_eq!(next(&forbidden, at), Next::TellInPrivate);
        }
        assert_eq!(next(&gone, at()), Next::TellInPrivate);
        let hidden = ApiError::Forbidden(50_001);
        assert_eq!(next(&hidden, at()), Next::TryAgain(SignedDuration::from_millis(500)));
        for code in [200_000, 200_001, 240_000, 20_009] {
            assert_eq!(next(&ApiError::Forbidden(code), at()), Next::TellInPrivate);
        }
        let faulty = ApiError::Faulty(String::new());
        for attempts in 0..2 {
            let at = Circumstances { attempts, ..at() };
            assert_eq!(next(&faulty, at), Next::TryAgain(SignedDuration::from_millis(500)));
        }
        assert_eq!(next(&faulty, Circumstances { attempts: 2, ..at() }), Next::TellInPrivate);
        let elsewhere = Circumstances { is_elsewhere: true, ..at() };
        assert_eq!(next(&gone, elsewhere), Next::Finish);
    }

    #[test]
    fn what_fails_for_weeks_is_given_up() {
        let unsure = ApiError::Unsure(String::new());
        for way in [Way::Message, Way::Private] {
            let next = |attempts| {
                next(way, DeliveryOutcome::Failed(&unsure), &Circumstances { attempts, ..at() })
            };
            assert_eq!(next(ATTEMPTS_MAX - 1), Next::TryAgain(SignedDuration::from_hours(12)));
            assert_eq!(next(ATTEMPTS_MAX), Next::GiveUp);
        }
        let limited = ApiError::Limited(Duration::from_secs(90));
        let later = next(Way::Message, DeliveryOutcome::Failed(&limited), &at());
        assert_eq!(later, Next::TryAgain(SignedDuration::from_secs(90)));
    }

    fn message(message: u64) -> ControlMessage {
        ControlMessage::new(HERE, MessageId(message))
    }

    fn board(message: u64, ply: usize) -> PostedBoard {
        let shows = Some(Shows::Board(Game::new(GameKind::Othello).fingerprint()));
        let (guild, message) = (Some(GuildId(1)), MessageId(message));
        PostedBoard { guild, channel: HERE, message, ply, shows }
    }

    /// A game that has just begun, and what its beginning told.
    fn game() -> (StoredTable, OutboxEntry) {
        let (ann, ben) = (PlayerId(1), PlayerId(2));
        let moment = Moment { time: Timestamp::UNIX_EPOCH, chance: 0 };
        let terms = ChallengeTerms {
            opponent: Some(ben),
            side: Some(Side::First),
            ..ChallengeTerms::of(GameKind::Othello)
        };
        let mut table = Table::challenge(ann, terms, HERE, moment);
        let events = table.apply(ben, &Command::Accept, moment).unwrap();
        (StoredTable { table, revision: 2, credited: SignedDuration::ZERO }, entry(2, events))
    }

    fn entry(revision: u64, events: Vec<Event>) -> OutboxEntry {
        OutboxEntry {
            id: OutboxEntryId { table: TableId(7), revision },
            channel: HERE,
            ply: 0,
            events,
            by: Some(PlayerId(2)),
            made_at: Timestamp::UNIX_EPOCH,
            ready_at: Timestamp::UNIX_EPOCH,
            attempts: 0,
            answer: None,
            left: None,
            group: None,
        }
    }

    fn delivered(message: Option<ControlMessage>) -> Delivered {
        Delivered { message, guild: Some(GuildId(1)), before: None, pressed: None }
    }

    #[test]
    fn a_board_takes_the_place_of_the_one_before() {
        let (stored, entry) = game();
        let it = Delivered {
            before: Some(board(10, 0)),
            pressed: Some(message(10)),
            ..delivered(Some(message(11)))
        };
        let expected = Aftermath { board: Some(board(11, 0)), ..Aftermath::default() };
        assert_eq!(aftermath(&entry, &stored, &it), expected);
        let it = Delivered { pressed: Some(message(9)), ..it };
        assert_eq!(aftermath(&entry, &stored, &it).cleanup, [message(9)]);
    }

    #[test]
    fn a_board_that_comes_late_replaces_nothing_and_loses_its_controls() {
        let (mut stored, entry) = game();
        let moment = Moment { time: Timestamp::UNIX_EPOCH, chance: 0 };
        stored.table.apply(PlayerId(1), &Command::Resign, moment).unwrap();
        stored.revision = 3;
        let it = Delivered { before: Some(board(12, 0)), ..delivered(Some(message(11))) };
        let expected = Aftermath { cleanup: vec![message(11)], ..Aftermath::default() };
        assert_eq!(aftermath(&entry, &stored, &it), expected);
    }

    #[test]
    fn a_challenge_that_is_told_after_it_was_accepted_makes_room_for_the_board() {
        let (stored, _) = game();
        let challenged = Event::Challenged { challenger: PlayerId(1), opponent: Some(PlayerId(2)) };
        let challenge = entry(1, vec![challenged]);
        let posted = PostedBoard { shows: Some(Shows::Challenge), ..board(10, 0) };
        let expected = Aftermath { board: Some(posted), ..Aftermath::default() };
        assert_eq!(aftermath(&challenge, &stored, &delivered(Some(message(10)))), expected);
        let it = Delivered { before: Some(board(11, 0)), ..delivered(Some(message(10))) };
        let expected = Aftermath { cleanup: vec![message(10)], ..Aftermath::default() };
        assert_eq!(aftermath(&challenge, &stored, &it), expected);
    }

    #[test]
    fn an_offer_keeps_the_board_and_its_controls_go_later() {
        let (mut stored, _) = game();
        stored.revision = 3;
        let entry = entry(3, vec![Event::DrawOffered { side: Side::First }]);
        let it = Delivered { before: Some(board(10, 0)), ..delivered(Some(message(11))) };
        let shows = Shows::DrawOffer(Side::First);
        let (table, guild) = (TableId(7), Some(GuildId(1)));
        let content = MessageContent { table, ply: 0, shows, settlement: None, guild };
        let offer = ControlMessage { content: Some(content), ..message(11) };
        let expected = Aftermath { offer: Some(offer), ..Aftermath::default() };
        assert_eq!(aftermath(&entry, &stored, &it), expected);
    }

    #[test]
    fn a_reminder_without_a_message_leaves_the_board() {
        let (mut stored, _) = game();
        stored.revision = 3;
        let entry =
            entry(3, vec![Event::Reminded { side: Side::First, reminder: Reminder::Fifth }]);
        let it = Delivered { before: Some(board(10, 0)), ..delivered(None) };
        assert_eq!(aftermath(&entry, &stored, &it), Aftermath::default());
        let it = Delivered { before: Some(board(10, 0)), ..delivered(Some(message(11))) };
        let board = board(11, 0).message;
        assert_eq!(aftermath(&entry, &stored, &it).board.map(|board| board.message), Some(board));
    }

    #[test]
    fn an_answered_offer_is_settled() {
        let settled = |event| settled_offers(&[event]);
        let side = Side::First;
        let draw = |settlement| vec![(OfferKind::Draw, settlement)];
        let takeback = |settlement| vec![(OfferKind::Takeback, settlement)];
        assert_eq!(settled(Event::Ended(Ending::Agreed)), draw(Settlement::Accepted));
        assert_eq!(settled(Event::DrawDeclined { side }), draw(Settlement::Declined));
        assert_eq!(
            settled(Event::TakenBack { plies: 1, left: 0, moves: Vec::new() }),
            takeback(Settlement::Accepted)
        );
        assert_eq!(settled(Event::TakebackRefused { side }), takeback(Settlement::Declined));
        assert_eq!(settled(Event::Ended(Ending::Repetition)), []);
    }
}
