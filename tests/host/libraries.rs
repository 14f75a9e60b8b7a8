//! Other people's libraries against the emulator: small bots in other languages, to which only
//! Discord's address is given.
//!
//! `.ci/run` installs the libraries under `target/libraries`; where they are not, the tests say so
//! and end; with `KRADAN_ALL` in the environment that is a failure.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use kradan_emulator::{ANN, Emulator, GAMES, Options, World};
use serde_json::json;
use tempfile::TempDir;

/// The longest wait, far longer than anything here takes on a slow machine.
const SOON: Duration = Duration::from_secs(60);

/// Where `.ci/run` installs libraries.
fn libraries() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("libraries")
}

/// A bot of ours, in another language.
fn bot(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/libraries").join(name)
}

/// Whether something was installed. If not, the test says that it is skipped.
fn is_installed(path: &Path) -> bool {
    if path.exists() {
        return true;
    }
    let missing = path.display();
    assert!(std::env::var_os("KRADAN_ALL").is_none(), "{missing} is not there");
    // Past what is captured: nobody shall think that it was run.
    let _ = writeln!(io::stderr(), "skipped: {missing} is not there; `.ci/run` installs it");
    false
}

/// A bot that runs, until this is dropped.
struct Bot {
    child: Child,
    folder: TempDir,
}

impl Bot {
    fn start(command: &mut Command, local: &Emulator) -> Bot {
        let folder = TempDir::new().unwrap();
        let log = File::create(folder.path().join("log")).unwrap();
        command.env("DISCORD_API", format!("{}/api", local.url()));
        command.env("DISCORD_GATEWAY", local.gateway_url()).env("DISCORD_TOKEN", local.token());
        command.current_dir(folder.path()).stdin(Stdio::null());
        command.stdout(log.try_clone().unwrap()).stderr(log);
        Bot { child: command.spawn().unwrap(), folder }
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap()
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A user asks the bot for a report, and gets it as a file below a text that is edited once.
async fn reports(command: &mut Command) {
    let local =
        Emulator::start(Options { response_timeout: SOON, ..Options::default() }).await.unwrap();
    let bot = Bot::start(command, &local);
    let why = || {
        let requests = local.requests();
        let refused = requests.iter().filter(|it| it.status >= 400);
        let refused: Vec<String> = refused
            .map(|it| format!("{} {} {} {}", it.method, it.path, it.body, it.refusal))
            .collect();
        format!("{}\nrefused: {refused:#?}", bot.log())
    };
    let registered = local.wait_for(SOON, |world| (!world.commands().is_empty()).then_some(()));
    registered.await.unwrap_or_else(|_| panic!("no command is registered: {}", why()));
    local.connected(1, SOON).await.unwrap_or_else(|_| panic!("nobody is connected: {}", why()));

    let asked = local.as_user(ANN).command(GAMES, "report", json!({"about": "Makruk"})).unwrap();
    let changed = |world: &World| {
        let mut seen = world.messages(GAMES, ANN);
        seen.find(|it| it.content() == "the report about Makruk").cloned()
    };
    let report = local.wait_for(SOON, changed).await;
    let report = report.unwrap_or_else(|_| panic!("no report comes: {}", why()));
    assert_eq!(report.interaction, Some(asked.id()));
    assert!(report.value["edited_timestamp"].is_string(), "{}", report.value);
    let [file] = report.attachments() else { panic!("one file: {}", report.value) };
    assert_eq!(
        (&file["filename"], &file["description"]),
        (&json!("report.txt"), &json!("The report"))
    );
    let bytes = local.file(file["url"].as_str().unwrap()).unwrap();
    assert_eq!(bytes, "Makruk");
    let refused = local.requests().iter().any(|it| it.status >= 400);
    assert!(!refused, "{}", why());
    drop(bot);
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_on_discord_py_reports() {
    let python = libraries().join("python/bin/python");
    if is_installed(&python) {
        reports(Command::new(python).arg("-u").arg(bot("bot.py"))).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_on_discord_js_reports() {
    let modules = libraries().join("node_modules");
    if is_installed(&modules.join("discord.js")) {
        reports(Command::new("node").env("NODE_PATH", modules).arg(bot("bot.js"))).await;
    }
}
