//! The caller's data: an overview, an export as a file, and its erasure.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::command::{Controls, Pressed};
use super::{block, report, settings};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::links::Links;
use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle, File, Message};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{Listing, Profile, ServiceError, StoreError, StoredTable};
use kradan_i18n::{Language, sentences};
use kradan_table::{PlayerId, TableId};

/// Opens the page.
const PAGE: &str = "privacy-page";
/// Sends the file.
const FILE: &str = "privacy-file";
/// Asks whether everything is to be erased.
const ERASE: &str = "privacy-erase";
/// Lists the caller on leaderboards and shows their profile to others, or neither.
const LISTED: &str = "privacy-listed";
/// The values of this button.
const YES: &str = "yes";
const NO: &str = "no";
/// Erases everything.
const ERASE_YES: &str = "privacy-yes";
/// Erases nothing.
const KEEP: &str = "privacy-keep";

/// The most bytes of games in the file: Discord takes 10 MiB.
const GAMES_BYTES_MAX: usize = 8 << 20;

/// How many games are read at once.
const GAMES_READ: usize = 100;

/// The most missed outbox entries in the file.
const MISSED_MAX: usize = 1_000;

sentences! {
    /// What the page says.
    enum Sentence<'a> {
        /// Above what is stored.
        Stored => "line-privacy-stored",
        Name => "line-privacy-name",
        Games => "line-privacy-games",
        /// What the caller wrote, blocks and follows.
        Own => "line-privacy-own",
        Channels => "line-privacy-channels",
        /// A link to the host's privacy policy.
        Policy {
            link: &'a str,
        } => "line-privacy-policy",
        Terms {
            link: &'a str,
        } => "line-privacy-terms",
        /// What is not stored.
        NoMore => "line-privacy-no-more",
        /// With the file.
        File => "line-privacy-file",
        /// Whether everything is to be erased.
        Ask => "line-privacy-ask",
        /// It is being erased.
        Erasing => "line-privacy-erasing",
        /// Nothing is erased.
        Kept => "line-privacy-kept",
    }

    /// What stands on the buttons.
    enum Label {
        /// To open the page.
        Page => "label-privacy",
        File => "label-privacy-file",
        /// The caller is on leaderboards, and others see the profile.
        Listed => "label-privacy-listed",
        Unlisted => "label-privacy-unlisted",
        /// To erase everything; asked again before it is done.
        Erase => "label-privacy-erase",
        EraseYes => "label-privacy-erase-yes",
        Keep => "label-privacy-keep",
    }
}

pub(super) struct Privacy;

impl Controls for Privacy {
    const CONTROLS: &'static [Control] = &[
        Control::new(PAGE, CustomIdForm::Word, Visibility::Ephemeral),
        Control::new(FILE, CustomIdForm::Word, Visibility::Ephemeral),
        Control::new(ERASE, CustomIdForm::Word, Visibility::Ephemeral),
        Control::new(
            LISTED,
            CustomIdForm::Text(|text| is_yes(text).is_some()),
            Visibility::Ephemeral,
        ),
        Control::new(ERASE_YES, CustomIdForm::Word, Visibility::Ephemeral),
        Control::new(KEEP, CustomIdForm::Word, Visibility::Ephemeral),
    ];

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        Ok(match pressed.word {
            PAGE => Reply::Change(page(ctx, None, 0).await?),
            FILE => {
                let text = serde_json::to_string_pretty(&stored(ctx).await?).unwrap_or_default();
                let file = Some(File::Text { name: "kradan.json".to_owned(), text });
                Reply::Private(Message { file, ..Message::of(ctx.say(&Sentence::File)) })
            }
            LISTED => {
                let Some(is_listed) = is_yes(pressed.parts.text) else { return Ok(ctx.unknown()) };
                let change = move |person: &mut Profile| person.is_unlisted = !is_listed;
                ctx.service().store().update_profile(ctx.caller.id, Box::new(change)).await?;
                Reply::Change(page_of(ctx, !is_listed, None, 0).await?)
            }
            ERASE => {
                let buttons = [
                    (ERASE_YES, Label::EraseYes, ButtonStyle::Danger),
                    (KEEP, Label::Keep, ButtonStyle::Secondary),
                ];
                Reply::Change(with_buttons(ctx, &ctx.say(&Sentence::Ask), &buttons))
            }
            ERASE_YES => {
                ctx.service().wish_erasure(ctx.caller.id).await?;
                Reply::Change(Message::of(ctx.say(&Sentence::Erasing)))
            }
            _ => Reply::Change(Message::of(ctx.say(&Sentence::Kept))),
        })
    }
}

/// The page: the caller's data, buttons to export and erase it, and the menus to block people.
pub(super) async fn page(
    ctx: &Ctx<'_>,
    said: Option<String>,
    menu_page: usize,
) -> Result<Message, ServiceError> {
    page_of(ctx, ctx.caller.person.is_unlisted, said, menu_page).await
}

