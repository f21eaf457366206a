//! The faults, one after the other, and what each cost the writers.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::time::Duration;

use clap::ValueEnum;
use tokio::time::{Instant, sleep, sleep_until};

use super::journal::{Answer, Journal, Try};
use super::stage::Stage;

/// A supervisor starts a process again after so long.
const RESTART: Duration = Duration::from_secs(5);
const FREEZE: Duration = Duration::from_secs(20);
const ABSENCE: Duration = Duration::from_secs(40);
/// The shortest time for a fault and the recovery from it.
const SHORTEST_SLOT: Duration = Duration::from_secs(60);
const CLOCK_JUMP: &str = "+600s";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Fault {
    Quiet,
    ServerKilled,
    WorkerKilled,
    RedisRestarted,
    RedisAway,
    RedisFrozen,
    PostgresFast,
    PostgresImmediate,
    PostgresFrozen,
    PostgresFrozenForOne,
    MailAway,
    FilesAway,
    DiskFull,
    ClockJump,
}

/// A fault as it was.
pub struct Slot {
    pub fault: Fault,
    pub began: Duration,
    /// From here on everything was there again.
    pub lifted: Duration,
    pub ended: Duration,
    /// Why it was left out.
    pub skipped: Option<&'static str>,
}

impl Fault {
    const fn text(self) -> &'static str {
        match self {
            Self::Quiet => "no fault",
            Self::ServerKilled => "a server killed (-9), back after 5 s",
            Self::WorkerKilled => "a worker killed (-9), back after 5 s",
            Self::RedisRestarted => "Redis killed and started",
            Self::RedisAway => "Redis away for 20 s",
            Self::RedisFrozen => "Redis frozen for 20 s",
            Self::PostgresFast => "Postgres restarted (fast)",
            Self::PostgresImmediate => "Postgres restarted (immediate)",
            Self::PostgresFrozen => "Postgres frozen for 20 s",
            Self::PostgresFrozenForOne => "Postgres frozen for one machine, 20 s",
            Self::MailAway => "mail server away for 40 s",
            Self::FilesAway => "files away for 20 s",
            Self::DiskFull => "disk of the files full for 20 s",
            Self::ClockJump => "clock of a server 10 min ahead, 20 s",
        }
    }

    /// Causes the fault and ends it. The reason if it cannot be caused here.
    async fn cause(self, stage: &mut Stage) -> anyhow::Result<Option<&'static str>> {
        match self {
            Self::Quiet => {}
            Self::ServerKilled => stage.kill_node(0, RESTART).await?,
            Self::WorkerKilled => stage.kill_node(2, RESTART).await?,
            Self::RedisRestarted => restart_redis(stage, Duration::ZERO).await?,
            Self::RedisAway => restart_redis(stage, FREEZE).await?,
            Self::PostgresFast => stage.backing.restart_postgres("fast").await?,
            Self::PostgresImmediate => stage.backing.restart_postgres("immediate").await?,
            Self::RedisFrozen | Self::PostgresFrozen | Self::PostgresFrozenForOne => self.freeze(stage).await,
            Self::MailAway => {
                stage.mail.leave();
                sleep(ABSENCE).await;
                stage.mail.resume().await?;
            }
            Self::FilesAway => move_files_away(stage).await?,
            Self::DiskFull if stage.has_small_disk() => fill_disk(stage).await?,
            Self::DiskFull => return Ok(Some("only root can mount a small disk for the files")),
            Self::ClockJump => return jump_clock(stage).await,
        }
        Ok(None)
    }

    async fn freeze(self, stage: &Stage) {
        let proxies = match self {
            Self::RedisFrozen => &stage.redis[..],
            Self::PostgresFrozenForOne => &stage.postgres[..1],
            _ => &stage.postgres[..],
        };
        proxies.iter().for_each(|proxy| proxy.set_frozen(true));
        sleep(FREEZE).await;
        proxies.iter().for_each(|proxy| proxy.set_frozen(false));
    }
}

async fn restart_redis(stage: &Stage, pause: Duration) -> anyhow::Result<()> {
    stage.backing.kill_redis().await?;
    sleep(pause).await;
    stage.backing.start_redis().await
}

/// A file stands in the place of the folder. Unlike rights, that stops root too.
async fn move_files_away(stage: &Stage) -> anyhow::Result<()> {
    let (files, away) = (stage.files(), stage.disk().join("away"));
    std::fs::rename(&files, &away)?;
    std::fs::write(&files, "")?;
    sleep(FREEZE).await;
    std::fs::remove_file(&files)?;
    std::fs::rename(away, files)?;
    Ok(())
}

