//! Shipments become deliveries: one for each consignee, day and branch. What waits for the same consignee takes more in.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::NaiveDate;
use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::input::{DeliveryInput, USUAL_ATTEMPTS, check_times, spell_consignee};
use super::model::DeliveryResult;
use super::store::{self, AddedParcels, KnownPlace, PendingRow};
use crate::drivers::record::ProofKind;
use access::scope::RowScope;
use freight::shipments::to_deliver::{self, ShipmentToDeliver};
use freight::tracking_events;
use policy::Resource;
use server_core::address::Address;
use server_core::audit::{self, Actor};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::http::moments::check_planned_day;
use server_core::live::{self, Audience};

/// Who plans deliveries: staff, or the server by itself.
pub struct Planner {
    pub actor: Actor,
    pub today: NaiveDate,
    /// In which refusals are written.
    pub language: Language,
}

/// The day, the times and the instructions that all deliveries of a call share.
struct DeliveryTerms {
    on_date: NaiveDate,
    from_time: Option<String>,
    to_time: Option<String>,
    instructions: Option<String>,
}

/// Shipments to one consignee, of one branch.
struct ConsigneeGroup<'a> {
    name: String,
    address: Address,
    shipments: Vec<&'a ShipmentToDeliver>,
}

/// A consignee in one spelling, and the branch.
type GroupKey = (String, Option<Uuid>);

/// The columns of a new delivery.
#[derive(Serialize)]
struct NewDelivery<'a> {
    id: Uuid,
    number: String,
    subsidiary_id: Option<Uuid>,
    on_date: NaiveDate,
    consignee: &'a str,
    recipient_name: &'a str,
    phone: Option<&'a str>,
    #[serde(flatten)]
    address: &'a Address,
    latitude: Option<f64>,
    longitude: Option<f64>,
    place_on: Option<NaiveDate>,
    from_time: Option<&'a str>,
    to_time: Option<&'a str>,
    instructions: Option<&'a str>,
    parcels: i32,
    max_attempts: i16,
    proof: Vec<ProofKind>,
    created_by: Option<Uuid>,
}

/// The delivery that a group of shipments is in.
struct GroupDelivery {
    id: Uuid,
    number: String,
}

/// Puts shipments into deliveries, and says for each what became of it.
pub async fn create(
    tx: &mut TenantTx,
    planner: &Planner,
    scope: &RowScope,
    input: &DeliveryInput,
) -> ApiResult<Vec<DeliveryResult>> {
    let terms = check_terms(input, planner.today)?;
    let ids = &input.shipment_ids;
    // Two calls never take one shipment at the same time.
    tracking_events::lock_many(tx, scope, ids).await?;
    let found = to_deliver::load_in_scope(tx, scope, ids).await?;
    let by_id: HashMap<Uuid, &ShipmentToDeliver> = found.iter().map(|one| (one.id, one)).collect();
    let open = store::list_open(tx, ids, None).await?;
    let owing = to_deliver::list_owing_duty(tx, ids).await?;
    let mut groups: BTreeMap<GroupKey, ConsigneeGroup<'_>> = BTreeMap::new();
    let mut refused: HashMap<Uuid, (MessageCode, Params)> = HashMap::new();
    for id in ids {
        match find_consignee(by_id.get(id).copied(), open.get(id), owing.contains(id)) {
            Ok((shipment, name, address)) => {
                let key = (spell_consignee(&name, &address), shipment.subsidiary_id);
                let group = groups.entry(key);
                let group = group.or_insert_with(|| ConsigneeGroup { name, address, shipments: Vec::new() });
                group.shipments.push(shipment);
            }
            Err(refusal) => drop(refused.insert(*id, refusal)),
        }
    }
    let deliveries = write(tx, planner, &terms, &groups).await?;
    let delivery_of: HashMap<Uuid, &GroupDelivery> = groups
        .iter()
        .flat_map(|(key, group)| group.shipments.iter().map(move |one| (one.id, key)))
        .filter_map(|(id, key)| Some((id, deliveries.get(key)?)))
        .collect();
    let to_result = |id: &Uuid| {
        let delivery = delivery_of.get(id);
        let refusal = refused.get(id);
        DeliveryResult {
            shipment_id: *id,
            tracking_code: by_id.get(id).map(|one| one.tracking_code.clone()),
            delivery_id: delivery.map(|one| one.id),
            number: delivery.map(|one| one.number.clone()),
            message_code: refusal.map(|(code, _)| code.as_str().to_owned()),
            message: refusal.map(|(code, params)| code.text(planner.language, params)),
        }
    };
    Ok(ids.iter().map(to_result).collect())
}

