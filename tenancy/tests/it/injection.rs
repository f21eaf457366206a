//! Injected SQL, and its results.

use sqlx::{AssertSqlSafe, Row};

use crate::support::{Pair, next_borrowers_are_at_home};

/// Texts in place of a value, in `select … where owner = '…'`. `{b}` is the other tenant.
const EXPRESSIONS: &[&str] = &[
    "' or set_config('role', '{b}', true) = '",
    "' or set_config('role', 'none', false) = '",
    "' or set_config('search_path', '{b}', false) = '",
    "' or pg_catalog.set_config('role', '{b}', true) is not null or '' <> '",
    "' union select body from {b}.notes where '' <> 'x",
    "' union select tablename from pg_tables where schemaname = 'control' union select slug from control.tenants --",
    "' or (select count(*) from {b}.notes) > 0 or '' <> '",
    "' or query_to_xml('set role {b}', true, true, '') is not null or '' <> '",
    "' or query_to_xml('select * from {b}.notes', true, true, '') is not null or '' <> '",
    "' or query_to_xml('select set_config(''role'', ''{b}'', true)', true, true, '') is not null or '' <> '",
    "' or table_to_xml('{b}.notes', true, true, '') is not null or '' <> '",
    "' or cursor_to_xml('c', 1, true, true, '') is not null or '' <> '",
    "' or database_to_xml(true, true, '')::text like '%body of {b}%' or '' <> '",
    "' or schema_to_xml('{b}', true, true, '')::text like '%body of {b}%' or '' <> '",
    "' or ts_stat('select to_tsvector(body) from {b}.notes') is not null or '' <> '",
    "' or pg_read_file('/etc/passwd') is not null or '' <> '",
    "' or pg_ls_dir('/') is not null or '' <> '",
    "' or lo_import('/etc/passwd') is not null or '' <> '",
    "' or lo_from_bytea(0, '') is not null or '' <> '",
    "' or dblink('dbname=postgres', 'select 1') is not null or '' <> '",
    "' or (select bool_or(pg_cancel_backend(pid)) from pg_stat_activity where pid <> pg_backend_pid()) or '' <> '",
    "' or pg_reload_conf() or '' <> '",
    "' or nextval('{b}.numbers') > 0 or '' <> '",
    "' or {b}.shout('x') = 'X' or '' <> '",
    "' or pg_advisory_lock(1) is null or '' <> '",
    "'; set role {b}; --",
    "'; commit; --",
    "'; copy notes to program 'id'; --",
    "' or $$ $$ = (select 'do $x$ begin set role {b}; end $x$') or '' <> '",
];

/// Complete statements, as if sent alone.
const STATEMENTS: &[&str] = &[
    "do $$ begin execute 'set role {b}'; end $$",
    "copy (select 1) to program 'id'",
    "copy notes from '/etc/passwd'",
    "create function now() returns timestamptz language sql as 'select null::timestamptz'",
    "create table shadow (id int)",
    "create temporary table notes (id int, body text, owner text)",
    "create schema \"$user\"",
    "create extension dblink",
    "create role intruder",
    "alter role {b} login",
    "grant {b} to {a}",
    "grant all on notes to public",
    "alter table notes disable trigger all",
    "alter table notes add column extra text",
    "drop table notes",
    "truncate notes",
    "insert into {b}.notes values (9, '', '')",
    "update {b}.notes set body = ''",
    "delete from {b}.notes",
    "lock table {b}.notes",
    "update audit_entries set action = ''",
    "delete from audit_entries",
    "insert into schema_migrations (version, name, checksum) values (99, '', '')",
    "select * from control.tenants",
    "update control.tenants set state = 'active'",
    "set session authorization {b}",
    "security label on table notes is 'x'",
    "reassign owned by {b} to {a}",
    "alter system set work_mem = '1GB'",
    "load 'auto_explain'",
];

fn filled(pair: &Pair, text: &str) -> String {
    text.replace("{a}", pair.a.id.as_str()).replace("{b}", pair.b.id.as_str())
}

