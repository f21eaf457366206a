//! SQL that stores many shipments at once, for imports.

use chrono::{DateTime, Utc};
use serde::Serialize;
use std::collections::HashSet;
use tenancy::TenantTx;
use uuid::Uuid;

use super::fields::{Parcel, ShipmentFields, ShipmentInput, ShipmentItem};
use crate::shipment_columns;
use crate::status::ShipmentStatus;
use crate::tracking_events;
use crate::webhook_events::{self, RecordedEvent, ShipmentTurn};
use server_core::http::error::ApiResult;

/// One query per reference. With a single query, the planner has no statistics for the rows just imported and
/// reads the whole source each time.
pub const KNOWN_REFERENCES: &str = "
    select wanted from unnest($3::text[]) wanted cross join lateral (
        select from shipments
        where search_text(source) = search_text($2) and search_text(external_ref) = search_text(wanted)
          and owner_id = coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
        limit 1
    ) known";
/// A shipment stored by another request under the same reference stays unchanged.
pub const INSERT_MANY: &str = concat!(
    "insert into shipments (id, tracking_code, status, missing, volumetric_weight_g, chargeable_weight_g,
                            parcel_count, item_count, last_event_code, last_event_at, import_id,
                            created_by, created_at, updated_at, ",
    shipment_columns!(),
    ") select id, tracking_code, status, missing, volumetric_weight_g, chargeable_weight_g,
              parcel_count, item_count, last_event_code, last_event_at, import_id,
              created_by, created_at, created_at, ",
    shipment_columns!(),
    " from json_populate_recordset(null::shipments, $1::text::json)
      on conflict (search_text(source), search_text(external_ref), owner_id) do nothing returning id"
);
pub const INSERT_MANY_PARCELS: &str = "
    insert into parcels (id, shipment_id, seq, length_mm, width_mm, height_mm, weight_g, size_unit, weight_unit)
    select id, shipment_id, seq, length_mm, width_mm, height_mm, weight_g, size_unit, weight_unit
    from json_populate_recordset(null::parcels, $1::text::json)";
pub const INSERT_MANY_ITEMS: &str = "
    insert into shipment_items (id, shipment_id, seq, external_ref, description, hs_code, sku, batch, quantity, unit,
                                unit_value, net_weight_g, origin_country_id)
    select id, shipment_id, seq, external_ref, description, hs_code, sku, batch, quantity, unit,
           unit_value, net_weight_g, origin_country_id
    from json_populate_recordset(null::shipment_items, $1::text::json)";
pub const INSERT_MANY_EVENTS: &str = "
    insert into shipment_events (id, shipment_id, code, occurred_at, time_zone, received_at, source, actor_id)
    select pairs.id, pairs.shipment_id, $3, $4, $5, $4, 'import', $6
    from unnest($1::uuid[], $2::uuid[]) pairs(id, shipment_id)";

/// A shipment with all derived values.
pub struct NewShipment {
    pub id: Uuid,
    pub tracking_code: String,
    pub input: ShipmentInput,
    pub status: ShipmentStatus,
    pub missing: Vec<String>,
    pub volumetric_weight_g: Option<i32>,
    pub chargeable_weight_g: Option<i32>,
}

/// Creator and time of the shipments.
pub struct Origin<'a> {
    pub import_id: Uuid,
    pub by: Uuid,
    pub at: DateTime<Utc>,
    /// The user's time zone, for the first event.
    pub time_zone: &'a str,
}

#[derive(Serialize)]
struct Record<'a> {
    id: Uuid,
    tracking_code: &'a str,
    status: ShipmentStatus,
    missing: &'a [String],
    volumetric_weight_g: Option<i32>,
    chargeable_weight_g: Option<i32>,
    parcel_count: usize,
    item_count: usize,
    last_event_code: &'static str,
    last_event_at: DateTime<Utc>,
    import_id: Uuid,
    created_by: Uuid,
    created_at: DateTime<Utc>,
    #[serde(flatten)]
    fields: &'a ShipmentFields,
}

/// A parcel or an item with its shipment.
#[derive(Serialize)]
struct Child<'a, T: Serialize> {
    id: Uuid,
    shipment_id: Uuid,
    seq: usize,
    #[serde(flatten)]
    fields: &'a T,
}

