//! The same page with pgbench, prepared, as the owner: the part of a figure that is Postgres itself.

use std::fmt::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use tokio::process::Command;

use super::backends::{self, Watch};
use super::load::{PAGE, Pattern, figure};
use super::{Figure, Tenancies};
use crate::database::Database;

/// pgbench only has numbers, so the tenant's name is looked up; a single tenant is written into the script.
const ENTER_BY_NUMBER: &str = "
    select set_config('search_path', id || ', ref', true), set_config('role', id, true)
    from bench.tenants where n = :n;";

pub async fn run(bench: &Tenancies, pattern: Pattern, database: &Database) -> anyhow::Result<Figure> {
    let folder = tempfile::tempdir()?;
    let mut owner = database.owner().await?;
    let first: String =
        sqlx::query_scalar("select id from bench.tenants where n = 1").fetch_one(&mut owner).await?;
    let script = folder.path().join("page.sql");
    std::fs::write(&script, text(pattern, &first, bench.companies))?;
    let begun = SystemTime::now();
    let mut child = Command::new(&bench.pgbench)
        .args(["-n", "-M", "prepared", "-l", "-D", "i=0", "-D", "n=1", "-j", "2"])
        .args(["-c", &bench.clients.to_string(), "-T", &(bench.warm + bench.seconds).to_string()])
        .args(["--log-prefix".as_ref(), folder.path().join("log").as_os_str()])
        .args(["-f".as_ref(), script.as_os_str()])
        .arg(&database.url)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    tokio::time::sleep(Duration::from_secs(bench.warm)).await;
    let watch = Watch::start(owner);
    // Backends are measured while they exist.
    tokio::time::sleep(Duration::from_secs(bench.seconds) - Duration::from_millis(500)).await;
    let (memory, count) = backends::memory(&mut database.owner().await?).await?;
    let (_, cpu) = watch.stop().await?;
    let window = begun + Duration::from_secs(bench.warm)..SystemTime::now();
    let status = child.wait().await?;
    anyhow::ensure!(status.success(), "pgbench failed");
    let time = window.end.duration_since(window.start)?;
    let latencies = read_logs(folder.path(), &window)?;
    Ok(figure(format!("pgbench, {}", pattern.name()), latencies, cpu, time, memory, count))
}

fn text(pattern: Pattern, first: &str, tenants: usize) -> String {
    let mut script = String::new();
    let (turn, enter) = match pattern {
        Pattern::One => {
            (String::new(), format!("set local search_path to {first}, ref; set local role {first};"))
        }
        Pattern::Bursts => (
            format!("\\set i :i + 1\n\\if mod(:i, 10) = 1\n\\set n random(1, {tenants})\n\\endif\n"),
            ENTER_BY_NUMBER.to_owned(),
        ),
        Pattern::Random => (format!("\\set n random(1, {tenants})\n"), ENTER_BY_NUMBER.to_owned()),
    };
    let enter = enter.replace("; ", ";\n");
    // One line of pgbench's log is one run of the script, so a script is one page.
    let _ = write!(script, "{turn}begin;\n{enter}\n{PAGE};\ncommit;\n");
    script
}

/// Lines with the columns `client number micros script seconds micros`.
fn read_logs(folder: &Path, window: &std::ops::Range<SystemTime>) -> anyhow::Result<Vec<Duration>> {
    let mut latencies = Vec::new();
    for file in std::fs::read_dir(folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "sql") {
            continue;
        }
        for line in std::fs::read_to_string(&path)?.lines() {
            let fields: Vec<u64> = line.split_whitespace().filter_map(|field| field.parse().ok()).collect();
            let [_, _, micros, _, seconds, rest, ..] = fields[..] else {
                anyhow::bail!("pgbench wrote `{line}`");
            };
            let at = UNIX_EPOCH + Duration::from_secs(seconds) + Duration::from_micros(rest);
            if window.contains(&at) {
                latencies.push(Duration::from_micros(micros));
            }
        }
    }
    (!latencies.is_empty()).then_some(latencies).context("pgbench measured nothing")
}
