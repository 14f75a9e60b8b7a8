//! No layer names one above it.
//!
//! Every word of `src` is read as the compiler reads it, macros included, and each path is held
//! against the table below. What a layer may not name is reported with file, line and word.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use Crates::{All, Only, With};

/// A folder or file right under `src`, and what it may name.
struct Layer {
    name: &'static str,
    /// Layers below it.
    layers: &'static [&'static str],
    crates: Crates,
    /// Whether it does without clocks and waiting.
    is_pure: bool,
}

/// Which crates a layer may name; the standard library is always among them.
#[derive(Clone, Copy)]
enum Crates {
    /// These.
    Only(&'static [&'static str]),
    /// These, and all that are not [kept](KEPT).
    With(&'static [&'static [&'static str]]),
    /// Any.
    All,
}

/// The layers of the program, lowest first. A file of `src` that is in none of them is a fault.
const LAYERS: [Layer; 13] = [
    Layer { name: "disk", layers: &[], crates: With(&[DISKS]), is_pure: false },
    Layer { name: "rules", layers: &[], crates: Only(FOR_RULES), is_pure: true },
    Layer { name: "engine", layers: &["rules"], crates: With(&[]), is_pure: true },
    Layer { name: "render", layers: &["rules"], crates: With(&[PICTURES]), is_pure: true },
    Layer { name: "table", layers: &["rules"], crates: With(&[TIMES]), is_pure: true },
    // Words tells the facts of a position that `render::Facts` gathers beside the picture: the two
    // have to say the same, so they have one home.
    Layer {
        name: "i18n",
        layers: &["rules", "render", "table"],
        crates: With(&[TIMES]),
        is_pure: true,
    },
    Layer {
        name: "store",
        layers: &["disk", "rules", "table"],
        crates: With(&[TIMES, WAITING, DISKS]),
        is_pure: false,
    },
    Layer {
        name: "service",
        layers: &["rules", "engine", "table", "store"],
        crates: With(&[TIMES, WAITING, CHANCE]),
        is_pure: false,
    },
    Layer {
        name: "discord",
        layers: &["rules", "render", "table", "i18n", "service"],
        crates: With(&[TIMES, WAITING, CHANCE, DISCORD, WEB]),
        is_pure: false,
    },
    Layer {
        name: "emulator",
        layers: &["disk"],
        crates: With(&[TIMES, WAITING, CHANCE, WEB, DISKS]),
        is_pure: false,
    },
    Layer { name: "app", layers: ALL_LAYERS, crates: All, is_pure: false },
    Layer { name: "cli", layers: ALL_LAYERS, crates: All, is_pure: false },
    Layer { name: "config", layers: ALL_LAYERS, crates: All, is_pure: false },
];

/// The roots of the library and of the program name what they like.
const ROOTS: [&str; 2] = ["lib", "main"];

const ALL_LAYERS: &[&str] = &[
    "disk", "rules", "engine", "render", "table", "i18n", "store", "service", "discord",
    "emulator", "app", "cli", "config",
];

const FOR_RULES: &[&str] = &["serde", "thiserror", "unicode_normalization", "regex_lite", "pulp"];

/// Crates that are for the layers that say so. The times are types that say when; asking what
/// time it is stays forbidden where all is pure.
const KEPT: [&[&str]; 8] = [PICTURES, TIMES, CHANCE, WAITING, DISKS, DISCORD, WEB, COMMAND_LINE];
const PICTURES: &[&str] = &["image", "imageproc", "png", "gif", "ab_glyph", "fontdue", "swash"];
const TIMES: &[&str] = &["jiff", "chrono", "time"];
const CHANCE: &[&str] = &["rand", "rand_core", "rand_chacha", "fastrand", "getrandom", "oorandom"];
const WAITING: &[&str] = &["tokio", "tokio_util", "futures", "futures_util", "async_trait"];
const DISKS: &[&str] = &["sled"];
const DISCORD: &[&str] = &["serenity", "poise", "twilight"];
const WEB: &[&str] = &["axum", "hyper", "tower", "reqwest", "tokio_tungstenite"];
const COMMAND_LINE: &[&str] = &["clap"];

#[test]
fn no_layer_names_one_above_it() {
    let crates = Manifest::of_this_package();
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut faults = Vec::new();
    let files = rust_files(&src);
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        let path = file.strip_prefix(&src).unwrap();
        for fault in faults_of(path, &text, &crates) {
            faults.push(format!("src/{}:{fault}", path.display()));
        }
    }
    assert!(files.iter().any(|file| file.ends_with("rules/position.rs")), "nothing was read");
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// Every Rust file under a folder, sorted.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The crates that a manifest lists, by the names that code gives them.
struct Manifest {
    dependencies: Vec<String>,
    for_tests: Vec<String>,
}

impl Manifest {
    fn of_this_package() -> Manifest {
        Manifest::read(include_str!("../Cargo.toml"))
    }

    fn read(text: &str) -> Manifest {
        let mut manifest = Manifest { dependencies: Vec::new(), for_tests: Vec::new() };
        let mut table = "";
        for line in text.lines().map(str::trim) {
            let header = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
            let (table_of, name) = match header {
                // `[dependencies.tokio]`
                Some(name) if name.contains("dependencies.") => name.rsplit_once('.').unwrap(),
                Some(name) => {
                    table = name;
                    continue;
                }
                None => (table, line.split(['=', '.']).next().unwrap().trim()),
            };
            if name.is_empty() || name.starts_with('#') {
                continue;
            }
            let name = name.trim_matches('"').replace('-', "_");
            match table_of.rsplit('.').next() {
                Some("dependencies") => manifest.dependencies.push(name),
                Some("dev-dependencies") => manifest.for_tests.push(name),
                _ => {}
            }
        }
        manifest
    }
}

/// A word that stands where it may not.
struct Fault {
    line: usize,
    word: String,
    why: &'static str,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: `{}` {}", self.line, self.word, self.why)
    }
}