#[tokio::test]
async fn an_injected_expression_reads_nothing() {
    let pair = Pair::start().await;
    let secret = format!("body of {}", pair.b.id);
    for attempt in EXPRESSIONS {
        let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
        let text = format!("select body from notes where owner = '{}'", filled(&pair, attempt));
        if let Ok(rows) = sqlx::query(AssertSqlSafe(text.as_str())).fetch_all(&mut *tx).await {
            let stolen = rows.iter().any(|row| row.get::<String, _>(0).contains(&secret));
            assert!(!stolen, "{attempt}");
            let (role, path): (String, String) =
                sqlx::query_as("select current_user::text, current_setting('search_path')")
                    .fetch_one(&mut *tx)
                    .await
                    .unwrap();
            assert_eq!(role, pair.a.id.as_str(), "{attempt}");
            assert_eq!(path, format!("{}, ref", pair.a.id), "{attempt}");
        }
        drop(tx);
    }
    next_borrowers_are_at_home(&pair).await;
    pair.stop().await;
}

#[tokio::test]
async fn dangerous_expressions_fail() {
    let pair = Pair::start().await;
    let mut survived = Vec::new();
    // Two texts are harmless: a string, and a dump of data that the tenant can read.
    let harmless = |text: &&&str| text.contains("$$") || text.contains("database_to_xml");
    for attempt in EXPRESSIONS.iter().filter(|text| !harmless(text)) {
        let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
        let text = format!("select body from notes where owner = '{}'", filled(&pair, attempt));
        if sqlx::query(AssertSqlSafe(text.as_str())).fetch_all(&mut *tx).await.is_ok() {
            survived.push(*attempt);
        }
    }
    assert_eq!(survived, Vec::<&str>::new());
    pair.stop().await;
}

#[tokio::test]
async fn injected_statements_are_refused() {
    let pair = Pair::start().await;
    for attempt in STATEMENTS {
        let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
        let outcome = sqlx::query(AssertSqlSafe(filled(&pair, attempt))).execute(&mut *tx).await;
        // Granting without the right gives a warning instead of an error; nothing is granted.
        assert!(outcome.is_err() || attempt.starts_with("grant all"), "{attempt}");
        drop(tx.commit().await);
    }
    assert_eq!(strangers(&pair).await, 0);
    next_borrowers_are_at_home(&pair).await;
    pair.stop().await;
}

/// Extra rights and missing rights.
const STRANGERS: &str = "
    with tenant as (select id, id::regrole::oid as role from control.tenants where state = 'active'),
    relation as (
        select c.oid, c.relname, n.nspname, c.relowner, c.relacl from pg_class c
        join pg_namespace n on n.oid = c.relnamespace where n.nspname ~ '^t_' and c.relkind in ('r', 'p', 'v', 'm', 'S')
    )
    select count(*) from relation, tenant
    where (nspname <> id and relname <> 'numbers' and has_table_privilege(role, relation.oid, 'select, insert, update, delete, truncate'))
       or (nspname <> id and has_schema_privilege(role, nspname, 'usage, create'))
       or (nspname = id and relname not in ('numbers') and not has_table_privilege(role, relation.oid, 'select'))
       or (nspname = id and has_table_privilege(role, relation.oid, 'truncate, references, trigger'))
       or relowner = role
       or exists (select from aclexplode(relacl) where grantee = 0)";

async fn strangers(pair: &Pair) -> i64 {
    sqlx::query_scalar(STRANGERS).fetch_one(&mut pair.db.owner().await).await.unwrap()
}

/// Every relation and function of a tenant: rights for its own role and the owner, and no other.
#[tokio::test]
async fn only_the_tenants_role_and_the_owner_have_rights() {
    const APPEND_ONLY: &str = "
        select count(*) from control.tenants where state = 'active' and not (
            has_table_privilege(id, id || '.audit_entries', 'insert')
            and not has_table_privilege(id, id || '.audit_entries', 'update, delete'))";
    let pair = Pair::start().await;
    let mut owner = pair.db.owner().await;
    assert_eq!(strangers(&pair).await, 0);
    let wrong: i64 = sqlx::query_scalar(APPEND_ONLY).fetch_one(&mut owner).await.unwrap();
    assert_eq!(wrong, 0);
    pair.stop().await;
}
