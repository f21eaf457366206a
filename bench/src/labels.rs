//! Labels from the rows to the file, by the product's own worker.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use ::tenancy::admin::Admin;
use ::tenancy::{Host, Tenancy, Tenant};
use access::scope::RowScope;
use access::social::providers::Keyring;
use anyhow::Context;
use clap::Args;
use freight::documents::form::DocumentKind;
use freight::shipments::labels::{LabelFormat, PrintLabels};
use server_core::clock::Clock;
use server_core::config::ServerConfig;
use server_core::http::messages::Language;
use server_core::process::worker::{Worker, WorkerOptions};
use server_core::process::{self, Owner};
use server_core::state::AppState;
use uuid::Uuid;

use crate::database::Server;
use crate::memory;

const DATABASE: &str = "remessa_bench_labels";
const GOAL: f64 = 5.0;
const GOAL_LABELS: usize = 1_000;

/// One page each, with realistic texts; every tenth is in Chinese, which needs another font.
const SHIPMENTS: &str = "
    insert into shipments (id, tracking_code, status, service_id, source, external_ref, contents_type, incoterm, currency,
                           declared_value, declared_weight_g, from_name, from_address_1, from_address_number, from_city,
                           from_postcode, from_country_id, from_phone, to_name, to_address_1, to_address_number,
                           to_address_complement, to_address_2, to_city, to_postcode, to_country_id, to_phone,
                           parcel_count, item_count, created_at, updated_at)
    select gen_random_uuid(), 'ZZ' || lpad(n::text, 9, '0') || 'BR', 10,
           (select id from services order by position limit 1), 'bench', 'PO-' || n, 'merchandise', 'DAP', 'USD',
           100 + n, 500 + n, 'Comercial Exportadora Horizonte Ltda.', 'Avenida Paulista', n::text, 'São Paulo',
           '01310100', 32, '+551140028922',
           case when n % 10 = 0 then '深圳市前海供应链管理有限公司' else 'João Gonçalves da Silva ' || n end,
           case when n % 10 = 0 then '南山区科技园科苑路十五号科兴科学园' else 'Rua São Bento' end, n::text,
           'apto. ' || n, 'Centro', 'Belo Horizonte', '30130010', 32, '+5531987654321', 1, 1, now(), now()
    from generate_series(1, $1::int) n
    returning id";
const PARCELS: &str = "
    insert into parcels (id, shipment_id, seq, length_mm, width_mm, height_mm, weight_g)
    select gen_random_uuid(), id, 1, 300, 200, 155, declared_weight_g from shipments where source = 'bench'";
const ITEMS: &str = "
    insert into shipment_items (id, shipment_id, seq, description, quantity, unit)
    select gen_random_uuid(), id, 1, 'Fones de ouvido sem fio com estojo de recarga', 2, 'un.'
    from shipments where source = 'bench'";
const FILE: &str = "select file_key from background_tasks where id = $1 and completed_at is not null";

#[derive(Args)]
pub struct Labels {
    #[command(flatten)]
    server: Server,
    #[command(flatten)]
    config: ServerConfig,
    /// Number of labels to print; one figure for each.
    #[arg(long, value_delimiter = ',', default_value = "1,100,1000,5000")]
    counts: Vec<usize>,
}

pub async fn run(bench: Labels) -> anyhow::Result<()> {
    let (database, _) = bench.server.database(DATABASE).await?;
    let mut config = bench.config;
    config.database.database_url.clone_from(&database.url);
    let folder = tempfile::tempdir()?;
    config.files_url = format!("file://{}", folder.path().display());
    let admin = Admin::connect(&database.url).await?;
    let tenancy = Tenancy::connect(&config.database.tenancy()).await?;
    app::cli::tenant::apply(&admin, &tenancy, Path::new("tenants/atlantico"), &Keyring::default()).await?;
    drop(tenancy);
    let state = app::connect(config, Clock::default()).await?;
    let host = Host::parse("atlantico.localhost").context("the demo's host")?;
    let tenant = state.tenancy.resolve(&host).context("the tenant was not made")?;

    let room = PrintRoom { state, tenant };
    let ids = room.shipments(bench.counts.iter().copied().max().unwrap_or(GOAL_LABELS)).await?;
    println!(
        "{:>8} {:>7} {:>9} {:>10} {:>9} {:>9}",
        "labels", "format", "seconds", "labels/s", "file MB", "peak MB"
    );
    for format in [LabelFormat::Pdf, LabelFormat::Zip] {
        for count in &bench.counts {
            room.measure(&ids[..*count], format).await?;
        }
    }
    drop(room);
    database.drop().await
}

struct PrintRoom {
    state: AppState,
    tenant: Arc<Tenant>,
}

impl PrintRoom {
    async fn shipments(&self, count: usize) -> anyhow::Result<Vec<Uuid>> {
        let mut tx = self.state.tenancy.begin(&self.tenant).await?;
        let ids = sqlx::query_scalar(SHIPMENTS).bind(i32::try_from(count)?).fetch_all(&mut *tx).await?;
        sqlx::query(PARCELS).execute(&mut *tx).await?;
        sqlx::query(ITEMS).execute(&mut *tx).await?;
        tx.commit().await?;
        Ok(ids)
    }

    /// Time from the request to the stored file.
    async fn measure(&self, ids: &[Uuid], format: LabelFormat) -> anyhow::Result<()> {
        let mut tx = self.state.tenancy.begin(&self.tenant).await?;
        let print = PrintLabels {
            ids: ids.to_vec(),
            scope: RowScope::All,
            format,
            kinds: vec![DocumentKind::Label],
            language: Language::En,
            latin: false,
            customs_papers: false,
        };
        let task = process::enqueue(&mut tx, Owner::of(Uuid::now_v7()), print).await?;
        tx.commit().await?;
        memory::forget_peak();
        let began = Instant::now();
        Worker::new(self.state.clone(), app::kinds(), WorkerOptions::new(1)).drain().await;
        let seconds = began.elapsed().as_secs_f64();
        let (count, peak) = (ids.len(), memory::peak_megabytes());
        println!(
            "{count:>8} {:>7} {seconds:>9.2} {:>10.0} {:>9.2} {peak:>9}",
            format.as_str(),
            count as f64 / seconds,
            self.size_of(task.id).await? as f64 / 1e6,
        );
        if count == GOAL_LABELS && seconds > GOAL {
            println!("  slower than the goal of {GOAL_LABELS} in {GOAL} s");
        }
        Ok(())
    }

    async fn size_of(&self, task: Uuid) -> anyhow::Result<u64> {
        let mut tx = self.state.tenancy.begin(&self.tenant).await?;
        let name: Option<String> =
            sqlx::query_scalar(FILE).bind(task).fetch_optional(&mut *tx).await?.flatten();
        tx.commit().await?;
        let name = name.context("the labels were not printed")?;
        let key = server_core::files::FileKey::of(&self.tenant.id, &name).context("no name of a file")?;
        Ok(self.state.files.get(&key).await?.context("the file is gone")?.size)
    }
}
