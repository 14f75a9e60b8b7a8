//! The laws of a store, the comparison with a model and backups, for games in `PostgreSQL`.

use std::path::Path;
use std::time::Duration;

use kradan_store::{
    ClaimantId, GatewaySession, Job, JobKind, JobStore as _, Lease, PostgresStore,
    ProcessStore as _, REWRITTEN_AFTER, Registration, ShardShare, SledStore, Store as _, Task,
};
use kradan_table::ChannelId;
use kradan_test_servers::postgres::Postgres;
use tokio::runtime::Handle;
use tokio::task::block_in_place;

use crate::{backup, common, laws, model};

#[test]
fn postgres_obeys_the_laws() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    laws::laws(|folder| open_postgres(&server, folder));
}

#[test]
fn postgres_agrees_with_a_model() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    model::agrees_with_a_model(|folder| open_postgres(&server, folder));
}

#[test]
fn backups_come_back_in_postgres_and_in_a_folder() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    backup::comes_back(open_sled, |folder| open_postgres(&server, folder));
    backup::comes_back(|folder| open_postgres(&server, folder), open_sled);
}

#[test]
fn an_unreadable_table_is_named() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let from = PostgresStore::open(&server.address("old")).await.unwrap();
        let to = PostgresStore::open(&server.address("new")).await.unwrap();
        for id in [5, 6, 7] {
            common::commit(&from, common::with_entry(id, 1, 0)).await;
        }
        server.sql("update old.tables set game = '{}' where id = 6");
        backup::what_cannot_be_read_is_named(&from, &to, "table 6 cannot be read").await;
    });
}

/// What an earlier version kept in tables of its own becomes jobs.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_to_happen_later_becomes_jobs() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    let address = server.address("games");
    PostgresStore::open(&address).await.unwrap().close().await.unwrap();
    let message = common::control_message(common::HERE, 10);
    let entry = serde_json::to_string(&common::entry(5, 2, 0)).unwrap();
    server.sql(&format!(
        "set search_path to games; drop table jobs, daily_puzzles; \
         delete from refinery_schema_history where version >= 7; \
         alter table follower_entries add column ready_at timestamptz not null; \
         insert into follower_entries values (3, 5, 2, '{entry}', '2026-11-20T03:00:00Z'); \
         create table cleanup_queue (message bigint, queued jsonb); \
         insert into cleanup_queue values (10, '{}'); \
         create table watched_threads (thread bigint, look_at timestamptz); \
         insert into watched_threads values (77, '2026-11-20T03:00:00Z'); \
         create table erasures (player bigint, since timestamptz); \
         insert into erasures values (2, '2026-11-20T02:00:00.25Z'); \
         insert into bot values ('erased since', '\"2026-11-20T02:00:00Z\"')",
        serde_json::to_string(&message).unwrap(),
    ));
    let store = PostgresStore::open(&address).await.unwrap();
    let quarter = jiff::SignedDuration::from_millis(250);
    let (two, three) = (common::hour(2), common::hour(3));
    for job in [
        Job::new(Task::TellFollower(common::EVE, common::entry_id(5, 2)), three),
        Job::at_once(Task::ReplaceMessage(message)),
        Job::new(Task::KeepThread(ChannelId(77)), three),
        Job::at_once(Task::Erase(common::BEN, two + quarter)),
        Job::new(Task::Rewrite { since: two, erasures: 1 }, two + REWRITTEN_AFTER),
    ] {
        assert_eq!(store.job(job.id()).await.unwrap(), Some(job));
    }
}

