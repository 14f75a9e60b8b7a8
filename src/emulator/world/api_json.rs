//! Objects of the world as Discord's JSON.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::access;
use super::channel::{Channel, ChannelKind};
use super::emoji::ApplicationEmoji;
use super::permissions::Permissions;
use super::server::{Member, Person, Server};
use super::state::World;
use crate::id::Id;

/// A time as Discord writes it.
pub(crate) fn iso(time: Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%S%.6f+00:00").to_string()
}

pub(crate) fn user(person: &Person) -> Value {
    json!({
        "id": person.id, "username": person.username, "global_name": person.global_name,
        "discriminator": if person.is_bot { "0001" } else { "0" }, "avatar": null,
        "bot": person.is_bot, "public_flags": 0, "flags": 0, "primary_guild": null,
    })
}

/// A member without the `user` field.
pub(crate) fn member(member: &Member) -> Value {
    json!({
        "nick": member.nick, "roles": [], "joined_at": iso(member.joined), "premium_since": null,
        "avatar": null, "banner": null, "deaf": false, "mute": false, "pending": false,
        "flags": 0, "communication_disabled_until": member.timed_out_until.map(iso),
    })
}

/// A person; a deleted user, if nobody has the id.
pub(crate) fn user_of(world: &World, id: Id) -> Value {
    world.people.get(&id).map_or_else(
        || {
            json!({"id": id, "username": "deleted_user", "discriminator": "0", "avatar": null,
            "global_name": null, "public_flags": 0, "flags": 0, "primary_guild": null})
        },
        user,
    )
}

/// A member with the `user` field.
pub(crate) fn member_with_user(world: &World, server: &Server, id: Id) -> Option<Value> {
    let mut value = member(server.members.get(&id)?);
    value["user"] = user_of(world, id);
    Some(value)
}

pub(crate) fn channel(world: &World, channel: &Channel) -> Value {
    let mut value = json!({
        "id": channel.id, "type": channel.kind.number(), "flags": 0,
        "last_message_id": channel.messages.last_key_value().map(|(id, _)| id),
    });
    match channel.kind {
        kind if kind.is_conversation() => {
            let others = channel.people.iter().filter(|&&id| id != world.bot);
            value["recipients"] = others.map(|&id| user_of(world, id)).collect();
            if kind == ChannelKind::Group {
                value["name"] = Value::Null;
                value["icon"] = Value::Null;
                value["owner_id"] = json!(channel.owner);
            }
        }
        kind if kind.is_thread() => add_thread(&mut value, channel),
        kind => {
            add_server_channel(world, &mut value, channel);
            add_settings(&mut value, kind);
        }
    }
    value
}

fn add_server_channel(world: &World, value: &mut Value, channel: &Channel) {
    let all = Permissions::OF_A_BOT;
    value["name"] = json!(channel.name);
    value["guild_id"] = json!(channel.server);
    value["topic"] = json!(channel.topic);
    value["parent_id"] = Value::Null;
    value["nsfw"] = json!(channel.is_age_restricted);
    value["rate_limit_per_user"] = json!(channel.slow_mode_seconds);
    value["position"] = json!(0);
    // Everybody has a bot's permissions, so the bot's missing ones are overwrites.
    let mut overwrites = vec![json!({
        "id": world.bot, "type": 1,
        "allow": channel.bot_permissions.without(all).to_string(),
        "deny": all.without(channel.bot_permissions).to_string(),
    })];
    overwrites.extend(channel.denied.iter().map(|(person, denied)| {
        json!({"id": person, "type": 1, "allow": "0", "deny": denied.to_string()})
    }));
    value["permission_overwrites"] = json!(overwrites);
}

