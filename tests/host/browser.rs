//! The chat page in a real browser: each file `*.test.mjs` beside this one, run by Node against the
//! real program. Where Node, the packages or Chromium are missing, the tests say that they are skipped;
//! with `KRADAN_ALL` in the environment they fail.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser");

/// One test for each file.
macro_rules! files {
    ($($name:ident),+ $(,)?) => {
        const FILES: &[&str] = &[$(stringify!($name)),+];

        $(
            #[test]
            fn $name() {
                run(stringify!($name));
            }
        )+
    };
}

files![
    access,
    alone,
    clocks,
    components,
    conditional,
    controls,
    first_game,
    games,
    inspector,
    keyboard,
    long_channel,
    looks,
    markdown,
    members,
    narrow,
    reading,
    taps,
    threads,
    windows
];

#[test]
fn every_file_is_run() {
    let mut there: Vec<String> = Path::new(FOLDER)
        .read_dir()
        .unwrap()
        .filter_map(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            name.strip_suffix(".test.mjs").map(str::to_owned)
        })
        .collect();
    there.sort();
    assert_eq!(there, FILES);
}

/// Held by the file that runs: two browsers at once leave windows without a picture for minutes on two
/// cores.
static BROWSER: Mutex<()> = Mutex::new(());

fn run(name: &str) {
    if let Some(missing) = missing() {
        assert!(env::var_os("KRADAN_ALL").is_none(), "{missing}");
        // Past what is captured: nobody shall think that it was run.
        let _ = writeln!(io::stderr(), "skipped {name}: {missing}");
        return;
    }
    let _one_at_a_time = BROWSER.lock().unwrap_or_else(PoisonError::into_inner);
    let output = Command::new("node")
        .args(["--test", "--test-reporter=spec", &format!("{name}.test.mjs")])
        .current_dir(FOLDER)
        .env("KRADAN_BIN", env!("CARGO_BIN_EXE_kradan"))
        .env("CHROMIUM", chromium())
        .env_remove("KRADAN_PAGE")
        // Where tests run under tests, Node says nothing of its own.
        .env_remove("NODE_TEST_CONTEXT")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
}

fn missing() -> Option<&'static str> {
    if Command::new("node").arg("--version").output().is_err() {
        return Some("there is no node");
    }
    if !Path::new(FOLDER).join("node_modules/playwright-core").exists() {
        return Some("its packages are missing: npm ci --prefix tests/browser");
    }
    (!Path::new(&chromium()).exists()).then_some("there is no Chromium")
}

fn chromium() -> OsString {
    let usual = || PathBuf::from("/usr/bin/chromium").into_os_string();
    env::var_os("CHROMIUM").unwrap_or_else(usual)
}
