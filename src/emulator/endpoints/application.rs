//! The bot and its application.

use serde_json::{Value, json};

use crate::world::{World, api_json};

pub(super) fn me(world: &World) -> Value {
    let mut value = api_json::user_of(world, world.bot());
    value["verified"] = json!(true);
    value["mfa_enabled"] = json!(false);
    value["locale"] = json!("en-US");
    value["email"] = Value::Null;
    value
}

pub(super) fn application(world: &World) -> Value {
    let owner =
        world.people().find(|person| !person.is_bot).map_or(world.bot(), |person| person.id);
    json!({
        "id": world.bot(), "name": "Kradan", "icon": null, "description": "", "summary": "",
        "type": null, "bot_public": true, "bot_require_code_grant": false,
        "flags": 0, "hook": true,
        "owner": api_json::user_of(world, owner), "team": null,
        "approximate_guild_count": world.servers().filter(|server| server.has_bot()).count(),
        "approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
        "flags_new": "0", "explicit_content_filter": 0, "eligible_oauth2_scopes": [],
        "redirect_uris": [],
        "role_connections_verification_url": null,
        "integration_types_config": {"0": {}, "1": {}},
        "bot": api_json::user_of(world, world.bot()),
    })
}
