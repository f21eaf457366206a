//! Stations and phones of one company: a pair alone, all together, and all together while the server is killed. At the end, what
//! they were told must be there, and once.

mod checks;
mod company;
mod phones;
mod stations;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use serde_json::Value;
use tokio::task::JoinSet;

use self::company::FieldCompany;
use self::phones::{PhoneWork, PlannedStop};
use self::stations::StationWork;
use crate::answers::read_data;
use crate::browser::{Browser, status};
use crate::company::SLUG;
use crate::database::{Database, Server};
use crate::figures::{goal, load_average, millis, quantile};
use crate::program::{PATIENCE, Program, ServerProcess};
use crate::users::{STAFF, Users};

const DATABASE: &str = "remessa_bench_field";
const GOAL_SCAN: f64 = 150.0;
/// The pair that works alone has as much more to do, so that its figures are of enough calls.
const ALONE: usize = 4;

#[derive(Args)]
pub struct Field {
    #[command(flatten)]
    server: Server,
    /// The program of the server.
    #[arg(long)]
    program: PathBuf,
    #[arg(long, default_value = "127.0.0.1:8097")]
    address: SocketAddr,
    #[arg(long, default_value_t = 100_000)]
    shipments: usize,
    #[arg(long, default_value_t = 20)]
    stations: usize,
    #[arg(long, default_value_t = 50)]
    phones: usize,
    /// Parcels of each station.
    #[arg(long, default_value_t = 50)]
    parcels: usize,
    /// Stops of each phone.
    #[arg(long, default_value_t = 10)]
    stops: usize,
    /// How often the server is killed.
    #[arg(long, default_value_t = 5)]
    kills: usize,
    /// The seed of the repetitions and of the orders in which records arrive.
    #[arg(long, default_value_t = 36)]
    seed: u64,
}

/// Who works at the same time.
struct Round {
    name: &'static str,
    stations: usize,
    phones: usize,
    /// Parcels of a station, and stops of a phone.
    parcels: usize,
    stops: usize,
    kills: usize,
}

/// All that was sent, for the checks at the end.
#[derive(Default)]
struct FieldWork {
    stations: Vec<StationWork>,
    phones: Vec<PhoneWork>,
}

/// The calls that have been answered, of all stations and phones.
type Progress = Arc<AtomicUsize>;

pub async fn run(bench: Field) -> anyhow::Result<()> {
    let database = bench.server.new_database(DATABASE).await?;
    let outcome = bench.measure(&database).await;
    database.drop().await?;
    outcome
}

impl Field {
    fn rounds(&self) -> [Round; 3] {
        let Self { stations, phones, parcels, stops, kills, .. } = *self;
        [
            Round {
                name: "one and one",
                stations: 1,
                phones: 1,
                parcels: parcels * ALONE,
                stops: stops * ALONE,
                kills: 0,
            },
            Round { name: "all", stations, phones, parcels, stops, kills: 0 },
            Round { name: "all, and kills", stations, phones, parcels, stops, kills },
        ]
    }

    async fn measure(&self, database: &Database) -> anyhow::Result<()> {
        let rounds = self.rounds();
        let parcels = rounds.iter().map(|round| round.stations * round.parcels).sum();
        let stops = rounds.iter().map(|round| round.phones * round.stops).sum();
        let mut company = FieldCompany::make(database, self.shipments, parcels, stops).await?;
        let tenant = &company.company.tenant;
        let users = Users::make(&database.url, tenant, STAFF, self.stations + self.phones + 1).await?;
        let mut server = Program::new(&self.program, self.address, database)?.serve().await?;
        println!("{} shipments, load {}", self.shipments, load_average());
        println!(
            "{:<16} {:>8} {:>7} {:>7} {:>11} {:>11} {:>11} {:>11}",
            "", "stations", "phones", "s", "scan p50 ms", "scan p95 ms", "batch p50", "batch p95"
        );
        let mut all = FieldWork::default();
        let mut slow = Vec::new();
        for (at, round) in rounds.iter().enumerate() {
            let seed = self.seed + at as u64 * 1_000;
            let work = self.work(round, &mut company, &users, &mut server, seed).await?;
            slow.push(work.p95());
            all.stations.extend(work.stations);
            all.phones.extend(work.phones);
        }
        drop(server);
        checks::check(&mut company.company.owner, &all).await?;
        let [alone, together, _] = slow[..] else { bail!("a round is missing") };
        println!(
            "\nstations and phones to one of each: scan × {:.2}, batch × {:.2}",
            together.0 / alone.0,
            together.1 / alone.1
        );
        goal("p95 of a scan, ms", together.0, GOAL_SCAN);
        Ok(())
    }

