//! Everything that stations and phones were told is in the database, and once. A violation fails the run.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::ensure;
use sqlx::PgConnection;
use uuid::Uuid;

use super::FieldWork;

const RECEIVED: &str = "select id, code, weight_g from received_parcels where withdrawn_at is null";
const WEIGHTS: &str = "select id, received_parcel_id from parcel_measurements";
const RECORDS: &str = "select id from field_records";
const DELIVERIES: &str = "select id, status, attempts, record_id from deliveries";
/// Each record is charged once, and nothing is taken back.
const CHARGES: &str = "select ref_id::uuid from ledger_transactions where ref_type = 'field_record'";
const CASH: &str = "select record_id from delivery_cash where amount = 25";
/// Shipments with another number of events than one, among those that stand.
const EVENTS: &str = "
    select count(*) from (
        select e.shipment_id from shipment_events e
        where e.code = $1 and e.corrects is null
          and not exists (select from shipment_events c where c.corrects = e.id)
        group by e.shipment_id having count(*) <> 1) doubled";
const SHIPMENTS_WITH: &str =
    "select count(*) from shipments where status = $1 and source = 'bench' and last_event_code = $2";

/// Compares all that was sent with all that is there.
pub async fn check(owner: &mut PgConnection, work: &FieldWork) -> anyhow::Result<()> {
    check_stations(owner, work).await?;
    check_phones(owner, work).await?;
    let parcels: usize = work.stations.iter().map(|one| one.parcels.len()).sum();
    let records: usize = work.phones.iter().map(|one| one.record_ids.len()).sum();
    println!("{parcels} parcels and {records} records are there, each once, with what follows from them");
    Ok(())
}

async fn check_stations(owner: &mut PgConnection, work: &FieldWork) -> anyhow::Result<()> {
    let parcels = || work.stations.iter().flat_map(|station| &station.parcels);
    let sent: BTreeSet<(Uuid, String, Option<i32>)> =
        parcels().map(|parcel| (parcel.key, parcel.code.clone(), Some(parcel.weight_g))).collect();
    let found: Vec<(Uuid, String, Option<i32>)> = sqlx::query_as(RECEIVED).fetch_all(&mut *owner).await?;
    compare("received parcels", &sent, found)?;
    let sent: BTreeSet<(Uuid, Uuid)> = parcels().map(|parcel| (parcel.weight_key, parcel.key)).collect();
    let found: Vec<(Uuid, Uuid)> = sqlx::query_as(WEIGHTS).fetch_all(&mut *owner).await?;
    compare("weights", &sent, found)?;
    check_events(owner, "RECEIVED", 40, parcels().count()).await
}

async fn check_phones(owner: &mut PgConnection, work: &FieldWork) -> anyhow::Result<()> {
    let sent: BTreeSet<Uuid> = work.phones.iter().flat_map(|phone| phone.record_ids.clone()).collect();
    let found: Vec<Uuid> = sqlx::query_scalar(RECORDS).fetch_all(&mut *owner).await?;
    compare("records", &sent, found)?;
    let deliveries = || work.phones.iter().flat_map(|phone| &phone.deliveries);
    let sent: BTreeSet<(Uuid, i16, i16, Option<Uuid>)> =
        deliveries().map(|one| (one.delivery_id, one.status, 1, one.record_id)).collect();
    let found: Vec<(Uuid, i16, i16, Option<Uuid>)> =
        sqlx::query_as(DELIVERIES).fetch_all(&mut *owner).await?;
    compare("deliveries", &sent, found)?;
    let sent: BTreeSet<Uuid> =
        deliveries().filter(|one| one.has_cash).filter_map(|one| one.record_id).collect();
    let found: Vec<Uuid> = sqlx::query_scalar(CASH).fetch_all(&mut *owner).await?;
    compare("cash", &sent, found)?;
    let charged: Vec<Uuid> = sqlx::query_scalar(CHARGES).fetch_all(&mut *owner).await?;
    compare("charges of cash", &sent, charged)?;
    let mut count_by_status: BTreeMap<i16, usize> = BTreeMap::new();
    for one in deliveries() {
        *count_by_status.entry(one.status).or_default() += 1;
    }
    for (status, event, of_shipment) in [(40, "DELIVERED", 90), (50, "DELIVERY_FAILED", 88)] {
        let count = count_by_status.get(&status).copied().unwrap_or_default();
        check_events(owner, event, of_shipment, count).await?;
    }
    Ok(())
}

/// So many shipments have this event, each once, and the status that it leads to.
async fn check_events(
    owner: &mut PgConnection,
    event: &str,
    status: i16,
    count: usize,
) -> anyhow::Result<()> {
    let doubled: i64 = sqlx::query_scalar(EVENTS).bind(event).fetch_one(&mut *owner).await?;
    ensure!(doubled == 0, "{doubled} shipments have the event {event} more than once");
    let query = sqlx::query_scalar(SHIPMENTS_WITH).bind(status).bind(event);
    let found: i64 = query.fetch_one(&mut *owner).await?;
    ensure!(usize::try_from(found)? == count, "{found} of {count} shipments are {event}");
    Ok(())
}

fn compare<T: Ord + std::fmt::Debug>(what: &str, sent: &BTreeSet<T>, found: Vec<T>) -> anyhow::Result<()> {
    let count = found.len();
    let found: BTreeSet<T> = found.into_iter().collect();
    ensure!(count == found.len(), "{what}: {} are there twice", count - found.len());
    let (lost, other) = (sent.difference(&found).next(), found.difference(sent).next());
    ensure!(*sent == found, "{what}: sent {lost:?}, found {other:?}");
    Ok(())
}
