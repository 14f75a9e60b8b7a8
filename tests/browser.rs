//! The chat page in a real browser: the files `tests/browser/*.test.mjs`, run by Node against the real
//! program. Where Node, the packages or Chromium are missing, the test says that it is skipped; with
//! `KRADAN_ALL` in the environment it fails. One file alone: `node --test tests/browser/alone.test.mjs`.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser");

/// All files in one test: two browsers at once leave windows without a picture for minutes on two
/// cores, and a test that waits for another keeps the rest from running meanwhile.
#[test]
fn each_file_passes() {
    if let Some(missing) = missing() {
        assert!(env::var_os("KRADAN_ALL").is_none(), "{missing}");
        // Past what is captured: nobody shall think that it was run.
        let _ = writeln!(io::stderr(), "skipped the tests of the page: {missing}");
        return;
    }
    let names = fs::read_dir(FOLDER).unwrap().map(|it| it.unwrap().file_name());
    let mut files: Vec<String> = names.map(|it| it.into_string().unwrap()).collect();
    files.retain(|it| it.ends_with(".test.mjs"));
    files.sort();
    assert!(!files.is_empty());
    let failures: Vec<String> = files.iter().filter_map(|it| run(it).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Runs a file, or tells what it said when it failed.
fn run(file: &str) -> Result<(), String> {
    let output = Command::new("node")
        .args(["--test", "--test-reporter=spec", file])
        .current_dir(FOLDER)
        .env("KRADAN_BIN", env!("CARGO_BIN_EXE_kradan"))
        .env("CHROMIUM", chromium())
        .env_remove("KRADAN_PAGE")
        // Where tests run under tests, Node says nothing of its own.
        .env_remove("NODE_TEST_CONTEXT")
        .output()
        .unwrap();
    if output.status.success() {
        return Ok(());
    }
    let [said, log] = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
    Err(format!("{file} failed:\n{said}\n{log}"))
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
