//! Application emoji: the pieces, for buttons.
//!
//! Each is uploaded once per application, by the loop of [`crate::discord::receive::emoji_upload`].
//! Its name ends in a fingerprint of its pixels, so that new art is uploaded anew. Discord's list
//! of the application's emoji is the only record; until it is read, and if it cannot be, buttons
//! have words.

use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, Mutex, PoisonError, RwLock};

use kradan_render::{Face, PieceImage, PieceSet, Theme, piece_sets};
use kradan_rules::facts::Piece;
use kradan_rules::{GameKind, Side, makruk, ogi};

/// Which piece an emoji shows: the first part of its name, `makruk_white_khun`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EmojiKey(String);

impl EmojiKey {
    /// The emoji of a piece. A set that its game does not have counts as the first one.
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
pub(crate) struct EmojiFile {
    key: EmojiKey,
    /// 2 to 32 letters, digits and underscores.
    pub(crate) name: String,
    pub(crate) png: Vec<u8>,
}

/// The pictures of all pieces, drawn when they are first needed: that takes a while.
pub(crate) fn emoji_files() -> &'static [EmojiFile] {
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
pub(crate) struct UploadedEmoji {
    pub(crate) id: u64,
    pub(crate) name: String,
}

/// The uploaded emoji, as far as known.
#[derive(Debug, Default)]
pub(crate) struct Emojis {
    present: RwLock<HashMap<EmojiKey, UploadedEmoji>>,
    /// Emoji that a message needed.
    wanted: Mutex<HashSet<EmojiKey>>,
}

impl Emojis {
    /// Notes the uploaded emoji, and returns those that are missing.
    pub(crate) fn note_all(&self, uploaded: &[UploadedEmoji]) -> Vec<&'static EmojiFile> {
        let by_name: HashMap<&str, u64> =
            uploaded.iter().map(|emoji| (emoji.name.as_str(), emoji.id)).collect();
        let mut missing = Vec::new();
        for file in emoji_files() {
            match by_name.get(file.name.as_str()) {
                Some(id) => self.note(file, *id),
                None => missing.push(file),
            }
        }
        missing
    }

    /// Takes the next emoji to upload: one that a message needed, if there is any.
    pub(crate) fn take_next(
        &self,
        missing: &mut Vec<&'static EmojiFile>,
    ) -> Option<&'static EmojiFile> {
        let wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        let next = missing.iter().position(|file| wanted.contains(&file.key)).unwrap_or(0);
        (next < missing.len()).then(|| missing.remove(next))
    }

    /// The uploaded emoji with earlier art of a piece whose present art is uploaded too.
    pub(crate) fn outdated(&self, uploaded: &[UploadedEmoji]) -> Vec<u64> {
        let present = self.present.read().unwrap_or_else(PoisonError::into_inner);
        let is_outdated = |emoji: &&UploadedEmoji| {
            let ours = emoji.name.rsplit_once('_').filter(|(_, end)| is_fingerprint(end));
            let successor = ours.and_then(|(key, _)| present.get(&EmojiKey(key.to_owned())));
            successor.is_some_and(|successor| successor.name != emoji.name)
        };
        uploaded.iter().filter(is_outdated).map(|emoji| emoji.id).collect()
    }

    /// Notes an uploaded emoji.
    pub(crate) fn note(&self, file: &EmojiFile, id: u64) {
        let emoji = UploadedEmoji { id, name: file.name.clone() };
        let mut present = self.present.write().unwrap_or_else(PoisonError::into_inner);
        present.insert(file.key.clone(), emoji);
    }

    /// The emoji of a piece, if Discord has it.
    pub(crate) fn get(&self, key: &EmojiKey) -> Option<UploadedEmoji> {
        let known = self.present.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned();
        if known.is_none() {
            self.wanted.lock().unwrap_or_else(PoisonError::into_inner).insert(key.clone());
        }
        known
    }
}

/// Whether a text can be the fingerprint in the name of an emoji.
fn is_fingerprint(text: &str) -> bool {
    text.len() == 8 && text.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'))
}

#[cfg(test)]
mod tests {
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
        let names: HashSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
        let keys: HashSet<&EmojiKey> = files.iter().map(|file| &file.key).collect();
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
        let uploaded = [of_others, outdated, present.clone()];
        let missing = emojis.note_all(&uploaded);
        assert_eq!(missing.len(), files.len() - 1);
        assert!(missing.iter().all(|file| file.name != files[1].name));
        assert_eq!(emojis.get(&files[0].key), None);
        assert_eq!(emojis.get(&files[1].key), Some(present));
        assert!(emojis.outdated(&uploaded).is_empty(), "the present art is not there");
        emojis.note(missing[0], 4);
        assert_eq!(emojis.get(&files[0].key).map(|emoji| emoji.id), Some(4));
        assert_eq!(emojis.outdated(&uploaded), [2]);
    }

    #[test]
    fn nothing_of_others_is_outdated() {
        let emojis = Emojis::default();
        let file = &emoji_files()[0];
        emojis.note(file, 1);
        let EmojiKey(key) = &file.key;
        let names = [
            file.name.clone(),
            key.clone(),
            format!("{key}_"),
            format!("{key}_0000000"),
            format!("{key}_0000000G"),
            format!("{key}00000000"),
            format!("my_{key}_00000000"),
            format!("{}_00000000", &key[1..]),
        ];
        let uploaded: Vec<UploadedEmoji> =
            (1..).zip(names).map(|(id, name)| UploadedEmoji { id, name }).collect();
        assert!(emojis.outdated(&uploaded).is_empty());
    }

    #[test]
    fn what_a_message_lacked_is_uploaded_first() {
        let emojis = Emojis::default();
        let mut missing = emojis.note_all(&[]);
        let last = missing[missing.len() - 1];
        assert_eq!(emojis.get(&last.key), None);
        let next = |missing: &mut Vec<_>| emojis.take_next(missing).map(|file| file.name.clone());
        assert_eq!(next(&mut missing).as_ref(), Some(&last.name));
        assert_eq!(next(&mut missing), Some(emoji_files()[0].name.clone()));
        assert_eq!(next(&mut Vec::new()), None);
    }
}
