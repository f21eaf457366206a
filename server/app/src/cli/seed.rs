//! `remessa seed`: the demo data. The only code that creates users with a known password.

use std::path::{Path, PathBuf};

use clap::Args;
use policy::UserType;
use tenancy::{Host, Tenancy, TenantTx};
use uuid::Uuid;

use super::{
    demo, demo_bags, demo_client, demo_deliveries, demo_documents, demo_history, demo_manifests,
    demo_masters, demo_money, demo_prices, demo_processes, demo_records, demo_requests, demo_reviews,
    demo_reweighs, demo_rooms, demo_schedules, demo_stock, demo_tokens, demo_uploads, demo_waybills,
};
use crate::folder::Manifest;
use access::password::Passwords;
use server_core::clock::Clock;
use server_core::config::ServerConfig;
use server_core::settings;
use trade::party::BRAZIL;

#[derive(Args)]
pub struct SeedArgs {
    #[command(flatten)]
    config: ServerConfig,
    /// Folders of demo tenants, already applied.
    #[arg(default_values = ["tenants/atlantico", "tenants/pacific"])]
    folders: Vec<PathBuf>,
}

/// `person_type` 2 is a company.
pub const PUT_CLIENT: &str = "
    with state as materialized (
        select (select id from ref.states where country_id = $5 and name = $12 order by id limit 1) as id)
    insert into clients (id, code, person_type, name, email, country_id, document, phone, postcode, address_1,
                         address_number, address_2, state_id, city)
    select $1, $2, 2, $3, $4, $5, $6, $7, $8, $9, $10, $11, state.id, $13 from state
    on conflict (code) do update set name = excluded.name returning id";

