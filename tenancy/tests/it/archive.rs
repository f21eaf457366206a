use std::io::{Read, Write};
use std::path::Path;

use sqlx::{AssertSqlSafe, Executor};
use tenancy::admin::{Admin, AdminError};

use crate::support::{TestDb, base, set};

const MORE: &str = "
    create table parents (id bigint primary key, name text not null, twice text generated always as (name || name) stored);
    create table children (id bigint generated always as identity primary key, parent_id bigint not null references parents,
        body jsonb, raw bytea, at timestamptz, amount numeric(14, 2));
    alter table parents add column favourite_id bigint references children deferrable initially deferred;
";

const ROWS: &str = "
    insert into parents (id, name) select n, E'tab\\t line\\n back\\\\ \\'quote\\' ' || n from generate_series(1, 1000) n;
    insert into children (parent_id, body, raw, at, amount)
    select n, jsonb_build_object('n', n, 'null', null), '\\x00ff0a', now(), n / 3.0 from generate_series(1, 1000) n;
    update parents set favourite_id = id;
    select nextval('numbers')";

const SUM: &str = "
    select md5(string_agg(p::text || c::text, '' order by c.id)) from parents p join children c on c.parent_id = p.id";

async fn in_schema(db: &TestDb, id: &str, text: &str) -> Option<String> {
    let mut owner = db.owner().await;
    owner.execute(AssertSqlSafe(format!("set search_path to {id}, ref"))).await.unwrap();
    if text == SUM {
        return sqlx::query_scalar(SUM).fetch_one(&mut owner).await.unwrap();
    }
    owner.execute(AssertSqlSafe(text)).await.unwrap();
    None
}

#[tokio::test]
async fn exported_tenant_comes_back_whole_under_another_name() {
    let db = TestDb::with(set(&[("0001_base.sql", crate::support::BASE), ("0002_more.sql", MORE)])).await;
    let id = db.tenant("a").await;
    in_schema(&db, &id, ROWS).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.zip");
    let manifest = db.admin.export("a", &file, |_, _| {}).await.unwrap();
    let rows: Vec<_> = manifest.tables.iter().map(|table| (table.name.as_str(), table.rows)).collect();
    assert_eq!(rows, [("audit_entries", 0), ("children", 1000), ("notes", 20), ("parents", 1000)]);
    assert!(matches!(db.admin.export("a", &file, |_, _| {}).await, Err(AdminError::Refused(_))));

    let copy = db.admin.import(&file, "copy", "copy.example", |_, _| {}).await.unwrap();
    assert_eq!(in_schema(&db, copy.as_str(), SUM).await, in_schema(&db, &id, SUM).await);
    in_schema(&db, copy.as_str(), "insert into children (parent_id) values (1)").await;
    let record = db.admin.find("copy").await.unwrap();
    assert_eq!(record.epoch, manifest.epoch + 1);

    // The copy is a tenant like any other: its role has its rights, and only those.
    let tenancy = db.tenancy().await;
    let tenant = tenancy.tenant(copy.as_str()).unwrap();
    let mut tx = tenancy.begin(&tenant).await.unwrap();
    let next: i64 = sqlx::query_scalar("select nextval('numbers')").fetch_one(&mut *tx).await.unwrap();
    assert_eq!(next, 2);
    tx.commit().await.unwrap();
    db.stop().await;
}

#[tokio::test]
async fn archive_of_an_older_release_is_migrated_on_the_way_in() {
    let db = TestDb::start().await;
    db.tenant("a").await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.zip");
    db.admin.export("a", &file, |_, _| {}).await.unwrap();
    let newer = set(&[("0001_base.sql", crate::support::BASE), ("0002_more.sql", MORE)]);
    let newer = db.admin.clone().with_tenant_migrations(newer);
    newer.import(&file, "copy", "copy.example", |_, _| {}).await.unwrap();
    assert_eq!(newer.find("copy").await.unwrap().schema_version, 2);
    let older = db.admin.clone().with_tenant_migrations(base().up_to(0));
    assert!(matches!(older.import(&file, "x", "x.example", |_, _| {}).await, Err(AdminError::Invalid(_))));
    db.stop().await;
}

#[tokio::test]
async fn damaged_archive_makes_nothing() {
    let db = TestDb::start().await;
    db.tenant("a").await;
    let folder = tempfile::tempdir().unwrap();
    let (file, bad) = (folder.path().join("a.zip"), folder.path().join("bad.zip"));
    db.admin.export("a", &file, |_, _| {}).await.unwrap();
    for change in [
        |entry: &str, content: &mut String| {
            if entry == "tables/notes.copy" {
                *content = content.replace("body of", "bodyy of");
            }
        },
        |entry: &str, content: &mut String| {
            if entry == "tables/notes.copy" {
                let end = content.rfind("20\t").unwrap();
                content.truncate(end);
            }
        },
        |entry: &str, content: &mut String| {
            if entry == "manifest.json" {
                *content = content.replace("\"notes\"", "\"schema_migrations\"");
            }
        },
    ] {
        rewrite(&file, &bad, change);
        let outcome = db.admin.import(&bad, "copy", "copy.example", |_, _| {}).await;
        assert!(matches!(outcome, Err(AdminError::Invalid(_))), "{outcome:?}");
    }
    std::fs::write(&bad, "no archive").unwrap();
    assert!(Admin::read_manifest(&bad).is_err());
    let schemas: i64 = sqlx::query_scalar("select count(*) from pg_namespace where nspname ~ '^t_'")
        .fetch_one(&mut db.owner().await)
        .await
        .unwrap();
    assert_eq!(schemas, 1);
    db.stop().await;
}

fn rewrite(from: &Path, to: &Path, change: fn(&str, &mut String)) {
    let mut source = zip::ZipArchive::new(std::fs::File::open(from).unwrap()).unwrap();
    let mut target = zip::ZipWriter::new(std::fs::File::create(to).unwrap());
    for at in 0..source.len() {
        let mut entry = source.by_index(at).unwrap();
        let name = entry.name().unwrap().into_owned();
        let mut content = String::new();
        entry.read_to_string(&mut content).unwrap();
        change(&name, &mut content);
        target.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        target.write_all(content.as_bytes()).unwrap();
    }
    target.finish().unwrap();
}
