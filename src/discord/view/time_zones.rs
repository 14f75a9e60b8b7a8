//! Time zones by the name of a city, with the offset.

use std::cmp::Reverse;

use jiff::Timestamp;
use jiff::tz::{self, TimeZone};

use super::pick::OPTIONS_MAX;
use super::reply::Suggestion;
use kradan_i18n::Language;

/// The first part of suggested names. Others are aliases or offsets.
const REGIONS: [&str; 10] = [
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
];

/// The time zone of a name or city, in any case.
pub(crate) fn time_zone(typed: &str) -> Option<TimeZone> {
    let typed = typed.trim();
    let city = plain(typed);
    let of_name = TimeZone::get(&typed.replace(' ', "_")).ok();
    let of_city = || names().find(|name| plain(city_of(name)) == city);
    of_name
        .or_else(|| of_city().and_then(|name| TimeZone::get(&name).ok()))
        .filter(|zone| !zone.is_unknown() && zone.iana_name().is_some())
}

/// A time zone with its offset at a time: `Asia/Bangkok (UTC+7)`.
pub(crate) fn zone_label(zone: &TimeZone, now: Timestamp) -> String {
    let name = zone.iana_name().unwrap_or_default().replace('_', " ");
    let seconds = zone.to_offset(now).seconds();
    let sign = if seconds < 0 { '-' } else { '+' };
    let (hours, minutes) = (seconds.abs() / 3_600, seconds.abs() / 60 % 60);
    let minutes = if minutes == 0 { String::new() } else { format!(":{minutes:02}") };
    format!("{name} (UTC{sign}{hours}{minutes})")
}

/// Suggests time zones for a typed city, part of a name or offset. If nothing matches, as in
/// another script, it suggests those of a language.
pub(crate) fn suggested_zones(typed: &str, language: Language, now: Timestamp) -> Vec<Suggestion> {
    let typed = plain(typed);
    let mut found: Vec<(Reverse<u8>, String, String)> = Vec::new();
    for name in names().filter(|_| !typed.is_empty()) {
        let Ok(zone) = TimeZone::get(&name) else { continue };
        let label = zone_label(&zone, now);
        if let Some(fit) = fit(&label, city_of(&name), &typed) {
            found.push((Reverse(fit), label, name));
        }
    }
    if found.is_empty() {
        let home = home_zones(language).iter().filter_map(|name| TimeZone::get(name).ok());
        let home = home.map(|zone| (zone_label(&zone, now), zone));
        return home
            .map(|(label, zone)| (label, zone.iana_name().unwrap_or_default().to_owned()))
            .collect();
    }
    found.sort();
    found.truncate(OPTIONS_MAX);
    found.into_iter().map(|(_, label, name)| (label, name)).collect()
}

/// The rank of a zone for a typed text, higher is better.
fn fit(label: &str, city: &str, typed: &str) -> Option<u8> {
    let (label, city) = (plain(label), plain(city));
    let begins_word = || label.split([' ', '/', '(']).any(|word| word.starts_with(typed));
    if city.starts_with(typed) {
        Some(2)
    } else if begins_word() {
        Some(1)
    } else {
        label.contains(typed).then_some(0)
    }
}

fn names() -> impl Iterator<Item = String> {
    let is_place =
        |name: &String| name.split_once('/').is_some_and(|(region, _)| REGIONS.contains(&region));
    tz::db().available().map(|name| name.as_str().to_owned()).filter(is_place)
}

fn city_of(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Lower case, with spaces for underscores and a plain minus.
fn plain(text: &str) -> String {
    text.trim().to_lowercase().replace('_', " ").replace('\u{2212}', "-")
}

/// The time zones of a language, those of most people first.
fn home_zones(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => &[
            "America/New_York",
            "America/Chicago",
            "America/Denver",
            "America/Los_Angeles",
            "Europe/London",
            "Africa/Lagos",
            "Asia/Kolkata",
            "Asia/Singapore",
            "Australia/Sydney",
            "Pacific/Auckland",
        ],
        Language::Thai => &["Asia/Bangkok"],
        Language::Dutch => {
            &["Europe/Amsterdam", "Europe/Brussels", "America/Paramaribo", "America/Curacao"]
        }
        Language::Japanese => &["Asia/Tokyo"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Winter in the northern hemisphere.
    fn now() -> Timestamp {
        "2026-11-23T12:00:00Z".parse().unwrap()
    }

    fn suggested(typed: &str) -> Vec<String> {
        let found = suggested_zones(typed, Language::English, now());
        assert!(found.len() <= OPTIONS_MAX);
        found.into_iter().map(|(label, _)| label).collect()
    }

    #[test]
    fn a_zone_is_found_by_its_city_in_any_case() {
        for typed in ["bangkok", "BANGK", "Asia/Bangkok", "asia/bang"] {
            assert_eq!(suggested(typed)[0], "Asia/Bangkok (UTC+7)", "{typed}");
        }
        assert_eq!(suggested("new york")[0], "America/New York (UTC-5)");
        assert_eq!(suggested("New_York")[0], "America/New York (UTC-5)");
        assert_eq!(suggested("kolkata")[0], "Asia/Kolkata (UTC+5:30)");
        assert!(suggested("utc+9").contains(&"Asia/Tokyo (UTC+9)".to_owned()));
        assert!(suggested("a").len() == OPTIONS_MAX);
    }

    #[test]
    fn what_fits_no_zone_suggests_those_of_the_language() {
        let thai = suggested_zones("กรุงเทพ", Language::Thai, now());
        assert_eq!(thai, [("Asia/Bangkok (UTC+7)".to_owned(), "Asia/Bangkok".to_owned())]);
        for language in Language::ALL {
            let home = suggested_zones("", language, now());
            assert_eq!(home.len(), home_zones(language).len());
        }
    }

    #[test]
    fn what_is_chosen_or_typed_is_read() {
        for typed in ["Asia/Bangkok", "asia/bangkok", " bangkok ", "Bangkok"] {
            assert_eq!(time_zone(typed).unwrap().iana_name(), Some("Asia/Bangkok"), "{typed}");
        }
        assert_eq!(time_zone("new york").unwrap().iana_name(), Some("America/New_York"));
        assert_eq!(time_zone("utc").unwrap().iana_name(), Some("UTC"));
        for typed in ["", "Nowhere", "Etc/Unknown", "Asia/", "../etc/passwd"] {
            assert_eq!(time_zone(typed), None, "{typed}");
        }
    }
}
