//! A restart of Postgres, and then the first requests of companies that no server and no connection knows.

use std::time::{Duration, Instant};

use ::tenancy::{MigrationSet, Tenancy};
use anyhow::ensure;

use super::{Tenancies, backends};
use crate::daemons::restart_postgres;
use crate::database::Database;
use crate::figures::{goal, millis, quantile};
use crate::office::Office;
use crate::program::Program;
use crate::users::{ADMIN, Users};

const GOAL_RESTART_SECONDS: f64 = 60.0;
const GOAL_REQUEST: f64 = 250.0;
const GOAL_BACKEND: f64 = 64.0;
const GOAL_BACKENDS: f64 = 1024.0;

/// Somebody of a company.
struct Visitor {
    slug: String,
    token: String,
}

pub async fn measure(bench: &Tenancies, database: &Database) -> anyhow::Result<()> {
    let visitors = make_visitors(database).await?;
    time_restart(bench, database).await?;
    let since = Instant::now();
    let server = Program::new(&bench.program, bench.address, database)?.serve().await?;
    println!("{:<52} {:>9.2}", "a server is ready in, s", since.elapsed().as_secs_f64());
    let (mut sessions, mut lists) = (Vec::new(), Vec::new());
    for Visitor { slug, token } in &visitors {
        let asked = Instant::now();
        let office = Office::open(bench.address, slug, token).await?;
        sessions.push(asked.elapsed());
        lists.push(office.get("/api/shipments?per_page=50").await?.took);
    }
    report("first request of a cold company, ms", sessions);
    report("its first page of shipments, ms", lists);
    let ((largest, all), count) = backends::memory(&mut database.owner().await?).await?;
    ensure!(count > 0, "no backend of the server was found: is Postgres on this machine?");
    println!("{:<52} {count:>9}", format!("backends of the server after {} companies", visitors.len()));
    goal("private memory of the largest of them, MB", largest, GOAL_BACKEND);
    goal("private memory of all of them, MB", all, GOAL_BACKENDS);
    drop(server);
    Ok(())
}

async fn make_visitors(database: &Database) -> anyhow::Result<Vec<Visitor>> {
    let tenancy = Tenancy::connect(&database.config(&MigrationSet::tenant())).await?;
    let mut visitors = Vec::new();
    for tenant in tenancy.tenants() {
        let users = Users::make(&database.url, &tenant, ADMIN, 1).await?;
        visitors.extend(users.tokens.into_iter().map(|token| Visitor { slug: tenant.slug.clone(), token }));
    }
    Ok(visitors)
}

/// Ends Postgres at once, so that it recovers what it has not written, and waits for its first answer.
async fn time_restart(bench: &Tenancies, database: &Database) -> anyhow::Result<()> {
    let (Some(pg_ctl), Some(pg_data)) = (&bench.pg_ctl, &bench.pg_data) else {
        println!("no --pg-ctl: Postgres is not restarted, so its memory knows the companies");
        return Ok(());
    };
    let begun = Instant::now();
    restart_postgres(pg_ctl, pg_data, "immediate").await?;
    sqlx::query("select 1").execute(&mut database.owner().await?).await?;
    goal(
        "restart of Postgres until its first answer, s",
        begun.elapsed().as_secs_f64(),
        GOAL_RESTART_SECONDS,
    );
    Ok(())
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    println!("{:<52} {:>9.2}", format!("{what} (p50)"), millis(quantile(&times, 0.5)));
    goal(&format!("{what} (p99)"), millis(quantile(&times, 0.99)), GOAL_REQUEST);
}
