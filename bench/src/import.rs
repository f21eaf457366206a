//! Import of a file of shipments: the shipped file, and a file many times as long.

use std::fs::File;
use std::io::{Seek, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use ::tenancy::admin::Admin;
use ::tenancy::{Host, Tenancy, Tenant};
use access::social::providers::Keyring;
use anyhow::Context;
use clap::Args;
use imports::format::Format;
use imports::group::gather;
use imports::guess::{Habits, guess};
use imports::kind::{ImportKind, ImportScope};
use imports::lookups::{self, Lookups};
use imports::mapping::{Mapping, MappingOrigin, Plan};
use imports::model::ImportStatus;
use imports::process::{Run, RunImport};
use imports::store::{self, Content, Counts, NewImport, Owners};
use imports::synonyms::COLUMN_WORDS;
use imports::{
    day::DateOrder,
    read::{DecimalMark, FileSizeUnit, FileWeightUnit},
};
use server_core::clock::Clock;
use server_core::config::ServerConfig;
use server_core::files::FileKind;
use server_core::http::messages::Language;
use server_core::process::worker::{Worker, WorkerOptions};
use server_core::process::{self, Owner};
use server_core::state::AppState;
use sheets::preview::{self, Preview};
use sheets::workbook::RUN;
use uuid::Uuid;

use crate::database::Server;
use crate::memory;

const DATABASE: &str = "remessa_bench_import";
const REFERENCE: &str = "ASN/DN #";
const GOAL: f64 = 5_000.0;

#[derive(Args)]
pub struct Import {
    #[command(flatten)]
    server: Server,
    #[command(flatten)]
    config: ServerConfig,
    /// The first file.
    #[arg(long, default_value = "server/tests/data/scms-deliveries.csv")]
    file: PathBuf,
    /// Length of the second file, as a multiple of the first.
    #[arg(long, default_value_t = 40)]
    times: usize,
}

pub async fn run(bench: Import) -> anyhow::Result<()> {
    let (database, _) = bench.server.database(DATABASE).await?;
    let mut config = bench.config;
    config.database.database_url.clone_from(&database.url);
    let folder = Path::new("tenants/atlantico");
    let admin = Admin::connect(&database.url).await?;
    let tenancy = Tenancy::connect(&config.database.tenancy()).await?;
    app::cli::tenant::apply(&admin, &tenancy, folder, &Keyring::default()).await?;
    drop(tenancy);
    let state = app::connect(config, Clock::default()).await?;
    let host = Host::parse("atlantico.localhost").context("the demo's host")?;
    let tenant = state.tenancy.resolve(&host).context("the tenant was not made")?;
    let office = Office { state, tenant };

    let long = repeat_lines(&bench.file, bench.times)?;
    println!("{:>10} {:>10} {:>12} {:>12} {:>10}", "lines", "seconds", "lines/s", "shipments/s", "peak MB");
    office.pure(&long).await?;
    office.measure("as shipped", File::open(&bench.file)?).await?;
    office.measure("long", long).await?;
    drop(office);
    database.drop().await
}

const SHIPMENTS: ImportKind = ImportKind::Shipments;

struct Office {
    state: AppState,
    tenant: Arc<Tenant>,
}

impl Office {
    /// Read, parse and group only, on one core.
    async fn pure(&self, file: &File) -> anyhow::Result<()> {
        let lookups = self.lookups().await?;
        let looked = preview::read_preview(file.try_clone()?, &COLUMN_WORDS)?;
        let mapping = guess_mapping(&looked, &lookups);
        let plan = Plan::new(SHIPMENTS, &mapping, &looked.header, &lookups.words)
            .map_err(|_| anyhow::anyhow!("no plan"))?;
        let mut copy = file.try_clone()?;
        copy.rewind()?;
        let (began, mut lines, mut shipments) = (Instant::now(), 0_u32, 0_u32);
        let mut group = Vec::new();
        preview::read_without_formula_guards(copy, &looked.kind, &RUN, &COLUMN_WORDS, &mut |_, row| {
            lines += 1;
            let line = plan.line(row, &lookups.words);
            if group.last().is_some_and(|last: &imports::parse::Line| last.group != line.group) {
                shipments += u32::from(gather(&plan, &mut std::mem::take(&mut group)).is_ok());
            }
            group.push(line);
            ControlFlow::Continue(())
        })?;
        report("pure", lines.into(), shipments.into(), began.elapsed());
        Ok(())
    }

    /// The complete import by the product's own worker: copy, check and store.
    async fn measure(&self, name: &str, mut file: File) -> anyhow::Result<()> {
        file.rewind()?;
        let import_id = self.upload(name, file).await?;
        let mut tx = self.state.tenancy.begin(&self.tenant).await?;
        let run = Run {
            max_lines: None,
            is_outside: false,
            scope: None,
            sees_costs: false,
            service_profiles: None,
            import_id,
            file_name: name.to_owned(),
            language: Language::En,
            time_zone: "UTC".to_owned(),
            home_country_id: 32,
            weight_unit: 10,
            size_unit: 10,
        };
        let task = process::enqueue(&mut tx, Owner::NOBODY, RunImport(run)).await?;
        store::begin_run(&mut tx, import_id, ImportStatus::Importing, task.id, self.state.clock.now())
            .await?;
        tx.commit().await?;
        let began = Instant::now();
        Worker::new(self.state.clone(), app::kinds(), WorkerOptions::new(1)).drain().await;
        let took = began.elapsed();
        let counts = self.counts(import_id).await?;
        report(name, counts.line_count.into(), counts.new_shipments.into(), took);
        anyhow::ensure!(counts.taken_lines > 0, "nothing came in: {counts:?}");
        let speed = f64::from(counts.line_count) / took.as_secs_f64();
        if speed < GOAL {
            println!("  below the goal of {GOAL} lines a second");
        }
        Ok(())
    }

    async fn upload(&self, name: &str, file: File) -> anyhow::Result<Uuid> {
        let lookups = self.lookups().await?;
        let looked = preview::read_preview(file.try_clone()?, &COLUMN_WORDS)?;
        let mut mapping = guess_mapping(&looked, &lookups);
        // Each file has its own source; otherwise the shipments of the second file would already exist.
        let field = imports::field::Field::Source;
        mapping.constants.push(imports::mapping::Constant { field, value: name.to_owned() });
        let mut file = file;
        file.rewind()?;
        let reader = tokio::fs::File::from_std(file);
        let (key, size) = self.state.files.put_reader(&self.tenant.id, FileKind::Upload, reader).await?;
        let new = NewImport {
            kind: SHIPMENTS,
            owners: Owners { client_id: None, subsidiary_id: None, partner_id: None },
            file_key: key.name(),
            file_name: name,
            file_size: i64::try_from(size)?,
            file_hash: None,
            content: Content {
                format: Format::of(&looked.kind),
                shape: looked.header.shape(),
                header: looked.header.names(),
                mapping: &mapping,
                sample: looked.to_shown_cells(),
                doubts: &[],
                mapping_origin: MappingOrigin::Guessed,
                total_lines: looked.total_lines(),
            },
            sheets: &looked.sheets,
            by: Uuid::nil(),
            at: self.state.clock.now(),
        };
        let id = Uuid::now_v7();
        let mut tx = self.state.tenancy.begin(&self.tenant).await?;
        store::insert(&mut tx, id, &new).await?;
        tx.commit().await?;
        Ok(id)
    }

    async fn lookups(&self) -> anyhow::Result<Lookups> {
        let mut tx = self.state.tenancy.begin(&self.tenant).await?;
        let lookups = lookups::load(&mut tx, SHIPMENTS, lookups::Seller::default()).await?;
        tx.commit().await?;
        Ok(lookups)
    }

    async fn counts(&self, id: Uuid) -> anyhow::Result<Counts> {
        let mut tx = self.state.tenancy.begin(&self.tenant).await?;
        let import =
            store::find(&mut tx, &ImportScope::all(SHIPMENTS), id).await?.context("the import is gone")?;
        tx.commit().await?;
        Ok(import.counts)
    }
}

fn guess_mapping(looked: &Preview, lookups: &Lookups) -> Mapping {
    let habits = Habits {
        date_order: DateOrder::MonthFirst,
        decimal_mark: DecimalMark::Point,
        currency: "USD".to_owned(),
        country: "US".to_owned(),
        weight_unit: FileWeightUnit::Lb,
        size_unit: FileSizeUnit::In,
    };
    guess(SHIPMENTS, &looked.header, &looked.rows, &lookups.words, &habits)
}

/// Repeats the lines of the file, each time with new references.
fn repeat_lines(file: &Path, times: usize) -> anyhow::Result<File> {
    let mut text = std::fs::read_to_string(file)?.trim_start_matches('\u{feff}').replace('\r', "\n");
    text.push('\n');
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers()?.clone();
    let reference = header.iter().position(|name| name == REFERENCE).context("the file has no references")?;
    let records = reader.records().collect::<Result<Vec<_>, _>>()?;
    let mut writer = csv::Writer::from_writer(tempfile::tempfile()?);
    writer.write_record(&header)?;
    for round in 0..times {
        for record in &records {
            let own = &record[reference];
            let named = format!("{own}-{round}");
            // Cells that name their shipment get the new reference too.
            let cells = record.iter().map(|cell| cell.replacen(own, &named, 1));
            writer.write_record(cells)?;
        }
    }
    let mut file = writer.into_inner().map_err(|error| anyhow::anyhow!("{error}"))?;
    file.flush()?;
    file.rewind()?;
    Ok(file)
}

fn report(name: &str, lines: i64, shipments: i64, took: Duration) {
    let seconds = took.as_secs_f64();
    let rate = |count: i64| count as f64 / seconds;
    let peak = memory::peak_megabytes();
    println!(
        "{lines:>10} {seconds:>10.2} {:>12.0} {:>12.0} {peak:>10}  {name}",
        rate(lines),
        rate(shipments)
    );
}
