//! Checks that no layer names one above it, and that no files of a folder name each other in a
//! circle.
//!
//! `reader` reads every path that `src` names. This file compares each with the table of layers
//! below and reports a forbidden one with file, line and word; `circles` checks the files of each
//! folder.

mod circles;
mod reader;

use std::fmt;
use std::path::Path;

use reader::{Name, Place, SourceFile, Word, source_files};

use Crates::{All, Only, With};

/// A folder or file directly below `src`, and what it may name.
struct Layer {
    name: &'static str,
    /// The layers below it.
    layers: &'static [&'static str],
    crates: Crates,
    /// Whether it may neither read a clock nor wait.
    is_pure: bool,
}

/// The crates that a layer may name. The standard library is always among them.
#[derive(Clone, Copy)]
enum Crates {
    /// These alone.
    Only(&'static [&'static str]),
    /// These, and all that are not [restricted](RESTRICTED).
    With(&'static [&'static [&'static str]]),
    /// Any.
    All,
}

/// The layers of the program, lowest first. A file of `src` outside of them is a fault.
const LAYERS: [Layer; 12] = [
    Layer { name: "disk", layers: &[], crates: With(&[DISKS]), is_pure: false },
    Layer { name: "rules", layers: &[], crates: Only(FOR_RULES), is_pure: true },
    Layer { name: "engine", layers: &["rules"], crates: With(&[]), is_pure: true },
    Layer { name: "render", layers: &["rules"], crates: With(&[PICTURES]), is_pure: true },
    Layer { name: "table", layers: &["rules"], crates: With(&[TIMES]), is_pure: true },
    Layer { name: "i18n", layers: &["rules", "table"], crates: With(&[TIMES]), is_pure: true },
    Layer {
        name: "store",
        layers: &["disk", "rules", "table"],
        crates: With(&[TIMES, WAITING, DISKS, DATABASES]),
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
    Layer { name: "cli", layers: ALL_LAYERS, crates: All, is_pure: false },
    Layer { name: "config", layers: ALL_LAYERS, crates: All, is_pure: false },
];

/// The roots of the library and the program may name anything.
const ROOTS: [&str; 2] = ["lib", "main"];

const ALL_LAYERS: &[&str] = &[
    "disk", "rules", "engine", "render", "table", "i18n", "store", "service", "discord",
    "emulator", "cli", "config",
];

const FOR_RULES: &[&str] = &["serde", "thiserror", "unicode_normalization", "regex_lite", "pulp"];

/// Crates that only the layers that list them may name. [`TIMES`] are types for points in time;
/// reading a clock stays forbidden in a pure layer.
const RESTRICTED: [&[&str]; 9] =
    [PICTURES, TIMES, CHANCE, WAITING, DISKS, DATABASES, DISCORD, WEB, COMMAND_LINE];
const PICTURES: &[&str] = &["image", "imageproc", "png", "gif", "ab_glyph", "fontdue", "swash"];
const TIMES: &[&str] = &["jiff", "chrono", "time"];
const CHANCE: &[&str] = &["rand", "rand_core", "rand_chacha", "fastrand", "getrandom", "oorandom"];
const WAITING: &[&str] = &["tokio", "tokio_util", "futures", "futures_util", "async_trait"];
const DISKS: &[&str] = &["sled"];
const DATABASES: &[&str] =
    &["tokio_postgres", "deadpool_postgres", "tokio_postgres_rustls", "refinery", "sqlx"];
const DISCORD: &[&str] = &["serenity", "poise", "twilight"];
const WEB: &[&str] = &["axum", "hyper", "tower", "reqwest", "tokio_tungstenite"];
const COMMAND_LINE: &[&str] = &["clap"];

#[test]
fn no_layer_names_one_above_it() {
    let crates = Manifest::of_this_package();
    let mut faults = Vec::new();
    let files = source_files();
    for file in &files {
        for fault in faults_of(file, &crates) {
            faults.push(format!("src/{}:{fault}", file.path.display()));
        }
    }
    assert!(files.iter().any(|file| file.module == ["rules", "position"]), "nothing was read");
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// The crates that a manifest lists, by their names in code.
struct Manifest {
    dependencies: Vec<String>,
    for_tests: Vec<String>,
}

impl Manifest {
    fn of_this_package() -> Manifest {
        Manifest::read(include_str!("../../Cargo.toml"))
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

/// A forbidden word.
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

/// The faults of a file.
fn faults_of(file: &SourceFile, crates: &Manifest) -> Vec<Fault> {
    let root = file.path.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
    if file.path.components().count() == 1 && ROOTS.contains(&root) {
        return Vec::new();
    }
    let Some(layer) = LAYERS.iter().find(|layer| layer.name == root) else {
        let why = "is in no layer of tests/layers";
        return vec![Fault { line: 1, word: root.to_owned(), why }];
    };
    let mut check = Check { layer, crates, faults: Vec::new() };
    for name in &file.names {
        check.check_name(name);
    }
    check.faults
}

/// Compares the names of a file with its layer.
struct Check<'a> {
    layer: &'static Layer,
    crates: &'a Manifest,
    faults: Vec<Fault>,
}

impl Check<'_> {
    fn check_name(&mut self, name: &Name) {
        let Name { words: path, place, module, for_tests, .. } = name;
        if self.layer.is_pure && !for_tests {
            for (index, word) in path.iter().enumerate() {
                match word.text.as_str() {
                    "async" | "await" => self.fault(word, "waits in a pure layer"),
                    "Instant" | "SystemTime" => self.fault(word, "is a clock in a pure layer"),
                    "now" if index > 0 || *place == Place::BehindSeparator => {
                        self.fault(word, "reads a clock in a pure layer");
                    }
                    _ => {}
                }
            }
        }
        let is_import = matches!(place, Place::Import | Place::ReExport);
        let supers = path.iter().take_while(|word| word.text == "super").count();
        let (above, rest) = match path[0].text.as_str() {
            "crate" | "kradan" => (&[][..], &path[1..]),
            "self" => (&module[..], &path[1..]),
            "super" => (&module[..module.len().saturating_sub(supers)], &path[supers..]),
            _ if path.len() > 1 || is_import => return self.check_crate(&path[0], *for_tests),
            _ => return,
        };
        if !above.is_empty() {
            return;
        }
        match rest.first() {
            Some(word) if word.text == self.layer.name => {}
            Some(word) if self.layer.layers.contains(&word.text.as_str()) => {}
            Some(word) => self.fault(word, "is not below this layer"),
            // A lone `crate` is a visibility, unless an import renames it.
            None if is_import => self.fault(&path[0], "is more than this layer"),
            None => {}
        }
    }

    fn check_crate(&mut self, word: &Word, for_tests: bool) {
        let name = word.text.as_str();
        let listed = |names: &[String]| names.iter().any(|it| it == name);
        let among = |groups: &[&[&str]]| groups.iter().any(|names| names.contains(&name));
        let may = match self.layer.crates {
            Only(names) => names.contains(&name),
            With(names) => among(names) || !among(&RESTRICTED),
            All => true,
        };
        let is_for_tests = for_tests && listed(&self.crates.for_tests);
        let is_crate = listed(&self.crates.dependencies) || listed(&self.crates.for_tests);
        if is_crate && !may && !is_for_tests {
            self.fault(word, "is a crate for other layers");
        }
    }

    fn fault(&mut self, word: &Word, why: &'static str) {
        self.faults.push(Fault { line: word.line, word: word.text.clone(), why });
    }
}

/// The faults of an example file, as `line: word`.
fn check(path: &str, text: &str) -> Vec<String> {
    let manifest = Manifest::read(
        "[dependencies]\nserde = \"1\"\nregex-lite.workspace = true\n# tokio\n\
         [dependencies.tokio]\nversion = \"1\"\n[target.'cfg(unix)'.dependencies]\nsled = \"1\"\n\
         [dev-dependencies]\nfastrand = \"2\"\n[profile.dev]\nopt-level = 1\n",
    );
    let faults = faults_of(&SourceFile::read(Path::new(path), text), &manifest);
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
    let file = SourceFile::read(Path::new("rules/mod.rs"), "\n\nuse crate::service::Service;");
    let faults = faults_of(&file, &manifest);
    let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["3: `service` is not below this layer"]);
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
        ("rules/mod.rs", "\n\nuse crate::service::Service;", &["3: service"]),
        ("rules/mod.rs", "use kradan::table;", &["1: table"]),
        ("rules/mod.rs", "use super::render::png;", &["1: render"]),
        ("rules/mod.rs", "use super::*;", &["1: *"]),
        ("rules/mod.rs", "use crate as k;", &["1: crate"]),
        ("rules/ogi/board.rs", "fn f() { super::super::super::i18n::x() }", &["1: i18n"]),
        ("rules/ogi/mod.rs", "mod a { use super::super::super::service; }", &["1: service"]),
        ("rules/x.rs", "use crate::{rules::Side,\n engine::{self}};", &["2: engine"]),
        ("rules/x.rs", "m! { $crate::store::load(1) }", &["1: store"]),
        ("rules/x.rs", "#[cfg(test)] mod tests { use crate::service; }", &["1: service"]),
        ("engine/mod.rs", "use crate::{table::Table, i18n};", &["1: table", "1: i18n"]),
        ("discord/mod.rs", "use crate::store::Store;", &["1: store"]),
        ("emulator/chat.rs", "use crate::rules::Game;", &["1: rules"]),
        ("helpers.rs", "", &["1: helpers"]),
        ("main/x.rs", "", &["1: main"]),
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