/// What is wrong with a file, given by its path below `src`.
fn faults_of(path: &Path, text: &str, crates: &Manifest) -> Vec<Fault> {
    let mut module: Vec<String> =
        path.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    if module.len() == 1 && ROOTS.contains(&module[0].as_str()) {
        return Vec::new();
    }
    let Some(layer) = LAYERS.iter().find(|layer| layer.name == module[0]) else {
        let why = "is in no layer of tests/layers.rs";
        return vec![Fault { line: 1, word: module.swap_remove(0), why }];
    };
    let for_tests = module.last().is_some_and(|name| name == "tests");
    if module.last().is_some_and(|name| name == "mod") {
        module.pop();
    }
    let tokens: TokenStream = text.parse().expect("src compiles");
    let mut reader = Reader { layer, crates, module, for_tests, faults: Vec::new() };
    reader.read(tokens);
    reader.faults
}

/// Walks the words of a file.
struct Reader<'a> {
    layer: &'static Layer,
    crates: &'a Manifest,
    /// Where the words stand, for `self` and `super`.
    module: Vec<String>,
    /// Whether they are compiled for tests alone.
    for_tests: bool,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let outside_tests = self.for_tests;
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => {
                    self.for_tests |= is_attribute(&tokens, at) && is_for_tests(&group.stream());
                    let module = module_before(&tokens, at);
                    self.module.extend(module.clone());
                    self.read(group.stream());
                    if module.is_some() {
                        self.module.pop();
                    }
                    if group.delimiter() == Delimiter::Brace {
                        self.for_tests = outside_tests;
                    }
                    at += 1;
                }
                TokenTree::Ident(_) if starts_path(&tokens, at) => {
                    let before = at.checked_sub(1).map(|index| &tokens[index]);
                    let place = match before {
                        Some(it) if is_word(it, "use") || is_word(it, "crate") => Place::Import,
                        Some(it) if is_punct(it, ':') && is_separator(&tokens, at) => {
                            Place::BehindSeparator
                        }
                        _ => Place::Code,
                    };
                    let (paths, behind) = paths_from(&tokens, at);
                    for path in paths {
                        self.check_legal(&path, place);
                    }
                    at = behind;
                }
                TokenTree::Ident(_) | TokenTree::Literal(_) => at += 1,
                TokenTree::Punct(punct) => {
                    if punct.as_char() == ';' {
                        self.for_tests = outside_tests;
                    }
                    at += 1;
                }
            }
        }
    }

    fn check_legal(&mut self, path: &[Word], place: Place) {
        if self.layer.is_pure && !self.for_tests {
            for (index, word) in path.iter().enumerate() {
                match word.text.as_str() {
                    "async" | "await" => self.fault(word, "waits, where nothing may"),
                    "Instant" | "SystemTime" => self.fault(word, "is a clock, where none may be"),
                    "now" if index > 0 || place == Place::BehindSeparator => {
                        self.fault(word, "reads a clock, where none may be");
                    }
                    _ => {}
                }
            }
        }
        let supers = path.iter().take_while(|word| word.text == "super").count();
        let (above, rest) = match path[0].text.as_str() {
            "crate" | "kradan" => (&[][..], &path[1..]),
            "self" => (&self.module[..], &path[1..]),
            "super" => (&self.module[..self.module.len().saturating_sub(supers)], &path[supers..]),
            _ if path.len() > 1 || place == Place::Import => return self.judge_crate(&path[0]),
            _ => return,
        };
        if !above.is_empty() {
            return;
        }
        match rest.first() {
            Some(word) if word.text == self.layer.name => {}
            Some(word) if self.layer.layers.contains(&word.text.as_str()) => {}
            Some(word) => self.fault(word, "is not below this layer"),
            // A lone `crate` is a visibility, unless it is given another name.
            None if place == Place::Import => self.fault(&path[0], "is more than this layer"),
            None => {}
        }
    }

    fn judge_crate(&mut self, word: &Word) {
        let name = word.text.as_str();
        let listed = |names: &[String]| names.iter().any(|it| it == name);
        let among = |groups: &[&[&str]]| groups.iter().any(|names| names.contains(&name));
        let may = match self.layer.crates {
            Only(names) => names.contains(&name),
            With(names) => among(names) || !among(&KEPT),
            All => true,
        };
        let is_for_tests = self.for_tests && listed(&self.crates.for_tests);
        let is_crate = listed(&self.crates.dependencies) || listed(&self.crates.for_tests);
        if is_crate && !may && !is_for_tests {
            self.fault(word, "is a crate for other layers");
        }
    }

    fn fault(&mut self, word: &Word, why: &'static str) {
        self.faults.push(Fault { line: word.line, word: word.text.clone(), why });
    }
}

