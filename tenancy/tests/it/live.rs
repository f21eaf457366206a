//! Events are numbered at the commit: readers with a cursor see each committed event once, in one order.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use rand::RngExt;
use serde_json::json;
use tenancy::{Announcement, Hint, Migration, MigrationSet, Readers, Tenancy, TenancyError, Tenant};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::support::{BASE, TestDb};

const WRITERS: usize = 16;
const OF_EACH: usize = 60;
const KILLS: usize = 12;

fn with_log() -> MigrationSet {
    let shipped = MigrationSet::tenant();
    let log = shipped.after(-1).find(|file| file.name == "live_events").unwrap().clone();
    MigrationSet::new([Migration::from_file("0001_base.sql", BASE).unwrap(), log])
}

fn event(number: i64) -> Announcement {
    let readers = Readers::Audience("everybody".to_owned());
    Announcement { kind: "note.created", readers, body: json!({ "number": number }) }
}

struct Log {
    db: TestDb,
    tenancy: Tenancy,
    tenant: Arc<Tenant>,
}

impl Log {
    async fn start() -> Self {
        let db = TestDb::with(with_log()).await;
        let id = db.tenant("a").await;
        let mut config = db.config();
        config.connections_per_shard = WRITERS + 4;
        config.connections_per_tenant = WRITERS + 4;
        config.queue_deadline = Duration::from_secs(60);
        let tenancy = Tenancy::connect(&config).await.unwrap();
        let tenant = tenancy.tenant(&id).unwrap();
        Self { db, tenancy, tenant }
    }

    async fn stop(self) {
        drop(self.tenancy);
        self.db.stop().await;
    }
}

/// A writer's knowledge of its notes.
#[derive(Default)]
struct Known {
    kept: BTreeSet<i64>,
    unknown: BTreeSet<i64>,
}

async fn write(tenancy: Tenancy, tenant: Arc<Tenant>, numbers: Arc<AtomicI64>) -> Known {
    let mut known = Known::default();
    for _ in 0..OF_EACH {
        let Ok(mut tx) = tenancy.begin(&tenant).await else { continue };
        let count = rand::rng().random_range(1..4);
        let mut written = BTreeSet::new();
        for _ in 0..count {
            let number = numbers.fetch_add(1, Ordering::Relaxed);
            let insert = sqlx::query("insert into notes values ($1, '', '')").bind(number);
            if insert.execute(&mut *tx).await.is_err() {
                break;
            }
            tx.announce(event(number));
            written.insert(number);
        }
        let ending = rand::rng().random_range(0..5);
        match ending {
            0 => tx.rollback().await,
            1 => drop(tx),
            _ => match tx.commit().await {
                Ok(()) => known.kept.append(&mut written),
                Err(TenancyError::OutcomeUnknown) => known.unknown.append(&mut written),
                Err(_) => {}
            },
        }
    }
    known
}

/// Reads without a pause until the writers are done and nothing new has come.
async fn read(tenancy: Tenancy, tenant: Arc<Tenant>, done: Arc<AtomicBool>) -> Vec<(i64, i64)> {
    const NEXT: &str = "
        select seq, (body ->> 'number')::bigint from live_events where seq > $1 order by seq limit 7";
    let mut seen: Vec<(i64, i64)> = Vec::new();
    loop {
        let is_last = done.load(Ordering::SeqCst);
        let Ok(mut tx) = tenancy.begin(&tenant).await else { continue };
        let cursor = seen.last().map_or(0, |(seq, _)| *seq);
        let Ok(next) = sqlx::query_as(NEXT).bind(cursor).fetch_all(&mut *tx).await else { continue };
        tx.rollback().await;
        if is_last && next.is_empty() {
            return seen;
        }
        seen.extend::<Vec<(i64, i64)>>(next);
    }
}

