//! The emulator refuses the mutations that Discord refuses.

use kradan_emulator::{Emulator, GAMES, LoggedRequest};
use serde_json::{Value, json};

use super::mutations::{MUTATIONS, message};

const BOUNDARY: &str = "a-boundary-that-is-nowhere-else";

/// Faults that Discord ignores: keys that it does not know, and files that are not listed.
const IGNORED: [&str; 2] = ["was unexpected", "a file is not listed"];

/// Checks that the emulator takes a message of the bot, and refuses it after each mutation. The bot
/// may post there.
pub(crate) async fn check_refusals(
    emulator: &Emulator,
    requests: &[std::sync::Arc<LoggedRequest>],
) {
    let mut refused = 0;
    for (name, mutate) in MUTATIONS {
        let is_ignored = IGNORED.iter().any(|it| name.contains(it));
        for request in requests.iter().filter(|_| !is_ignored) {
            let mut mutated = LoggedRequest::clone(request);
            let mut valid = mutated.clone();
            if !mutate(&mut mutated) || message(&mut mutated).is_none() {
                continue;
            }
            // An edit may refer to what only its own message has.
            if post(emulator, &mut valid).await.0 != 200 {
                continue;
            }
            let (status, error) = post(emulator, &mut mutated).await;
            assert!(matches!(status, 400 | 413), "{name}: {status} {error}");
            refused += 1;
            break;
        }
    }
    assert!(refused >= 20, "only {refused} mutations are refused");
}

/// Posts the message of a request, as one of its own.
async fn post(emulator: &Emulator, request: &mut LoggedRequest) -> (u16, Value) {
    let files = request.files.clone();
    let Some(body) = message(request) else { return (0, Value::Null) };
    let flags = body["flags"].as_u64().unwrap_or(0);
    body["flags"] = json!(flags & (1 << 15));
    for key in ["nonce", "enforce_nonce", "message_reference"] {
        body.as_object_mut().map(|it| it.remove(key));
    }
    let head =
        |name: &str| format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"");
    let mut form = format!("{}\r\n\r\n{body}\r\n", head("payload_json")).into_bytes();
    for file in files {
        let head = head(&format!("files[{}]", file.number));
        let head = format!("{head}; filename=\"{}\"\r\nContent-Type: image/png\r\n\r\n", file.name);
        form.extend(head.bytes());
        form.resize(form.len() + file.size, 0);
        form.extend(*b"\r\n");
    }
    form.extend(format!("--{BOUNDARY}--\r\n").bytes());
    let url = format!("{}/api/v10/channels/{GAMES}/messages", emulator.url());
    let sent = reqwest::Client::new()
        .post(url)
        .header("Authorization", format!("Bot {}", emulator.token()))
        .header("Content-Type", format!("multipart/form-data; boundary={BOUNDARY}"))
        .body(form);
    let response = sent.send().await.unwrap();
    let status = response.status().as_u16();
    (status, serde_json::from_str(&response.text().await.unwrap()).unwrap_or_default())
}
