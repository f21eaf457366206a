//! The shared lookups: changed files are loaded with COPY.

use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, PgConnection};

use super::{AdminError, in_transaction, run};
use crate::migrations::{data_file, hex};

/// `file,table,columns`, parents before children; the columns are separated by spaces, as in the first line
/// of the file.
const MANIFEST: &str = "manifest.csv";

const PRIMARY_KEY: &str = "
    select a.attname from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = ('ref.' || quote_ident($1))::regclass and i.indisprimary
    order by array_position(i.indkey::int2[], a.attnum)";

const IS_LOADED: &str = "select exists (select from control.reference_files where file = $1 and sha256 = $2)";

const RECORD: &str = "
    insert into control.reference_files (file, sha256, loaded_rows) values ($1, $2, $3)
    on conflict (file) do update
    set sha256 = excluded.sha256, loaded_rows = excluded.loaded_rows, loaded_at = now()";

struct Source<'a> {
    file: &'a str,
    table: &'a str,
    columns: Vec<&'a str>,
}

/// Loads every file of the manifest whose content has changed.
pub(super) async fn load(conn: &mut PgConnection) -> Result<(), AdminError> {
    let manifest = data_file(MANIFEST).map(String::from_utf8_lossy).unwrap_or_default();
    for line in manifest.lines().skip(1).filter(|line| !line.trim().is_empty()) {
        let source = parse(line)?;
        let content = data_file(source.file).ok_or_else(|| {
            AdminError::Invalid(format!("{MANIFEST} names {}, which is missing", source.file))
        })?;
        let hash = hex(&Sha256::digest(content));
        let is_loaded: bool =
            sqlx::query_scalar(IS_LOADED).bind(source.file).bind(&hash).fetch_one(&mut *conn).await?;
        if !is_loaded {
            in_transaction!(conn, "begin", {
                let rows = load_one(conn, &source, content).await?;
                let rows = i64::try_from(rows).unwrap_or(i64::MAX);
                sqlx::query(RECORD).bind(source.file).bind(&hash).bind(rows).execute(&mut *conn).await?;
                Ok(())
            })?;
            run(conn, &format!("analyze ref.{}", source.table)).await?;
        }
    }
    Ok(())
}

/// Updates rows in place and deletes missing ones, so that references to the others stay valid.
async fn load_one(conn: &mut PgConnection, source: &Source<'_>, content: &[u8]) -> Result<u64, AdminError> {
    let Source { table, columns, .. } = source;
    let key: Vec<String> = sqlx::query_scalar(PRIMARY_KEY).bind(*table).fetch_all(&mut *conn).await?;
    let (list, key_list) = (columns.join(", "), key.join(", "));
    let fresh =
        format!("create temporary table incoming on commit drop as select {list} from ref.{table} limit 0");
    run(conn, &fresh).await?;
    let mut copy =
        conn.copy_in_raw(&format!("copy incoming ({list}) from stdin (format csv, header match)")).await?;
    copy.send(content).await?;
    let rows = copy.finish().await?;
    let updates: Vec<_> = columns.iter().filter(|column| !key.iter().any(|part| part == *column)).collect();
    let action = if updates.is_empty() {
        "nothing".to_owned()
    } else {
        let sets: Vec<_> = updates.iter().map(|column| format!("{column} = excluded.{column}")).collect();
        format!("update set {}", sets.join(", "))
    };
    let merge = format!(
        "insert into ref.{table} ({list}) select {list} from incoming on conflict ({key_list}) do {action}"
    );
    run(conn, &merge).await?;
    delete_missing(conn, table, &key).await?;
    run(conn, "drop table incoming").await?;
    Ok(rows)
}

/// Deletes the rows that are not incoming any more, by their values: Citus does not join a lookup with a temporary table
/// in a delete.
async fn delete_missing(conn: &mut PgConnection, table: &str, key: &[String]) -> Result<(), AdminError> {
    let list = key.join(", ");
    let missing = format!(
        "select to_jsonb(missing)::text from (
             select {list} from ref.{table} except select {list} from incoming
         ) missing"
    );
    let missing: Vec<String> = sqlx::query_scalar(AssertSqlSafe(missing)).fetch_all(&mut *conn).await?;
    let is_row: Vec<_> =
        key.iter().map(|column| format!("{column}::text = $1::jsonb ->> '{column}'")).collect();
    let delete = format!("delete from ref.{table} where {}", is_row.join(" and "));
    for row in missing {
        sqlx::query(AssertSqlSafe(delete.as_str())).bind(row).execute(&mut *conn).await?;
    }
    Ok(())
}

fn parse(line: &str) -> Result<Source<'_>, AdminError> {
    let fields: Vec<&str> = line.trim().split(',').collect();
    let [file, table, columns] = fields[..] else {
        return Err(AdminError::Invalid(format!("{MANIFEST}: `{line}` is not file,table,columns")));
    };
    let source = Source { file, table, columns: columns.split_whitespace().collect() };
    let plain =
        |name: &str| !name.is_empty() && name.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_'));
    if plain(table) && !source.columns.is_empty() && source.columns.iter().all(|column| plain(column)) {
        return Ok(source);
    }
    Err(AdminError::Invalid(format!("{MANIFEST}: `{line}` has a name that is none")))
}
