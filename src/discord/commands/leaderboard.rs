//! `/leaderboard`: the best players of a server in a game.

use std::collections::HashSet;

use futures_util::future::join_all;

use super::command::{Pressed, SlashCommand};
use super::rules::GAME;
use crate::discord::api::Priority;
use crate::discord::shared::context::{Caller, Ctx};
use crate::discord::shared::definition::{Definition, OptionDefinition};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle, Message};
use crate::discord::view::player_name::{escaped_within, shown_name};
use crate::discord::view::rating_lines::shown_rating;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{Leaderboard, Month, Profile, ServiceError};
use kradan_i18n::{self as i18n, Language, sentences};
use kradan_rules::GameKind;
use kradan_table::{GuildId, PlayerId};

/// Shows another list: `leaderboard:GAME.PERIOD`.
const LEADERBOARD: &str = "leaderboard";

/// The periods in custom ids.
const ALL_TIME: &str = "all";
const THIS_MONTH: &str = "month";

/// How many players are shown.
const SHOWN_MAX: usize = 10;

/// How many players are checked to be members, with a request each.
const CHECKED_MAX: usize = 100;

/// How many players are counted to find the caller's place.
const COUNTED_MAX: usize = 1_000;

sentences! {
    /// What the list says.
    enum Sentence<'a> {
        /// Above all who have ended a rated game.
        AllTime {
            game: &'a str,
        } => "line-leaderboard-all",
        /// Above those who have ended one this month.
        ThisMonth {
            game: &'a str,
        } => "line-leaderboard-month",
        /// Above provisional ratings.
        Provisional => "line-leaderboard-provisional",
        /// A player.
        Player {
            place: &'a str,
            name: &'a str,
            rating: &'a str,
            count: usize,
        } => "line-leaderboard-player",
        /// Nobody has ended a rated game.
        Empty => "line-leaderboard-empty",
        /// There is no server here.
        OnlyServers => "line-leaderboard-only-servers",
    }

    /// What stands on the buttons.
    enum Label {
        ThisMonth => "label-leaderboard-month",
        AllTime => "label-leaderboard-all",
    }
}

pub(super) struct LeaderboardCommand;

impl SlashCommand for LeaderboardCommand {
    const DEFINITION: &'static Definition = &Definition {
        name: "leaderboard",
        options: &[OptionDefinition::optional(GAME.name, GAME.kind)
            .described("option-game-leaderboard-description")],
    };
    const VISIBILITY: Visibility = Visibility::Public;
    const CONTROLS: &'static [Control] = &[Control::new(
        LEADERBOARD,
        CustomIdForm::Text(|text| read(text).is_some()),
        Visibility::Ephemeral,
    )];

    /// Shows the list to everybody.
    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        let Some(server) = server(ctx) else { return Ok(ctx.ephemeral(&Sentence::OnlyServers)) };
        let chosen = options.text(GAME.name).and_then(|text| text.parse().ok());
        let kind = chosen.unwrap_or_else(|| last_played(ctx.caller));
        let settings = ctx.service().store().server_settings(server).await?;
        let language = settings.public_language().and_then(|tag| tag.parse().ok());
        let language = language.unwrap_or(ctx.language());
        let list = Leaderboard { server, kind, month: None };
        Ok(Reply::Public(players_of(ctx, list, language).await?))
    }

    /// Shows another list to the caller alone.
    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let Some((kind, is_of_month)) = read(pressed.parts.text) else { return Ok(ctx.unknown()) };
        let Some(server) = server(ctx) else { return Ok(ctx.ephemeral(&Sentence::OnlyServers)) };
        let month = is_of_month.then(|| Month::of(ctx.service().clock().now()));
        let list = Leaderboard { server, kind, month };
        let message = players_of(ctx, list, ctx.language()).await?;
        let is_own = matches!(ctx.request.origin.message, Some((_, true)));
        Ok(if is_own { Reply::Change(message) } else { Reply::Private(message) })
    }
}

/// The server of a request, if it has the bot: elsewhere Discord does not tell who is a member.
fn server(ctx: &Ctx<'_>) -> Option<GuildId> {
    ctx.request.origin.guild.filter(|_| ctx.request.origin.is_member)
}

/// The game of somebody's last rated game.
fn last_played(caller: &Caller) -> GameKind {
    let last = caller.person.ratings.of.iter().max_by_key(|(_, rating)| rating.at);
    last.map_or(GameKind::ALL[0], |(kind, _)| *kind)
}

/// A game, and whether its list is that of the month.
fn read(text: &str) -> Option<(GameKind, bool)> {
    let (kind, period) = text.split_once('.')?;
    let is_of_month = [ALL_TIME, THIS_MONTH].iter().position(|known| *known == period)? == 1;
    Some((kind.parse().ok()?, is_of_month))
}

