//! Limits the memory arenas of glibc while the bot runs.

/// Restarts the program with two memory arenas, unless the environment sets a number.
///
/// glibc has up to eight arenas for each core and seldom returns their memory: a fifth of all
/// memory after 20,000 moves. It reads the number of arenas only at the start (mallopt(3),
/// `MALLOC_ARENA_MAX`).
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(super) fn limit_arenas() {
    use std::env;
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    const ARENAS: &str = "MALLOC_ARENA_MAX";
    if env::var_os(ARENAS).is_some() {
        return;
    }
    let Ok(program) = env::current_exe() else { return };
    // `exec` returns only if it fails; the bot then runs with more memory.
    let _ = Command::new(program).args(env::args_os().skip(1)).env(ARENAS, "2").exec();
}

/// Other systems have no such arenas.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn limit_arenas() {}
