//! `/games`: the caller's games and challenges.

use std::cmp::Reverse;

use super::command::{Pressed, SlashCommand};
use super::open_game::{self, OPEN_BUTTONS_MAX};
use super::resolve_table::listed;
use crate::discord::limits::{CONTENT_MAX, ROWS_MAX};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::Definition;
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::shared::lines::line_in_list;
use crate::discord::shared::next_game::urgency;
use crate::discord::shared::titles::{self, waits_for};
use crate::discord::view::buttons;
use crate::discord::view::controls::in_rows;
use crate::discord::view::custom_id::Control;
use crate::discord::view::message::{File, Message};
use crate::discord::view::player_name::escaped;
use crate::discord::view::rating_lines::own_ratings;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{Listing, StoredTable};
use kradan_i18n::sentences;
use kradan_rules::Verdict;
use kradan_table::{Ending, PlayerId, Table, TableId};

sentences! {
    /// What `/games` says.
    enum Sentence {
        /// There is no game of the caller's anywhere.
        NoGames => "line-no-games",
        /// How many games the caller has.
        Games {
            count: usize,
        } => "line-games-heading",
        /// How many challenges wait for an answer, the caller's own and others'.
        Challenges {
            count: usize,
        } => "line-challenges-heading",
        /// Above the finished games.
        Results => "line-results-heading",
    }

    /// How a game ended for the caller.
    enum Outcome {
        Won => "label-result-won",
        Lost => "label-result-lost",
        Drawn => "label-result-drawn",
        /// It ended without a result.
        Nothing => "label-result-none",
    }
}

/// The most finished games in the list, the last ones.
const RESULTS_MAX: usize = 10;

pub(super) struct GamesCommand;

impl SlashCommand for GamesCommand {
    const DEFINITION: &'static Definition = &Definition { name: "games", options: &[] };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const CONTROLS: &'static [Control] = open_game::CONTROLS;

    /// Lists games, those where it is the caller's turn and the most urgent ones first, then
    /// challenges. A file has the lines that do not fit. Each game has a button, unless there are
    /// too many.
    async fn run(ctx: &Ctx<'_>, _: &CommandOptions) -> Answer {
        let order = |(_, stored): &(TableId, StoredTable)| {
            (!waits_for(&stored.table, ctx.caller.id), urgency(&stored.table))
        };
        let tables = listed(ctx, &Listing::ALL).await?;
        let (mut games, others): (Vec<_>, Vec<_>) =
            tables.into_iter().partition(|(_, stored)| stored.table.is_running());
        games.sort_by_key(order);
        let (mut challenges, mut over): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|(_, stored)| stored.table.challenged().is_some());
        challenges.sort_by_key(order);
        over.retain(|(_, stored)| stored.table.ending().is_some());
        over.sort_by_key(|(id, stored)| Reverse((stored.table.ended_at(), *id)));
        over.truncate(RESULTS_MAX);
        let mut list = List::default();
        let mut buttons = Vec::new();
        if games.is_empty() && challenges.is_empty() {
            list.add_line(&ctx.say(&Sentence::NoGames), "");
        }
        let now = ctx.service().clock().now();
        if let Some(ratings) = own_ratings(&ctx.caller.person.ratings, now, ctx.language()) {
            let begin = if list.text.is_empty() { "" } else { "\n" };
            list.add_line(&format!("{begin}{ratings}"), "");
        }
        for (tables, heading) in [
            (&games, Sentence::Games { count: games.len() }),
            (&challenges, Sentence::Challenges { count: challenges.len() }),
        ] {
            if tables.is_empty() {
                continue;
            }
            list.head(&ctx.say(&heading));
            let links = titles::links_to(ctx.bot, tables).await;
            let titles = titles::distinct(ctx.bot, tables, ctx.language()).await;
            for (((id, stored), title), link) in tables.iter().zip(titles).zip(links) {
                let entry = line_in_list(stored, ctx.caller.id, (&title, &link), ctx.language());
                list.add(&entry, &format!("{title} · {link}"));
                if stored.table.is_running() {
                    buttons.push(buttons::open(*id, &title));
                }
            }
        }
        buttons.truncate(OPEN_BUTTONS_MAX);
        let mut rows = in_rows(&buttons);
        let titles = titles::distinct(ctx.bot, &over, ctx.language()).await;
        let titles: Vec<String> = over
            .iter()
            .zip(titles)
            .map(|((_, stored), title)| {
                format!("{} · {title}", ctx.say(&result(&stored.table, ctx.caller.id)))
            })
            .collect();
        let buttons = over.iter().zip(&titles).map(|((id, _), title)| buttons::open(*id, title));
        let below = in_rows(&buttons.collect::<Vec<_>>());
        if rows.len() + below.len() <= ROWS_MAX {
            rows.extend(below);
        } else {
            list.head(&ctx.say(&Sentence::Results));
            for (title, link) in titles.iter().zip(titles::links_to(ctx.bot, &over).await) {
                let title = escaped(title);
                list.add(&format!("{title} · {link}"), &format!("{title} · {link}"));
            }
        }
        let file = File::Text { name: "games.txt".to_owned(), text: list.left };
        let has_file = matches!(&file, File::Text { text, .. } if !text.is_empty());
        let file = has_file.then_some(file);
        Ok(Reply::Private(Message { file, rows, ..Message::of(list.text) }))
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        open_game::press(ctx, pressed).await
    }
}

/// How a game ended for one of its players.
fn result(table: &Table, player: PlayerId) -> Outcome {
    match table.ending().and_then(Ending::verdict) {
        Some(Verdict::Win(winner)) if table.side_of(player) == Some(winner) => Outcome::Won,
        Some(Verdict::Win(_)) => Outcome::Lost,
        Some(Verdict::Draw) => Outcome::Drawn,
        None => Outcome::Nothing,
    }
}

/// A list as the text of a message, and the rest as a file.
#[derive(Debug, Default)]
struct List {
    text: String,
    left: String,
}

impl List {
    fn head(&mut self, heading: &str) {
        let begin = if self.text.is_empty() { "" } else { "\n" };
        self.add_line(&format!("{begin}**{heading}**"), &format!("\n{heading}\n"));
    }

    fn add(&mut self, shown: &str, in_file: &str) {
        self.add_line(&format!("\n- {shown}"), &format!("{in_file}\n"));
    }

    /// Once something is left for the file, all that follows is.
    fn add_line(&mut self, shown: &str, in_file: &str) {
        let has_room = self.text.chars().count() + shown.chars().count() <= CONTENT_MAX;
        if self.left.is_empty() && has_room {
            self.text.push_str(shown);
        } else {
            self.left.push_str(in_file);
        }
    }
}
