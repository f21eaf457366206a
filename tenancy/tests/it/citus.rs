//! Citus: what can be tested without it, and a whole life of a company on a cluster in `REMESSA_CITUS_URL`.

use sqlx::{Connection, PgConnection};
use tenancy::admin::{Admin, MigrateOptions};
use tenancy::citus::{refusals, statements};
use tenancy::{Host, MigrationSet, Tenancy, TenancyConfig, breaks_constraint};

use crate::support::{cluster, password, set};

/// It only runs before a company is placed: its table is as old as the company.
const BUILT_BEFORE_PLACING: &str = "alter table shipments alter search_key set statistics 1000";

#[test]
fn migrations_can_run_on_placed_companies() {
    for migration in MigrationSet::tenant().after(-1) {
        let statements = statements(&migration.sql).unwrap();
        for statement in statements.into_iter().filter(|sql| !sql.ends_with(BUILT_BEFORE_PLACING)) {
            assert_eq!(
                refusals(statement).unwrap(),
                Vec::<&str>::new(),
                "{}: {statement}",
                migration.label()
            );
        }
    }
}

#[test]
fn every_migration_can_be_split_into_statements() {
    for migration in MigrationSet::tenant().after(-1) {
        assert!(!statements(&migration.sql).unwrap().is_empty(), "{}", migration.label());
    }
}

#[test]
#[ignore = "reads the statements that other tests sent, in the file REMESSA_SENT_SQL"]
fn what_was_sent_by_companies_is_taken_by_citus() {
    let file = std::env::var("REMESSA_SENT_SQL").expect("REMESSA_SENT_SQL names the file");
    let sent = std::fs::read_to_string(file).unwrap();
    let sent = statements(&sent).unwrap();
    assert!(sent.len() > 300, "only {} statements were kept", sent.len());
    let told = sent.iter().map(|sql| (refusals(sql).unwrap(), sql));
    let refused: Vec<_> = told.filter(|(reasons, _)| !reasons.is_empty()).collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

const BASE: &str = "-- append-only: audit_entries
create table notes (id bigint primary key, body text not null, owner text not null);
create table audit_entries (id bigint primary key, action text not null);
create sequence numbers;
";

/// Roles of ours that a machine does not know.
const UNKNOWN_ROLES: &str = "select 4 - count(*) from pg_roles where rolname in
    ('remessa_owner', 'remessa_tenant', 'remessa_control', 'remessa_app_0')";

/// Functions by which anybody reaches the other machines.
const REMOTE_COMMANDS_OF_ANYBODY: &str = "select count(*) from pg_proc
    where proname like 'run\\_command\\_on\\_%' and has_function_privilege('public', oid, 'execute')";

/// The different answers of the coordinator and its workers.
async fn all_machines_answer(url: &str, query: &str) -> Vec<String> {
    const ASK: &str = "select distinct result from run_command_on_all_nodes($1) order by 1";
    let mut coordinator = PgConnection::connect(url).await.unwrap();
    sqlx::query_scalar(ASK).bind(query).fetch_all(&mut coordinator).await.unwrap()
}

/// The URL names an empty database on the coordinator, as its superuser, with the extension and its workers.
#[tokio::test]
#[ignore = "needs a Citus cluster in REMESSA_CITUS_URL"]
async fn a_company_is_placed_used_moved_migrated_and_deleted() {
    let url = std::env::var("REMESSA_CITUS_URL").expect("REMESSA_CITUS_URL names the coordinator");
    let first = set(&[("0001_base.sql", BASE)]);
    let admin = Admin::connect(&url).await.unwrap().with_tenant_migrations(first);
    admin.prepare_cluster(&cluster()).await.unwrap();
    assert_eq!(all_machines_answer(&url, UNKNOWN_ROLES).await, ["0"]);
    assert_eq!(all_machines_answer(&url, REMOTE_COMMANDS_OF_ANYBODY).await, ["0"]);
    admin.prepare_cluster(&cluster()).await.unwrap();
    for slug in ["a", "b"] {
        admin.provision(slug, &format!("{slug}.example")).await.unwrap();
    }
    let connect = async |version: i32| {
        let mut config = TenancyConfig::new(&url, &password());
        config.schema = version..=version;
        Tenancy::connect(&config).await.unwrap()
    };
    let tenancy = connect(1).await;
    let tenant = |slug: &str| tenancy.resolve(&Host::parse(&format!("{slug}.example")).unwrap()).unwrap();
    let (a, b) = (tenant("a"), tenant("b"));

    let mut tx = tenancy.begin(&a).await.unwrap();
    assert!(tx.is_citus());
    sqlx::query("insert into notes values (1, 'of a', 'a')").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = tenancy.begin(&a).await.unwrap();
    let twice = sqlx::query("insert into notes values (1, 'twice', 'a')").execute(&mut *tx).await;
    assert!(breaks_constraint(&twice.unwrap_err(), "notes_pkey"));
    tx.rollback().await;

    let moved = admin.place_tenant("a", None).await.unwrap();
    assert_eq!(admin.place_tenant("a", Some(&moved.to_string())).await.unwrap(), moved);
    assert!(admin.place_tenant("a", Some("nowhere")).await.is_err());
    for (tenant, rows) in [(&a, 1), (&b, 0)] {
        let mut tx = tenancy.begin(tenant).await.unwrap();
        let count: i64 = sqlx::query_scalar("select count(*) from notes").fetch_one(&mut *tx).await.unwrap();
        assert_eq!(count, rows);
        tx.rollback().await;
    }
    let mut tx = tenancy.begin(&b).await.unwrap();
    let theirs = format!("select * from {}.notes", a.id);
    assert!(sqlx::query(sqlx::AssertSqlSafe(theirs)).execute(&mut *tx).await.is_err());
    tx.rollback().await;

    let later = "alter table notes add column seen_at timestamptz; create index on notes (seen_at);";
    let second = set(&[("0001_base.sql", BASE), ("0002_seen.sql", later)]);
    let admin = admin.with_tenant_migrations(second);
    let report = admin.migrate_tenants(&MigrateOptions::default(), |_, _| {}).await.unwrap();
    assert_eq!((report.migrated, report.failed), (2, vec![]));
    let mut tx = connect(2).await.begin(&a).await.unwrap();
    sqlx::query("update notes set seen_at = now()").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();

    for slug in ["a", "b"] {
        admin.suspend(slug).await.unwrap();
        admin.delete(slug, slug).await.unwrap();
    }
}
