//! Serves the API and the web and runs the workers, until it is stopped.

use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::platform;
use crate::platform::PlatformState;
use crate::sweep::keep_sweeping;
use live::socket::Hub;
use server_core::audit::seal::keep_sealing;
use server_core::clock::Clock;
use server_core::config::{AdminConfig, PlatformConfig, ServerConfig};
use server_core::http::connections::{self, Caps, Deadlines};
use server_core::process::worker::{Worker, WorkerOptions};
use server_core::state::AppState;
use support::incoming::keep_taking;

/// They wait for receivers outside most of the time.
const WEBHOOK_WORKERS: WorkerOptions =
    WorkerOptions { slots: 64, per_tenant: 32, drain: Duration::from_secs(10) };
/// Connections of the operator's API.
const OPERATORS: usize = 1_000;

pub async fn serve(config: ServerConfig) -> anyhow::Result<()> {
    start_logs();
    start_metrics(&config.metrics_listen)?;
    allow_many_files()?;
    let (listen, slots, caps) = (config.listen.clone(), config.workers, config.caps());
    let state = crate::connect(config, Clock::default()).await?;
    let stop = stop_token();
    let worker = (slots > 0).then(|| tokio::spawn(run_worker(state.clone(), slots, stop.clone())));
    let sealer = tokio::spawn(keep_sealing(state.clone(), stop.clone()));
    let sweeper = tokio::spawn(keep_sweeping(state.clone(), stop.clone()));
    let mail = tokio::spawn(keep_taking(state.clone(), stop.clone()));
    tracing::info!(listen, slots, "serving");
    let listener = TcpListener::bind(listen).await?;
    let hub = state.slot::<Hub>().clone();
    let ending = tokio::spawn(close_live(hub, stop.clone()));
    connections::serve(listener, crate::app(state), caps, stop).await?;
    ending.await?;
    if let Some(worker) = worker {
        worker.await?;
    }
    sealer.await?;
    sweeper.await?;
    mail.await?;
    tracing::info!("stopped");
    Ok(())
}

/// Serves the operator's API.
pub async fn platform(config: PlatformConfig) -> anyhow::Result<()> {
    start_logs();
    let state = PlatformState::connect(&config, Clock::default()).await?;
    let listen = config.platform_listen;
    tracing::info!(listen, host = config.platform_host, "serving the operator's API");
    let listener = TcpListener::bind(listen).await?;
    let trusted_proxies = config.trusted_proxies;
    let caps = Caps { all: OPERATORS, trusted_proxies, deadlines: Deadlines::default() };
    connections::serve(listener, platform::app(state), caps, stop_token()).await?;
    tracing::info!("stopped");
    Ok(())
}

/// Tells open pages to connect to another process.
async fn close_live(hub: Hub, stop: CancellationToken) {
    stop.cancelled().await;
    hub.close().await;
}

/// Runs background processes only.
pub async fn work(config: ServerConfig) -> anyhow::Result<()> {
    start_logs();
    start_metrics(&config.metrics_listen)?;
    let slots = config.workers.max(1);
    let state = crate::connect(config, Clock::default()).await?;
    tracing::info!(slots, "working");
    let stop = stop_token();
    let sealer = tokio::spawn(keep_sealing(state.clone(), stop.clone()));
    let sweeper = tokio::spawn(keep_sweeping(state.clone(), stop.clone()));
    let mail = tokio::spawn(keep_taking(state.clone(), stop.clone()));
    run_worker(state, slots, stop).await;
    sealer.await?;
    sweeper.await?;
    mail.await?;
    tracing::info!("stopped");
    Ok(())
}

async fn run_worker(state: AppState, slots: usize, stop: CancellationToken) {
    let webhooks = Worker::new(state.clone(), crate::webhook_kinds(), WEBHOOK_WORKERS).run(stop.clone());
    let others = Worker::new(state, crate::kinds(), WorkerOptions::new(slots)).run(stop);
    tokio::join!(others, webhooks);
}

/// Prepares the cluster and migrates the registry, the lookups and all tenants.
pub async fn migrate(config: &AdminConfig) -> anyhow::Result<()> {
    let admin = tenancy::admin::Admin::connect(&config.admin_url).await?;
    let password = config.database.database_password.clone();
    let citus = config.distributed.is_some();
    let cluster = tenancy::admin::Cluster { password, citus, ..tenancy::admin::Cluster::default() };
    admin.prepare_cluster(&cluster).await?;
    super::tenant::migrate(&admin, &[], &tenancy::admin::MigrateOptions::default()).await
}

pub fn start_logs() {
    let filter = tracing_subscriber::EnvFilter::try_from_env("REMESSA_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("info"));
    let _ = tracing_subscriber::fmt().json().with_env_filter(filter).with_writer(std::io::stderr).try_init();
}

fn start_metrics(listen: &str) -> anyhow::Result<()> {
    if listen.is_empty() {
        return Ok(());
    }
    metrics_exporter_prometheus::PrometheusBuilder::new()
        .with_http_listener(listen.parse::<std::net::SocketAddr>()?)
        .install()?;
    Ok(())
}

/// Each connection is an open file, and systems allow 1,024 unless a process asks for more.
fn allow_many_files() -> std::io::Result<()> {
    let allowed = getrlimit(Resource::Nofile);
    Ok(setrlimit(Resource::Nofile, Rlimit { current: allowed.maximum, ..allowed })?)
}

/// Cancelled when the process is asked to stop.
fn stop_token() -> CancellationToken {
    let token = CancellationToken::new();
    let token_to_cancel = token.clone();
    tokio::spawn(async move {
        stop_signal().await;
        token_to_cancel.cancel();
    });
    token
}

async fn stop_signal() {
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}
