use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use tokio::sync::mpsc;
use zip::ZipArchive;

use super::{ArchiveTable, FORMAT, FileKeeper, MANIFEST, Manifest, files, tables};
use crate::Host;
use crate::admin::provision::{self, LIGHTEST_SHARD};
use crate::admin::{Admin, AdminError, MigrateOptions, in_transaction, placement, run, schema, workers};
use crate::migrations::hex;
use crate::tenant::TenantId;

const CHUNK: usize = 256 * 1024;
const MOST_MANIFEST_BYTES: u64 = 16 * 1024 * 1024;
const MOST_ENTRIES: usize = 2_000_000;
/// Rows of tables become a tenth; what becomes less is made to fill the disk. Small archives may be as long as this anyway.
const MOST_UNPACKED_TIMES: u64 = 100;
const LEAST_UNPACKED_BYTES: u64 = 1024 * 1024 * 1024;

const INSERT: &str = "
    with tenant as (
        insert into control.tenants (id, slug, state, shard, schema_version, epoch)
        values ($1, $2, 'active', $3, $4, $5) returning id
    )
    insert into control.domains (host, tenant_id, is_primary, proof, verified_at)
    select $6, id, true, 'operator', now() from tenant";

/// Schema and registry data of an imported tenant.
struct Place {
    slug: String,
    host: Host,
    shard: i16,
}

impl Admin {
    /// Reads the manifest of an archive.
    ///
    /// # Errors
    /// `Invalid` when it is not an archive, or has a later format.
    pub fn read_manifest(file: &Path) -> Result<Manifest, AdminError> {
        let mut archive = ZipArchive::new(File::open(file)?)?;
        let manifest: Manifest =
            serde_json::from_reader(archive.by_name(MANIFEST)?.take(MOST_MANIFEST_BYTES))?;
        if manifest.format > FORMAT {
            return Err(AdminError::Invalid(format!(
                "the archive is of format {}, this reads {FORMAT}",
                manifest.format
            )));
        }
        Ok(manifest)
    }

    /// Creates a tenant from an archive with a new name and host, and migrates it to this release. Counts and
    /// checksums must match. On any error nothing is created. Sessions of the archive are not valid in the
    /// copy.
    ///
    /// # Errors
    /// `SlugTaken`, `HostTaken`; `Invalid` when the archive is broken or of a later schema than this
    /// release's.
    pub async fn import(
        &self,
        file: &Path,
        slug: &str,
        host: &str,
        keeper: &impl FileKeeper,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<TenantId, AdminError> {
        let manifest = Self::read_manifest(file)?;
        if manifest.schema_version > self.tenant_migrations.latest() {
            return Err(AdminError::Invalid("the archive is of a later release".to_owned()));
        }
        provision::valid_slug(slug)?;
        let host = provision::valid_host(host)?;
        check_entries(file).await?;
        let mut conn = self.connection().await?;
        let shard = sqlx::query_scalar(LIGHTEST_SHARD).fetch_one(&mut conn).await?;
        let place = Place { slug: slug.to_owned(), host, shard };
        let id = TenantId::generate();
        let away = workers::find_away(&mut conn).await?;
        let begin = if away.is_nobody() { "begin" } else { workers::BEGIN_HERE };
        let mut made = in_transaction!(&mut conn, begin, {
            self.insert_tenant(&mut conn, id, &manifest, &place).await?;
            check_tables(&mut conn, id, &manifest).await?;
            for (at, table) in manifest.tables.iter().enumerate() {
                copy_in(&mut conn, id, table, file).await?;
                progress(at + 1, manifest.tables.len());
            }
            set_sequences(&mut conn, id, &manifest).await?;
            files::import(keeper, id, &manifest, file).await
        });
        if made.is_ok() {
            made = self.migrate_tenant(id, &MigrateOptions::default()).await.map(|_| ());
        }
        if made.is_ok() && away.is_nobody() {
            made = in_transaction!(&mut conn, "begin", { placement::place_schema(&mut conn, id).await });
        }
        if let Err(error) = made {
            if let Err(left) = self.take_back(id, slug).await {
                tracing::warn!(%left, tenant = %id, "a tenant that was not made whole was left behind");
            }
            if let Err(left) = keeper.forget(&id).await {
                tracing::warn!(%left, tenant = %id, "files of a tenant that was not made were left behind");
            }
            return Err(error);
        }
        Ok(id)
    }

    async fn take_back(&self, id: TenantId, slug: &str) -> Result<(), AdminError> {
        match self.suspend(id.as_str()).await {
            Err(AdminError::NotFound(_)) => Ok(()),
            suspended => {
                suspended?;
                self.delete(id.as_str(), slug).await
            }
        }
    }

    async fn insert_tenant(
        &self,
        conn: &mut PgConnection,
        id: TenantId,
        manifest: &Manifest,
        place: &Place,
    ) -> Result<(), AdminError> {
        sqlx::query(INSERT)
            .bind(id.as_str())
            .bind(&place.slug)
            .bind(place.shard)
            .bind(manifest.schema_version)
            // A higher epoch invalidates everything that has the original's epoch.
            .bind(manifest.epoch + 1)
            .bind(place.host.as_str())
            .execute(&mut *conn)
            .await
            .map_err(|error| provision::to_taken_error(error, &place.slug, &place.host))?;
        run(conn, &provision::foundation(id, place.shard)).await?;
        schema::build(conn, id, &self.tenant_migrations.up_to(manifest.schema_version)).await?;
        // Rows are not in the order of their foreign keys, which were valid at the export.
        run(conn, "set local session_replication_role to replica").await?;
        Ok(())
    }
}

/// Reads the whole archive once, so that a truncated or changed archive is refused before anything is
/// created.
async fn check_entries(file: &Path) -> Result<(), AdminError> {
    let size = std::fs::metadata(file)?.len();
    let most = size.saturating_mul(MOST_UNPACKED_TIMES).max(LEAST_UNPACKED_BYTES);
    let file = file.to_owned();
    tokio::task::spawn_blocking(move || unpack(File::open(file)?, most)).await.map_err(io::Error::from)?
}

/// Reads all entries, and at most so many bytes, whatever the archive declares.
fn unpack(file: File, most: u64) -> Result<(), AdminError> {
    let mut archive = ZipArchive::new(file)?;
    if archive.len() > MOST_ENTRIES {
        return Err(AdminError::Invalid("the archive has too many entries".to_owned()));
    }
    let mut left = most;
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at)?.take(left.saturating_add(1));
        let size = io::copy(&mut entry, &mut io::sink())
            .map_err(|error| AdminError::Invalid(format!("the archive is damaged: {error}")))?;
        left = left
            .checked_sub(size)
            .ok_or_else(|| AdminError::Invalid("the archive unpacks to more than it may".to_owned()))?;
    }
    Ok(())
}

