//! Parcels of clients at the station: what their scan does, and its withdrawal.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use policy::{Action, Resource};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::input::{list_label_codes, read_external_code};
use super::model::{InboundParcel, verdict};
use super::store::{
    self, ExpectedParcel, INBOUND_PARCELS, InboundArrival, NoticeColumns, UnidentifiedParcel,
    WarehouseColumns,
};
use super::{notices, storage, webhook_events};
use crate::station::store::{self as station, ClientParcel};
use crate::steps::inbound_parcel::InboundParcelStatus;
use access::ctx::Ctx;
use access::scope::RowScope;
use integrations::webhooks::WebhookEventType;
use parties::clients::parcel_owner::find_client_group;
use parties::storage_places::{find_storage_place, find_warehouse_name};
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::Where;
use trade::steps::Actor;

/// More parcels of one code are never looked at.
const MAX_NAMESAKES: i64 = 20;

/// The place and time at which a parcel arrives.
pub struct ArrivalFacts {
    /// The scan of the station.
    pub received_parcel_id: Uuid,
    pub warehouse_id: Option<Uuid>,
    /// Branch of the user who received it.
    pub subsidiary_id: Option<Uuid>,
    pub place: Option<String>,
    pub at: DateTime<Utc>,
}

/// The pickup that parcels come from, and where they are brought.
#[derive(Clone, Copy)]
pub struct ParcelOrigin<'a> {
    pub pickup_number: &'a str,
    pub warehouse_id: Uuid,
    pub subsidiary_id: Option<Uuid>,
}