/// Where a path stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// In a `use` or an `extern crate`, where even a single word is a path.
    Import,
    /// Behind `::`, which begins the path or ends a type: `<T as Trait>::`.
    BehindSeparator,
    /// Anywhere else.
    Code,
}

/// A word of a path, and where it stands.
#[derive(Clone)]
struct Word {
    text: String,
    line: usize,
}

/// The paths that begin at a word, more than one where a `use` branches, and the place behind.
fn paths_from(tokens: &[TokenTree], at: usize) -> (Vec<Vec<Word>>, usize) {
    let mut path = vec![word(&tokens[at])];
    let mut at = at + 1;
    while is_path_separator(tokens, at) {
        match tokens.get(at + 2) {
            Some(next @ (TokenTree::Ident(_) | TokenTree::Punct(_)))
                if matches!(next, TokenTree::Ident(_)) || is_punct(next, '*') =>
            {
                path.push(word(next));
                at += 3;
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                return (branches(&path, group.stream()), at + 3);
            }
            // A type argument, or nothing that a path goes on with.
            _ => return (vec![path], at + 2),
        }
    }
    (vec![path], at)
}

/// The paths of a group in a `use`, each with what stands before the group.
fn branches(path: &[Word], group: TokenStream) -> Vec<Vec<Word>> {
    let tokens: Vec<TokenTree> = group.into_iter().collect();
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let renames = at > 0 && is_word(&tokens[at - 1], "as");
        if (matches!(tokens[at], TokenTree::Ident(_)) || is_punct(&tokens[at], '*'))
            && !is_word(&tokens[at], "as")
            && !renames
        {
            let (branch, behind) = paths_from(&tokens, at);
            paths.extend(branch.into_iter().map(|branch| [path, &branch].concat()));
            at = behind;
        } else {
            at += 1;
        }
    }
    paths
}