async fn check_tables(conn: &mut PgConnection, id: TenantId, manifest: &Manifest) -> Result<(), AdminError> {
    let expected = tables(conn, id).await?;
    let same = |table: &ArchiveTable, (name, columns): &(String, Vec<String>)| {
        let (mut a, mut b) = (table.columns.clone(), columns.clone());
        a.sort();
        b.sort();
        table.name == *name && a == b
    };
    let all = manifest.tables.len() == expected.len();
    if all && manifest.tables.iter().zip(&expected).all(|(table, stands)| same(table, stands)) {
        return Ok(());
    }
    Err(AdminError::Invalid("the archive's tables are not those of its schema version".to_owned()))
}

async fn copy_in(
    conn: &mut PgConnection,
    id: TenantId,
    table: &ArchiveTable,
    file: &Path,
) -> Result<(), AdminError> {
    // Migrations add default rows; those of the archive are the company's own.
    run(conn, &format!("delete from {id}.\"{}\"", table.name)).await?;
    let mut parts = read_entry(file.to_owned(), table.entry());
    let statement = format!("copy {id}.\"{}\" ({}) from stdin", table.name, table.column_list());
    let mut copy = conn.copy_in_raw(&statement).await?;
    let mut digest = Sha256::new();
    while let Some(part) = parts.recv().await {
        let part = part?;
        digest.update(&part);
        copy.send(part).await?;
    }
    let rows = copy.finish().await.map_err(|error| match error {
        // An error of the database about the rows is an error of the archive.
        sqlx::Error::Database(refusal) => to_damaged_error(table, &refusal.to_string()),
        other => other.into(),
    })?;
    if rows == table.rows && hex(&digest.finalize()) == table.sha256 {
        return Ok(());
    }
    Err(to_damaged_error(table, "counts and checksums do not hold"))
}

fn to_damaged_error(table: &ArchiveTable, how: &str) -> AdminError {
    AdminError::Invalid(format!("the archive is damaged at table {}: {how}", table.name))
}

/// Decompresses in a separate thread, in parallel with the database.
pub fn read_entry(file: PathBuf, entry: String) -> mpsc::Receiver<Result<Vec<u8>, AdminError>> {
    let (sender, receiver) = mpsc::channel(4);
    tokio::task::spawn_blocking(move || {
        let outcome = send_entry(&file, &entry, &sender);
        if let Err(error) = outcome {
            // The receiver is gone: the import has already failed.
            let _ = sender.blocking_send(Err(error));
        }
    });
    receiver
}

fn send_entry(
    file: &Path,
    entry: &str,
    sender: &mpsc::Sender<Result<Vec<u8>, AdminError>>,
) -> Result<(), AdminError> {
    let mut archive = ZipArchive::new(File::open(file)?)?;
    let mut content = archive.by_name(entry)?;
    loop {
        let mut part = Vec::with_capacity(CHUNK);
        (&mut content).take(CHUNK as u64).read_to_end(&mut part)?;
        if part.is_empty() || sender.blocking_send(Ok(part)).is_err() {
            return Ok(());
        }
    }
}

async fn set_sequences(conn: &mut PgConnection, id: TenantId, manifest: &Manifest) -> Result<(), AdminError> {
    for sequence in &manifest.sequences {
        if let Some(last) = sequence.last_value {
            sqlx::query("select setval(format('%I.%I', $1, $2)::regclass, $3)")
                .bind(id.as_str())
                .bind(&sequence.name)
                .bind(last)
                .execute(&mut *conn)
                .await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{Seek, Write};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    #[test]
    fn an_archive_that_unpacks_to_more_than_it_may_is_refused() {
        let mut writer = ZipWriter::new(tempfile::tempfile().unwrap());
        for name in ["one", "two"] {
            writer.start_file(name, SimpleFileOptions::default()).unwrap();
            writer.write_all(&b"0".repeat(600_000)).unwrap();
        }
        let mut file = writer.finish().unwrap();
        assert!(file.stream_position().unwrap() < 10_000, "a small file");
        let again = || file.try_clone().unwrap();
        assert!(unpack(again(), 1_200_000).is_ok());
        assert!(matches!(unpack(again(), 1_199_999), Err(AdminError::Invalid(_))));
    }
}