/// The parcel of a scanned code, locked. None for an unknown code, for one whose parcel has gone, and for one that several clients
/// expect: only a person can say whose it is. `key` is that of the scan, whose own parcel goes before its namesakes. Of the numbers in
/// a long bar code, the longest counts.
pub async fn lock_scanned(
    tx: &mut TenantTx,
    scope: &RowScope,
    scanned: &str,
    key: Option<Uuid>,
) -> ApiResult<Option<InboundParcel>> {
    let filter = store::build_filter(scope)
        .and_inside("i.external_code = any(", Some(list_label_codes(scanned)))
        .only("i.status not in (0, 50)", true);
    let found: Vec<InboundParcel> = INBOUND_PARCELS.listing.all(tx, &filter, MAX_NAMESAKES).await?;
    let Some(id) = choose_parcel(&found, key) else { return Ok(None) };
    match INBOUND_PARCELS.lock(tx, id).await {
        // Until it is locked, it can be cancelled, or become a part of another one.
        Ok(_) => INBOUND_PARCELS.listing.find(tx, &filter.and("i.id = ", Some(id))).await,
        Err(error) if error.code() == MessageCode::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The parcel that is kept unidentified under a code, which nobody else keeps until the end of the transaction.
pub async fn lock_kept(
    tx: &mut TenantTx,
    scope: &RowScope,
    scanned: &str,
) -> ApiResult<Option<InboundParcel>> {
    let code = read_external_code(scanned);
    store::lock_code(tx, &code).await?;
    let filter = store::build_filter(scope)
        .and("i.external_code = ", Some(code))
        .always("i.client_id is null and i.status = 20");
    let found: Vec<InboundParcel> = INBOUND_PARCELS.listing.all(tx, &filter, 1).await?;
    Ok(found.into_iter().next())
}

/// The parcel of this scan, or else, among those of the longest code, the expected one or the newest that is there.
fn choose_parcel(found: &[InboundParcel], key: Option<Uuid>) -> Option<Uuid> {
    let is_own = |one: &&InboundParcel| key.is_some() && one.received_parcel_id == key;
    if let Some(own) = found.iter().find(is_own) {
        return Some(own.id);
    }
    let longest = found.iter().map(|one| one.external_code.len()).max()?;
    let namesakes: Vec<&InboundParcel> =
        found.iter().filter(|one| one.external_code.len() == longest).collect();
    let is_expected = |one: &&&InboundParcel| one.status == InboundParcelStatus::Expected;
    let expected: Vec<Uuid> = namesakes.iter().filter(is_expected).map(|one| one.id).collect();
    match expected[..] {
        [] => namesakes.first().map(|one| one.id),
        [only] => Some(only),
        _ => None,
    }
}

/// Notes that an expected parcel has arrived: where it came in, or else where it was announced to. The received parcel is that one.
pub async fn arrive(
    tx: &mut TenantTx,
    ctx: &Ctx,
    parcel: &InboundParcel,
    facts: ArrivalFacts,
) -> ApiResult<()> {
    verdict(parcel.state(ctx.now()), Action::Receive, Actor::Staff).guard()?;
    let received_parcel_id = facts.received_parcel_id;
    let arrival = plan_arrival(tx, facts, Some(parcel), ctx.now()).await?;
    let link = ClientParcel {
        inbound_parcel_id: parcel.id,
        client_id: parcel.client_id,
        subsidiary_id: arrival.at.subsidiary_id,
    };
    station::link(tx, received_parcel_id, &link).await?;
    INBOUND_PARCELS.write(tx, ctx.now(), parcel.id, &arrival).await?;
    let changes = json!({
        "status": [parcel.status, InboundParcelStatus::Arrived], "warehouse_id": [parcel.warehouse_id, arrival.warehouse_id],
        "place": [null, arrival.place],
    });
    tell(tx, ctx, Action::Receive, parcel.id, parcel.client_id, changes).await?;
    let kind = WebhookEventType::InboundParcelArrived;
    webhook_events::announce(tx, ctx.now(), kind, parcel, parcel.client_id).await?;
    match parcel.client_id {
        Some(client_id) => {
            notices::notify_arrival(tx, ctx, parcel.id, client_id, &parcel.external_code).await
        }
        None => Ok(()),
    }
}

/// Keeps a parcel whose client nobody knows; returns its id.
pub async fn keep_unidentified(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scanned: &str,
    facts: ArrivalFacts,
) -> ApiResult<Uuid> {
    let arrival = plan_arrival(tx, facts, None, ctx.now()).await?;
    let row =
        UnidentifiedParcel { external_code: read_external_code(scanned), created_by: ctx.user.id, arrival };
    let id = INBOUND_PARCELS.insert(tx, ctx.now(), &row).await?;
    tell(tx, ctx, Action::Receive, id, None, json!({ "external_code": [null, row.external_code] })).await?;
    Ok(id)
}

/// Expects parcels that a driver has collected and of which nobody knows whose they are, by the codes on their labels. A code that
/// somebody expects already stays as it is.
pub async fn expect_unidentified(
    tx: &mut TenantTx,
    ctx: &Ctx,
    codes: &[&str],
    from: ParcelOrigin<'_>,
) -> ApiResult<()> {
    let codes: BTreeSet<String> =
        codes.iter().map(|code| read_external_code(code)).filter(|code| !code.is_empty()).collect();
    if codes.is_empty() {
        return Ok(());
    }
    let place = find_storage_place(tx, from.warehouse_id).await?;
    let at = place.as_ref().map(WarehouseColumns::of);
    let rows: Vec<ExpectedParcel<'_>> = codes
        .into_iter()
        .map(|external_code| ExpectedParcel {
            id: Uuid::now_v7(),
            external_code,
            order_ref: from.pickup_number,
            warehouse_id: place.as_ref().map(|place| place.id),
            at: at.clone().unwrap_or_else(|| WarehouseColumns {
                subsidiary_id: from.subsidiary_id,
                ..WarehouseColumns::default()
            }),
            created_by: ctx.user.id,
        })
        .collect();
    let expected = store::expect(tx, &rows, ctx.now()).await?;
    let facts =
        |(id, code)| (id, json!({ "external_code": [null, code], "order_ref": [null, from.pickup_number] }));
    let ids: Vec<Uuid> = expected.iter().map(|(id, _)| *id).collect();
    let resource = Resource::InboundParcel.name();
    live::records_changed(tx, &Audience::Staff, resource, &ids);
    let entries = expected.into_iter().map(facts).collect();
    audit::record_many(tx, ctx.into(), &format!("{resource}.{}", Action::Create), entries).await
}

/// Takes an arrival back: an announced parcel is expected again, one that nobody announced is forgotten. Returns 409 once the
/// parcel was put away.
pub async fn take_back(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<()> {
    INBOUND_PARCELS.lock(tx, id).await?;
    let parcel: InboundParcel = INBOUND_PARCELS.find(tx, &Where::all(), id).await?;
    if parcel.status != InboundParcelStatus::Arrived {
        return Err(ApiError::refused(MessageCode::ParcelStepRefused));
    }
    if parcel.repack_id.is_some() {
        return Err(ApiError::refused(MessageCode::ParcelInRepack));
    }
    if store::forget(tx, id).await? {
        live::records_changed(tx, &audience(parcel.client_id), Resource::InboundParcel.name(), &[id]);
        return Ok(());
    }
    let InboundParcel { warehouse_id, client_id, .. } = parcel;
    let expected = InboundArrival {
        status: InboundParcelStatus::Expected,
        warehouse_id,
        at: WarehouseColumns::of_parcel(&parcel),
        received_parcel_id: None,
        client_group_id: None,
        place: None,
        arrived_at: None,
        told_at: None,
        notice: NoticeColumns::default(),
    };
    INBOUND_PARCELS.write(tx, ctx.now(), id, &expected).await?;
    let changes = json!({ "status": [InboundParcelStatus::Arrived, InboundParcelStatus::Expected] });
    tell(tx, ctx, Action::Update, id, client_id, changes).await
}

/// Ends the parcel of an unknown client that is one of a shipment, or one that a client announced.
pub async fn forget_unidentified(tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
    INBOUND_PARCELS.lock(tx, id).await?;
    store::forget(tx, id).await?;
    live::records_changed(tx, &Audience::Staff, Resource::InboundParcel.name(), &[id]);
    Ok(())
}

/// Who hears of a parcel: staff, and its client.
pub fn audience(client_id: Option<Uuid>) -> Audience {
    client_id.map_or(Audience::Staff, |id| Audience::Parties(vec![id]))
}

/// Writes the audit entry, and tells open pages.
pub async fn tell(
    tx: &mut TenantTx,
    ctx: &Ctx,
    action: Action,
    id: Uuid,
    client_id: Option<Uuid>,
    changes: Value,
) -> ApiResult<()> {
    let resource = Resource::InboundParcel.name();
    live::records_changed(tx, &audience(client_id), resource, &[id]);
    audit::record(tx, ctx, &format!("{resource}.{action}"), Some(id), changes).await
}

/// The columns of an arrival. A parcel lies where it was scanned, whatever it was announced to; the terms of its storage are those
/// of this day.
async fn plan_arrival(
    tx: &mut TenantTx,
    facts: ArrivalFacts,
    announced: Option<&InboundParcel>,
    now: DateTime<Utc>,
) -> ApiResult<InboundArrival> {
    let (warehouse_id, at) = find_warehouse(tx, &facts, announced).await?;
    // Who is reminded is known once the parcel is identified.
    let notice = match announced.and_then(|one| one.client_id) {
        Some(_) => storage::plan_notice(&at, Some(facts.at), facts.at),
        None => NoticeColumns::default(),
    };
    let client_group_id = match announced.and_then(|one| one.client_id) {
        Some(client_id) => find_client_group(tx, client_id).await?,
        None => None,
    };
    Ok(InboundArrival {
        client_group_id,
        status: InboundParcelStatus::Arrived,
        warehouse_id,
        at,
        received_parcel_id: Some(facts.received_parcel_id),
        place: facts.place,
        arrived_at: Some(facts.at),
        told_at: announced.and_then(|one| one.client_id).map(|_| now),
        notice,
    })
}

/// The warehouse where a parcel came in, or else the one that it was announced to. Where that has no rules of storage, it costs
/// nothing.
async fn find_warehouse(
    tx: &mut TenantTx,
    facts: &ArrivalFacts,
    announced: Option<&InboundParcel>,
) -> ApiResult<(Option<Uuid>, WarehouseColumns)> {
    let came_to = facts.warehouse_id.or_else(|| announced.and_then(|one| one.warehouse_id));
    let place = match came_to {
        Some(id) => find_storage_place(tx, id).await?,
        None => None,
    };
    if let Some(place) = place {
        return Ok((Some(place.id), WarehouseColumns::of(&place)));
    }
    if let Some(one) = announced.filter(|one| one.warehouse_id == came_to) {
        return Ok((came_to, WarehouseColumns::of_parcel(one)));
    }
    let named = match came_to {
        Some(id) => find_warehouse_name(tx, id).await?,
        None => None,
    };
    let (warehouse_name, subsidiary_id) = named.unzip();
    let subsidiary_id = subsidiary_id.flatten().or(facts.subsidiary_id);
    Ok((came_to, WarehouseColumns { warehouse_name, subsidiary_id, ..WarehouseColumns::default() }))
}
