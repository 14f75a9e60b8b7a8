//! The chat page. Its files are part of the binary.

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH,
    REFERRER_POLICY, UPGRADE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse as _, Response};

use super::gateway_socket;
use crate::handle::Emulator;

/// Only own files may run or be shown, and no other page may frame it.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";
const FONT: &str = "font/woff2";

#[derive(Clone, Copy, Debug)]
struct PageFile {
    name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

/// Lists files of each kind in a folder of `assets`.
macro_rules! files {
    ($folder:literal $($kind:ident: $($name:literal)+;)+) => {
        &[$($(PageFile {
            name: $name,
            kind: $kind,
            bytes: include_bytes!(concat!("../../../assets/", $folder, "/", $name)),
        },)+)+]
    };
}

const INDEX: &str = "index.html";

const FILES: &[PageFile] = files! {
    "page"
    HTML: "index.html";
    STYLE: "style.css" "chat.css" "drawer.css";
    PICTURE: "icon.svg";
    SCRIPT:
        "account.js" "actions.js" "api.js" "ask.js" "avatar.js" "channel.js" "channelicon.js"
        "choices.js" "commandline.js" "commands.js" "components.js" "composer.js" "dom.js"
        "emoji.js" "faults.js" "files.js" "ids.js" "inspector.js" "items.js" "list.js"
        "live.js" "main.js" "markdown.js" "members.js" "menu.js" "message.js" "popup.js" "press.js"
        "rich.js" "roles.js" "sidebar.js" "state.js" "suggestions.js" "theme.js" "time.js"
        "turnhint.js" "welcome.js";
};

/// Fonts for text that the reader's machine cannot show.
const FONTS: &[PageFile] = files! {
    "fonts"
    FONT: "page-japanese.woff2" "page-thai.woff2";
};

/// Upgrades a WebSocket to the gateway, and sends the page otherwise.
pub(crate) async fn root(
    State(emulator): State<Emulator>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    match upgrade {
        Ok(upgrade) => gateway_socket::upgrade(emulator, upgrade),
        Err(refusal) if headers.contains_key(UPGRADE) => refusal.into_response(),
        Err(_) => sent(INDEX, &headers),
    }
}

/// `GET /page/{file}`.
pub(crate) async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    sent(&name, &headers)
}

fn sent(name: &str, headers: &HeaderMap) -> Response {
    let Some(file) = FILES.iter().chain(FONTS).find(|file| file.name == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let tag = format!("\"{:08x}-{:x}\"", crc32fast::hash(file.bytes), file.bytes.len());
    // A browser asks every time: a new program never gets an old page.
    let shared: [(HeaderName, &str); 5] = [
        (CACHE_CONTROL, "no-cache"),
        (ETAG, &tag),
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag)) {
        return (StatusCode::NOT_MODIFIED, shared).into_response();
    }
    (shared, [(CONTENT_TYPE, file.kind)], file.bytes).into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;

    #[test]
    fn exactly_the_files_of_the_page_are_served() -> std::io::Result<()> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/page");
        let there = fs::read_dir(folder)?
            .map(|entry| entry.map(|file| file.file_name().to_string_lossy().into_owned()))
            .collect::<Result<BTreeSet<_>, _>>()?;
        let served: BTreeSet<String> = FILES.iter().map(|file| file.name.to_owned()).collect();
        assert_eq!(served, there);
        Ok(())
    }

    #[test]
    fn every_script_and_style_is_preloaded() {
        let index = text_of(INDEX);
        for file in FILES.iter().filter(|file| file.name != INDEX) {
            assert!(index.contains(&format!("\"/page/{}\"", file.name)), "{}", file.name);
        }
    }

    #[test]
    fn every_font_is_served_and_declared() {
        let styles = text_of("style.css");
        for font in FONTS {
            assert!(styles.contains(&format!("url(\"/page/{}\")", font.name)), "{}", font.name);
            let answer = sent(font.name, &HeaderMap::new());
            assert_eq!(answer.status(), StatusCode::OK);
            assert_eq!(answer.headers()[CONTENT_TYPE], FONT);
        }
    }

    fn text_of(name: &str) -> &'static str {
        let file = FILES.iter().find(|file| file.name == name);
        file.and_then(|file| std::str::from_utf8(file.bytes).ok()).unwrap_or_default()
    }

    #[test]
    fn a_cached_file_is_not_sent_again() {
        let first = sent(INDEX, &HeaderMap::new());
        assert_eq!(first.status(), StatusCode::OK);
        let known = HeaderMap::from_iter([(IF_NONE_MATCH, first.headers()[ETAG].clone())]);
        assert_eq!(sent(INDEX, &known).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(sent("style.css", &known).status(), StatusCode::OK);
        assert_eq!(sent("../style.css", &known).status(), StatusCode::NOT_FOUND);
    }
}
