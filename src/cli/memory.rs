//! How memory is handed out while the bot runs.

/// Starts the program anew with few arenas of memory, unless somebody has said how many.
///
/// glibc gives threads arenas of their own, eight for each core, and seldom returns what lies in
/// them: after 20,000 moves that is a fifth of all memory. It reads the number of arenas only when a
/// program starts (mallopt(3), `MALLOC_ARENA_MAX`).
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
    // It returns only where that cannot be done, and then more memory is taken.
    let _ = Command::new(program).args(env::args_os().skip(1)).env(ARENAS, "2").exec();
}

/// Other systems hand out memory otherwise.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn limit_arenas() {}