async fn fill_disk(stage: &Stage) -> anyhow::Result<()> {
    let path = stage.disk().join("ballast");
    let mut file = std::fs::File::create(&path)?;
    let block = vec![0; 64 * 1024];
    // Until there is no room.
    while file.write_all(&block).is_ok() {}
    sleep(FREEZE).await;
    std::fs::remove_file(path)?;
    Ok(())
}

async fn jump_clock(stage: &Stage) -> anyhow::Result<Option<&'static str>> {
    if !stage.set_clock(CLOCK_JUMP)? {
        return Ok(Some("libfaketime is not installed, and the servers have no clock for tests"));
    }
    sleep(FREEZE).await;
    stage.set_clock("+0")?;
    Ok(None)
}

/// Causes the faults at equal distances. Those for which there is no time are left out.
pub async fn run_schedule(
    stage: &mut Stage,
    journal: &Journal,
    asked: &[Fault],
    total: Duration,
) -> anyhow::Result<Vec<Slot>> {
    let faults = if asked.is_empty() { Fault::value_variants() } else { asked };
    let count = u32::try_from(faults.len())?.max(1);
    let length = (total / count).max(SHORTEST_SLOT);
    let since = Instant::now();
    let mut slots = Vec::with_capacity(faults.len());
    for fault in faults.iter().copied() {
        let began = journal.now();
        if since.elapsed() + length > total + SHORTEST_SLOT {
            slots.push(Slot {
                fault,
                began,
                lifted: began,
                ended: began,
                skipped: Some("no time; use more --minutes"),
            });
            continue;
        }
        let end = Instant::now() + length;
        eprintln!("{:>5} s  {}", began.as_secs(), fault.text());
        let skipped = fault.cause(stage).await?;
        let lifted = journal.now();
        if skipped.is_none() {
            sleep_until(end).await;
        }
        slots.push(Slot { fault, began, lifted, ended: journal.now(), skipped });
    }
    Ok(slots)
}

/// Prints the cost of each fault.
pub fn print(slots: &[Slot], journal: &Journal) {
    let mut tries = journal.tries();
    tries.retain(|one| one.area != super::ASIDE);
    let areas: BTreeSet<&str> = tries.iter().map(|one| one.area).collect();
    println!(
        "\n{:<40} {:>6} {:>7} {:>9} {:>11}  errors of the writers",
        "fault", "done", "errors", "pause s", "recovered s"
    );
    for slot in slots {
        if let Some(reason) = slot.skipped {
            println!("{:<40} left out: {reason}", slot.fault.text());
            continue;
        }
        let within: Vec<&Try> =
            tries.iter().filter(|one| (slot.began..slot.ended).contains(&one.at)).collect();
        let done = within.iter().filter(|one| one.answer == Answer::Done).count();
        let errors = count_errors(&within);
        let total: usize = errors.values().sum();
        let texts: Vec<String> = errors.iter().map(|(text, count)| format!("{text} × {count}")).collect();
        println!(
            "{:<40} {done:>6} {total:>7} {:>9.1} {:>11}  {}",
            slot.fault.text(),
            find_longest_pause(slot, &within).as_secs_f64(),
            find_recovery(slot, &within, &areas)
                .map_or("NOT".to_owned(), |time| format!("{:.1}", time.as_secs_f64())),
            texts.join(", ")
        );
    }
}

fn count_errors<'a>(within: &[&'a Try]) -> BTreeMap<&'a str, usize> {
    let mut errors: BTreeMap<&str, usize> = BTreeMap::new();
    for one in within.iter().filter(|one| one.answer == Answer::Failed) {
        *errors.entry(one.text.as_str()).or_default() += 1;
    }
    errors
}

/// The longest time without a single acknowledgement.
fn find_longest_pause(slot: &Slot, within: &[&Try]) -> Duration {
    let mut last = slot.began;
    let mut longest = Duration::ZERO;
    let done = within.iter().filter(|one| one.answer == Answer::Done).map(|one| one.at);
    for at in done.chain([slot.ended]) {
        longest = longest.max(at.saturating_sub(last));
        last = at;
    }
    longest
}

/// After the fault, the time until every area had an acknowledgement again.
fn find_recovery(slot: &Slot, within: &[&Try], areas: &BTreeSet<&str>) -> Option<Duration> {
    let first_of = |area: &str| {
        let mut later = within.iter().filter(|one| one.at >= slot.lifted && one.area == area);
        later.find(|one| one.answer == Answer::Done).map(|one| one.at - slot.lifted)
    };
    areas.iter().map(|area| first_of(area)).try_fold(Duration::ZERO, |longest, one| Some(longest.max(one?)))
}