    /// A round, from the planned runs to the last record.
    async fn work(
        &self,
        round: &Round,
        company: &mut FieldCompany,
        users: &Users,
        server: &mut ServerProcess,
        seed: u64,
    ) -> anyhow::Result<FieldWork> {
        let browsers = self.open(users, round.stations + round.phones).await?;
        let office = Browser::with_session(self.address, address_of(0), SLUG, &users.tokens[0]).await?;
        let mut runs: Vec<Vec<PlannedStop>> = Vec::with_capacity(round.phones);
        for phone in 0..round.phones {
            let driver = users.ids[1 + round.stations + phone];
            runs.push(company.plan_run(&office, driver, round.stops).await?);
        }
        let progress = Progress::default();
        let (mut stations, mut phones) = (JoinSet::new(), JoinSet::new());
        let since = Instant::now();
        let mut browsers = browsers.into_iter();
        for (at, browser) in browsers.by_ref().take(round.stations).enumerate() {
            let dice = SmallRng::seed_from_u64(seed + at as u64);
            let codes = company.take_codes(round.parcels)?;
            stations.spawn(stations::work(browser, codes, dice, progress.clone()));
        }
        for (at, (browser, stops)) in browsers.zip(runs).enumerate() {
            let dice = SmallRng::seed_from_u64(seed + 500 + at as u64);
            phones.spawn(phones::work(browser, stops, dice, progress.clone()));
        }
        // Scans and records that happen at least once: the rest are repetitions.
        let total = round.stations * round.parcels * 2 + round.phones * round.stops / 2;
        for kill in 1..=round.kills {
            wait_for(&progress, total * kill / (round.kills + 1)).await?;
            server.kill().await?;
        }
        let stations = stations.join_all().await.into_iter().collect::<anyhow::Result<_>>()?;
        let phones = phones.join_all().await.into_iter().collect::<anyhow::Result<_>>()?;
        let work = FieldWork { stations, phones };
        work.print(round, since.elapsed());
        Ok(work)
    }

    /// The people of a round, each at an address of its own. The first user is the office.
    async fn open(&self, users: &Users, count: usize) -> anyhow::Result<Vec<Browser>> {
        let mut browsers = Vec::with_capacity(count);
        for (at, token) in users.tokens.iter().enumerate().skip(1).take(count) {
            browsers.push(Browser::with_session(self.address, address_of(at), SLUG, token).await?);
        }
        Ok(browsers)
    }
}

/// Waits until so many calls have been answered.
async fn wait_for(progress: &Progress, mark: usize) -> anyhow::Result<()> {
    let reached = async {
        while progress.load(Ordering::Relaxed) < mark {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(PATIENCE, reached).await.context("nobody goes on working")
}

fn address_of(at: usize) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 9, u8::try_from(at % 250 + 1).unwrap_or(1))
}

impl FieldWork {
    fn list_times(&self) -> (Vec<Duration>, Vec<Duration>) {
        let mut scans: Vec<Duration> = self.stations.iter().flat_map(|one| one.times.clone()).collect();
        let mut batches: Vec<Duration> = self.phones.iter().flat_map(|one| one.times.clone()).collect();
        scans.sort_unstable();
        batches.sort_unstable();
        (scans, batches)
    }

    /// Milliseconds of a scan and of a batch.
    fn p95(&self) -> (f64, f64) {
        let (scans, batches) = self.list_times();
        (millis(quantile(&scans, 0.95)), millis(quantile(&batches, 0.95)))
    }

    fn print(&self, round: &Round, took: Duration) {
        let (scans, batches) = self.list_times();
        let ms = |times: &[Duration], share| millis(quantile(times, share));
        println!(
            "{:<16} {:>8} {:>7} {:>7.1} {:>11.1} {:>11.1} {:>11.1} {:>11.1}",
            round.name,
            round.stations,
            round.phones,
            took.as_secs_f64(),
            ms(&scans, 0.5),
            ms(&scans, 0.95),
            ms(&batches, 0.5),
            ms(&batches, 0.95)
        );
    }
}

/// Sends the same call until it is answered, as stations and phones do while there is no server. The time is that of the call that
/// was answered.
async fn send_until_answered(
    browser: &Browser,
    path: &str,
    form: &Value,
) -> anyhow::Result<(Value, Duration)> {
    let (since, body) = (Instant::now(), form.to_string());
    loop {
        let began = Instant::now();
        let answer = browser.json("POST", path, &body).await.unwrap_or_default();
        let took = began.elapsed();
        match (status(&answer), read_data(&answer)) {
            (200, Some(data)) => return Ok((data, took)),
            // It was killed before or while it answered, or is about to start.
            (0 | 200 | 502..=504, _) if since.elapsed() < PATIENCE => {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            _ => bail!("{path}: {answer}"),
        }
    }
}