fn word(token: &TokenTree) -> Word {
    let text = token.to_string();
    Word { text: text.trim_start_matches("r#").to_owned(), line: token.span().start().line }
}

/// Whether a path begins here: not a lifetime, a field, a method or the rest of another path.
fn starts_path(tokens: &[TokenTree], at: usize) -> bool {
    let before = |steps: usize| at.checked_sub(steps).map(|index| &tokens[index]);
    match before(1) {
        Some(token) if is_punct(token, '\'') => false,
        // `.await` is a word of its own; `..name` is the end of a range or of a struct.
        Some(token) if is_punct(token, '.') => {
            is_word(&tokens[at], "await") || before(2).is_some_and(|it| is_punct(it, '.'))
        }
        _ => true,
    }
}

fn is_path_separator(tokens: &[TokenTree], at: usize) -> bool {
    [at, at + 1].iter().all(|&at| tokens.get(at).is_some_and(|it| is_punct(it, ':')))
}

/// Whether `::` and not a single colon stands before a token.
fn is_separator(tokens: &[TokenTree], at: usize) -> bool {
    at.checked_sub(2).is_some_and(|index| is_punct(&tokens[index], ':'))
}

fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

fn is_word(token: &TokenTree, text: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == text)
}

/// Whether the group is what stands in the brackets of `#[…]`.
fn is_attribute(tokens: &[TokenTree], at: usize) -> bool {
    at > 0 && is_punct(&tokens[at - 1], '#')
}

fn is_for_tests(attribute: &TokenStream) -> bool {
    let packed: String = attribute.to_string().split_whitespace().collect();
    packed == "cfg(test)"
}

/// The name of the module whose body the group is.
fn module_before(tokens: &[TokenTree], at: usize) -> Option<String> {
    (at >= 2 && is_word(&tokens[at - 2], "mod")).then(|| tokens[at - 1].to_string())
}

/// The faults of a made-up file, as `line: word`.
fn check(path: &str, text: &str) -> Vec<String> {
    let manifest = Manifest::read(
        "[dependencies]\nserde = \"1\"\nregex-lite.workspace = true\n# tokio\n\
         [dependencies.tokio]\nversion = \"1\"\n[target.'cfg(unix)'.dependencies]\nsled = \"1\"\n\
         [dev-dependencies]\nfastrand = \"2\"\n[profile.dev]\nopt-level = 1\n",
    );
    let faults = faults_of(Path::new(path), text, &manifest);
    faults.iter().map(|fault| format!("{}: {}", fault.line, fault.word)).collect()
}

fn check_all(cases: &[(&str, &str, &[&str])]) {
    for (path, text, faults) in cases {
        assert_eq!(check(path, text), *faults, "{path}: {text}");
    }
}

#[test]
fn a_fault_names_line_word_and_reason() {
    let manifest = Manifest::of_this_package();
    let faults = faults_of(Path::new("rules/mod.rs"), "\n\nuse crate::hall::Hall;", &manifest);
    let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["3: `hall` is not below this layer"]);
}

#[test]
fn what_is_below_may_be_named() {
    check_all(&[
        ("rules/mod.rs", "use std::fmt; mod side; pub use self::side::Side;", &[]),
        ("rules/mod.rs", "#[derive(serde::Serialize)] struct A;", &[]),
        ("rules/side.rs", "use super::{Bitboard, makruk::{self, Role as R}};", &[]),
        ("rules/ogi/board.rs", "pub(crate) struct B(pub(in crate::rules) u8);", &[]),
        ("rules/ogi/board.rs", "use super::super::Side; use regex_lite::Regex;", &[]),
        ("rules/game.rs", "/// As `tokio::spawn`.\nfn f<'async>(now: u8) { /* sled::x */ }", &[]),
        ("rules/game.rs", "const A: &str = \"crate::hall::x\"; const B: char = '\\'';", &[]),
        ("rules/game.rs", "fn f() { tokio.x(); S { sled: 1 }; Vec::<u8>::new(); }", &[]),
        ("rules/game.rs", "#[cfg(test)]\nmod tests { use super::*; use fastrand::Rng; }", &[]),
        ("engine/mod.rs", "use crate::rules::Position; use crate::engine::search;", &[]),
        ("service/mod.rs", "use crate::{engine, store::Store, table}; use tokio::sync;", &[]),
        ("service/mod.rs", "async fn f() { g().await; T::now(); }", &[]),
        ("main.rs", "use kradan::discord; use serenity::Client;", &[]),
        ("cli/perft.rs", "use kradan::rules; use std::time::Instant;", &[]),
    ]);
}

