//! A cluster of which one worker does not answer. The cluster is made up: its catalogue and the functions of Citus that are called
//! stand in the registry's schema, so that only our own choices are tested.

use sqlx::{AssertSqlSafe, Executor};
use tenancy::admin::{AdminError, MigrateOptions, MigrateReport};

use crate::support::{BASE, TestDb, set};

/// Each company is one shard, placed on the worker with the fewest.
const CLUSTER: &str = "
    set allow_system_table_mods = on;
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    values (99999, 'citus', 10, 'control'::regnamespace, false, '13.2');
    set search_path to control;
    create sequence made_up_ids;
    create table pg_dist_node (
        groupid int, nodename text, nodeport int default 5432, noderole text default 'primary', isactive bool default true,
        shouldhaveshards bool default true, hasmetadata bool default true, answers bool default true);
    insert into pg_dist_node (groupid, nodename, shouldhaveshards) values (0, 'zero', false), (1, 'one', true), (2, 'two', true);
    create table pg_dist_schema (schemaid oid, colocationid bigint);
    create table pg_dist_partition (logicalrelid oid, colocationid bigint);
    create table pg_dist_shard (logicalrelid oid, shardid bigint);
    create table pg_dist_placement (shardid bigint, groupid int);
    create function citus_check_connection_to_node(name text, port int) returns bool language sql as
        'select answers from control.pg_dist_node where nodename = name and nodeport = port';
    create function stop_metadata_sync_to_node(name text, port int, clear bool) returns void language sql as
        'update control.pg_dist_node set hasmetadata = false where nodename = name and nodeport = port';
    create function start_metadata_sync_to_node(name text, port int) returns void language sql as
        'update control.pg_dist_node set hasmetadata = true where nodename = name and nodeport = port';
    create function citus_schema_distribute(name text) returns void language sql as $$
        insert into control.pg_dist_schema values (name::regnamespace, nextval('control.made_up_ids'));
        insert into control.pg_dist_partition select schemaid, colocationid from control.pg_dist_schema
        where schemaid = name::regnamespace;
        insert into control.pg_dist_shard select schemaid, colocationid from control.pg_dist_schema
        where schemaid = name::regnamespace;
        insert into control.pg_dist_placement select colocationid, (
            select n.groupid from control.pg_dist_node n where n.groupid <> 0
            order by (select count(*) from control.pg_dist_placement p where p.groupid = n.groupid), n.groupid limit 1
        ) from control.pg_dist_schema where schemaid = name::regnamespace;
    $$";

const NODES: &str = "
    select n.nodename from pg_namespace c join control.pg_dist_schema s on s.schemaid = c.oid
    join control.pg_dist_placement p on p.shardid = s.colocationid join control.pg_dist_node n on n.groupid = p.groupid
    where c.nspname = $1";

async fn start() -> TestDb {
    let db = TestDb::start().await;
    db.owner().await.execute(CLUSTER).await.unwrap();
    db
}

async fn set_answers(db: &TestDb, node: &str, answers: bool) {
    let text = format!("update control.pg_dist_node set answers = {answers} where nodename = '{node}'");
    db.owner().await.execute(AssertSqlSafe(text)).await.unwrap();
}

/// The worker of a company; none for one on the coordinator.
async fn find_node(db: &TestDb, id: &str) -> Option<String> {
    sqlx::query_scalar(NODES).bind(id).fetch_optional(&mut db.owner().await).await.unwrap()
}

async fn has_metadata(db: &TestDb, node: &str) -> bool {
    sqlx::query_scalar("select hasmetadata from control.pg_dist_node where nodename = $1")
        .bind(node)
        .fetch_one(&mut db.owner().await)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_company_is_made_of_a_spare_whose_worker_answers_or_waits_on_the_coordinator() {
    let db = start().await;
    db.admin.refill_spares(2, |_| {}).await.unwrap();
    set_answers(&db, "one", false).await;
    let a = db.admin.provision("a", "a.example").await.unwrap();
    assert!(a.from_spare && !a.waits_for_workers);
    assert_eq!(find_node(&db, a.id.as_str()).await.as_deref(), Some("two"));
    let b = db.admin.provision("b", "b.example").await.unwrap();
    assert!(!b.from_spare && b.waits_for_workers);
    assert_eq!(find_node(&db, b.id.as_str()).await, None);

    let refilled = db.admin.refill_spares(2, |_| {}).await;
    assert!(matches!(&refilled, Err(AdminError::Refused(told)) if told.contains("one:5432")), "{refilled:?}");
    let placed = db.admin.place_tenant("b", None).await;
    assert!(matches!(&placed, Err(AdminError::Refused(told)) if told.contains("one:5432")), "{placed:?}");
    let named = db.admin.place_tenant("a", Some("one")).await;
    assert!(matches!(&named, Err(AdminError::Refused(told)) if told.contains("`one`")), "{named:?}");

    set_answers(&db, "one", true).await;
    let c = db.admin.provision("c", "c.example").await.unwrap();
    assert!(c.from_spare);
    assert_eq!(find_node(&db, c.id.as_str()).await.as_deref(), Some("one"));
    let placed = db.admin.place_tenant("b", None).await.unwrap();
    assert_eq!(find_node(&db, b.id.as_str()).await, Some(placed.nodename));
    db.stop().await;
}

async fn migrate(db: &TestDb) -> MigrateReport {
    let next =
        set(&[("0001_base.sql", BASE), ("0002_seen.sql", "alter table notes add column seen_at date")]);
    let admin = db.admin.clone().with_tenant_migrations(next);
    admin.migrate_tenants(&MigrateOptions::default(), |_, _| {}).await.unwrap()
}

#[tokio::test]
async fn companies_of_a_worker_that_does_not_answer_are_migrated_when_it_is_back() {
    let db = start().await;
    let mut ids = Vec::new();
    for slug in ["a", "b", "c"] {
        ids.push(db.admin.provision(slug, &format!("{slug}.example")).await.unwrap().id);
    }
    assert_eq!(find_node(&db, ids[1].as_str()).await.as_deref(), Some("two"));
    set_answers(&db, "two", false).await;
    for expected in [2, 0] {
        let report = migrate(&db).await;
        assert_eq!((report.migrated, report.failed.len(), report.skipped), (expected, 0, 0), "{report:?}");
        assert_eq!((report.waiting, report.is_whole()), (1, false));
        let told = "no answer from two:5432: 1 tenants out of reach, 1 of an earlier version";
        assert_eq!(report.describe_away().as_deref(), Some(told));
        assert!(has_metadata(&db, "one").await && !has_metadata(&db, "two").await);
    }
    assert_eq!(db.admin.find("b").await.unwrap().schema_version, 1);

    set_answers(&db, "two", true).await;
    let report = migrate(&db).await;
    assert_eq!((report.migrated, report.waiting, report.away), (1, 0, vec![]), "the last one");
    assert!(has_metadata(&db, "two").await);
    assert_eq!(db.admin.find("b").await.unwrap().schema_version, 2);

    set_answers(&db, "two", false).await;
    let report = migrate(&db).await;
    assert!(report.is_whole(), "all are up to date");
    let told = "no answer from two:5432: 1 tenants out of reach, 0 of an earlier version";
    assert_eq!(report.describe_away().as_deref(), Some(told));
    db.stop().await;
}