/// The seat of a demo client: document, phone, postcode, street, number, district, state and city.
type Seat = [&'static str; 8];

/// Seats by demo client: in Brazil, and elsewhere.
const SEATS: [[Seat; 2]; 2] = [
    [
        [
            "11222333000181",
            "+551133224455",
            "01310-100",
            "Avenida Paulista",
            "1578",
            "Bela Vista",
            "São Paulo",
            "São Paulo",
        ],
        ["", "+13055550142", "33131", "Brickell Avenue", "801", "", "Florida", "Miami"],
    ],
    [
        [
            "12ABC34501DE35",
            "+558134217788",
            "50030-230",
            "Avenida Rio Branco",
            "155",
            "Recife",
            "Pernambuco",
            "Recife",
        ],
        ["", "+14155550177", "94105", "Mission Street", "560", "", "California", "San Francisco"],
    ],
];

pub const PUT_USER: &str = "
    insert into users (id, user_type, name, email, password_hash, client_id, language, time_zone, weight_unit,
                       size_unit, email_verified_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now())
    on conflict (email) do nothing";

pub async fn run(args: SeedArgs) -> anyhow::Result<()> {
    let state = crate::connect(args.config, Clock::default()).await?;
    for folder in &args.folders {
        seed(&state.tenancy, folder).await?;
        let manifest = Manifest::load(folder)?;
        let is_new = demo::import(&state, &manifest.hosts[0], &manifest.slug, folder).await?;
        demo_client::seed(&state, &manifest.hosts[0], &manifest.slug, folder).await?;
        demo_requests::run(&state, &manifest.hosts[0], &manifest.slug).await?;
        demo_prices::seed(&state, &manifest.hosts[0], &manifest.slug).await?;
        demo_money::seed(&state, &manifest.hosts[0], &manifest.slug).await?;
        demo_deliveries::seed(&state, &manifest.hosts[0], &manifest.slug).await?;
        demo_prices::seed_quotes(&state, &manifest.hosts[0], &manifest.slug).await?;
        demo_reweighs::seed(&state, &manifest.hosts[0], &manifest.slug).await?;
        demo_records::seed(&state, &manifest.hosts[0], &manifest.slug, folder).await?;
        demo_documents::seed(&state, &manifest.hosts[0], &manifest.slug).await?;
        demo_uploads::seed(&state, &manifest.hosts[0], &manifest.slug, folder).await?;
        demo_deliveries::add_pickup(&state, &manifest.hosts[0], &manifest.slug).await?;
        demo_bags::seed(&state, &manifest.hosts[0], &manifest.slug).await?;
        demo_waybills::seed(&state, &manifest.hosts[0], &manifest.slug).await?;
        demo_stock::seed(&state, &manifest.hosts[0], &manifest.slug).await?;
        demo_masters::seed(&state, &manifest.hosts[0], &manifest.slug).await?;
        demo_rooms::seed(&state, &manifest.hosts[0], &manifest.slug, folder).await?;
        demo_processes::run(&state, &manifest.hosts[0], &manifest.slug).await?;
        demo_manifests::seed(&state, &manifest.hosts[0], &manifest.slug).await?;
        demo_tokens::seed(&state, &manifest.hosts[0], &manifest.slug).await?;
        if is_new {
            demo_history::seed(&state, &manifest.hosts[0], &manifest.slug).await?;
            demo_reviews::seed(&state, &manifest.hosts[0], &manifest.slug).await?;
        }
        // Its first report has shipments of the week before.
        demo_schedules::seed(&state, &manifest.hosts[0], &manifest.slug).await?;
        if is_new {
            demo::sign_out(&state, &manifest.hosts[0], &manifest.slug).await?;
        }
        println!("{}: seeded", folder.display());
    }
    Ok(())
}

/// Creates `admin@`, `dev@`, `staff@`, `client@` and `client2@` of an applied tenant, and the clients of the last two.
pub async fn seed(tenancy: &Tenancy, folder: &Path) -> anyhow::Result<()> {
    let manifest = Manifest::load(folder)?;
    let tenant = Host::parse(&manifest.hosts[0])
        .and_then(|host| tenancy.resolve(&host))
        .ok_or_else(|| anyhow::anyhow!("{} is not applied yet", folder.display()))?;
    let password = Passwords::new()
        .hash(&tenant.id, demo::PASSWORD.to_owned())
        .await
        .map_err(|error| anyhow::anyhow!("the demo password could not be hashed: {error}"))?;
    let mut tx = tenancy.begin(&tenant).await?;
    put_people(&mut tx, &manifest.slug, &password).await?;
    tx.commit().await?;
    Ok(())
}

async fn put_people(tx: &mut TenantTx, slug: &str, password: &str) -> anyhow::Result<()> {
    let settings = settings::load(tx).await.map_err(|error| anyhow::anyhow!("no settings: {error}"))?;
    let client = |code: &'static str, name: &'static str, seats: [Seat; 2]| {
        let [brazil, abroad] = seats;
        let email = format!("{}@{slug}.test", code.to_lowercase());
        let seat = if settings.country_id == BRAZIL { brazil } else { abroad };
        let [document, phone, postcode, street, number, district, state, city] =
            seat.map(|part| (!part.is_empty()).then_some(part));
        sqlx::query_scalar::<_, Uuid>(PUT_CLIENT)
            .bind(Uuid::now_v7())
            .bind(code)
            .bind(name)
            .bind(email)
            .bind(settings.country_id)
            .bind(document)
            .bind(phone)
            .bind(postcode)
            .bind(street)
            .bind(number)
            .bind(district)
            .bind(state)
            .bind(city)
    };
    let first = client("C001", "Horizonte Comércio", SEATS[0]).fetch_one(&mut **tx).await?;
    let second = client("C002", "Mar Azul Importadora", SEATS[1]).fetch_one(&mut **tx).await?;
    let people = [
        ("admin", UserType::Admin, "Ana Souza", None),
        ("dev", UserType::Dev, "Davi Lima", None),
        ("staff", UserType::User, "Sofia Reis", None),
        ("client", UserType::Client, "Caio Mendes", Some(first)),
        ("client2", UserType::Client, "Clara Nunes", Some(second)),
    ];
    for (account, user_type, name, client_id) in people {
        sqlx::query(PUT_USER)
            .bind(Uuid::now_v7())
            .bind(user_type.code())
            .bind(name)
            .bind(format!("{account}@{slug}.test"))
            .bind(password)
            .bind(client_id)
            .bind(settings.default_language.as_str())
            .bind(&settings.time_zone)
            .bind(settings.weight_unit)
            .bind(settings.size_unit)
            .execute(&mut **tx)
            .await?;
    }
    Ok(())
}
