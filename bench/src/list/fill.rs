//! Fills a tenant with many shipments.

use ::tenancy::Tenant;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

const PARTIES: &str = include_str!("parties.sql");
const SHIPMENTS: &str = include_str!("shipments.sql");
/// Rows per transaction. Indexes then grow as they do over a year.
const CHUNK: i32 = 20_000;

/// Writes the missing rows; an interrupted run is continued.
pub async fn fill(owner: &mut PgConnection, tenant: &Tenant, total: i32) -> anyhow::Result<()> {
    owner.execute(AssertSqlSafe(format!("set search_path to {}, ref", tenant.id))).await?;
    let filled: i64 = sqlx::query_scalar("select count(*) from shipments").fetch_one(&mut *owner).await?;
    let filled = i32::try_from(filled)?;
    if filled == 0 {
        owner.execute(PARTIES).await?;
    }
    for first in (filled + 1..=total).step_by(usize::try_from(CHUNK)?) {
        let last = total.min(first + CHUNK - 1);
        let mut tx = owner.begin().await?;
        sqlx::query(SHIPMENTS).bind(first).bind(last).bind(total).execute(&mut *tx).await?;
        tx.commit().await?;
        eprintln!("{}: {last} of {total}", tenant.slug);
    }
    if filled < total {
        // Autovacuum would do this later.
        owner.execute("vacuum (analyze) shipments").await?;
    }
    Ok(())
}
