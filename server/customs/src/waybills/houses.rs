//! The shipments of a waybill with their pieces, weights and values, and what each of them costs.

use std::collections::{BTreeMap, HashMap};

use poem_openapi::Object;
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::charges::calculate_totals;
use super::content_store::{self, ContentMember};
use super::model::Waybill;
use crate::bags::packed_weight::{WeighedParcel, weigh_parcels};
use crate::bags::transport::{self, TransportedBag, TransportedParcel};
use freight::shipments::to_bag;
use server_core::http::error::ApiResult;
use trade::money;

/// A shipment on a waybill: in its bags, or loose.
#[derive(Clone, Debug, PartialEq)]
pub struct WaybillHouse {
    pub shipment_id: Uuid,
    pub tracking_code: String,
    pub pieces: i64,
    /// Grams. The weight of a closed bag on the scale is shared by its parcels.
    pub weight_g: i64,
    /// Numbers of the bags that its parcels are in; none for a loose shipment.
    pub bags: Vec<String>,
    /// Value of its goods, as declared.
    pub value: Option<Decimal>,
    pub currency: Option<String>,
}

/// The share of a shipment in the cost of a waybill.
#[derive(serde::Serialize, Object, Clone, Debug, PartialEq)]
pub struct WaybillShare {
    pub shipment_id: Uuid,
    pub tracking_code: String,
    pub pieces: i64,
    /// Grams. The weight of a closed bag on the scale is shared by its parcels.
    pub weight_g: i64,
    /// In the currency of the waybill.
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub amount: Decimal,
}

/// The shipments of a waybill by their codes.
pub async fn list_houses(tx: &mut TenantTx, waybill_id: Uuid) -> ApiResult<Vec<WaybillHouse>> {
    let members = content_store::list_members(tx, waybill_id).await?;
    let bag_ids: Vec<Uuid> = members.iter().filter_map(|one| one.bag_id).collect();
    let bags = transport::find_bags(tx, &bag_ids).await?;
    let parcels = transport::list_contents(tx, &bag_ids).await?;
    let mut houses = gather(&members, &bags, &parcels);
    let ids: Vec<Uuid> = houses.iter().map(|house| house.shipment_id).collect();
    let values = to_bag::load_values(tx, &ids).await?;
    let mut values: HashMap<Uuid, _> = values.into_iter().map(|value| (value.id, value)).collect();
    for house in &mut houses {
        if let Some(value) = values.remove(&house.shipment_id) {
            house.value = value.declared_value;
            house.currency = value.currency;
        }
    }
    Ok(houses)
}

/// A shipment in several bags is one house.
fn gather(
    members: &[ContentMember],
    bags: &[TransportedBag],
    parcels: &[TransportedParcel],
) -> Vec<WaybillHouse> {
    let mut houses = BTreeMap::<&str, WaybillHouse>::new();
    for WeighedParcel { bag, parcel, weight_g } in weigh_parcels(bags, parcels, |bag| Some(bag.weight_g())) {
        let new = || start(parcel.shipment_id, &parcel.tracking_code);
        let house = houses.entry(&parcel.tracking_code).or_insert_with(new);
        house.pieces += 1;
        house.weight_g += weight_g;
        if !house.bags.contains(&bag.number) {
            house.bags.push(bag.number.clone());
        }
    }
    for member in members {
        let Some(shipment_id) = member.shipment_id else { continue };
        let house = houses.entry(&member.code).or_insert_with(|| start(shipment_id, &member.code));
        house.pieces += i64::from(member.parcel_count);
        house.weight_g += i64::from(member.weight_g);
    }
    houses.into_values().collect()
}

fn start(shipment_id: Uuid, code: &str) -> WaybillHouse {
    WaybillHouse {
        shipment_id,
        tracking_code: code.to_owned(),
        pieces: 0,
        weight_g: 0,
        bags: Vec::new(),
        value: None,
        currency: None,
    }
}

