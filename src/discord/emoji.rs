//! Application emoji: the pieces as our own art draws them, for buttons.
//!
//! Each is uploaded once per application, by the loop of [`super::emoji_upload`]. Its name ends in a
//! fingerprint of its pixels, so that new art is uploaded anew. Discord's list of the application's
//! emoji is the only memory; until it is read, and where it cannot be, buttons carry words.

use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

use crate::render::{Face, PieceImage, PieceSet, Theme, piece_sets};
use crate::rules::facts::Piece;
use crate::rules::{GameKind, Side, makruk, ogi};

/// Which piece an emoji shows: the first part of its name, `makruk_white_khun`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EmojiKey(String);

impl EmojiKey {
    /// The emoji of a piece. Sets that this game's pieces do not have count as the first one.
    #[must_use]
    pub fn of(side: Side, piece: Piece, set: PieceSet) -> EmojiKey {
        let key = match piece {
            Piece::Makruk(role) => {
                let colour = if side == Side::First { "white" } else { "black" };
                format!("makruk_{colour}_{}", role.to_string().replace('-', "_"))
            }
            Piece::Ogi(ogi::Piece { role, promoted }) => {
                let colour = if side == Side::First { "black" } else { "white" };
                let set = if set == PieceSet::Symbols { "s" } else { "k" };
                let promoted = if promoted { "_up" } else { "" };
                format!("ogi_{set}_{colour}_{role}{promoted}")
            }
        };
        EmojiKey(key)
    }
}

/// The picture of a piece, ready to be uploaded.
#[derive(Clone, Debug)]
pub(super) struct EmojiFile {
    key: EmojiKey,
    /// 2 to 32 letters, digits and underscores.
    pub(super) name: String,
    pub(super) png: Vec<u8>,
}

/// The pictures of all pieces, drawn when they are first needed: that takes a while.
pub(super) fn emoji_files() -> &'static [EmojiFile] {
    static FILES: LazyLock<Vec<EmojiFile>> =
        LazyLock::new(|| GameKind::ALL.into_iter().flat_map(files_of).collect());
    &FILES
}

fn files_of(kind: GameKind) -> Vec<EmojiFile> {
    let mut files = Vec::new();
    for side in Side::ALL {
        for piece in pieces(kind) {
            for &set in piece_sets(kind) {
                let image = PieceImage::new(face(side, piece), set, <&Theme>::default());
                let key = EmojiKey::of(side, piece, set);
                let name = format!("{}_{:08x}", key.0, image.fingerprint());
                files.push(EmojiFile { key, name, png: image.png() });
            }
        }
    }
    files
}

/// The kinds of pieces that a button can show.
fn pieces(kind: GameKind) -> Vec<Piece> {
    match kind {
        GameKind::Othello => Vec::new(),
        GameKind::Makruk => makruk::Role::ALL.map(Piece::Makruk).to_vec(),
        GameKind::Ogi => {
            let plain = ogi::Role::ALL.map(|role| ogi::Piece { role, promoted: false });
            let promoted = ogi::Role::DROPPABLE.map(|role| ogi::Piece { role, promoted: true });
            plain.into_iter().chain(promoted).map(Piece::Ogi).collect()
        }
    }
}

/// A piece as its own side sees it.
fn face(side: Side, piece: Piece) -> Face {
    match piece {
        Piece::Makruk(role) => Face::Makruk(side, role),
        Piece::Ogi(piece) => Face::Ogi { side, piece, points_down: false },
    }
}

/// An emoji of the application, as Discord knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UploadedEmoji {
    pub(super) id: u64,
    pub(super) name: String,
}

/// The emoji that Discord is known to have.
#[derive(Debug, Default)]
pub(super) struct Emojis(RwLock<HashMap<EmojiKey, UploadedEmoji>>);

impl Emojis {
    /// Notes which of our pictures Discord has, and returns those that it lacks.
    pub(super) fn note_all(&self, uploaded: Vec<UploadedEmoji>) -> Vec<&'static EmojiFile> {
        let mut by_name: HashMap<String, u64> =
            uploaded.into_iter().map(|it| (it.name, it.id)).collect();
        let mut missing = Vec::new();
        for file in emoji_files() {
            match by_name.remove(&file.name) {
                Some(id) => self.note(file, id),
                None => missing.push(file),
            }
        }
        missing
    }

    /// Notes that Discord has a picture.
    pub(super) fn note(&self, file: &EmojiFile, id: u64) {
        let emoji = UploadedEmoji { id, name: file.name.clone() };
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(file.key.clone(), emoji);
    }

    /// The emoji of a piece, if Discord has it.
    pub(super) fn get(&self, key: &EmojiKey) -> Option<UploadedEmoji> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::discord::limits::{EMOJI_BYTES_MAX, EMOJI_NAME_MAX, EMOJIS_MAX};

    #[test]
    fn discord_takes_every_picture_and_its_name() {
        let files = emoji_files();
        assert!(files.len() <= EMOJIS_MAX, "{}", files.len());
        for EmojiFile { name, png, .. } in files {
            assert!((2..=EMOJI_NAME_MAX).contains(&name.len()), "{name}");
            assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
            assert!(png.len() <= EMOJI_BYTES_MAX, "{name}: {} bytes", png.len());
        }
        let names: HashSet<&str> = files.iter().map(|it| it.name.as_str()).collect();
        let keys: HashSet<&EmojiKey> = files.iter().map(|it| &it.key).collect();
        assert_eq!((names.len(), keys.len()), (files.len(), files.len()));
    }

    #[test]
    fn only_what_discord_lacks_is_uploaded() {
        let files = emoji_files();
        let emojis = Emojis::default();
        let of_others = UploadedEmoji { id: 1, name: "party".to_owned() };
        // The art of an earlier version, under its own fingerprint.
        let outdated = UploadedEmoji { id: 2, name: format!("{}_00000000", files[0].key.0) };
        let present = UploadedEmoji { id: 3, name: files[1].name.clone() };
        let missing = emojis.note_all(vec![of_others, outdated, present.clone()]);
        assert_eq!(missing.len(), files.len() - 1);
        assert!(missing.iter().all(|it| it.name != files[1].name));
        assert_eq!(emojis.get(&files[0].key), None);
        assert_eq!(emojis.get(&files[1].key), Some(present));
        emojis.note(missing[0], 4);
        assert_eq!(emojis.get(&files[0].key).map(|it| it.id), Some(4));
    }
}
