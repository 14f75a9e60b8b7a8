//! Pictures that are kept in the repository, compared pixel by pixel or, with `UPDATE_PICTURES=1`
//! in the environment, written anew. Look at every one that changes.

use std::path::Path;

use crate::reader::{self, Picture};

/// How far a channel of a pixel may be off, of 255: floating point differs between machines.
const CHANNEL: u8 = 24;

/// How many pixels in a thousand may be off further.
const FEW: usize = 2;

/// Compares a picture with the one in a file, its path from the root of the repository.
pub(crate) fn check(path: &str, file: &[u8]) {
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE_PICTURES").is_some_and(|it| it != "0") {
        std::fs::create_dir_all(stored.parent().unwrap()).unwrap();
        std::fs::write(&stored, file).unwrap();
        return;
    }
    let expected = std::fs::read(&stored).unwrap_or_else(|error| panic!("{path}: {error}"));
    let (expected, found) = (reader::png(&expected), reader::png(file));
    assert_eq!((found.width, found.height), (expected.width, expected.height), "{path}");
    let off = different(&expected, &found);
    let most = found.pixels.len() * FEW / 1000;
    assert!(
        off <= most,
        "{path}: {off} pixels differ, {most} may; UPDATE_PICTURES=1 writes it anew"
    );
}

/// How many pixels differ visibly.
fn different(a: &Picture, b: &Picture) -> usize {
    let off = |(a, b): &(&[u8; 3], &[u8; 3])| {
        a.iter().zip(b.iter()).any(|(&a, &b)| a.abs_diff(b) > CHANNEL)
    };
    a.pixels.iter().zip(&b.pixels).filter(off).count()
}