fn check_terms(input: &DeliveryInput, today: NaiveDate) -> ApiResult<DeliveryTerms> {
    let mut errors = FieldErrors::default();
    check_planned_day("on_date", input.on_date, today, &mut errors);
    let (from_time, to_time) = check_times(input.from_time.as_ref(), input.to_time.as_ref(), &mut errors);
    errors.into_result()?;
    let instructions = optional(input.instructions.as_ref());
    Ok(DeliveryTerms { on_date: input.on_date, from_time, to_time, instructions })
}

/// The shipment with its consignee, or why it cannot be delivered. `open` is the delivery that has it already; `owes_duty` while
/// duties and taxes are not paid.
fn find_consignee<'a>(
    shipment: Option<&'a ShipmentToDeliver>,
    open: Option<&String>,
    owes_duty: bool,
) -> Result<(&'a ShipmentToDeliver, String, Address), (MessageCode, Params)> {
    let plain = |code| (code, Params::new());
    let shipment = shipment.ok_or_else(|| plain(MessageCode::NotFound))?;
    if let Some(number) = open {
        let params = Params::from([("number", number.as_str().into())]);
        return Err((MessageCode::ShipmentInDelivery, params));
    }
    if shipment.status.is_final() {
        return Err(plain(MessageCode::ShipmentFinished));
    }
    if shipment.held_at.is_some() {
        return Err(plain(MessageCode::ShipmentOnHold));
    }
    if !shipment.can_be_delivered() {
        return Err(plain(MessageCode::ShipmentNotDeliverable));
    }
    if owes_duty {
        return Err(plain(MessageCode::DutyUnpaid));
    }
    let (name, address) = shipment.consignee().ok_or_else(|| plain(MessageCode::RecipientIncomplete))?;
    Ok((shipment, name, address))
}

/// Writes the deliveries of all groups: new ones, and more parcels for those that wait.
async fn write(
    tx: &mut TenantTx,
    planner: &Planner,
    terms: &DeliveryTerms,
    groups: &BTreeMap<GroupKey, ConsigneeGroup<'_>>,
) -> ApiResult<HashMap<GroupKey, GroupDelivery>> {
    if groups.is_empty() {
        return Ok(HashMap::new());
    }
    let consignees: Vec<String> = groups.keys().map(|(consignee, _)| consignee.clone()).collect();
    store::lock_consignees(tx, terms.on_date, &consignees).await?;
    let pending = store::lock_pending(tx, terms.on_date, &consignees).await?;
    let to_known = |row: PendingRow| {
        ((row.consignee, row.subsidiary_id), GroupDelivery { id: row.id, number: row.number })
    };
    let mut deliveries: HashMap<GroupKey, GroupDelivery> = pending.into_iter().map(to_known).collect();
    deliveries.retain(|key, _| groups.contains_key(key));
    add_to_known(tx, planner, groups, &deliveries).await?;
    let places = store::list_known_places(tx, &consignees).await?;
    let new: Vec<&GroupKey> = groups.keys().filter(|key| !deliveries.contains_key(*key)).collect();
    let numbers = store::take_numbers(tx, new.len(), terms.on_date).await?;
    let rows: Vec<NewDelivery<'_>> = new
        .iter()
        .zip(&numbers)
        .filter_map(|(key, number)| {
            let place = places.get(&key.0);
            Some(to_row(planner, terms, key, groups.get(*key)?, number, place))
        })
        .collect();
    store::insert(tx, &rows, planner.actor.at).await?;
    record_new(tx, planner, &rows).await?;
    let made = new
        .iter()
        .zip(&rows)
        .map(|(key, row)| ((*key).clone(), GroupDelivery { id: row.id, number: row.number.clone() }));
    deliveries.extend(made.collect::<Vec<_>>());
    let (mut delivery_ids, mut shipment_ids) = (Vec::new(), Vec::new());
    for (key, group) in groups {
        let Some(delivery) = deliveries.get(key) else { continue };
        delivery_ids.extend(group.shipments.iter().map(|_| delivery.id));
        shipment_ids.extend(group.shipments.iter().map(|one| one.id));
    }
    store::add_shipments(tx, &delivery_ids, &shipment_ids).await?;
    let ids: Vec<Uuid> = deliveries.values().map(|one| one.id).collect();
    live::records_changed(tx, &Audience::Staff, Resource::Delivery.name(), &ids);
    Ok(deliveries)
}