#[test]
fn what_is_not_below_is_a_fault() {
    check_all(&[
        ("rules/mod.rs", "\n\nuse crate::hall::Hall;", &["3: hall"]),
        ("rules/mod.rs", "use kradan::table;", &["1: table"]),
        ("rules/mod.rs", "use super::draw::png;", &["1: draw"]),
        ("rules/mod.rs", "use super::*;", &["1: *"]),
        ("rules/mod.rs", "use crate as k;", &["1: crate"]),
        ("rules/ogi/board.rs", "fn f() { super::super::super::words::x() }", &["1: words"]),
        ("rules/ogi/mod.rs", "mod a { use super::super::super::hall; }", &["1: hall"]),
        ("rules/x.rs", "use crate::{rules::Side,\n engine::{self}};", &["2: engine"]),
        ("rules/x.rs", "m! { $crate::store::load(1) }", &["1: store"]),
        ("rules/x.rs", "#[cfg(test)] mod tests { use crate::hall; }", &["1: hall"]),
        ("engine/mod.rs", "use crate::{table::Table, words};", &["1: table", "1: words"]),
        ("discord/mod.rs", "use crate::store::Store;", &["1: store"]),
        ("emulator/chat.rs", "use crate::rules::Game;", &["1: rules"]),
        ("helpers.rs", "", &["1: helpers"]),
    ]);
}

#[test]
fn a_crate_for_other_layers_is_a_fault() {
    check_all(&[
        ("rules/x.rs", "use tokio::sync::Mutex;", &["1: tokio"]),
        ("rules/x.rs", "use tokio;", &["1: tokio"]),
        ("rules/x.rs", "extern crate sled;", &["1: sled"]),
        ("rules/x.rs", "fn f() { let x: Vec<::sled::Db> = g(); }", &["1: sled"]),
        ("rules/x.rs", "#[tokio::test]\nfn f() {}", &["1: tokio"]),
        ("rules/x.rs", "fn f() { for i in 0..fastrand::u8(..) {} }", &["1: fastrand"]),
        ("rules/x.rs", "#[cfg(test)] fn f() {}\nfn g() { fastrand::u8(..) }", &["2: fastrand"]),
        ("rules/x.rs", "#[cfg(test)] use fastrand::u8;\nuse fastrand::u16;", &["2: fastrand"]),
        ("engine/mod.rs", "use tokio::time; use fastrand::Rng;", &["1: tokio", "1: fastrand"]),
        ("table/mod.rs", "fn f() { matches!(x, sled::Error) }", &["1: sled"]),
        ("discord/mod.rs", "use sled::Db;", &["1: sled"]),
    ]);
}

#[test]
fn clocks_and_waiting_are_faults_where_all_is_pure() {
    check_all(&[
        ("table/mod.rs", "fn f() { T::now(); }", &["1: now"]),
        ("table/mod.rs", "fn f() { jiff::Timestamp::now() }", &["1: now"]),
        ("table/mod.rs", "fn f() { <T as Clock>::now() }", &["1: now"]),
        ("render/mod.rs", "use std::time::{Duration,\nInstant};", &["2: Instant"]),
        ("i18n/mod.rs", "\npub async fn f() {}", &["2: async"]),
        ("engine/mod.rs", "fn f() { g().await }", &["1: await"]),
        ("table/mod.rs", "fn f(now: Time) -> Play { Play { since: now } }", &[]),
    ]);
}