async fn kill_backends(db: &TestDb) {
    const KILL: &str = "
        select count(pg_terminate_backend(pid)) from (
            select pid from pg_stat_activity
            where datname = current_database() and usename = 'remessa_app_0' order by random() limit 1) one";
    let mut owner = db.owner().await;
    for _ in 0..KILLS {
        let pause = rand::rng().random_range(5..60);
        tokio::time::sleep(Duration::from_millis(pause)).await;
        sqlx::query(KILL).execute(&mut owner).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_see_each_committed_event_once_and_in_one_order() {
    let log = Log::start().await;
    let (numbers, done) = (Arc::new(AtomicI64::new(1_000)), Arc::new(AtomicBool::new(false)));
    let (tenancy, tenant) = (&log.tenancy, &log.tenant);
    let readers: Vec<_> =
        (0..2).map(|_| tokio::spawn(read(tenancy.clone(), tenant.clone(), done.clone()))).collect();
    let mut writers = JoinSet::new();
    for _ in 0..WRITERS {
        writers.spawn(write(tenancy.clone(), tenant.clone(), numbers.clone()));
    }
    kill_backends(&log.db).await;
    let known = writers.join_all().await;
    done.store(true, Ordering::SeqCst);

    let mut tx = tenancy.begin(tenant).await.unwrap();
    let notes: Vec<i64> = sqlx::query_scalar("select id from notes where id >= 1000 order by id")
        .fetch_all(&mut *tx)
        .await
        .unwrap();
    let head: i64 = sqlx::query_scalar("select seq from live_head").fetch_one(&mut *tx).await.unwrap();
    tx.rollback().await;
    let notes: BTreeSet<i64> = notes.into_iter().collect();
    let kept: BTreeSet<i64> = known.iter().flat_map(|known| known.kept.iter().copied()).collect();
    let unknown: BTreeSet<i64> = known.iter().flat_map(|known| known.unknown.iter().copied()).collect();
    assert!(kept.is_subset(&notes), "a confirmed commit was lost");
    assert!(notes.iter().all(|note| kept.contains(note) || unknown.contains(note)));
    assert!(!kept.is_empty());
    for reader in readers {
        let seen = reader.await.unwrap();
        let numbers: Vec<i64> = seen.iter().map(|(seq, _)| *seq).collect();
        assert_eq!(numbers, (1..=head).collect::<Vec<_>>());
        assert_eq!(seen.len(), notes.len());
        assert_eq!(seen.into_iter().map(|(_, note)| note).collect::<BTreeSet<_>>(), notes);
    }
    log.stop().await;
}

/// Its number, its users, its audience and its sender.
type WrittenEvent = (i64, Option<Vec<Uuid>>, Option<String>, Option<Uuid>);

#[tokio::test]
async fn an_event_has_its_readers_and_its_sender_and_an_equal_one_is_written_once() {
    let log = Log::start().await;
    let (one, two) = (Uuid::now_v7(), Uuid::now_v7());
    let mut tx = log.tenancy.begin(&log.tenant).await.unwrap();
    tx.announce(Announcement { readers: Readers::Users(vec![one, two]), ..event(1) });
    tx.announce(event(2));
    tx.announce(event(2));
    tx.set_sender(two);
    tx.commit().await.unwrap();
    let mut tx = log.tenancy.begin(&log.tenant).await.unwrap();
    tx.announce(event(3));
    tx.commit().await.unwrap();
    let mut tx = log.tenancy.begin(&log.tenant).await.unwrap();
    let rows: Vec<WrittenEvent> = sqlx::query_as(
        "select seq, to_users, audience, sender from live_events where type = 'note.created' order by seq",
    )
    .fetch_all(&mut *tx)
    .await
    .unwrap();
    tx.rollback().await;
    let everybody = || Some("everybody".to_owned());
    let expected = [
        (1, Some(vec![one, two]), None, Some(two)),
        (2, None, everybody(), Some(two)),
        (3, None, everybody(), None),
    ];
    assert_eq!(rows, expected);
    log.stop().await;
}

#[tokio::test]
async fn a_refused_commit_announces_nothing() {
    let log = Log::start().await;
    let mut tx = log.tenancy.begin(&log.tenant).await.unwrap();
    tx.announce(event(1));
    assert!(sqlx::query("select 1 / 0").execute(&mut *tx).await.is_err());
    assert!(matches!(tx.commit().await, Err(TenancyError::Sql(_))));
    let mut tx = log.tenancy.begin(&log.tenant).await.unwrap();
    let count: i64 =
        sqlx::query_scalar("select (select count(*) from live_head) + (select count(*) from live_events)")
            .fetch_one(&mut *tx)
            .await
            .unwrap();
    tx.rollback().await;
    assert_eq!(count, 0);
    log.stop().await;
}

#[tokio::test]
async fn a_commit_with_events_gives_a_hint_to_all_processes() {
    let log = Log::start().await;
    let other = log.db.tenancy().await;
    let mut heard = [log.tenancy.hints(), other.hints()];
    for heard in &mut heard {
        assert_eq!(heard.recv().await, Some(Hint::Missed));
    }
    let mut owner = log.db.owner().await;
    sqlx::query("select pg_notify('remessa_live', 'nobody')").execute(&mut owner).await.unwrap();
    let mut tx = log.tenancy.begin(&log.tenant).await.unwrap();
    tx.announce(event(1));
    tx.commit().await.unwrap();
    for heard in &mut heard {
        assert_eq!(heard.recv().await, Some(Hint::Tenant(log.tenant.id)));
    }
    drop(other);
    log.stop().await;
}
