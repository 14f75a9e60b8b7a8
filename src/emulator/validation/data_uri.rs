//! Images in JSON: data URIs with base64.

/// The bytes of a data URI such as `data:image/png;base64,…`, with its media type.
pub(crate) fn read_data_uri(text: &str) -> Option<(&str, Vec<u8>)> {
    let (media_type, encoded) = text.strip_prefix("data:")?.split_once(";base64,")?;
    Some((media_type, decode_base64(encoded)?))
}

/// Decodes base64 with its padding.
fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=').as_bytes();
    if !text.len().is_multiple_of(4) || text.len() - digits.len() > 2 {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for group in digits.chunks(4) {
        let mut bits = 0;
        for &digit in group {
            bits = bits << 6 | u32::from(value_of(digit)?);
        }
        let decoded = (bits << (6 * (4 - group.len()))).to_be_bytes();
        bytes.extend_from_slice(&decoded[1..group.len()]);
    }
    Some(bytes)
}

fn value_of(digit: u8) -> Option<u8> {
    Some(match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_uris_are_decoded() {
        for (encoded, bytes) in
            [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYmE=", "fooba")]
        {
            let uri = format!("data:image/png;base64,{encoded}");
            assert_eq!(read_data_uri(&uri), Some(("image/png", bytes.as_bytes().to_vec())));
        }
        for wrong in [
            "data:image/png,Zm9v",
            "Zm9v",
            "data:image/png;base64,Zm9",
            "data:x;base64,Z===",
            "data:x;base64,Zm-v",
        ] {
            assert_eq!(read_data_uri(wrong), None, "{wrong}");
        }
    }
}