/// More parcels for deliveries that wait.
async fn add_to_known(
    tx: &mut TenantTx,
    planner: &Planner,
    groups: &BTreeMap<GroupKey, ConsigneeGroup<'_>>,
    known: &HashMap<GroupKey, GroupDelivery>,
) -> ApiResult<()> {
    let grown: Vec<(Uuid, &ConsigneeGroup<'_>)> =
        known.iter().filter_map(|(key, delivery)| Some((delivery.id, groups.get(key)?))).collect();
    let added: Vec<AddedParcels> = grown.iter().map(|(id, group)| group.to_added(*id)).collect();
    store::add_parcels(tx, &added, planner.actor.at).await?;
    let entries: Vec<_> =
        grown.iter().map(|(id, group)| (*id, json!({ "tracking_codes": group.list_codes() }))).collect();
    record(tx, planner, "delivery.update", entries).await
}

async fn record_new(tx: &mut TenantTx, planner: &Planner, rows: &[NewDelivery<'_>]) -> ApiResult<()> {
    let entries = rows.iter().map(|row| (row.id, audit::difference(&json!({}), row))).collect();
    record(tx, planner, "delivery.create", entries).await
}

async fn record(
    tx: &mut TenantTx,
    planner: &Planner,
    action: &str,
    entries: Vec<(Uuid, serde_json::Value)>,
) -> ApiResult<()> {
    if entries.is_empty() {
        Ok(())
    } else {
        audit::record_many(tx, planner.actor.clone(), action, entries).await
    }
}

fn to_row<'a>(
    planner: &Planner,
    terms: &'a DeliveryTerms,
    key: &'a GroupKey,
    group: &'a ConsigneeGroup<'_>,
    number: &str,
    place: Option<&KnownPlace>,
) -> NewDelivery<'a> {
    let phone = group.shipments.iter().find_map(|one| one.to_phone.as_deref());
    NewDelivery {
        id: Uuid::now_v7(),
        number: number.to_owned(),
        subsidiary_id: key.1,
        on_date: terms.on_date,
        consignee: &key.0,
        recipient_name: &group.name,
        phone,
        address: &group.address,
        latitude: place.map(|place| place.latitude),
        longitude: place.map(|place| place.longitude),
        place_on: place.and_then(|place| place.place_on),
        from_time: terms.from_time.as_deref(),
        to_time: terms.to_time.as_deref(),
        instructions: terms.instructions.as_deref(),
        parcels: group.count_parcels(),
        max_attempts: group.find_attempts().unwrap_or(USUAL_ATTEMPTS),
        proof: group.list_proofs(),
        created_by: planner.actor.user_id,
    }
}

impl ConsigneeGroup<'_> {
    fn count_parcels(&self) -> i32 {
        self.shipments.iter().map(|one| i32::from(one.parcel_count)).sum()
    }

    /// Its parcels for a delivery that waits.
    fn to_added(&self, delivery_id: Uuid) -> AddedParcels {
        AddedParcels {
            id: delivery_id,
            parcels: self.count_parcels(),
            proof: self.list_proofs(),
            max_attempts: self.find_attempts(),
        }
    }

    /// All that the services of its shipments want.
    fn list_proofs(&self) -> Vec<ProofKind> {
        let names: BTreeSet<&str> = self.shipments.iter().flat_map(|one| one.list_proofs()).collect();
        names.into_iter().filter_map(ProofKind::from_name).collect()
    }

    /// The least that their services allow; none if none of them says so.
    fn find_attempts(&self) -> Option<i16> {
        self.shipments.iter().filter_map(|one| one.delivery_attempts).min()
    }

    fn list_codes(&self) -> Vec<&str> {
        self.shipments.iter().map(|one| one.tracking_code.as_str()).collect()
    }
}
