//! The rules of `migrations/README.md` for the schema of a company.

use tenancy::MigrationSet;
use tenancy::citus::statements;

use crate::support::TestDb;

/// The last file of the first release: every file, as long as nothing is released. Whoever tags `v1` writes the last
/// number here, and later files change what exists.
const LAST_OF_FIRST_RELEASE: i32 = i32::MAX;

/// What no `create` can say: two references in a circle of tables, and a setting of the planner. This list only
/// shrinks.
const AFTER_CREATION: [&str; 3] = [
    "alter table shipments alter search_key set statistics 1000",
    "alter table ledger_accounts add constraint ledger_accounts_balance_fkey",
    "alter table invoice_series add constraint invoice_series_last_fkey",
];

/// Each relation is a file on disk for every company.
const MOST_RELATIONS: i64 = 700;

#[test]
fn files_of_the_first_release_only_create_and_fill_tables() {
    let files = MigrationSet::tenant().up_to(LAST_OF_FIRST_RELEASE);
    for file in files.after(-1) {
        for statement in statements(&file.sql).unwrap() {
            let statement = strip_comments(statement);
            let is_allowed = ["create ", "insert into "]
                .iter()
                .chain(&AFTER_CREATION)
                .any(|beginning| statement.starts_with(beginning));
            assert!(is_allowed, "{}: write it into the statement that creates: {statement}", file.label());
        }
    }
}

#[tokio::test]
async fn a_new_company_has_at_most_700_relations() {
    let db = TestDb::with(MigrationSet::tenant()).await;
    let id = db.admin.provision("a", "a.example").await.unwrap().id.to_string();
    let mut owner = db.owner().await;
    let relations: i64 = sqlx::query_scalar(
        "select count(*) from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'i', 'S')",
    )
    .bind(&id)
    .fetch_one(&mut owner)
    .await
    .unwrap();
    assert!(relations <= MOST_RELATIONS, "{relations} tables, indexes and sequences");
    drop(owner);
    db.stop().await;
}

fn strip_comments(statement: &str) -> String {
    let lines = statement.lines().filter(|line| !line.trim_start().starts_with("--"));
    lines.collect::<Vec<_>>().join("\n").trim().to_lowercase()
}
