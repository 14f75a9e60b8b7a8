//! A small bot on the real client, and an emulator for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kradan::emulator::{Emulator, LoggedRequest, Options, World};
use serde_json::json;
use serenity::all::*;

/// Longer than anything takes, also where many tests run at once.
pub(crate) const SOON: Duration = Duration::from_secs(20);

/// The beginning of every PNG file, and enough of a header to have a size.
pub(crate) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x02\x08\x02\0\0\0";

/// Discord, with a bot that has registered its commands.
pub(crate) struct Stage {
    pub(crate) local: Emulator,
    pub(crate) heard: Arc<Heard>,
    shards: Arc<ShardManager>,
}

/// What the bot has heard.
#[derive(Default)]
pub(crate) struct Heard {
    pub(crate) interactions: AtomicUsize,
    pub(crate) resumes: AtomicUsize,
    pub(crate) readies: AtomicUsize,
    pub(crate) servers: AtomicUsize,
    pub(crate) unknown: AtomicUsize,
}

impl Heard {
    pub(crate) fn count(counter: &AtomicUsize) -> usize {
        counter.load(Ordering::SeqCst)
    }

    /// Waits until there are so many: an event is counted beside what it brings about.
    pub(crate) async fn reaches(counter: &AtomicUsize, count: usize) {
        let reached = async {
            while Heard::count(counter) < count {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(SOON, reached).await.expect("the events come");
        assert_eq!(Heard::count(counter), count);
    }
}

impl Stage {
    pub(crate) async fn set() -> Stage {
        Stage::set_with(Options::default(), GatewayIntents::empty()).await
    }

    pub(crate) async fn set_with(options: Options, intents: GatewayIntents) -> Stage {
        let patience = Duration::from_secs(60).max(options.patience);
        let local = Emulator::start(Options { patience, ..options }).await.unwrap();
        let heard = Arc::new(Heard::default());
        let http = HttpBuilder::new(local.token())
            .proxy(local.url())
            .ratelimiter_disabled(true)
            .default_allowed_mentions(CreateAllowedMentions::new())
            .build();
        let mut client = ClientBuilder::new_with_http(http, intents)
            .event_handler(Bot)
            .raw_event_handler(Ear(Arc::clone(&heard)))
            .await
            .unwrap();
        *client.ws_url.lock().await = local.gateway_url();
        let shards = Arc::clone(&client.shard_manager);
        tokio::spawn(async move { client.start_autosharded().await });
        let is_registered = |world: &World| (world.commands().len() == 8).then_some(());
        local.wait_for(SOON, is_registered).await.expect("the bot registers its commands");
        let stage = Stage { local, heard, shards };
        // A request is on record a moment after what it does can be seen.
        stage.requests("/commands", 1).await;
        stage
    }

    /// The requests to a path, once there are so many.
    pub(crate) async fn requests(&self, path: &str, count: usize) -> Vec<Arc<LoggedRequest>> {
        let local = self.local.clone();
        let found = |_: &World| {
            let all = local.requests().into_iter().filter(|it| it.template.contains(path));
            let all: Vec<_> = all.collect();
            (all.len() >= count).then_some(all)
        };
        self.local.wait_for(SOON, found).await.expect("the requests come")
    }

    pub(crate) async fn end(self) {
        self.shards.shutdown_all().await;
        self.local.stop().await;
    }
}

struct Ear(Arc<Heard>);

#[async_trait]
impl RawEventHandler for Ear {
    async fn raw_event(&self, _: Context, event: Event) {
        let counter = match event {
            Event::InteractionCreate(_) => &self.0.interactions,
            Event::Resumed(_) => &self.0.resumes,
            Event::Ready(_) => &self.0.readies,
            Event::GuildCreate(_) => &self.0.servers,
            Event::Unknown(_) => &self.0.unknown,
            _ => return,
        };
        counter.fetch_add(1, Ordering::SeqCst);
    }
}

struct Bot;

fn commands() -> Vec<CreateCommand> {
    let piece = CreateCommandOption::new(CommandOptionType::String, "to", "Where to")
        .required(true)
        .set_autocomplete(true);
    let whom = CreateCommandOption::new(CommandOptionType::User, "whom", "Whom");
    let days = CreateCommandOption::new(CommandOptionType::Integer, "days", "How long")
        .min_int_value(1)
        .max_int_value(30);
    let game = CreateCommandOption::new(CommandOptionType::String, "game", "Which")
        .required(true)
        .add_string_choice("Othello", "othello")
        .add_string_choice_localized("Makruk", "makruk", [("th", "หมากรุก")]);
    let anywhere = |name: &str| {
        CreateCommand::new(name)
            .description(name)
            .contexts(vec![
                InteractionContext::Guild,
                InteractionContext::BotDm,
                InteractionContext::PrivateChannel,
            ])
            .integration_types(vec![InstallationContext::Guild, InstallationContext::User])
    };
    vec![
        anywhere("board").name_localized("th", "กระดาน"),
        anywhere("slow"),
        CreateCommand::new("quiet").description("For one"),
        CreateCommand::new("move").description("A move").add_option(piece),
        CreateCommand::new("play")
            .description("A game")
            .add_option(game)
            .add_option(whom)
            .add_option(days),
        CreateCommand::new("form").description("A form"),
        CreateCommand::new("pick").description("A menu"),
        CreateCommand::new("silent").description("Never answers"),
    ]
}

#[async_trait]
impl EventHandler for Bot {
    async fn ready(&self, ctx: Context, _: Ready) {
        Command::set_global_commands(&ctx.http, commands()).await.unwrap();
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        // Refusals are what some tests are about: they are in the record.
        _ = match &interaction {
            Interaction::Command(it) => command(&ctx, it).await,
            Interaction::Autocomplete(it) => complete(&ctx, it).await,
            Interaction::Component(it) => component(&ctx, it).await,
            Interaction::Modal(it) => modal(&ctx, it).await,
            _ => Ok(()),
        };
    }
}

fn message() -> CreateInteractionResponseMessage {
    CreateInteractionResponseMessage::new()
}

fn answer(message: CreateInteractionResponseMessage) -> CreateInteractionResponse {
    CreateInteractionResponse::Message(message)
}

async fn command(ctx: &Context, asked: &CommandInteraction) -> serenity::Result<()> {
    let said = match asked.data.name.as_str() {
        "board" => {
            let file = CreateAttachment::bytes(PNG, "board.png").description("An empty board");
            let allowed = CreateAllowedMentions::new().users([asked.user.id]);
            let buttons = vec![
                CreateButton::new("pass").label("Pass"),
                CreateButton::new("over").label("Over").disabled(true),
            ];
            message()
                .content(format!(
                    "<@{}> to move, not <@{}>",
                    asked.user.id, 1_300_000_000_000_000_012_u64
                ))
                .add_file(file)
                .allowed_mentions(allowed)
                .components(vec![CreateActionRow::Buttons(buttons)])
        }
        "slow" => {
            asked.defer(&ctx.http).await?;
            let file = CreateAttachment::bytes(PNG, "late.png");
            let edit = EditInteractionResponse::new()
                .content(format!("here it is, <@{}>", asked.user.id))
                .new_attachment(file);
            asked.edit_response(&ctx.http, edit).await?;
            let more = CreateInteractionResponseFollowup::new()
                .content(format!("<@{}>", asked.user.id))
                .allowed_mentions(CreateAllowedMentions::new().users([asked.user.id]));
            asked.create_followup(&ctx.http, more).await?;
            return Ok(());
        }
        "quiet" => {
            let buttons = vec![CreateButton::new("secret").label("Secret")];
            message()
                .content("only you")
                .ephemeral(true)
                .components(vec![CreateActionRow::Buttons(buttons)])
        }
        "pick" => {
            let options = ["d3", "c4"].map(|it| CreateSelectMenuOption::new(it, it));
            let kind = CreateSelectMenuKind::String { options: options.into() };
            let menu = CreateSelectMenu::new("squares", kind).placeholder("Your move");
            message().content("pick").components(vec![CreateActionRow::SelectMenu(menu)])
        }
        "form" => {
            let text = CreateInputText::new(InputTextStyle::Short, "Move", "text").max_length(5);
            let modal = CreateModal::new("typed", "Your move")
                .components(vec![CreateActionRow::InputText(text)]);
            let modal = CreateInteractionResponse::Modal(modal);
            return asked.create_response(&ctx.http, modal).await;
        }
        "silent" => return Ok(()),
        name => message().content(format!("{name} {:?}", asked.data.options())),
    };
    asked.create_response(&ctx.http, answer(said)).await
}

async fn complete(ctx: &Context, asked: &CommandInteraction) -> serenity::Result<()> {
    let typed = asked.data.autocomplete().map_or("", |it| it.value);
    let squares = ["d3", "d6", "c4"].into_iter().filter(|it| it.starts_with(typed));
    let choices =
        squares.fold(CreateAutocompleteResponse::new(), |all, it| all.add_string_choice(it, it));
    asked.create_response(&ctx.http, CreateInteractionResponse::Autocomplete(choices)).await
}

async fn component(ctx: &Context, asked: &ComponentInteraction) -> serenity::Result<()> {
    let said = match &asked.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => format!("picked {values:?}"),
        _ if asked.data.custom_id == "secret" => "changed".to_owned(),
        _ => format!("{} pressed {}", asked.user.name, asked.data.custom_id),
    };
    let said = message().content(said);
    let response = if asked.data.custom_id == "secret" {
        CreateInteractionResponse::UpdateMessage(said.components(vec![]))
    } else {
        answer(said)
    };
    asked.create_response(&ctx.http, response).await
}

async fn modal(ctx: &Context, asked: &ModalInteraction) -> serenity::Result<()> {
    let typed = json!(asked.data.components).to_string();
    asked.create_response(&ctx.http, answer(message().content(typed))).await
}
