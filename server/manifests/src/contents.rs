//! The contents of an open manifest now: those of its waybill, or its bags and loose shipments.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use tenancy::TenantTx;
use uuid::Uuid;

use super::checks::CheckFacts;
use super::house_line::{HouseSource, build_line};
use super::master::build_master;
use super::model::Manifest;
use super::other_manifests;
use super::snapshot::{ManifestLine, Master};
use super::store::{self, AcceptedPieces};
use access::scope::RowScope;
use customs::bags::packed_weight::{WeighedParcel, weigh_parcels};
use customs::bags::state::BagStatus;
use customs::bags::transport::{self, TransportedBag, TransportedParcel};
use customs::waybills;
use customs::waybills::state::WaybillStatus;
use customs::waybills::transport::WaybillHouse;
use freight::shipments::to_bag::{self, DutyPayer};
use freight::shipments::to_manifest::{self, CarriedShipment, MAX_SHIPMENTS};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};

/// Most houses of a manifest.
pub const MAX_HOUSES: usize = 30_000;

/// Bags and houses of an open manifest.
#[derive(Debug, Default)]
pub struct Contents {
    pub bags: Vec<TransportedBag>,
    /// By their numbers.
    pub houses: Vec<HouseSource>,
    pub master: Option<Master>,
    /// State of its waybill.
    pub waybill_status: Option<WaybillStatus>,
}

/// Bags and houses of an open manifest, without what its lines say.
pub async fn load_contents(tx: &mut TenantTx, manifest: &Manifest) -> ApiResult<Contents> {
    let contents = match manifest.mawb_id {
        Some(id) => load_waybill(tx, id).await?,
        None => load_chosen(tx, manifest).await?,
    };
    if contents.houses.len() > MAX_HOUSES {
        let params = Params::from([("max", MAX_HOUSES.into())]);
        return Err(ApiError::refused(MessageCode::ManifestTooLarge).with_params(params));
    }
    Ok(contents)
}

/// Loads the contents of a waybill.
async fn load_waybill(tx: &mut TenantTx, id: Uuid) -> ApiResult<Contents> {
    let waybill = waybills::transport::find_waybill(tx, &RowScope::All, id).await?;
    let ids = waybills::transport::list_ids(tx, id).await?;
    let houses = waybills::transport::list_houses(tx, id).await?;
    Ok(Contents {
        bags: transport::find_bags(tx, &ids.bag_ids).await?,
        houses: houses.into_iter().map(to_source).collect(),
        master: Some(build_master(&waybill)),
        waybill_status: Some(waybill.status),
    })
}

fn to_source(house: WaybillHouse) -> HouseSource {
    HouseSource {
        shipment_id: house.shipment_id,
        house: house.tracking_code,
        pieces: i32::try_from(house.pieces).unwrap_or(i32::MAX),
        weight_g: house.weight_g,
        bags: house.bags,
    }
}

/// Bags and loose shipments that somebody chose, without a waybill.
async fn load_chosen(tx: &mut TenantTx, manifest: &Manifest) -> ApiResult<Contents> {
    let bags = transport::find_bags(tx, &manifest.bag_ids).await?;
    let bag_ids: Vec<Uuid> = bags.iter().map(|bag| bag.id).collect();
    let parcels =
        if bag_ids.is_empty() { Vec::new() } else { transport::list_contents(tx, &bag_ids).await? };
    let loose = if manifest.shipment_ids.is_empty() {
        Vec::new()
    } else {
        to_manifest::list_carried(tx, &manifest.shipment_ids).await?
    };
    let houses = list_houses(&bags, &parcels, &loose);
    Ok(Contents { bags, houses, master: None, waybill_status: None })
}

/// The bags of a manifest: those of its waybill, or its own.
pub async fn list_bag_ids(tx: &mut TenantTx, manifest: &Manifest) -> ApiResult<Vec<Uuid>> {
    match manifest.mawb_id {
        Some(id) => Ok(waybills::transport::list_ids(tx, id).await?.bag_ids),
        None => Ok(manifest.bag_ids.clone()),
    }
}

