//! Lines in every way that they can be.

use std::collections::BTreeSet;

use super::*;
use crate::Say;
use crate::declared::messages;

const NAME: &str = "<@1>";
const OPPONENT: &str = "<@2>";
const UNTIL: &str = "<t:1:f>";
const LINK: &str = "https://discord.com/channels/1/2/3";

/// Every line, some of them in all the ways that they can be.
fn samples() -> Vec<Line<'static>> {
    [challenges(), at_the_board(), places(), lists(), trouble()].concat()
}

fn challenges() -> Vec<Line<'static>> {
    let (challenger, opponent, kind, until) = (NAME, OPPONENT, GameKind::Ogi, UNTIL);
    let sides = [None, Some(Side::First), Some(Side::Second)];
    let to_somebody =
        sides.map(|side| Line::Challenge { challenger, opponent, kind, side, time: "3d", until });
    let to_anyone =
        sides.map(|side| Line::OpenChallenge { challenger, kind, side, time: "3d", until });
    [to_somebody, to_anyone].concat()
}

fn at_the_board() -> Vec<Line<'static>> {
    let (name, kind) = (NAME, GameKind::Ogi);
    vec![
        Line::YourTurn { name, kind, side: Side::First },
        Line::YourTurnCheck { name, kind, side: Side::Second },
        Line::TimeLeft { until: UNTIL, relative: "<t:1:R>" },
        Line::OtherClock { name: "<@2>", time: "3d" },
        Line::OnHoliday { name: "<@2>", until: UNTIL },
        Line::OnWeekend { name: "<@2>", until: UNTIL },
        Line::WeekendsOff,
        Line::HolidaysIgnored,
        Line::GamePaused,
    ]
}

fn places() -> Vec<Line<'static>> {
    let (kind, first, second, place) = (GameKind::Ogi, "Ann", "Ben", "<#5>");
    vec![
        Line::GameTitle { kind, first, second },
        Line::MovedElsewhere { place },
        Line::CannotPost { place },
        Line::NotShown { place },
        Line::CannotSee,
        Line::TimedOut,
        Line::GameLeft { name: None, link: LINK },
        Line::GameLeft { name: Some(NAME), link: LINK },
    ]
}

fn lists() -> Vec<Line<'static>> {
    let elsewhere = Line::Elsewhere { title: "Ōgi: Ann – Ben", place: "<#5>" };
    vec![Line::NothingHere, Line::WhichTable, elsewhere, Line::GameGone]
}

fn trouble() -> Vec<Line<'static>> {
    vec![
        Line::MissingPermissions { permissions: &Permission::ALL, channel: "<#5>" },
        Line::BoardAsText,
        Line::OnlyYou { cause: HiddenBy::SendMessages },
        Line::OnlyYou { cause: HiddenBy::UseExternalApps },
        Line::OnlyYou { cause: HiddenBy::Settings },
        Line::NotReached,
        Line::Failed { counts: Counts::No },
        Line::Failed { counts: Counts::Unknown },
        Line::TooManyGames { most: 25 },
        Line::TooManyGamesOfOther { most: 25 },
        Line::TooManyWaiting { most: 25, until: "<t:1:R>" },
        Line::TooManyReceived { until: "<t:1:R>" },
        Line::TooManySent { most: 10, until: "<t:1:R>" },
        Line::ChallengedJustNow { until: "<t:1:R>" },
        Line::ErasedPlayer,
        Line::Computer { level: 2 },
        Line::ComputersTurn { name: "Kradan" },
        Line::OneMoment,
        Line::PressAgain,
        Line::AlreadyDone,
        Line::StaleBoard { link: None },
        Line::StaleBoard { link: Some(LINK) },
        Line::UnknownInteraction,
    ]
}

/// The keys of the lines and labels that no single command owns.
fn keys() -> BTreeSet<&'static str> {
    let lines = include_str!("../../../assets/i18n/en/lines.ftl").lines();
    let keys = lines.filter_map(|line| line.split_once(" =")).map(|(key, _)| key);
    keys.filter(|key| key.starts_with("line-") || key.starts_with("label-")).collect()
}

#[test]
fn each_line_says_all_that_it_is_given() {
    let mut unsaid = keys();
    for label in [
        Label::PickTable,
        Label::More,
        Label::TableRunning,
        Label::TableChallenge,
        Label::TableOver,
        Label::ThatGame,
    ] {
        unsaid.remove(label.key());
    }
    let all = messages(Language::English);
    for sample in samples() {
        let mut given: BTreeSet<String> = all[sample.key()].clone();
        // The side says which game it is.
        given.extend(given.contains("side").then(|| "kind".to_owned()));
        let taken = sample.variables().into_iter().map(|(name, _)| name.to_owned());
        assert_eq!(taken.collect::<BTreeSet<String>>(), given, "{sample:?}");
        unsaid.remove(sample.key());
        for language in Language::ALL {
            assert!(!line(&sample, language).is_empty());
        }
    }
    assert!(unsaid.is_empty(), "no line says {unsaid:?}");
}

#[test]
fn lines_tell_their_cases_apart() {
    for language in Language::ALL {
        let said: Vec<String> = samples().iter().map(|sample| line(sample, language)).collect();
        for (index, one) in said.iter().enumerate() {
            for (other, two) in said.iter().enumerate().skip(index + 1) {
                let (one_line, two_line) = (samples()[index], samples()[other]);
                assert!(one != two, "{language}: {one_line:?}, {two_line:?}");
            }
        }
    }
}

#[test]
fn titles_fit_where_they_stand() {
    let name = "𝄞".repeat(32);
    let long = "x".repeat(80);
    for language in Language::ALL {
        for (first, second) in [(&name, &name), (&long, &long)] {
            for kind in GameKind::ALL {
                let title = Line::GameTitle { kind, first, second };
                assert!(line(&title, language).chars().count() <= TITLE_MAX);
            }
        }
    }
}

#[test]
fn what_broke_says_whether_it_counts() {
    let said = |counts| line(&Line::Failed { counts }, Language::English);
    assert!(said(Counts::No).ends_with("does not count: please try again."));
    assert!(said(Counts::Unknown).ends_with("whether it counts: `/board` will show."));
}

#[test]
fn missing_permissions_are_named_with_the_channel() {
    let permissions = &[Permission::AttachFiles, Permission::SendMessages];
    let missing = Line::MissingPermissions { permissions, channel: "<#7>" };
    assert_eq!(
        line(&missing, Language::English),
        "In <#7> I still need: Attach Files, Send Messages. Somebody who manages the server \
         can allow that.",
    );
}