/// The references of an owner and a source that shipments already have. The owner is the client, or else the partner;
/// none is the company.
pub async fn known_references(
    tx: &mut TenantTx,
    owner_id: Option<Uuid>,
    source: &str,
    references: &[&str],
) -> sqlx::Result<HashSet<String>> {
    let known = sqlx::query_scalar(KNOWN_REFERENCES).bind(owner_id).bind(source).bind(references);
    let known: Vec<String> = known.fetch_all(&mut **tx).await?;
    Ok(known.into_iter().collect())
}

/// Stores shipments with parcels, items and their first event. Returns the ids of the stored ones: a shipment
/// whose reference exists is skipped.
pub async fn insert_many(
    tx: &mut TenantTx,
    shipments: &[NewShipment],
    origin: &Origin<'_>,
) -> ApiResult<HashSet<Uuid>> {
    let records: Vec<Record> = shipments.iter().map(|shipment| record(shipment, origin)).collect();
    let stored: Vec<Uuid> =
        sqlx::query_scalar(INSERT_MANY).bind(json(&records)?).fetch_all(&mut **tx).await?;
    let stored: HashSet<Uuid> = stored.into_iter().collect();
    let kept: Vec<&NewShipment> = shipments.iter().filter(|shipment| stored.contains(&shipment.id)).collect();
    let parcels: Vec<Child<Parcel>> = children(&kept, |input| &input.parcels);
    sqlx::query(INSERT_MANY_PARCELS).bind(json(&parcels)?).execute(&mut **tx).await?;
    let items: Vec<Child<ShipmentItem>> = children(&kept, |input| &input.items);
    sqlx::query(INSERT_MANY_ITEMS).bind(json(&items)?).execute(&mut **tx).await?;
    insert_events(tx, &kept, origin).await?;
    tell_webhooks(tx, &kept, origin).await?;
    Ok(stored)
}

async fn tell_webhooks(tx: &mut TenantTx, shipments: &[&NewShipment], origin: &Origin<'_>) -> ApiResult<()> {
    let turns: Vec<ShipmentTurn<'_>> = shipments
        .iter()
        .map(|shipment| ShipmentTurn {
            id: shipment.id,
            tracking_code: &shipment.tracking_code,
            before: shipment.status,
            after: shipment.status,
            event_id: None,
            undone_hold: None,
        })
        .collect();
    let created = RecordedEvent {
        code: tracking_events::CREATED,
        occurred_at: origin.at,
        is_public: true,
        parcels: &[],
    };
    webhook_events::announce_event(tx, origin.at, created, &turns).await
}

async fn insert_events(
    tx: &mut TenantTx,
    shipments: &[&NewShipment],
    origin: &Origin<'_>,
) -> sqlx::Result<()> {
    let ids: Vec<Uuid> = shipments.iter().map(|_| Uuid::now_v7()).collect();
    let shipment_ids: Vec<Uuid> = shipments.iter().map(|shipment| shipment.id).collect();
    let insert = sqlx::query(INSERT_MANY_EVENTS).bind(ids).bind(shipment_ids);
    let insert = insert.bind(tracking_events::CREATED).bind(origin.at).bind(origin.time_zone).bind(origin.by);
    insert.execute(&mut **tx).await?;
    Ok(())
}

fn record<'a>(shipment: &'a NewShipment, origin: &Origin) -> Record<'a> {
    Record {
        id: shipment.id,
        tracking_code: &shipment.tracking_code,
        status: shipment.status,
        missing: &shipment.missing,
        volumetric_weight_g: shipment.volumetric_weight_g,
        chargeable_weight_g: shipment.chargeable_weight_g,
        parcel_count: shipment.input.parcels.len(),
        item_count: shipment.input.items.len(),
        last_event_code: tracking_events::CREATED,
        last_event_at: origin.at,
        import_id: origin.import_id,
        created_by: origin.by,
        created_at: origin.at,
        fields: &shipment.input.fields,
    }
}

fn children<'a, T: Serialize>(
    shipments: &[&'a NewShipment],
    of: fn(&ShipmentInput) -> &Vec<T>,
) -> Vec<Child<'a, T>> {
    let of_one = |shipment: &&'a NewShipment| {
        let shipment_id = shipment.id;
        let numbered = (1..).zip(of(&shipment.input));
        numbered
            .map(move |(seq, fields)| Child { id: Uuid::now_v7(), shipment_id, seq, fields })
            .collect::<Vec<_>>()
    };
    shipments.iter().flat_map(of_one).collect()
}

fn json(records: &impl Serialize) -> sqlx::Result<String> {
    serde_json::to_string(records).map_err(|error| sqlx::Error::Encode(error.into()))
}