/// The houses by their numbers. The weight of a closed bag on the scale is shared by its parcels, so that the houses weigh
/// what the transport weighs.
fn list_houses(
    bags: &[TransportedBag],
    parcels: &[TransportedParcel],
    loose: &[CarriedShipment],
) -> Vec<HouseSource> {
    let mut houses = BTreeMap::<&str, HouseSource>::new();
    for WeighedParcel { bag, parcel, weight_g } in weigh_parcels(bags, parcels, |bag| bag.gross_g) {
        let house = houses.entry(&parcel.tracking_code).or_insert_with(|| HouseSource {
            shipment_id: parcel.shipment_id,
            house: parcel.tracking_code.clone(),
            pieces: 0,
            weight_g: 0,
            bags: Vec::new(),
        });
        house.pieces += 1;
        house.weight_g += weight_g;
        if !house.bags.contains(&bag.number) {
            house.bags.push(bag.number.clone());
        }
    }
    for shipment in loose {
        houses.entry(&shipment.tracking_code).or_insert_with(|| HouseSource {
            shipment_id: shipment.id,
            house: shipment.tracking_code.clone(),
            pieces: shipment.parcel_count.into(),
            weight_g: shipment.declared_weight_g.unwrap_or_default().into(),
            bags: Vec::new(),
        });
    }
    houses.into_values().collect()
}

/// The lines of some houses, numbered from `first`. A shipment that was deleted is left out.
pub async fn load_lines(
    tx: &mut TenantTx,
    houses: &[HouseSource],
    first: i32,
) -> ApiResult<Vec<ManifestLine>> {
    let mut lines = Vec::with_capacity(houses.len());
    let mut seq = first;
    for chunk in houses.chunks(MAX_SHIPMENTS) {
        let ids: Vec<Uuid> = chunk.iter().map(|house| house.shipment_id).collect();
        let shipments = to_manifest::load_declared(tx, &ids).await?;
        let by_id: HashMap<Uuid, _> = shipments.iter().map(|shipment| (shipment.id, shipment)).collect();
        for house in chunk {
            if let Some(shipment) = by_id.get(&house.shipment_id) {
                lines.push(build_line(seq, house, shipment));
                seq += 1;
            }
        }
    }
    Ok(lines)
}

/// Facts that the check list needs besides the lines, for a reader with this scope.
pub async fn load_facts(
    tx: &mut TenantTx,
    scope: &RowScope,
    manifest_id: Uuid,
    contents: &Contents,
) -> ApiResult<CheckFacts> {
    let ids: Vec<Uuid> = contents.houses.iter().map(|house| house.shipment_id).collect();
    let bag_ids: Vec<Uuid> = contents.bags.iter().map(|bag| bag.id).collect();
    let other = other_manifests::find_taken_bag(tx, &bag_ids, Some(manifest_id)).await?;
    Ok(CheckFacts {
        accepted_houses: list_accepted_houses(tx, manifest_id, &contents.houses).await?,
        stopped_houses: to_bag::list_stopped(tx, &ids).await?.into_iter().collect(),
        other_manifest: other.map(|other| other.number_within(scope).unwrap_or_default().to_owned()),
        is_waybill_open: contents.waybill_status.is_some_and(is_unissued),
        open_bags: list_open_bags(&contents.bags),
        unregistered_bags: transport::list_unregistered(tx, &bag_ids).await?,
        bags_differ: do_bags_differ(&contents.bags),
    })
}

/// Houses with more pieces here and on accepted manifests than their shipments have. The parcels of a shipment may go on
/// different days, each with a manifest.
async fn list_accepted_houses(
    tx: &mut TenantTx,
    manifest_id: Uuid,
    houses: &[HouseSource],
) -> ApiResult<HashSet<String>> {
    let ids: Vec<Uuid> = houses.iter().map(|house| house.shipment_id).collect();
    let accepted = store::list_accepted_pieces(tx, manifest_id, &ids).await?;
    let by_id: HashMap<Uuid, &HouseSource> = houses.iter().map(|house| (house.shipment_id, house)).collect();
    let mut found = HashSet::new();
    for chunk in accepted.chunks(MAX_SHIPMENTS) {
        let ids: Vec<Uuid> = chunk.iter().map(|accepted| accepted.shipment_id).collect();
        let shipments = to_manifest::list_carried(tx, &ids).await?;
        let parcels: HashMap<Uuid, i64> =
            shipments.iter().map(|shipment| (shipment.id, shipment.parcel_count.into())).collect();
        for AcceptedPieces { shipment_id, pieces } in chunk {
            let Some(house) = by_id.get(shipment_id) else { continue };
            let all = parcels.get(shipment_id).copied().unwrap_or_default();
            if i64::from(house.pieces) + pieces > all {
                found.insert(house.house.clone());
            }
        }
    }
    Ok(found)
}

