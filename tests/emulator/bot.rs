//! A small bot with the real serenity client, and an emulator for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kradan_emulator::{Emulator, LoggedRequest, Options, World};
use serde_json::json;
use serenity::all::*;

/// Longer than any step takes, even if many tests run at once.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(20);

/// A PNG's signature and header: 3 × 2 pixels.
pub(crate) const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x02\x08\x02\0\0\0";

/// An emulator, and a bot that has registered its commands.
pub(crate) struct Harness {
    pub(crate) emulator: Emulator,
    pub(crate) events: Arc<EventCounts>,
    shards: Arc<ShardManager>,
}

/// The number of events that the bot got, by kind.
#[derive(Default)]
pub(crate) struct EventCounts {
    pub(crate) interactions: AtomicUsize,
    pub(crate) resumes: AtomicUsize,
    pub(crate) readies: AtomicUsize,
    pub(crate) servers: AtomicUsize,
    pub(crate) unknown: AtomicUsize,
}

impl EventCounts {
    pub(crate) fn count(counter: &AtomicUsize) -> usize {
        counter.load(Ordering::SeqCst)
    }

    /// Waits until a counter has this value. Events are counted concurrently with their effects.
    pub(crate) async fn wait_for(counter: &AtomicUsize, count: usize) {
        let reached = async {
            while EventCounts::count(counter) < count {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(TIMEOUT, reached).await.expect("the events come");
        assert_eq!(EventCounts::count(counter), count);
    }
}

impl Harness {
    pub(crate) async fn start() -> Harness {
        Harness::start_with(Options::default(), GatewayIntents::empty()).await
    }

    pub(crate) async fn start_with(options: Options, intents: GatewayIntents) -> Harness {
        let response_timeout = Duration::from_secs(60).max(options.response_timeout);
        let emulator = Emulator::start(Options { response_timeout, ..options }).await.unwrap();
        let events = Arc::new(EventCounts::default());
        let http = HttpBuilder::new(emulator.token())
            .proxy(emulator.url())
            .ratelimiter_disabled(true)
            .default_allowed_mentions(CreateAllowedMentions::new())
            .build();
        let mut client = ClientBuilder::new_with_http(http, intents)
            .event_handler(Bot)
            .raw_event_handler(EventCounter(Arc::clone(&events)))
            .await
            .unwrap();
        *client.ws_url.lock().await = emulator.gateway_url();
        let shards = Arc::clone(&client.shard_manager);
        tokio::spawn(async move { client.start_autosharded().await });
        let is_registered = |world: &World| (world.commands().len() == 8).then_some(());
        emulator.wait_for(TIMEOUT, is_registered).await.expect("the bot registers its commands");
        let harness = Harness { emulator, events, shards };
        // A request is logged a moment after its effect is visible.
        harness.requests("/commands", 1).await;
        harness
    }

    /// Waits for this many requests to a path, and returns them.
    pub(crate) async fn requests(&self, path: &str, count: usize) -> Vec<Arc<LoggedRequest>> {
        let emulator = self.emulator.clone();
        let logged = |_: &World| {
            let all = emulator.requests().into_iter().filter(|it| it.template.contains(path));
            let all: Vec<_> = all.collect();
            (all.len() >= count).then_some(all)
        };
        self.emulator.wait_for(TIMEOUT, logged).await.expect("the requests come")
    }

    pub(crate) async fn stop(self) {
        self.shards.shutdown_all().await;
        self.emulator.stop().await;
    }
}

struct EventCounter(Arc<EventCounts>);

#[async_trait]
impl RawEventHandler for EventCounter {
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
        // Some tests provoke errors; the request log has them.
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

async fn command(ctx: &Context, interaction: &CommandInteraction) -> serenity::Result<()> {
    let reply = match interaction.data.name.as_str() {
        "board" => {
            let file = CreateAttachment::bytes(PNG, "board.png").description("An empty board");
            let allowed = CreateAllowedMentions::new().users([interaction.user.id]);
            let buttons = vec![
                CreateButton::new("pass").label("Pass"),
                CreateButton::new("over").label("Over").disabled(true),
            ];
            message()
                .content(format!(
                    "<@{}> to move, not <@{}>",
                    interaction.user.id, 1_300_000_000_000_000_012_u64
                ))
                .add_file(file)
                .allowed_mentions(allowed)
                .components(vec![CreateActionRow::Buttons(buttons)])
        }
        "slow" => {
            interaction.defer(&ctx.http).await?;
            let file = CreateAttachment::bytes(PNG, "late.png");
            let edit = EditInteractionResponse::new()
                .content(format!("here it is, <@{}>", interaction.user.id))
                .new_attachment(file);
            interaction.edit_response(&ctx.http, edit).await?;
            let more = CreateInteractionResponseFollowup::new()
                .content(format!("<@{}>", interaction.user.id))
                .allowed_mentions(CreateAllowedMentions::new().users([interaction.user.id]));
            interaction.create_followup(&ctx.http, more).await?;
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
            return interaction.create_response(&ctx.http, modal).await;
        }
        "silent" => return Ok(()),
        name => message().content(format!("{name} {:?}", interaction.data.options())),
    };
    interaction.create_response(&ctx.http, answer(reply)).await
}

async fn complete(ctx: &Context, interaction: &CommandInteraction) -> serenity::Result<()> {
    let typed = interaction.data.autocomplete().map_or("", |it| it.value);
    let squares = ["d3", "d6", "c4"].into_iter().filter(|it| it.starts_with(typed));
    let choices =
        squares.fold(CreateAutocompleteResponse::new(), |all, it| all.add_string_choice(it, it));
    interaction.create_response(&ctx.http, CreateInteractionResponse::Autocomplete(choices)).await
}

async fn component(ctx: &Context, interaction: &ComponentInteraction) -> serenity::Result<()> {
    let reply = match &interaction.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => format!("picked {values:?}"),
        _ if interaction.data.custom_id == "secret" => "changed".to_owned(),
        _ => format!("{} pressed {}", interaction.user.name, interaction.data.custom_id),
    };
    let reply = message().content(reply);
    let response = if interaction.data.custom_id == "secret" {
        CreateInteractionResponse::UpdateMessage(reply.components(vec![]))
    } else {
        answer(reply)
    };
    interaction.create_response(&ctx.http, response).await
}

async fn modal(ctx: &Context, interaction: &ModalInteraction) -> serenity::Result<()> {
    let typed = json!(interaction.data.components).to_string();
    interaction.create_response(&ctx.http, answer(message().content(typed))).await
}
