//! `/help`: what the commands do that the caller can use.

use super::command::SlashCommand;
use super::definitions_with_access;
use crate::discord::limits::CONTENT_MAX;
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{Access, Definition};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::message::Message;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use kradan_i18n::{self as i18n, sentences};
use kradan_rules::cut;

sentences! {
    /// What `/help` says.
    enum Sentence {
        /// Above the commands.
        Heading => "line-help-heading",
        /// Below the commands.
        Footer => "line-help-footer",
    }
}

pub(super) struct HelpCommand;

impl SlashCommand for HelpCommand {
    const DEFINITION: &'static Definition = &Definition { name: "help", options: &[] };
    const VISIBILITY: Visibility = Visibility::Ephemeral;

    async fn run(ctx: &Ctx<'_>, _: &CommandOptions) -> Answer {
        let mut lines = vec![format!("**{}**", ctx.say(&Sentence::Heading))];
        let is_manager = ctx.request.origin.is_asked_by_manager();
        let usable = definitions_with_access()
            .filter(|(_, access)| *access == Access::Everybody || is_manager);
        lines.extend(
            usable.map(|(definition, _)| {
                format!("- {}", i18n::help(definition.name, ctx.language()))
            }),
        );
        lines.push(ctx.say(&Sentence::Footer));
        let text = ctx.bot.with_mentions(lines.join("\n")).await;
        Ok(Reply::Private(Message::of(cut(&text, CONTENT_MAX - 1))))
    }
}
