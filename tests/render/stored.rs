//! Stored pictures of the repository, compared pixel by pixel. With `UPDATE_PICTURES=1` in the
//! environment they are rewritten; check every changed picture by eye.

use std::path::Path;

use crate::reader::{self, Picture};

/// The largest difference of a channel, of 255. Floating point differs between machines.
const CHANNEL_DIFFERENCE_MAX: u8 = 24;

/// The number of pixels in a thousand that may differ more.
const PIXELS_MAX: usize = 2;

/// Compares a picture with the one in a file, its path from the root of the repository.
pub(crate) fn check(path: &str, file: &[u8]) {
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var_os("UPDATE_PICTURES").is_some_and(|it| it != "0") {
        std::fs::create_dir_all(stored.parent().unwrap()).unwrap();
        std::fs::write(&stored, file).unwrap();
        return;
    }
    let expected = std::fs::read(&stored).unwrap_or_else(|error| panic!("{path}: {error}"));
    let (expected, found) = (reader::png(&expected), reader::png(file));
    assert_eq!((found.width, found.height), (expected.width, expected.height), "{path}");
    let different = count_different(&expected, &found);
    let most = found.pixels.len() * PIXELS_MAX / 1000;
    assert!(
        different <= most,
        "{path}: {different} pixels differ, {most} may; UPDATE_PICTURES=1 rewrites it"
    );
}

/// The number of pixels that differ visibly.
fn count_different(a: &Picture, b: &Picture) -> usize {
    let off = |(a, b): &(&[u8; 3], &[u8; 3])| {
        a.iter().zip(b.iter()).any(|(&a, &b)| a.abs_diff(b) > CHANNEL_DIFFERENCE_MAX)
    };
    a.pixels.iter().zip(&b.pixels).filter(off).count()
}
