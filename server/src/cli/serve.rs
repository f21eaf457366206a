//! Serves the API and the web and runs the workers, until it is stopped.

use std::time::Duration;

use poem::listener::{Acceptor, Listener, TcpListener};
use poem::web::{LocalAddr, RemoteAddr};
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::AppState;
use crate::audit::seal::keep_sealing;
use crate::clock::Clock;
use crate::config::{AdminConfig, PlatformConfig, ServerConfig};
use crate::platform::{self, PlatformState};
use crate::process::worker::{Worker, WorkerOptions};
use crate::sweep::keep_sweeping;

const DRAIN: Duration = Duration::from_secs(20);

pub async fn serve(config: ServerConfig) -> anyhow::Result<()> {
    start_logs();
    start_metrics(&config.metrics_listen)?;
    let (listen, slots) = (config.listen.clone(), config.workers);
    let state = crate::connect(config, Clock::default()).await?;
    let stop = stop_token();
    let worker = (slots > 0).then(|| tokio::spawn(run_worker(state.clone(), slots, stop.clone())));
    let sealer = tokio::spawn(keep_sealing(state.clone(), stop.clone()));
    let sweeper = tokio::spawn(keep_sweeping(state.clone(), stop.clone()));
    tracing::info!(listen, slots, "serving");
    poem::Server::new(NoDelay(TcpListener::bind(listen)))
        .run_with_graceful_shutdown(crate::app(state), stop.cancelled_owned(), Some(DRAIN))
        .await?;
    if let Some(worker) = worker {
        worker.await?;
    }
    sealer.await?;
    sweeper.await?;
    tracing::info!("stopped");
    Ok(())
}

/// Serves the operator's API.
pub async fn platform(config: PlatformConfig) -> anyhow::Result<()> {
    start_logs();
    let state = PlatformState::connect(&config, Clock::default()).await?;
    let listen = config.platform_listen;
    tracing::info!(listen, host = config.platform_host, "serving the operator's API");
    poem::Server::new(NoDelay(TcpListener::bind(listen)))
        .run_with_graceful_shutdown(platform::app(state), stop_token().cancelled_owned(), Some(DRAIN))
        .await?;
    tracing::info!("stopped");
    Ok(())
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
    run_worker(state, slots, stop).await;
    sealer.await?;
    sweeper.await?;
    tracing::info!("stopped");
    Ok(())
}

async fn run_worker(state: AppState, slots: usize, stop: CancellationToken) {
    Worker::new(state, crate::kinds(), WorkerOptions::new(slots)).run(stop).await;
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

/// Cancelled when the process is asked to stop.
fn stop_token() -> CancellationToken {
    let token = CancellationToken::new();
    let told = token.clone();
    tokio::spawn(async move {
        stop_signal().await;
        told.cancel();
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

/// poem 3.1.12 leaves Nagle's algorithm on, which delays small answers by 40 ms (fixed upstream, unreleased).
struct NoDelay(TcpListener<String>);

struct NoDelayAcceptor(poem::listener::TcpAcceptor);

impl Listener for NoDelay {
    type Acceptor = NoDelayAcceptor;

    async fn into_acceptor(self) -> std::io::Result<NoDelayAcceptor> {
        self.0.into_acceptor().await.map(NoDelayAcceptor)
    }
}

impl Acceptor for NoDelayAcceptor {
    type Io = tokio::net::TcpStream;

    fn local_addr(&self) -> Vec<LocalAddr> {
        self.0.local_addr()
    }

    async fn accept(
        &mut self,
    ) -> std::io::Result<(Self::Io, LocalAddr, RemoteAddr, poem::http::uri::Scheme)> {
        let accepted = self.0.accept().await?;
        let _ = accepted.0.set_nodelay(true);
        Ok(accepted)
    }
}
