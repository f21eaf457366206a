//! A company with many shipments, of which some are to be received, and some to be delivered.

use anyhow::{Context, ensure};
use chrono::{NaiveDate, TimeDelta};
use serde_json::{Value, json};
use server_core::clock::Clock;
use sqlx::Executor;
use uuid::Uuid;

use super::phones::PlannedStop;
use super::send_until_answered;
use crate::answers::read_text;
use crate::browser::{Browser, status};
use crate::company::Company;
use crate::database::Database;

/// Shipments to one consignee each: first those that come to a station, then those that have arrived, then delivered ones.
const SHIPMENTS: &str = "
    insert into shipments (id, tracking_code, status, service_id, source, external_ref, contents_type, incoterm, currency,
                           declared_value, declared_weight_g, from_name, from_address_1, from_city, from_postcode,
                           from_country_id, to_name, to_address_1, to_address_number, to_city, to_postcode, to_country_id,
                           parcel_count, item_count, created_at, updated_at)
    select gen_random_uuid(), 'ZZ' || lpad(n::text, 9, '0') || 'BR',
           case when n <= $2 then 10 when n <= $2 + $3 then 75 else 90 end,
           (select id from services order by position limit 1), 'bench', 'PO-' || n, 'merchandise', 'DAP', 'USD',
           100, 1000, 'Comercial Exportadora Horizonte Ltda.', 'Avenida Paulista', 'São Paulo', '01310100', 32,
           'João Gonçalves da Silva ' || n, 'Rua São Bento', n::text, 'Belo Horizonte', '30130010', 32, 1, 0,
           now() - n * interval '1 minute', now()
    from generate_series(1, $1::int) n";
const PARCELS: &str = "
    insert into parcels (id, shipment_id, seq, length_mm, width_mm, height_mm, weight_g)
    select gen_random_uuid(), id, 1, 300, 200, 155, declared_weight_g from shipments where source = 'bench'";
const TO_RECEIVE: &str = "select tracking_code from shipments where status = 10 order by tracking_code";
const TO_DELIVER: &str = "select id, tracking_code from shipments where status = 75 order by tracking_code";
const ASK_CASH: &str = "update deliveries set cod_due = 25, cod_currency = 'BRL' where id = any($1)";
/// Runs are planned for so many days ahead: no measurement outlasts them.
const DAYS_AHEAD: i64 = 30;
/// Each so many deliveries have cash to collect.
const CASH_EVERY: usize = 5;
/// The most that one call takes.
const MOST_SHIPMENTS: usize = 100;

pub struct FieldCompany {
    pub company: Company,
    to_receive: Vec<String>,
    to_deliver: Vec<(Uuid, String)>,
}

impl FieldCompany {
    pub async fn make(
        database: &Database,
        shipments: usize,
        parcels: usize,
        stops: usize,
    ) -> anyhow::Result<Self> {
        ensure!(shipments >= parcels + stops, "{} shipments at least", parcels + stops);
        let mut company = Company::make(database).await?;
        let owner = &mut company.owner;
        sqlx::query(SHIPMENTS)
            .bind(i32::try_from(shipments)?)
            .bind(i32::try_from(parcels)?)
            .bind(i32::try_from(stops)?)
            .execute(&mut *owner)
            .await?;
        sqlx::query(PARCELS).execute(&mut *owner).await?;
        // Autovacuum would do this later.
        owner.execute("vacuum (analyze) shipments, parcels").await?;
        let to_receive = sqlx::query_scalar(TO_RECEIVE).fetch_all(&mut *owner).await?;
        let to_deliver = sqlx::query_as(TO_DELIVER).fetch_all(&mut *owner).await?;
        Ok(Self { company, to_receive, to_deliver })
    }

    /// Codes of parcels that nobody has scanned.
    pub fn take_codes(&mut self, count: usize) -> anyhow::Result<Vec<String>> {
        let at = self.to_receive.len().checked_sub(count).context("no parcels left")?;
        Ok(self.to_receive.split_off(at))
    }

    /// The stops of a new run of this driver, which is under way.
    pub async fn plan_run(
        &mut self,
        office: &Browser,
        driver_id: Uuid,
        stops: usize,
    ) -> anyhow::Result<Vec<PlannedStop>> {
        let at = self.to_deliver.len().checked_sub(stops).context("no shipments left")?;
        let taken = self.to_deliver.split_off(at);
        let mut deliveries = Vec::with_capacity(stops);
        for some in taken.chunks(MOST_SHIPMENTS) {
            let ids: Vec<Uuid> = some.iter().map(|(id, _)| *id).collect();
            let form = json!({ "shipment_ids": ids, "on_date": find_day() });
            let (results, _) = send_until_answered(office, "/api/shipment-deliveries", &form).await?;
            for result in results.as_array().context("no results")? {
                deliveries.push(read_text(result, "delivery_id")?.parse::<Uuid>()?);
            }
        }
        let paid: Vec<Uuid> = deliveries.iter().copied().step_by(CASH_EVERY).collect();
        sqlx::query(ASK_CASH).bind(&paid).execute(&mut self.company.owner).await?;
        let run = start_run(office, driver_id, &deliveries, &taken).await?;
        let mut planned = Vec::with_capacity(stops);
        for stop in run["stops"].as_array().context("no stops")? {
            let delivery_id = read_text(stop, "delivery_id")?.parse()?;
            let has_cash = paid.contains(&delivery_id);
            planned.push(PlannedStop { id: read_text(stop, "id")?.parse()?, delivery_id, has_cash });
        }
        ensure!(planned.len() == stops, "{} of {stops} stops", planned.len());
        Ok(planned)
    }
}

async fn start_run(
    office: &Browser,
    driver_id: Uuid,
    deliveries: &[Uuid],
    shipments: &[(Uuid, String)],
) -> anyhow::Result<Value> {
    let form = json!({ "on_date": find_day(), "driver_id": driver_id, "vehicle": "Fiorino" });
    let (run, _) = send_until_answered(office, "/api/routes", &form).await?;
    let path = format!("/api/routes/{}", read_text(&run, "id")?);
    let stops: Vec<Value> = deliveries.iter().map(|id| json!({ "delivery_id": id })).collect();
    let form = json!({ "version": run["version"], "stops": stops }).to_string();
    let answer = office.json("PUT", &format!("{path}/stops"), &form).await?;
    ensure!(status(&answer) == 200, "{path}: {answer}");
    let codes: Vec<&String> = shipments.iter().map(|(_, code)| code).collect();
    let (loaded, _) =
        send_until_answered(office, &format!("{path}/load"), &json!({ "codes": codes })).await?;
    let form = json!({ "version": loaded["route"]["version"] });
    let (started, _) = send_until_answered(office, &format!("{path}/start"), &form).await?;
    Ok(started)
}

/// The day of the runs.
fn find_day() -> NaiveDate {
    (Clock::default().now() + TimeDelta::days(DAYS_AHEAD)).date_naive()
}