pub(crate) fn guild(server: &Server) -> Value {
    let everyone = Permissions::OF_A_BOT.to_string();
    json!({
        "id": server.id, "name": server.name, "icon": null, "splash": null,
        "discovery_splash": null, "owner_id": server.owner, "afk_channel_id": null,
        "afk_timeout": 300, "widget_enabled": false, "verification_level": 0,
        "default_message_notifications": 0, "explicit_content_filter": 0,
        "roles": [{
            "id": server.id, "name": "@everyone", "color": 0, "hoist": false, "position": 0,
            "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
            "permissions": everyone, "managed": false, "mentionable": false, "flags": 0,
            "icon": null, "unicode_emoji": null,
        }],
        "emojis": [], "features": [], "mfa_level": 0, "application_id": null,
        "system_channel_id": null, "system_channel_flags": 0, "rules_channel_id": null,
        "max_presences": null, "max_members": 250_000, "vanity_url_code": null,
        "description": null, "banner": null, "premium_tier": 0,
        "premium_subscription_count": 0, "preferred_locale": server.locale,
        "public_updates_channel_id": null, "max_video_channel_users": 25,
        "max_stage_video_channel_users": 50, "nsfw_level": 0, "nsfw": false, "stickers": [],
        "premium_progress_bar_enabled": false, "safety_alerts_channel_id": null,
        "incidents_data": null, "region": "deprecated", "home_header": null,
    })
}

/// An emoji in Discord's JSON. The uploader is the bot.
pub(crate) fn emoji(world: &World, emoji: &ApplicationEmoji) -> Value {
    json!({
        "id": emoji.id, "name": emoji.name, "roles": [], "user": user_of(world, world.bot),
        "require_colons": true, "managed": false, "animated": emoji.is_animated,
        "available": true,
    })
}

/// A server as `GUILD_CREATE` has it.
pub(crate) fn guild_create(world: &World, server: &Server) -> Value {
    let mut value = guild(server);
    let inside: BTreeMap<Id, &Channel> = world
        .channels
        .values()
        .filter(|channel| channel.server == Some(server.id))
        .map(|channel| (channel.id, channel))
        .collect();
    let listed = |are_threads: bool| -> Value {
        let wanted = inside.values().filter(|channel| channel.kind.is_thread() == are_threads);
        let wanted = wanted.filter(|channel| {
            !channel.is_archived && (!are_threads || access::bot_sees(world, channel))
        });
        wanted.map(|found| channel(world, found)).collect()
    };
    let joined = server.members.get(&world.bot).map(|member| iso(member.joined));
    value["joined_at"] = json!(joined);
    value["large"] = json!(false);
    value["unavailable"] = json!(false);
    value["member_count"] = json!(server.members.len());
    value["members"] = member_with_user(world, server, world.bot).into_iter().collect();
    value["channels"] = listed(false);
    value["threads"] = listed(true);
    for empty in ["voice_states", "presences", "stage_instances", "guild_scheduled_events"] {
        value[empty] = json!([]);
    }
    value["soundboard_sounds"] = json!([]);
    value
}

/// Adds what only some kinds of channels have.
fn add_settings(value: &mut Value, kind: ChannelKind) {
    match kind {
        ChannelKind::Voice | ChannelKind::Stage => {
            value["bitrate"] = json!(64_000);
            value["user_limit"] = json!(0);
            value["rtc_region"] = Value::Null;
        }
        ChannelKind::Forum => {
            value["available_tags"] = json!([]);
            value["default_reaction_emoji"] = Value::Null;
            value["default_sort_order"] = Value::Null;
            value["default_forum_layout"] = json!(0);
        }
        _ => {}
    }
}

fn add_thread(value: &mut Value, channel: &Channel) {
    value["name"] = json!(channel.name);
    value["guild_id"] = json!(channel.server);
    value["parent_id"] = json!(channel.parent);
    value["owner_id"] = json!(channel.owner);
    value["rate_limit_per_user"] = json!(channel.slow_mode_seconds);
    value["message_count"] = json!(channel.messages.len());
    value["total_message_sent"] = json!(channel.messages.len());
    value["member_count"] = json!(channel.people.len().min(50));
    value["thread_metadata"] = json!({
        "archived": channel.is_archived, "locked": channel.is_locked,
        "auto_archive_duration": channel.archive_after_minutes,
        "archive_timestamp": iso(channel.archive_timestamp()),
        "create_timestamp": iso(channel.id.time()),
    });
}
