//! Cost of access control: `can` of a page, a policy change until another node applies it, and the list
//! during a flood of sign-ins.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ::tenancy::admin::Admin;
use ::tenancy::{Host, Tenancy, Tenant, TenantId};
use access::password::Passwords;
use access::scope::RowScope;
use access::social::providers::Keyring;
use anyhow::Context;
use clap::Args;
use freight::shipments::known_totals::KnownTotals;
use freight::shipments::list::{self as shipments, Conditions, ShipmentFilter};
use freight::shipments::model::{ShipmentCan, State};
use freight::status::ShipmentStatus;
use policy::{Policy, UserType, menu};
use server_core::clock::Clock;
use server_core::config::ServerConfig;
use server_core::http::list::Paging;
use server_core::state::AppState;
use tokio::task::JoinSet;

use crate::database::Server;
use crate::figures::{goal, load_average, quantile};

const DATABASE: &str = "remessa_bench_access";
const ROWS: usize = 50;
const CAN_GOAL_US: f64 = 50.0;
const EFFECT_GOAL_MS: f64 = 1_000.0;
const FLOOD_GOAL: f64 = 1.3;
/// Concurrent attempts; attempts beyond the queue are refused at once.
const ATTACKERS: usize = 100;
/// Rounds alternate between no load and flood, because the speed of a machine changes over time.
const ROUNDS: usize = 5;

const SHIPMENTS: &str = "
    insert into shipments (id, tracking_code, status, source, to_name, created_at, updated_at)
    select gen_random_uuid(), 'ZZ' || lpad(n::text, 9, '0') || 'BR', 10, 'bench', 'Maria ' || n,
           now() - n * interval '1 minute', now()
    from generate_series(1, 20000) n";
/// The extra statement of every profile change.
const RAISE: &str = "
    insert into policy_state (version) values (1)
    on conflict (only_row) do update set version = policy_state.version + 1";
const ANNOUNCE: &str = "select pg_notify('remessa_settings', '')";

#[derive(Args)]
pub struct Access {
    #[command(flatten)]
    server: Server,
    #[command(flatten)]
    config: ServerConfig,
    /// Pages of the list, without load and during the flood.
    #[arg(long, default_value_t = 5_000)]
    pages: usize,
    /// Number of policy changes.
    #[arg(long, default_value_t = 50)]
    changes: usize,
}

pub async fn run(bench: Access) -> anyhow::Result<()> {
    let (database, _) = bench.server.database(DATABASE).await?;
    let mut config = bench.config;
    config.database.database_url.clone_from(&database.url);
    let admin = Admin::connect(&database.url).await?;
    let tenancy = Tenancy::connect(&config.database.tenancy()).await?;
    app::cli::tenant::apply(&admin, &tenancy, Path::new("tenants/atlantico"), &Keyring::default()).await?;
    drop(tenancy);
    println!("load {}", load_average());
    can();
    let nodes = [
        app::connect(config.clone(), Clock::default()).await?,
        app::connect(config, Clock::default()).await?,
    ];
    let host = Host::parse("atlantico.localhost").context("the demo's host")?;
    let tenant = nodes[0].tenancy.resolve(&host).context("the tenant was not made")?;
    effect(&nodes, &tenant, bench.changes).await?;
    flood(&nodes[0], &tenant, bench.pages).await?;
    drop(nodes);
    database.drop().await
}

/// The buttons of a page of shipments and the menu, calculated as for each answer.
fn can() {
    let grants = Policy::load_shipped().grants(UserType::User);
    let rounds = 10_000;
    let began = Instant::now();
    for _ in 0..rounds {
        for _ in 0..ROWS {
            let state = State {
                status: ShipmentStatus::Draft,
                is_confirmed: false,
                is_held: false,
                is_claimed: false,
                missing: &[],
            };
            black_box(ShipmentCan::of(black_box(state), black_box(&grants)));
        }
        black_box(menu(black_box(&grants), |_| true));
    }
    let micros = began.elapsed().as_secs_f64() * 1e6 / f64::from(rounds);
    goal("`can` of 50 rows and the menu, µs", micros, CAN_GOAL_US);
}

