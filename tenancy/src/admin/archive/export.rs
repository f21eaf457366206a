use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use zip::ZipWriter;

use super::{
    ArchiveSequence, ArchiveTable, FORMAT, FileKeeper, MANIFEST, Manifest, PRIVATE, entry_options, files,
    tables,
};
use crate::admin::life::{self, TenantRecord};
use crate::admin::{Admin, AdminError, in_transaction};
use crate::migrations::hex;
use crate::tenant::TenantId;

/// All tables are read as of one moment, however long the export takes.
const SNAPSHOT: &str = "begin isolation level repeatable read read only";

const HOSTS: &str = "select host from control.domains where tenant_id = $1 order by is_primary desc, host";

const VERSION: &str = "select coalesce(max(version), 0) from schema_migrations";

const SEQUENCES: &str =
    "select sequencename::text as name, last_value from pg_sequences where schemaname = $1 order by 1";

impl Admin {
    /// Exports one tenant and the files in `keeper` to a file, which must not exist yet. The file appears
    /// only when it is complete. `progress` gets the number of written tables and the total.
    ///
    /// # Errors
    /// `NotFound`; `Io` when the file cannot be written.
    pub async fn export(
        &self,
        name: &str,
        file: &Path,
        keeper: &impl FileKeeper,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Manifest, AdminError> {
        if file.exists() {
            return Err(AdminError::Refused(format!("{} exists already", file.display())));
        }
        let mut conn = self.connection().await?;
        let tenant = life::find(&mut conn, name).await?;
        let partial = file.with_extension("partial");
        let mut archive = ZipWriter::new(create_private(&partial)?);
        let begin = format!("{SNAPSHOT}; set local search_path to {}, ref", tenant.id);
        let mut manifest = in_transaction!(&mut conn, &begin, {
            let mut manifest = describe(&mut conn, &tenant).await?;
            let tables = tables(&mut conn, tenant.id).await?;
            let total = tables.len();
            for (name, columns) in tables {
                let table = ArchiveTable { name, columns, rows: 0, sha256: String::new() };
                manifest.tables.push(copy_out(&mut conn, tenant.id, table, &mut archive).await?);
                progress(manifest.tables.len(), total);
            }
            Ok(manifest)
        })?;
        manifest.files = files::export(keeper, tenant.id, &mut archive).await?;
        archive.start_file(MANIFEST, entry_options())?;
        archive.write_all(&serde_json::to_vec_pretty(&manifest)?)?;
        archive.finish()?.sync_all()?;
        std::fs::rename(partial, file)?;
        Ok(manifest)
    }
}

/// The archive has all data of the company, so nobody but the owner of the process reads it.
fn create_private(file: &Path) -> io::Result<File> {
    // What a killed export left.
    match std::fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    File::options().write(true).create_new(true).mode(PRIVATE).open(file)
}

async fn describe(conn: &mut PgConnection, tenant: &TenantRecord) -> Result<Manifest, AdminError> {
    let id = tenant.id.as_str();
    let exported_at = sqlx::query_scalar("select now()").fetch_one(&mut *conn).await?;
    let sequences: Vec<ArchiveSequence> = sqlx::query_as(SEQUENCES).bind(id).fetch_all(&mut *conn).await?;
    Ok(Manifest {
        format: FORMAT,
        slug: tenant.slug.clone(),
        schema_version: sqlx::query_scalar(VERSION).fetch_one(&mut *conn).await?,
        epoch: tenant.epoch,
        hosts: sqlx::query_scalar(HOSTS).bind(id).fetch_all(&mut *conn).await?,
        exported_at,
        tables: Vec::new(),
        sequences,
        files: 0,
    })
}

async fn copy_out(
    conn: &mut PgConnection,
    tenant: TenantId,
    mut table: ArchiveTable,
    archive: &mut ZipWriter<File>,
) -> Result<ArchiveTable, AdminError> {
    archive.start_file(table.entry(), entry_options().large_file(true))?;
    let statement = format!("copy {tenant}.\"{}\" ({}) to stdout", table.name, table.column_list());
    let mut digest = Sha256::new();
    let mut rows = conn.copy_out_raw(&statement).await?;
    while let Some(part) = rows.try_next().await? {
        // COPY's text format escapes line feeds in values, so each line feed ends a row.
        table.rows += part.iter().filter(|byte| **byte == b'\n').count() as u64;
        digest.update(&part);
        archive.write_all(&part)?;
    }
    table.sha256 = hex(&digest.finalize());
    Ok(table)
}
