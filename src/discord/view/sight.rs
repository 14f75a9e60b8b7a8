//! Whether a named person can see a channel, as far as Discord tells.

use serde_json::Value;
use serenity::all::{PartialMember, Permissions};

use kradan_table::PlayerId;

/// The context of an interaction in a conversation that the bot is not in.
const PRIVATE_CHANNEL: u64 = 2;

/// Whether a named person can see a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    Sees,
    /// They are in the server, but cannot.
    CannotSee,
    /// They are not in the server.
    NotInServer,
    /// They are not in the conversation.
    NotInConversation,
    /// Unknown.
    Unknown,
}

impl Sight {
    /// In a guild that has the bot, Discord sends the members among the named people, with their
    /// permissions in the channel. Elsewhere this is not documented, and permissions lack bits
    /// (discord-api-docs#8044).
    pub(crate) fn of(member: Option<&PartialMember>) -> Sight {
        match member {
            None => Sight::NotInServer,
            Some(member) => match member.permissions {
                Some(theirs) if theirs.contains(Permissions::VIEW_CHANNEL) => Sight::Sees,
                Some(_) => Sight::CannotSee,
                None => Sight::Unknown,
            },
        }
    }
}

/// Everybody in the conversation that an interaction comes from, if the bot is not in it. Discord
/// names the recipients in most cases (discord.js#9653), but not in all (Discord.Net#2910), those
/// of a group perhaps without ids (discord-api-docs#4572), and may leave out the caller.
pub(crate) fn people(interaction: &Value) -> Option<Vec<PlayerId>> {
    if interaction["context"].as_u64() != Some(PRIVATE_CHANNEL) {
        return None;
    }
    let caller = id(&interaction["user"])?;
    let recipients = interaction["channel"]["recipients"].as_array()?;
    let mut people = recipients.iter().map(id).collect::<Option<Vec<PlayerId>>>()?;
    people.retain(|&person| person != caller);
    // A conversation has a second person, who was left out.
    if people.is_empty() {
        return None;
    }
    people.push(caller);
    Some(people)
}

fn id(user: &Value) -> Option<PlayerId> {
    user["id"].as_str()?.parse().ok().map(PlayerId)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(recipients: &Value) -> Option<Vec<u64>> {
        let channel = json!({ "id": "9", "type": 3, "recipients": recipients });
        let people = people(&json!({ "context": 2, "user": { "id": "1" }, "channel": channel }))?;
        Some(people.into_iter().map(|person| person.0).collect())
    }

    #[test]
    fn the_caller_is_in_the_conversation_whether_named_or_not() {
        assert_eq!(of(&json!([{ "id": "2" }])), Some(vec![2, 1]));
        assert_eq!(of(&json!([{ "id": "1" }, { "id": "2" }, { "id": "3" }])), Some(vec![2, 3, 1]));
    }

    #[test]
    fn a_list_that_leaves_somebody_out_says_nothing() {
        for recipients in [json!(null), json!([]), json!([{ "id": "1" }])] {
            assert_eq!(of(&recipients), None);
        }
        assert_eq!(of(&json!([{ "id": "2" }, { "username": "chai" }])), None);
    }

    #[test]
    fn other_places_are_no_conversations_of_people() {
        let channel = json!({ "id": "9", "type": 1, "recipients": [{ "id": "2" }] });
        for context in [json!(null), json!(0), json!(1)] {
            let interaction =
                json!({ "context": context, "user": { "id": "1" }, "channel": channel });
            assert_eq!(people(&interaction), None);
        }
    }
}