/// Time from the commit on one node until a request on the other node applies the change.
async fn effect([here, there]: &[AppState; 2], tenant: &Arc<Tenant>, changes: usize) -> anyhow::Result<()> {
    let mut times = Vec::with_capacity(changes);
    for _ in 0..changes {
        let before = there.settings.get(&there.tenancy, tenant).await?.policy_version;
        let mut tx = here.tenancy.begin(tenant).await?;
        sqlx::query(RAISE).execute(&mut *tx).await?;
        sqlx::query(ANNOUNCE).execute(&mut *tx).await?;
        tx.commit().await?;
        let began = Instant::now();
        while there.settings.get(&there.tenancy, tenant).await?.policy_version == before {
            tokio::task::yield_now().await;
        }
        times.push(began.elapsed());
    }
    times.sort();
    println!("a change of policy on another node, p50 ms {:>26.2}", millis(quantile(&times, 0.5)));
    goal("the slowest, ms", millis(quantile(&times, 1.0)), EFFECT_GOAL_MS);
    Ok(())
}

/// Pages of the list, without load and during more sign-ins than passwords can be checked.
async fn flood(state: &AppState, tenant: &Arc<Tenant>, pages: usize) -> anyhow::Result<()> {
    let mut tx = state.tenancy.begin(tenant).await?;
    sqlx::query(SHIPMENTS).execute(&mut *tx).await?;
    tx.commit().await?;
    let (mut quiet, mut flooded) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        quiet.extend(list(state, tenant, pages / ROUNDS).await?);
        let flood = Flood::begin(state, tenant.id);
        flooded.extend(list(state, tenant, pages / ROUNDS).await?);
        flood.end().await?;
    }
    quiet.sort();
    flooded.sort();
    for (share, name) in [(0.5, "p50"), (0.99, "p99")] {
        let (quiet, flooded) = (millis(quantile(&quiet, share)), millis(quantile(&flooded, share)));
        println!("list {name}, ms: {quiet:.2} in the quiet, {flooded:.2} in a flood of logins");
        goal(&format!("ratio of {name}"), flooded / quiet, FLOOD_GOAL);
    }
    Ok(())
}

/// More sign-ins than passwords can be checked.
struct Flood {
    over: Arc<AtomicBool>,
    attackers: JoinSet<()>,
}

impl Flood {
    fn begin(state: &AppState, tenant: TenantId) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let attack = |_| {
            let (state, over) = (state.clone(), over.clone());
            async move {
                while !over.load(Ordering::Relaxed) {
                    if state.slot::<Passwords>().verify(&tenant, "a guess".to_owned(), None).await.is_err() {
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    }
                }
            }
        };
        Self { attackers: (0..ATTACKERS).map(attack).collect(), over }
    }

    async fn end(mut self) -> anyhow::Result<()> {
        self.over.store(true, Ordering::Relaxed);
        while let Some(attacker) = self.attackers.join_next().await {
            attacker?;
        }
        Ok(())
    }
}

async fn list(state: &AppState, tenant: &Arc<Tenant>, pages: usize) -> anyhow::Result<Vec<Duration>> {
    let conditions = Conditions::new(ShipmentFilter::default(), RowScope::All, "UTC")?;
    let mut times = Vec::with_capacity(pages);
    for _ in 0..pages {
        let began = Instant::now();
        let mut tx = state.tenancy.begin(tenant).await?;
        shipments::page(
            &mut tx,
            state.slot::<KnownTotals>(),
            &conditions,
            Paging { page: 1, per_page: 25 },
            &[],
        )
        .await?;
        tx.commit().await?;
        times.push(began.elapsed());
    }
    Ok(times)
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
