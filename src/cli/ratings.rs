//! `kradan ratings`: all ratings are computed anew from the games that were counted.

use std::collections::BTreeMap;
use std::io::Write;

use kradan::config::Config;
use kradan::service::recomputed;
use kradan_rules::Escaped;
use kradan_store::{Item, Profile};
use kradan_table::{PlayerId, Table};
use tokio::runtime::Runtime;

use super::host::{self, HostArgs, HostError, silence_sled};

/// Stores the ratings that follow from the games, and lists them.
pub(super) fn run(args: &HostArgs, out: &mut impl Write) -> Result<(), HostError> {
    let config = host::read_with_games(args)?;
    silence_sled();
    Runtime::new().map_err(HostError::Start)?.block_on(recompute(&config, out))
}

async fn recompute(config: &Config, out: &mut impl Write) -> Result<(), HostError> {
    let store = host::open(config).await?;
    let mut profiles: BTreeMap<PlayerId, Profile> = BTreeMap::new();
    let mut tables: Vec<Table> = Vec::new();
    let mut unreadable = Vec::new();
    let mut snapshot = store.snapshot().await?;
    while let Some(page) = snapshot.next().await? {
        unreadable.extend(page.unreadable);
        for item in page.items {
            match item {
                Item::Profile(player, profile) => _ = profiles.insert(player, *profile),
                Item::Table(_, stored) if stored.table.rated().is_some() => {
                    tables.push(stored.table);
                }
                _ => {}
            }
        }
    }
    drop(snapshot);
    for line in &unreadable {
        writeln!(out, "{}", Escaped(line))?;
    }
    if !unreadable.is_empty() {
        return Err(HostError::Unreadable);
    }
    let mut ratings = recomputed(&tables);
    let (mut people, mut corrected) = (0, 0);
    for (player, profile) in profiles {
        let own = ratings.remove(&player).unwrap_or_default();
        for (kind, rating) in &own.of {
            let (name, shown) = (Escaped(&profile.name), rating.shown());
            let (deviation, games) = (rating.deviation.round(), rating.games);
            writeln!(out, "{kind:8} {shown:5} ± {deviation:3} {games:5}  {name} ({})", player.0)?;
        }
        people += usize::from(!own.of.is_empty());
        if profile.ratings != own {
            corrected += 1;
            let change = move |person: &mut Profile| {
                if person.ratings == profile.ratings {
                    person.ratings.clone_from(&own);
                }
            };
            store.update_profile(player, Box::new(change)).await?;
        }
    }
    store.close().await?;
    let games = host::place_of(config);
    writeln!(out, "{games}: people with ratings {people}, profiles corrected {corrected}")?;
    out.flush()?;
    Ok(())
}
