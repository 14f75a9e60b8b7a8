//! The option of `/play` that says how long moves may take.

use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{OptionDefinition, OptionKind};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::reply::{Reply, Suggestion};
use kradan_i18n::{self as i18n, Language, sentences};
use kradan_table::TimeControl;

pub(super) const TIME: OptionDefinition = OptionDefinition::optional("time", OptionKind::Suggested);

/// The suggestions, the default first.
const USUAL: [&str; 10] = ["3d", "1d", "7d", "14d", "12h", "1h", "10d+1d", "5d+12h", "30d", "none"];

sentences! {
    /// The answer to an invalid time control.
    enum Sentence {
        NotATime => "line-bad-time",
    }
}

/// The time control of the options, or the default; `None` if it is invalid.
pub(super) fn read(options: &CommandOptions) -> Option<TimeControl> {
    read_or(options, Some(TimeControl::default()))
}

/// The same with another default.
pub(super) fn read_or(options: &CommandOptions, usual: Option<TimeControl>) -> Option<TimeControl> {
    options.text(TIME.name).map_or(usual, |text| text.parse().ok())
}

/// The answer to an invalid one.
pub(super) fn refuse(ctx: &Ctx<'_>) -> Reply {
    ctx.ephemeral(&Sentence::NotATime)
}

/// The typed time control, if it is valid, and the usual ones that match.
pub(super) fn suggest(typed: &str, language: Language) -> Vec<Suggestion> {
    let typed = typed.trim().to_lowercase();
    let own = typed.parse::<TimeControl>().ok();
    let usual = USUAL.iter().filter(|time| own.is_some() || time.starts_with(&typed));
    let usual = usual.filter_map(|time| time.parse().ok()).filter(|time| Some(*time) != own);
    let named = |time: TimeControl| {
        let words = i18n::time_control(time, language);
        (format!("{time} · {words}"), time.to_string())
    };
    own.into_iter().chain(usual).map(named).collect()
}