/// The shares of the shipments of a waybill, by their codes.
pub async fn split_costs(tx: &mut TenantTx, waybill: &Waybill) -> ApiResult<Vec<WaybillShare>> {
    let houses = list_houses(tx, waybill.id).await?;
    let total = calculate_totals(&waybill.input, &waybill.counted).total;
    let decimals = waybill.input.currency.as_deref().map_or(2, money::decimals_of);
    let weights: Vec<i64> = houses.iter().map(|house| house.weight_g).collect();
    let shares = share_cost(total, &weights, decimals);
    let to_share = |house: WaybillHouse, amount: Decimal| WaybillShare {
        shipment_id: house.shipment_id,
        tracking_code: house.tracking_code,
        pieces: house.pieces,
        weight_g: house.weight_g,
        amount: amount.normalize(),
    };
    Ok(houses.into_iter().zip(shares).map(|(house, amount)| to_share(house, amount)).collect())
}

/// An amount over lines by their weights: the largest remainders get the coins that are left, of equal ones the upper line.
fn share_cost(total: Decimal, weights_g: &[i64], decimals: u32) -> Vec<Decimal> {
    let weights: Vec<Decimal> = weights_g.iter().map(|weight| Decimal::from(*weight)).collect();
    money::split(total, &weights, decimals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bags::model::BagKind;
    use crate::bags::state::BagStatus;

    const CASES: &str = include_str!("../../../tests/data/customs/cost-split-cases.csv");

    #[derive(serde::Deserialize)]
    struct Case {
        total_cents: i64,
        weights_g: String,
        why: String,
        shares_cents: String,
    }

    #[test]
    fn the_shares_of_every_case_are_right() {
        let rows = csv::Reader::from_reader(CASES.as_bytes()).into_deserialize();
        let cases: Vec<Case> = rows.map(Result::unwrap).collect();
        assert!(cases.len() > 11);
        for case in cases {
            let read =
                |text: &str| -> Vec<i64> { text.split(' ').map(|part| part.parse().unwrap()).collect() };
            let shares = share_cost(Decimal::new(case.total_cents, 2), &read(&case.weights_g), 2);
            let expected: Vec<Decimal> =
                read(&case.shares_cents).into_iter().map(|cents| Decimal::new(cents, 2)).collect();
            assert_eq!(shares, expected, "{}", case.why);
        }
    }

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
            tax_modality: None,
            subclass: None,
            parcel_count: 2,
            parcel_weight_g: 1_000,
            tare_g: 200,
            gross_g,
            seal: None,
            s9_code: None,
            unit_code: None,
        }
    }

    fn parcel(bag: u128, code: &str, weight_g: i32) -> TransportedParcel {
        TransportedParcel {
            bag_id: Uuid::from_u128(bag),
            shipment_id: Uuid::nil(),
            seq: 1,
            parcel_count: 2,
            tracking_code: code.into(),
            weight_g,
        }
    }

    fn loose(code: &str) -> ContentMember {
        ContentMember {
            bag_id: None,
            shipment_id: Some(Uuid::nil()),
            code: code.into(),
            parcel_count: 3,
            weight_g: 5_000,
            parcel_numbers: vec![1, 2, 3],
            shipment_parcels: 3,
        }
    }

    #[test]
    fn a_shipment_in_two_bags_is_one_house_and_a_loose_one_comes_whole() {
        let parcels = [parcel(1, "B", 400), parcel(1, "A", 600), parcel(2, "B", 500)];
        let houses = gather(&[loose("C")], &[bag(1, Some(1_201)), bag(2, Some(700))], &parcels);
        let found: Vec<_> = houses
            .iter()
            .map(|it| (it.tracking_code.as_str(), it.pieces, it.weight_g, it.bags.len()))
            .collect();
        assert_eq!(found, [("A", 1, 721, 1), ("B", 2, 1_180, 2), ("C", 3, 5_000, 0)]);
        assert_eq!(houses.iter().map(|house| house.weight_g).sum::<i64>(), 1_201 + 700 + 5_000);
    }
}
