//! Signatures in the URLs of files, as Discord's CDN has them. Bots get signed URLs alone, which
//! expire; the page and tests have the URLs without a signature.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

/// The time for which a signed URL works.
const URL_LIFE: SignedDuration = SignedDuration::from_hours(24);

/// Signs the URLs of files.
#[derive(Clone, Copy, Debug)]
pub(super) struct UrlSigner<'a> {
    /// The start of the files' URLs.
    pub(super) files: &'a str,
    pub(super) secret: &'a str,
}

impl UrlSigner<'_> {
    /// Adds signatures to all URLs of files in a value.
    pub(super) fn sign(&self, value: &mut Value, now: Timestamp) {
        match value {
            Value::Array(list) => list.iter_mut().for_each(|it| self.sign(it, now)),
            Value::Object(object) => {
                for (key, it) in object {
                    let is_url = matches!(key.as_str(), "url" | "proxy_url");
                    match it.as_str().and_then(|url| url.strip_prefix(self.files)) {
                        Some(path) if is_url && !path.contains('?') => {
                            let query = self.query(path, now);
                            *it = Value::String(format!("{}{path}?{query}", self.files));
                        }
                        _ => self.sign(it, now),
                    }
                }
            }
            _ => {}
        }
    }

    fn query(&self, path: &str, now: Timestamp) -> String {
        let (issued, expires) = (now.as_second(), (now + URL_LIFE).as_second());
        format!("ex={expires:x}&is={issued:x}&hm={}&", self.signature(path, issued, expires))
    }

    fn signature(&self, path: &str, issued: i64, expires: i64) -> String {
        let part = |number: u8| {
            let mut hasher = DefaultHasher::new();
            (number, self.secret, path, issued, expires).hash(&mut hasher);
            format!("{:016x}", hasher.finish())
        };
        (0..4).map(part).collect()
    }

    /// Whether a file is served: its URL has no signature, or a right one that is not too old.
    pub(super) fn is_valid(
        &self,
        path: &str,
        query: &HashMap<String, String>,
        now: Timestamp,
    ) -> bool {
        let Some(signature) = query.get("hm") else { return query.is_empty() };
        let time = |key: &str| i64::from_str_radix(query.get(key)?, 16).ok();
        let Some((issued, expires)) = time("is").zip(time("ex")) else { return false };
        now.as_second() < expires && *signature == self.signature(path, issued, expires)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_signed_url_works_for_a_day() {
        let signer = UrlSigner { files: "http://here/attachments/", secret: "secret" };
        let at = |hours| Timestamp::UNIX_EPOCH + SignedDuration::from_hours(hours);
        let mut value = json!({
            "content": "http://here/attachments/1/2/a.png",
            "attachments": [{"url": "http://here/attachments/1/2/a.png", "title": "a"}],
            "embeds": [{"image": {"url": "http://elsewhere/a.png"}}],
        });
        signer.sign(&mut value, at(0));
        assert_eq!(value["content"], "http://here/attachments/1/2/a.png");
        assert_eq!(value["embeds"][0]["image"]["url"], "http://elsewhere/a.png");
        let url = value["attachments"][0]["url"].as_str().unwrap().to_owned();
        let (place, query) = url.split_once('?').unwrap();
        assert_eq!(place, "http://here/attachments/1/2/a.png");
        let pairs = query.split('&').filter_map(|it| it.split_once('='));
        let pairs: HashMap<String, String> =
            pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        assert!(signer.is_valid("1/2/a.png", &pairs, at(23)));
        assert!(!signer.is_valid("1/2/a.png", &pairs, at(24)));
        assert!(!signer.is_valid("1/3/a.png", &pairs, at(23)));
        for key in ["ex", "is", "hm"] {
            let mut forged = pairs.clone();
            forged.insert(key.to_owned(), "ffffffff".to_owned());
            assert!(!signer.is_valid("1/2/a.png", &forged, at(23)), "{key}");
            forged.remove(key);
            assert!(!signer.is_valid("1/2/a.png", &forged, at(23)), "{key}");
        }
        assert!(signer.is_valid("1/2/a.png", &HashMap::new(), at(99)));
        // A URL that is signed is not signed again.
        let before = value.clone();
        signer.sign(&mut value, at(5));
        assert_eq!(value, before);
    }
}
