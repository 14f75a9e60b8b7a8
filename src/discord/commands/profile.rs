//! `/profile`: a player's ratings, results and games, as a card and in words.

use jiff::Timestamp;

use super::command::SlashCommand;
use crate::discord::limits::ALT_MAX;
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::shared::tally::tally_of;
use crate::discord::view::message::{File, Message, Picture, Pictured};
use crate::discord::view::player_name::{escaped, escaped_within, shown_name};
use crate::discord::view::rating_lines::shown_rating;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{Listing, Profile, ServiceError};
use kradan_i18n::{self as i18n, sentences};
use kradan_ratings::Rating;
use kradan_render::{CardRow, CurvePoint};
use kradan_rules::{BySide, GameKind, Side, Verdict, cut};
use kradan_table::{Ending, GuildId, PlayerId, Rated, Seat, Table};

/// The most games of a player that are read, the newest.
const LOOKED_AT_MAX: usize = 200;

const PLAYER: OptionDefinition = OptionDefinition::optional("player", OptionKind::User);

sentences! {
    /// What is said of a player.
    enum Sentence<'a> {
        /// The rating and the results in a game.
        Game {
            game: &'a str,
            rating: &'a str,
            deviation: usize,
            won: usize,
            lost: usize,
            drawn: usize,
        } => "line-profile-game",
        /// The strongest beaten opponent.
        Best {
            name: &'a str,
            rating: &'a str,
        } => "line-profile-best",
        /// The same without the name.
        BestOfSomebody {
            rating: &'a str,
        } => "line-profile-best-somebody",
        /// How a rating went.
        Course {
            first: &'a str,
            least: &'a str,
            most: &'a str,
        } => "line-profile-course",
        /// The results are those of so many games.
        OfTheLast {
            count: usize,
        } => "line-profile-last",
        /// The games under way.
        Running {
            count: usize,
        } => "line-profile-running",
        /// The player has ended no rated game.
        NoGames {
            name: &'a str,
        } => "line-profile-none",
        /// The player hides from lists.
        Hidden {
            name: &'a str,
        } => "line-profile-hidden",
    }
}

pub(super) struct ProfileCommand;

impl SlashCommand for ProfileCommand {
    const DEFINITION: &'static Definition = &Definition { name: "profile", options: &[PLAYER] };
    const VISIBILITY: Visibility = Visibility::Public;

    /// Shows the caller's profile, or that of somebody who does not hide it.
    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        let named = options.user(PLAYER.name);
        let player = named.map_or(ctx.caller.id, |person| person.id);
        let person = match named {
            Some(_) => ctx.service().store().profile(player).await?.unwrap_or_default(),
            None => ctx.caller.person.clone(),
        };
        let name = named.map_or(&ctx.request.user.name, |person| &person.name).clone();
        if person.is_unlisted && player != ctx.caller.id {
            return Ok(ctx.ephemeral(&Sentence::Hidden { name: &escaped(&name) }));
        }
        let over = ctx.service().tables_of_player(player, Listing::Over, LOOKED_AT_MAX).await?;
        let over: Vec<Table> = over.into_iter().map(|(_, stored)| stored.table).collect();
        let running = ctx.service().store();
        let running =
            running.tables_of_player(player, Listing::Running, LOOKED_AT_MAX).await?.len();
        let now = ctx.service().clock().now();
        let kinds: Vec<GameOf<'_>> = person
            .ratings
            .of
            .iter()
            .filter(|(_, rating)| rating.games > 0)
            .map(|(kind, rating)| GameOf::new((player, *kind), *rating, &over, now))
            .collect();
        if kinds.is_empty() && running == 0 {
            return Ok(ctx.ephemeral(&Sentence::NoGames { name: &escaped(&name) }));
        }
        let mut lines = vec![format!("**{}**", escaped(&name))];
        let mut described = vec![format!("{name}.")];
        for of in &kinds {
            let game = i18n::game_name(of.kind, ctx.language());
            let rating = shown_rating(of.rating, now);
            let said = [Some(of.line(ctx, &game, &format!("**{rating}**"))), of.best(ctx).await?];
            lines.push(said.into_iter().flatten().collect::<Vec<_>>().join(" · "));
            described.push(format!("{}.", of.line(ctx, &game, &rating)));
            described.extend(of.course(ctx));
        }
        lines.extend(head_to_head(ctx, (player, &name), &over));
        let below = [
            (over.len() == LOOKED_AT_MAX, Sentence::OfTheLast { count: LOOKED_AT_MAX }),
            (running > 0, Sentence::Running { count: running }),
        ];
        let below: Vec<String> = below
            .iter()
            .filter(|(is_so, _)| *is_so)
            .map(|(_, sentence)| ctx.say(sentence))
            .collect();
        if !below.is_empty() {
            lines.push(format!("-# {}", below.join(" · ")));
        }
        let card = Picture {
            name: format!("profile-{}", player.0),
            of: Pictured::Card(kinds.iter().map(GameOf::row).collect()),
            theme: ctx.caller.preferences.theme,
            pieces: ctx.caller.preferences.pieces,
            alt: cut(&described.join(" "), ALT_MAX - 1),
        };
        let file = (!kinds.is_empty()).then(|| File::Picture(Box::new(card)));
        let message = Message { file, ..Message::of(lines.join("\n")) };
        // The profile of a player who hides is shown to them alone.
        Ok(if person.is_unlisted { Reply::Private(message) } else { Reply::Public(message) })
    }
}

/// The rated games of a player in one of the games.
struct GameOf<'a> {
    kind: GameKind,
    /// The present one.
    rating: Rating,
    now: Timestamp,
    /// The oldest first.
    games: Vec<RatedGame<'a>>,
}