/// A job of a later version keeps no other waiting.
#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_cannot_be_read_is_put_off() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    let store = PostgresStore::open(&server.address("games")).await.unwrap();
    for thread in [1, 2] {
        let task = Task::KeepThread(ChannelId(thread));
        store.add_job(Job::new(task, common::hour(1))).await.unwrap();
    }
    server.sql("update games.jobs set task = '{\"later\": 1}' where subject = 1");
    let (kind, duration) = (JobKind::KeepThread, jiff::SignedDuration::from_hours(1));
    let mut found = Vec::new();
    for claimant in [1, 2] {
        let lease = Lease { claimant: ClaimantId(claimant), now: common::hour(1), duration };
        found.extend(store.claim_jobs(kind, lease, 1).await.unwrap());
    }
    assert_eq!(found.iter().map(|job| job.id().subject).collect::<Vec<_>>(), [2]);
    assert_eq!(store.next_job(kind, common::hour(1)).await.unwrap(), Some(common::hour(2)));
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_share_the_shards_and_one_takes_over_those_of_another() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    let address = server.address("games");
    let one = PostgresStore::open(&address).await.unwrap();
    assert_eq!(one.agree_on_shards(3).await.unwrap(), 3);
    let other = PostgresStore::open(&address).await.unwrap();
    for (advised, agreed) in [(2, 3), (4, 4)] {
        assert_eq!(other.agree_on_shards(advised).await.unwrap(), agreed);
    }
    let session =
        |id: &str| Some(GatewaySession { id: id.to_owned(), resume_url: None, sequence: 7 });
    let numbers = |share: &ShardShare| share.held.iter().map(|it| it.0).collect::<Vec<_>>();

    // Who is alone holds them all; who comes waits for what is given up.
    let share = one.share_shards(3).await.unwrap();
    assert_eq!((numbers(&share), share.most), (vec![0, 1, 2], 3));
    let share = other.share_shards(3).await.unwrap();
    assert_eq!((numbers(&share), share.most), (vec![], 2));
    let share = one.share_shards(3).await.unwrap();
    assert_eq!((numbers(&share), share.most), (vec![0, 1, 2], 2));
    one.give_up_shard(3, 2, session("given up")).await.unwrap();
    assert_eq!(numbers(&one.share_shards(3).await.unwrap()), [0, 1]);
    let share = other.share_shards(3).await.unwrap();
    assert_eq!(share.held, [(2, session("given up"))]);
    // What another one holds now is not given up.
    one.give_up_shard(3, 2, None).await.unwrap();
    assert_eq!(other.share_shards(3).await.unwrap().held, [(2, session("given up"))]);

    // A process that is gone leaves its shards; its sessions are begun anew.
    drop(one);
    server.sql(
        "update games.processes set alive_until = now() - interval '1 second' \
                where id in (select held_in from games.shards where number = 0)",
    );
    let share = other.share_shards(3).await.unwrap();
    assert_eq!(share.most, 3);
    assert_eq!(share.held, [(0, None), (1, None), (2, session("given up"))]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_back_first_after_an_outage_leaves_the_others_their_shards() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    let address = server.address("games");
    let one = PostgresStore::open(&address).await.unwrap();
    let other = PostgresStore::open(&address).await.unwrap();
    let numbers = async |store: &PostgresStore| {
        store.share_shards(2).await.unwrap().held.iter().map(|it| it.0).collect::<Vec<_>>()
    };
    assert_eq!(numbers(&one).await, [0, 1]);
    assert_eq!(numbers(&other).await, [0; 0]);
    one.give_up_shard(2, 1, None).await.unwrap();
    assert_eq!(numbers(&other).await, [1]);

    // The database was away: both count as gone.
    server.sql("update games.processes set alive_until = now() - interval '1 second'");
    assert_eq!(numbers(&one).await, [0]);
    assert_eq!(numbers(&other).await, [1]);
    // The other one was killed meanwhile, which is known some seconds later.
    server.sql(
        "update games.processes set alive_until = now() - interval '1 second' \
         where id in (select held_in from games.shards where number = 1)",
    );
    assert_eq!(numbers(&one).await, [0]);
    server.sql("update games.processes set back_at = back_at - interval '15 seconds'");
    assert_eq!(numbers(&one).await, [0, 1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_stops_leaves_all_its_shards_to_others_at_once() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    let address = server.address("games");
    let one = PostgresStore::open(&address).await.unwrap();
    let other = PostgresStore::open(&address).await.unwrap();
    let session = Some(GatewaySession { id: "left".to_owned(), resume_url: None, sequence: 7 });
    assert_eq!(one.share_shards(2).await.unwrap().held.len(), 2);
    assert_eq!(other.share_shards(2).await.unwrap().most, 1);
    one.stop_sharing_shards().await.unwrap();
    for number in [0, 1] {
        one.give_up_shard(2, number, session.clone()).await.unwrap();
    }
    let share = other.share_shards(2).await.unwrap();
    assert_eq!(share.held, [(0, session.clone()), (1, session.clone())]);

    // All were stopped, and one is started the next day.
    for number in [0, 1] {
        other.give_up_shard(2, number, session.clone()).await.unwrap();
    }
    server.sql("update games.shards set given_up_at = given_up_at - interval '1 day'");
    assert_eq!(other.share_shards(2).await.unwrap().held, [(0, None), (1, None)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_processes_one_registers_and_one_identifies() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    let one = PostgresStore::open(&server.address("games")).await.unwrap();
    let other = PostgresStore::open(&server.address("games")).await.unwrap();
    assert_eq!(one.registration(5).await.unwrap(), Registration::Ours);
    assert_eq!(other.registration(5).await.unwrap(), Registration::Others);
    assert_eq!(one.registration(5).await.unwrap(), Registration::Ours);
    one.mark_registered(5).await.unwrap();
    assert_eq!(other.registration(5).await.unwrap(), Registration::Done);
    // A later version has others.
    assert_eq!(other.registration(6).await.unwrap(), Registration::Ours);
    assert_eq!(one.registration(6).await.unwrap(), Registration::Others);
    other.close().await.unwrap();
    assert_eq!(one.registration(6).await.unwrap(), Registration::Ours);

    // A process of this machine that is gone counts as gone at once.
    server.sql(
        "insert into games.processes (id, alive_until, machine, pid, begun_at) \
         select 'gone', now() + interval '1 hour', machine, 0, begun_at from games.processes",
    );
    let count = "select count(*) from games.processes where id = 'gone'";
    assert_eq!(server.sql(count), "1");
    let third = PostgresStore::open(&server.address("games")).await.unwrap();
    assert_eq!((server.sql(count).as_str(), third.processes().get()), ("0", 2));

    let apart = Duration::from_secs(3600);
    assert!(one.may_identify(0, apart).await.unwrap());
    assert!(!one.may_identify(0, apart).await.unwrap());
    assert!(one.may_identify(1, apart).await.unwrap());
    server.sql("update games.identifies set at = at - interval '1 hour' where key = 0");
    assert!(one.may_identify(0, apart).await.unwrap());
}

/// Opens the store in a folder. The programs of other tests may hold its lock for a moment.
fn open_sled(folder: &Path) -> SledStore {
    std::iter::repeat_with(|| SledStore::open(folder)).find_map(Result::ok).unwrap()
}

/// Opens the store in a schema that has the name of a folder.
fn open_postgres(server: &Postgres, folder: &Path) -> PostgresStore {
    let name = folder.file_name().unwrap().to_str().unwrap();
    // Names of schemas have no capital letters.
    let schema = name.bytes().fold("s".to_owned(), |schema, byte| schema + &byte.to_string());
    let address = server.address(&schema);
    let open = PostgresStore::open(&address);
    block_in_place(|| Handle::current().block_on(open)).unwrap()
}
