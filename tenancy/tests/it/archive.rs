use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Mutex;

use futures_util::{StreamExt, TryStreamExt, stream};
use sqlx::{AssertSqlSafe, Executor};
use tenancy::TenantId;
use tenancy::admin::{Admin, AdminError, FileKeeper, Pieces};

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

/// Files by tenant and name, in memory.
#[derive(Default)]
struct Shelf(Mutex<BTreeMap<(String, String), Vec<u8>>>);

impl Shelf {
    fn with(tenant: &str, name: &str, content: &[u8]) -> Self {
        let shelf = Self::default();
        shelf.0.lock().unwrap().insert((tenant.to_owned(), name.to_owned()), content.to_owned());
        shelf
    }

    fn get(&self, tenant: &str, name: &str) -> Option<Vec<u8>> {
        self.0.lock().unwrap().get(&(tenant.to_owned(), name.to_owned())).cloned()
    }

    fn count(&self) -> usize {
        self.0.lock().unwrap().len()
    }
}

impl FileKeeper for Shelf {
    async fn names(&self, tenant: &TenantId) -> io::Result<Vec<String>> {
        let shelf = self.0.lock().unwrap();
        Ok(shelf.keys().filter(|(id, _)| id == tenant.as_str()).map(|(_, name)| name.clone()).collect())
    }

    async fn read(&self, tenant: &TenantId, name: &str) -> io::Result<Option<Pieces>> {
        Ok(self.get(tenant.as_str(), name).map(|content| stream::iter([Ok(content)]).boxed()))
    }

    async fn write(&self, tenant: &TenantId, name: &str, pieces: Pieces) -> io::Result<()> {
        let content = pieces.try_concat().await?;
        self.0.lock().unwrap().insert((tenant.to_string(), name.to_owned()), content);
        Ok(())
    }

    async fn forget(&self, tenant: &TenantId) -> io::Result<()> {
        self.0.lock().unwrap().retain(|(id, _), _| id != tenant.as_str());
        Ok(())
    }
}

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
async fn an_exported_tenant_is_imported_completely() {
    let db = TestDb::with(set(&[("0001_base.sql", crate::support::BASE), ("0002_more.sql", MORE)])).await;
    let id = db.tenant("a").await;
    in_schema(&db, &id, ROWS).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.zip");
    let picture = vec![0xff; 600_000];
    let shelf = Shelf::with(&id, "uploads/picture", &picture);
    let manifest = db.admin.export("a", &file, &shelf, |_, _| {}).await.unwrap();
    assert_eq!(manifest.files, 1);
    only_its_owner_reads(&file);
    let rows: Vec<_> = manifest.tables.iter().map(|table| (table.name.as_str(), table.rows)).collect();
    assert_eq!(rows, [("audit_entries", 0), ("children", 1000), ("notes", 20), ("parents", 1000)]);
    assert!(matches!(
        db.admin.export("a", &file, &Shelf::default(), |_, _| {}).await,
        Err(AdminError::Refused(_))
    ));

    let copy = db.admin.import(&file, "copy", "copy.example", &shelf, |_, _| {}).await.unwrap();
    assert_eq!(shelf.get(copy.as_str(), "uploads/picture"), Some(picture));
    assert_eq!(in_schema(&db, copy.as_str(), SUM).await, in_schema(&db, &id, SUM).await);
    in_schema(&db, copy.as_str(), "insert into children (parent_id) values (1)").await;
    let record = db.admin.find("copy").await.unwrap();
    assert_eq!(record.epoch, manifest.epoch + 1);

    // The role of the copy has the same rights as every other tenant's, and no more.
    let tenancy = db.tenancy().await;
    let tenant = tenancy.tenant(copy.as_str()).unwrap();
    let mut tx = tenancy.begin(&tenant).await.unwrap();
    let next: i64 = sqlx::query_scalar("select nextval('numbers')").fetch_one(&mut *tx).await.unwrap();
    assert_eq!(next, 2);
    tx.commit().await.unwrap();
    db.stop().await;
}

/// An archive and what is unpacked from it have all data of a company.
fn only_its_owner_reads(file: &Path) {
    let own = |mode: u32| mode & 0o777 == 0o600;
    assert!(own(std::fs::metadata(file).unwrap().permissions().mode()), "the archive");
    let mut archive = zip::ZipArchive::new(File::open(file).unwrap()).unwrap();
    for at in 0..archive.len() {
        let entry = archive.by_index(at).unwrap();
        assert!(entry.unix_mode().is_some_and(own), "{}", entry.name().unwrap());
    }
}

#[tokio::test]
async fn an_archive_of_an_older_release_is_migrated() {
    let db = TestDb::start().await;
    db.tenant("a").await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.zip");
    db.admin.export("a", &file, &Shelf::default(), |_, _| {}).await.unwrap();
    let newer = set(&[("0001_base.sql", crate::support::BASE), ("0002_more.sql", MORE)]);
    let newer = db.admin.clone().with_tenant_migrations(newer);
    newer.import(&file, "copy", "copy.example", &Shelf::default(), |_, _| {}).await.unwrap();
    assert_eq!(newer.find("copy").await.unwrap().schema_version, 2);
    let older = db.admin.clone().with_tenant_migrations(base().up_to(0));
    let refused = older.import(&file, "x", "x.example", &Shelf::default(), |_, _| {}).await;
    assert!(matches!(refused, Err(AdminError::Invalid(_))), "{refused:?}");
    db.stop().await;
}

#[tokio::test]
async fn a_damaged_archive_creates_nothing() {
    let db = TestDb::start().await;
    let shelf = Shelf::with(&db.tenant("a").await, "uploads/note", b"a note");
    let folder = tempfile::tempdir().unwrap();
    let (file, bad) = (folder.path().join("a.zip"), folder.path().join("bad.zip"));
    db.admin.export("a", &file, &shelf, |_, _| {}).await.unwrap();
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
        |entry: &str, content: &mut String| {
            if entry == "manifest.json" {
                *content = content.replace("\"files\": 1", "\"files\": 2");
            }
        },
    ] {
        rewrite(&file, &bad, change);
        let outcome = db.admin.import(&bad, "copy", "copy.example", &shelf, |_, _| {}).await;
        assert!(matches!(outcome, Err(AdminError::Invalid(_))), "{outcome:?}");
        assert_eq!(shelf.count(), 1);
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