async fn page_of(
    ctx: &Ctx<'_>,
    is_unlisted: bool,
    said: Option<String>,
    menu_page: usize,
) -> Result<Message, ServiceError> {
    let items = [Sentence::Name, Sentence::Games, Sentence::Own, Sentence::Channels];
    let items = items.map(|item| format!("- {}", ctx.say(&item))).join("\n");
    let mut lines: Vec<String> = said.into_iter().collect();
    lines.extend([ctx.say(&Sentence::Stored), items, ctx.say(&Sentence::NoMore)]);
    let Links { privacy, terms } = &ctx.bot.links;
    for (link, sentence) in
        [(privacy, Sentence::Policy { link: privacy }), (terms, Sentence::Terms { link: terms })]
    {
        if !link.is_empty() {
            lines.push(ctx.say(&sentence));
        }
    }
    let button =
        |word, label: Label, look| labelled(CustomId::new(word), &label, look, ctx.language());
    let (listed, wanted) = if is_unlisted { (Label::Unlisted, YES) } else { (Label::Listed, NO) };
    let wanted = CustomId::new(LISTED).with(wanted);
    let message = Message::of(lines.join("\n")).with_buttons(vec![
        button(FILE, Label::File, ButtonStyle::Secondary),
        button(ERASE, Label::Erase, ButtonStyle::Danger),
        labelled(wanted, &listed, ButtonStyle::Secondary, ctx.language()),
        report::button(ctx.language()),
        settings::button(ctx.language()),
    ]);
    let rows = [message.rows, block::menus(ctx, menu_page).await?].concat();
    Ok(Message { rows, ..message })
}

/// The button that opens the page.
pub(super) fn button(language: Language) -> Button {
    labelled(CustomId::new(PAGE), &Label::Page, ButtonStyle::Secondary, language)
}

/// Whether a custom id says yes.
fn is_yes(text: &str) -> Option<bool> {
    match text {
        YES => Some(true),
        NO => Some(false),
        _ => None,
    }
}

fn with_buttons(ctx: &Ctx<'_>, text: &str, buttons: &[(&str, Label, ButtonStyle)]) -> Message {
    let button = |(word, label, look): &(&str, Label, ButtonStyle)| {
        labelled(CustomId::new(word), label, *look, ctx.language())
    };
    Message::of(text).with_buttons(buttons.iter().map(button).collect())
}

/// Everything that is stored about the caller.
async fn stored(ctx: &Ctx<'_>) -> Result<Value, StoreError> {
    let (store, player) = (ctx.service().store(), ctx.caller.id);
    let games = games(ctx).await?;
    let mut follows = Vec::new();
    for table in store.followed_by(player).await? {
        let follow = store.follow_of(table, player).await?;
        follows.push(json!({ "table": table, "follow": follow }));
    }
    let profile = store.profile(player).await?;
    let mut daily_puzzles = Vec::new();
    for server in profile.iter().flat_map(|profile| &profile.named_on) {
        let daily = store.daily_puzzle(*server).await?;
        let mut answers = daily.board.iter().flat_map(|board| &board.answers);
        let answer = answers.find(|(known, _)| *known == player);
        daily_puzzles.push(json!({
            "server": server,
            "is_solved_at_first": answer.map(|(_, is_solved)| is_solved),
            "is_mentioned": daily.mentioned.contains(&player),
            "missed_while_mentioned": daily.missed.get(&player),
        }));
    }
    let missed = store.missed_by(player, MISSED_MAX).await?;
    let missed: Vec<Value> = missed
        .into_iter()
        .map(
            |entry| json!({ "table": entry.id.table, "at": entry.made_at, "events": entry.events }),
        )
        .collect();
    Ok(json!({
        "id": player,
        "profile": profile,
        "games": games.in_file,
        "games_left_out_for_want_of_room": games.left_out,
        "blocks": store.blocked_by(player).await?,
        "follows": follows,
        "daily_puzzles": daily_puzzles,
        "channels": store.channels_read_by(player).await?,
        "not_told_yet": missed,
        "not_in_this_file": NOT_IN_FILE,
    }))
}

/// Data that names the caller and is not in the file.
const NOT_IN_FILE: [&str; 3] = [
    "What others keep for themselves: whom they block, their notes and their planned moves.",
    "For about an hour: what came of each of your commands, so that none is carried out twice, and when \
     you challenged whom, by which challenges are limited.",
    "Until it is delivered: what Discord is still to be told of your games.",
];

/// Games and challenges, as many as the file has room for.
#[derive(Default)]
struct Games {
    in_file: Vec<Value>,
    bytes: usize,
    left_out: usize,
}

impl Games {
    fn push(&mut self, game: Value) {
        let length = game.to_string().len();
        if self.bytes + length > GAMES_BYTES_MAX {
            self.left_out += 1;
        } else {
            self.bytes += length;
            self.in_file.push(game);
        }
    }
}

/// The games and challenges of the caller.
async fn games(ctx: &Ctx<'_>) -> Result<Games, StoreError> {
    let (store, player) = (ctx.service().store(), ctx.caller.id);
    let (mut games, mut seen) = (Games::default(), HashSet::new());
    for (listing, state) in [
        (Listing::Sent, "challenge sent"),
        (Listing::Received, "challenge received"),
        (Listing::Running, "running"),
        (Listing::Over, "over"),
        (Listing::Withdrawn, "came to nothing"),
    ] {
        let mut ids = store.tables_of_player(player, listing, usize::MAX).await?;
        ids.retain(|id| seen.insert(*id));
        for ids in ids.chunks(GAMES_READ) {
            for (id, stored) in store.tables(ids.to_vec()).await? {
                games.push(game(ctx, (id, &stored), state, player).await?);
            }
        }
    }
    Ok(games)
}

/// A game or challenge, with the caller's note on it.
async fn game(
    ctx: &Ctx<'_>,
    (id, stored): (TableId, &StoredTable),
    state: &str,
    player: PlayerId,
) -> Result<Value, StoreError> {
    let note = ctx.service().store().note(id, player).await?;
    let table = stored.table.as_known_to(player);
    Ok(json!({ "id": id, "state": state, "table": table, "note": note }))
}