/// The best players of a list, and the caller's place in it.
async fn players_of(
    ctx: &Ctx<'_>,
    list: Leaderboard,
    language: Language,
) -> Result<Message, ServiceError> {
    let (store, caller) = (ctx.service().store(), ctx.caller);
    let players = present(ctx, list).await?;
    let mut shown: Vec<(String, PlayerId)> = (1..)
        .zip(&players)
        .take(SHOWN_MAX)
        .map(|(place, player)| (place.to_string(), *player))
        .collect();
    let own = players.iter().position(|player| *player == caller.id);
    let is_listed = caller.person.standings(caller.id).iter().any(|standing| standing.list == list);
    match own {
        Some(before) if before >= SHOWN_MAX => shown.push(((before + 1).to_string(), caller.id)),
        None if is_listed => shown.push((format!("{COUNTED_MAX}+"), caller.id)),
        _ => {}
    }
    let profiles = store.profiles(shown.iter().map(|(_, player)| *player).collect()).await?;
    let say = |sentence: &Sentence<'_>| i18n::say(sentence, language);
    let game = i18n::game_name(list.kind, language);
    let heading = match list.month {
        None => Sentence::AllTime { game: &game },
        Some(_) => Sentence::ThisMonth { game: &game },
    };
    let mut lines = vec![format!("**{}**", say(&heading))];
    let mut has_provisional = false;
    let now = ctx.service().clock().now();
    for (number, (place, player)) in shown.iter().enumerate() {
        let Some((_, profile)) = profiles.iter().find(|(id, _)| id == player) else { continue };
        let Some(rating) = profile.ratings.of.get(&list.kind) else { continue };
        if number == SHOWN_MAX {
            lines.push("…".to_owned());
        } else if rating.was_provisional() && !has_provisional {
            has_provisional = true;
            lines.push(format!("-# {}", say(&Sentence::Provisional)));
        }
        let name = escaped_within(&shown_name([profile.name_on(ctx.request.origin.guild)]));
        let count = usize::try_from(rating.games).unwrap_or(usize::MAX);
        let rating = shown_rating(*rating, now);
        lines.push(say(&Sentence::Player { place, name: &name, rating: &rating, count }));
    }
    if shown.is_empty() {
        lines.push(say(&Sentence::Empty));
    }
    Ok(Message::of(lines.join("\n")).with_buttons(buttons(list, language)))
}

/// The players of a list. Of those that are shown, former members are taken off the server's lists.
async fn present(ctx: &Ctx<'_>, list: Leaderboard) -> Result<Vec<PlayerId>, ServiceError> {
    let (store, caller) = (ctx.service().store(), ctx.caller);
    if caller.person.left_servers.contains(&list.server) {
        let be_there = move |person: &mut Profile| _ = person.left_servers.remove(&list.server);
        store.update_profile(caller.id, Box::new(be_there)).await?;
    }
    let mut players = store.leaderboard(list, COUNTED_MAX).await?;
    let mut checked = HashSet::from([caller.id]);
    while checked.len() < CHECKED_MAX {
        let shown = players.iter().take(SHOWN_MAX).copied();
        let unknown: Vec<PlayerId> = shown.filter(|player| checked.insert(*player)).collect();
        let asked = unknown.into_iter().map(async |player| {
            let has_left = ctx.bot.api.has_left(Priority::Person, list.server, player).await;
            matches!(has_left, Ok(true)).then_some(player)
        });
        let left: HashSet<PlayerId> = join_all(asked).await.into_iter().flatten().collect();
        if left.is_empty() {
            break;
        }
        players.retain(|player| !left.contains(player));
        for player in left {
            // An erased player gets no new profile.
            if store.profile(player).await?.is_some() {
                let leave = move |person: &mut Profile| _ = person.left_servers.insert(list.server);
                store.update_profile(player, Box::new(leave)).await?;
            }
        }
    }
    Ok(players)
}

/// The buttons to the lists of the other games and the other period.
fn buttons(list: Leaderboard, language: Language) -> Vec<Button> {
    let period = |is_of_month: bool| if is_of_month { THIS_MONTH } else { ALL_TIME };
    let control = |kind: GameKind, is_of_month: bool| {
        CustomId::new(LEADERBOARD).with(format!("{kind}.{}", period(is_of_month)))
    };
    let others = GameKind::ALL.into_iter().filter(|kind| *kind != list.kind).map(|kind| Button {
        control: control(kind, list.month.is_some()),
        label: i18n::game_name(kind, language),
        style: ButtonStyle::Secondary,
        glyph: None,
    });
    let other_period = if list.month.is_some() { Label::AllTime } else { Label::ThisMonth };
    let control = control(list.kind, list.month.is_none());
    let other_period = labelled(control, &other_period, ButtonStyle::Secondary, language);
    others.chain([other_period]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_button_leads_to_another_list() {
        for month in [None, Some(Month(3))] {
            for kind in GameKind::ALL {
                let list = Leaderboard { server: GuildId(1), kind, month };
                let led_to = buttons(list, Language::English).into_iter().map(|button| {
                    let id = button.control.to_string();
                    read(id.strip_prefix("leaderboard:").unwrap()).unwrap()
                });
                let led_to: HashSet<(GameKind, bool)> = led_to.collect();
                assert_eq!(led_to.len(), GameKind::ALL.len());
                assert!(!led_to.contains(&(kind, month.is_some())));
            }
        }
        for text in ["makruk", "makruk.", "makruk.year", "chess.all", ""] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}
