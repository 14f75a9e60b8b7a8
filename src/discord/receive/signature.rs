//! Discord's signatures of interactions that come over HTTP: Ed25519 over the timestamp and the body.
//! *Receiving and Responding to Interactions*, Validating Security Request Headers.

use std::str::FromStr;

use axum::http::HeaderMap;
use ed25519_dalek::{Signature, VerifyingKey};
use jiff::Timestamp;

use crate::discord::limits::SIGNED_WITHIN_SECONDS;

/// The header of the signature: 128 hexadecimal digits.
const SIGNATURE: &str = "x-signature-ed25519";
/// The header of the time at which it was signed, in seconds of Unix time.
const TIMESTAMP: &str = "x-signature-timestamp";

/// The public key of an application.
#[derive(Clone, Debug)]
pub struct PublicKey(VerifyingKey);

/// A text is no public key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a public key, which has 64 hexadecimal digits")]
pub struct NotAPublicKey;

impl FromStr for PublicKey {
    type Err = NotAPublicKey;

    fn from_str(text: &str) -> Result<PublicKey, NotAPublicKey> {
        let bytes = from_hex(text).ok_or(NotAPublicKey)?;
        let key = VerifyingKey::from_bytes(&bytes).map_err(|_| NotAPublicKey)?;
        // Anybody can sign for such a key.
        if key.is_weak() { Err(NotAPublicKey) } else { Ok(PublicKey(key)) }
    }
}

/// Why a request is not Discord's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unsigned {
    #[error("it has no signature with a timestamp")]
    Missing,
    #[error("its timestamp is {0} seconds away from this machine's clock")]
    NotNow(u64),
    #[error("its signature is not of this public key")]
    Wrong,
}

impl PublicKey {
    /// Checks that Discord signed a request with this body, at about this time.
    pub(crate) fn verify(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: Timestamp,
    ) -> Result<(), Unsigned> {
        let text = |name| headers.get(name)?.to_str().ok();
        let signature = text(SIGNATURE).and_then(from_hex).ok_or(Unsigned::Missing)?;
        let timestamp = text(TIMESTAMP).ok_or(Unsigned::Missing)?;
        let signed_at: i64 = timestamp.parse().map_err(|_| Unsigned::Missing)?;
        let message = [timestamp.as_bytes(), body].concat();
        let signature = Signature::from_bytes(&signature);
        self.0.verify_strict(&message, &signature).map_err(|_| Unsigned::Wrong)?;
        // Discord alone can say that the time is wrong.
        let away = now.as_second().abs_diff(signed_at);
        if away > SIGNED_WITHIN_SECONDS { Err(Unsigned::NotNow(away)) } else { Ok(()) }
    }
}

/// The bytes of a text of hexadecimal digits; `None` for any other text.
fn from_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let digit = |at: usize| char::from(pair[at]).to_digit(16);
        *byte = (16 * digit(0)? + digit(1)?) as u8;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;
    use ed25519_dalek::{Signer as _, SigningKey};

    use super::*;

    const NOW: i64 = 1_790_000_000;

    fn to_hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<String>>().concat()
    }

    fn key() -> SigningKey {
        SigningKey::from_bytes(&[7; 32])
    }

    fn public_key() -> PublicKey {
        to_hex(key().verifying_key().as_bytes()).parse().unwrap()
    }

    fn headers(signature: &str, timestamp: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(SIGNATURE, HeaderValue::from_str(signature).unwrap());
        headers.insert(TIMESTAMP, HeaderValue::from_str(timestamp).unwrap());
        headers
    }

    fn signed(timestamp: &str, body: &[u8]) -> HeaderMap {
        let message = [timestamp.as_bytes(), body].concat();
        headers(&to_hex(&key().sign(&message).to_bytes()), timestamp)
    }

    fn verify(headers: &HeaderMap, body: &[u8]) -> Result<(), Unsigned> {
        public_key().verify(headers, body, Timestamp::from_second(NOW).unwrap())
    }

    #[test]
    fn what_discord_signed_is_taken() {
        let now = NOW.to_string();
        assert_eq!(verify(&signed(&now, b"{}"), b"{}"), Ok(()));
        assert_eq!(verify(&signed(&now, b""), b""), Ok(()));
        assert_eq!(verify(&signed(&now, b"{}"), b"{ }"), Err(Unsigned::Wrong));
        let other = signed(&(NOW + 1).to_string(), b"{}");
        let moved = headers(other[SIGNATURE].to_str().unwrap(), &now);
        assert_eq!(verify(&moved, b"{}"), Err(Unsigned::Wrong));
    }

    #[test]
    fn a_timestamp_is_at_most_five_minutes_away() {
        for (away, expected) in [
            (-301, Err(Unsigned::NotNow(301))),
            (-300, Ok(())),
            (300, Ok(())),
            (301, Err(Unsigned::NotNow(301))),
            (i64::MAX - NOW, Err(Unsigned::NotNow((i64::MAX - NOW) as u64))),
            (i64::MIN, Err(Unsigned::NotNow(1 << 63))),
        ] {
            let headers = signed(&NOW.wrapping_add(away).to_string(), b"{}");
            assert_eq!(verify(&headers, b"{}"), expected, "{away}");
        }
    }

    #[test]
    fn a_request_without_both_headers_is_not_signed() {
        let now = NOW.to_string();
        let whole = signed(&now, b"{}");
        for name in [SIGNATURE, TIMESTAMP] {
            let mut headers = whole.clone();
            headers.remove(name);
            assert_eq!(verify(&headers, b"{}"), Err(Unsigned::Missing), "{name}");
        }
        let signature = whole[SIGNATURE].to_str().unwrap();
        for (signature, timestamp) in [
            (&signature[1..], now.as_str()),
            (&signature.replace(|c: char| c.is_ascii_digit(), "g"), &now),
            (signature, "now"),
            (signature, ""),
            (signature, "99999999999999999999"),
        ] {
            assert_eq!(verify(&headers(signature, timestamp), b"{}"), Err(Unsigned::Missing));
        }
    }

    /// The order of the curve's group, which a signature may not have more of.
    const ORDER: [u8; 32] = [
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde,
        0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ];

    #[test]
    fn a_signature_has_one_form() {
        let now = NOW.to_string();
        let whole = signed(&now, b"{}");
        let mut bytes: [u8; 64] = from_hex(whole[SIGNATURE].to_str().unwrap()).unwrap();
        let mut carry = 0;
        for (byte, more) in bytes[32..].iter_mut().zip(ORDER) {
            let sum = u16::from(*byte) + u16::from(more) + carry;
            (*byte, carry) = (sum as u8, sum >> 8);
        }
        let second = headers(&to_hex(&bytes), &now);
        assert_eq!(verify(&second, b"{}"), Err(Unsigned::Wrong));
    }

    #[test]
    fn a_public_key_is_a_point_that_nobody_else_can_sign_for() {
        let good = to_hex(key().verifying_key().as_bytes());
        assert!(good.parse::<PublicKey>().is_ok());
        assert!(good.to_uppercase().parse::<PublicKey>().is_ok());
        let identity = format!("01{}", "00".repeat(31));
        let no_point = format!("02{}", "00".repeat(31));
        for text in ["", "0", &good[2..], &format!("{good}00"), &identity, &no_point, "é"] {
            assert_eq!(text.parse::<PublicKey>().unwrap_err(), NotAPublicKey, "{text}");
        }
    }
}