const fn is_unissued(status: WaybillStatus) -> bool {
    matches!(status, WaybillStatus::Void | WaybillStatus::Draft | WaybillStatus::Booked)
}

fn list_open_bags(bags: &[TransportedBag]) -> HashSet<String> {
    use BagStatus::{Cancelled, Open, Registering};
    let is_open = |bag: &&TransportedBag| matches!(bag.status, Open | Registering | Cancelled);
    bags.iter().filter(is_open).map(|bag| bag.number.clone()).collect()
}

fn do_bags_differ(bags: &[TransportedBag]) -> bool {
    let subclasses: BTreeSet<_> = bags.iter().map(|bag| bag.subclass.as_deref()).collect();
    let modalities: BTreeSet<_> = bags.iter().map(|bag| bag.tax_modality.map(DutyPayer::as_str)).collect();
    subclasses.len() > 1 || modalities.len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use customs::bags::model::BagKind;
    use freight::status::ShipmentStatus;

    fn bag(number: u128, gross_g: Option<i32>) -> TransportedBag {
        TransportedBag {
            id: Uuid::from_u128(number),
            number: format!("MIA-B-26-{number:06}"),
            kind: BagKind::Bag,
            status: BagStatus::Closed,
            subsidiary_id: None,
            origin_airport: "MIA".into(),
            destination_airport: "GRU".into(),
            destination_country_id: 32,
            provider_id: None,
            service_id: None,
            tax_modality: Some(DutyPayer::Ddp),
            subclass: Some("NX".into()),
            parcel_count: 2,
            parcel_weight_g: 1_000,
            tare_g: 200,
            gross_g,
            seal: None,
            s9_code: None,
            unit_code: None,
        }
    }

    fn parcel(bag: u128, house: &str, seq: i16, weight_g: i32) -> TransportedParcel {
        TransportedParcel {
            bag_id: Uuid::from_u128(bag),
            shipment_id: Uuid::nil(),
            seq,
            parcel_count: 2,
            tracking_code: house.into(),
            weight_g,
        }
    }

    #[test]
    fn a_shipment_in_two_bags_is_one_house_with_its_pieces() {
        let parcels = [parcel(1, "B", 1, 400), parcel(1, "A", 1, 600), parcel(2, "B", 2, 500)];
        let houses = list_houses(&[bag(1, None), bag(2, None)], &parcels, &[]);
        let found: Vec<_> =
            houses.iter().map(|it| (it.house.as_str(), it.pieces, it.weight_g, it.bags.len())).collect();
        assert_eq!(found, [("A", 1, 600, 1), ("B", 2, 900, 2)]);
    }

    #[test]
    fn houses_weigh_together_what_the_scale_showed() {
        let parcels = [parcel(1, "A", 1, 333), parcel(1, "B", 1, 333), parcel(1, "C", 1, 334)];
        let houses = list_houses(&[bag(1, Some(1_201))], &parcels, &[]);
        assert_eq!(houses.iter().map(|house| house.weight_g).sum::<i64>(), 1_201);
    }

    #[test]
    fn loose_shipments_come_with_all_their_parcels_unless_they_are_in_a_bag() {
        let loose = |code: &str| CarriedShipment {
            id: Uuid::nil(),
            tracking_code: code.into(),
            status: ShipmentStatus::Received,
            subsidiary_id: None,
            parcel_count: 3,
            declared_weight_g: Some(5_000),
        };
        let houses = list_houses(&[bag(1, None)], &[parcel(1, "A", 1, 600)], &[loose("A"), loose("B")]);
        assert_eq!(houses.iter().map(|house| house.pieces).collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn bags_of_two_subclasses_differ() {
        assert!(!do_bags_differ(&[bag(1, None), bag(2, None)]));
        assert!(do_bags_differ(&[bag(1, None), TransportedBag { subclass: None, ..bag(2, None) }]));
        let open = TransportedBag { status: BagStatus::Open, ..bag(2, None) };
        assert_eq!(list_open_bags(&[bag(1, None), open]).len(), 1);
    }
}