/// A rated game, as one of its players sees it.
struct RatedGame<'a> {
    at: Timestamp,
    own_side: Side,
    verdict: Verdict,
    before: BySide<Rating>,
    after: BySide<Rating>,
    server: Option<GuildId>,
    table: &'a Table,
}

impl<'a> GameOf<'a> {
    fn new(
        (player, kind): (PlayerId, GameKind),
        rating: Rating,
        over: &'a [Table],
        now: Timestamp,
    ) -> GameOf<'a> {
        let of_kind = over.iter().filter(|table| table.game().kind() == kind);
        let mut games: Vec<RatedGame<'a>> =
            of_kind.filter_map(|table| RatedGame::of(table, player)).collect();
        games.sort_by_key(|game| game.at);
        GameOf { kind, rating: rating.aged(now), now, games }
    }

    /// How many were won, lost and drawn.
    fn results(&self) -> [usize; 3] {
        let count =
            |of: fn(&RatedGame<'_>) -> bool| self.games.iter().filter(|game| of(game)).count();
        [
            count(|game| game.verdict == Verdict::Win(game.own_side)),
            count(|game| game.verdict == Verdict::Win(!game.own_side)),
            count(|game| game.verdict == Verdict::Draw),
        ]
    }

    fn line(&self, ctx: &Ctx<'_>, game: &str, rating: &str) -> String {
        let [won, lost, drawn] = self.results();
        let deviation = self.rating.deviation.round() as usize;
        ctx.say(&Sentence::Game { game, rating, deviation, won, lost, drawn })
    }

    /// The strongest beaten opponent, without the name if they hide or may not be on the reader's
    /// server.
    async fn best(&self, ctx: &Ctx<'_>) -> Result<Option<String>, ServiceError> {
        let won = self.games.iter().filter(|game| game.verdict == Verdict::Win(game.own_side));
        // The rating of an erased opponent is unknown.
        let beaten = won.filter_map(|game| {
            let opponent = game.table.seats()?[!game.own_side].player()?;
            (!opponent.is_erased()).then(|| (game.before[!game.own_side], opponent, game))
        });
        let best = beaten.max_by(|(one, ..), (other, ..)| one.value.total_cmp(&other.value));
        let Some((rating, opponent, best)) = best else { return Ok(None) };
        let rating = &shown_rating(rating, best.at);
        let is_known = best.server.is_some() && best.server == ctx.request.origin.guild;
        let profile = if is_known { ctx.service().store().profile(opponent).await? } else { None };
        Ok(Some(match profile.filter(|profile| !profile.is_unlisted) {
            Some(Profile { name, .. }) => {
                let name = &escaped_within(&shown_name([name.as_str()]));
                ctx.say(&Sentence::Best { name, rating })
            }
            None => ctx.say(&Sentence::BestOfSomebody { rating }),
        }))
    }

    /// The curve in words.
    fn course(&self, ctx: &Ctx<'_>) -> Option<String> {
        let first = self.games.first().map(|game| game.before[game.own_side].shown())?;
        let after = || self.games.iter().map(|game| game.after[game.own_side].shown());
        let all = || after().chain([first, self.rating.shown()]);
        let [first, least, most] =
            [first, all().min()?, all().max()?].map(|rating| rating.to_string());
        Some(ctx.say(&Sentence::Course { first: &first, least: &least, most: &most }))
    }

    /// The curve goes from the first of these games to now.
    fn row(&self) -> CardRow {
        let begin = self.games.first().map_or(self.now, |game| game.at);
        let whole = self.now.duration_since(begin).as_secs_f64().max(1.0);
        let point = |at: Timestamp, rating: Rating| CurvePoint {
            at: at.duration_since(begin).as_secs_f64() / whole,
            value: rating.value,
            deviation: rating.deviation,
        };
        let first = self.games.first().map(|game| point(game.at, game.before[game.own_side]));
        let games = self.games.iter().map(|game| point(game.at, game.after[game.own_side]));
        let now = point(self.now, self.rating);
        CardRow {
            kind: self.kind,
            rating: shown_rating(self.rating, self.now),
            results: self.results(),
            curve: first.into_iter().chain(games).chain([now]).collect(),
        }
    }
}

impl<'a> RatedGame<'a> {
    fn of(table: &'a Table, player: PlayerId) -> Option<RatedGame<'a>> {
        let Rated::Counted { at, before, after, server, annulled_at: None } = table.rated()? else {
            return None;
        };
        let own_side = table.side_of(player)?;
        let verdict = table.ending().and_then(Ending::verdict)?;
        Some(RatedGame { at, own_side, verdict, before, after, server, table })
    }
}

/// The tallies of the caller and somebody else in their games with each other.
fn head_to_head(ctx: &Ctx<'_>, (player, name): (PlayerId, &str), over: &[Table]) -> Option<String> {
    let seats = BySide { first: Seat::Player(ctx.caller.id), second: Seat::Player(player) };
    let names = BySide { first: ctx.request.user.name.clone(), second: name.to_owned() };
    let of_kind = |kind: GameKind| {
        let tables: Vec<&Table> = over.iter().filter(|table| table.game().kind() == kind).collect();
        let tally = tally_of(&tables, seats, &names)?;
        Some(format!("{} {}", i18n::game_name(kind, ctx.language()), escaped_within(&tally)))
    };
    let tallies: Vec<String> = GameKind::ALL.into_iter().filter_map(of_kind).collect();
    (player != ctx.caller.id && !tallies.is_empty()).then(|| tallies.join(" · "))
}
