//! The worked cases of `server/tests/data/field`, through the API and the ledger.

use chrono::TimeDelta;
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};

use super::setup::{Measures, balance, confirmed, set_funds, with_tariff};
use super::{measure, newest, scan, show};
use crate::money::{client_of, dec};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::tenant_settings::changed;

const CASES: &str = include_str!("../../../../tests/data/field/reweigh-cases.csv");
const TARIFF: &str = include_str!("../../../../tests/data/field/reweigh-tariff.json");

/// The small tariff under which the cases were calculated.
#[derive(Deserialize)]
pub struct Tariff {
    pub divisor_cm3_per_kg: i32,
    pub bands: Vec<(f64, String)>,
    pub fuel_percent_of_base: String,
    pub insurance_percent_of_declared_value: String,
    pub insurance_minimum: String,
    pub limits: TariffLimits,
}

#[derive(Deserialize)]
pub struct TariffLimits {
    pub max_weight_kg_actual: i32,
    pub max_side_cm: f64,
}

pub fn tariff() -> Tariff {
    serde_json::from_str(TARIFF).unwrap()
}

#[derive(Deserialize)]
struct Case {
    id: String,
    declared_cm_kg: String,
    measured_cm_kg: String,
    declared_value_usd: String,
    direction: String,
    auto_limit_usd: String,
    wallet_plus_credit_usd: Decimal,
    verdict: String,
    chargeable_before_kg: Decimal,
    total_before: Decimal,
    chargeable_after_kg: Option<Decimal>,
    total_after: Option<Decimal>,
    difference: Option<Decimal>,
    posted: Option<Decimal>,
}

/// `20x15x10@0.900`, separated by semicolons: centimetres and kilograms.
fn read_parcels(text: &str) -> Vec<Measures> {
    let to_parcel = |part: &str| {
        let (sides, weight) = part.split_once('@').unwrap();
        let sides: Vec<f64> =
            sides.split('x').map(|side| (side.parse::<f64>().unwrap() * 100.0).round() / 10.0).collect();
        let grams: i64 = (weight.parse::<Decimal>().unwrap() * Decimal::ONE_THOUSAND).try_into().unwrap();
        (grams, sides.try_into().unwrap())
    };
    text.split(';').filter(|part| !part.is_empty()).map(to_parcel).collect()
}

/// The same in grams for the answer.
fn grams(kilograms: Decimal) -> Value {
    let grams: i64 = (kilograms * Decimal::ONE_THOUSAND).try_into().unwrap();
    json!(grams)
}

/// Measures the parcels, and returns the verdict of the last answer; null when none came.
async fn weigh(app: &TestApp, staff: &Person, shipment: &Value, measured: &[Measures]) -> Value {
    let mut parcels = Vec::new();
    for _ in measured {
        parcels.push(scan(staff, shipment).await);
    }
    app.state.clock.advance(TimeDelta::minutes(1));
    // Three times the same: the first one counts.
    let mut verdict = Value::Null;
    for _ in 0..3 {
        for (parcel, (weight_g, sides_mm)) in parcels.iter().zip(measured) {
            verdict = measure(staff, parcel, *weight_g, *sides_mm).await.data()["verdict"].clone();
        }
    }
    verdict
}

/// A price is zero and not missing where nothing differs.
fn amount(value: &Value) -> Option<Decimal> {
    value.as_str().map(dec)
}

/// The people of the cases.
struct People {
    admin: Person,
    staff: Person,
    client: Person,
    client_id: String,
}

async fn check(app: &TestApp, people: &People, case: &Case) {
    let People { admin, staff, client, client_id } = people;
    let name = &case.id;
    let declared = read_parcels(&case.declared_cm_kg);
    let shipment = confirmed(app, (admin, client), &declared, &case.declared_value_usd).await;
    assert_eq!(amount(&shipment["totals"]["total"]), Some(case.total_before), "{name}");
    let form = json!({
        "reweigh_gives_back": case.direction == "both", "reweigh_auto_pct": 1000, "reweigh_auto_max": case.auto_limit_usd,
    });
    changed(admin, form).await.data();
    set_funds(admin, client_id, case.wallet_plus_credit_usd).await;
    let before = balance(admin, client_id).await;
    let verdict = weigh(app, staff, &shipment, &read_parcels(&case.measured_cm_kg)).await;

    let found = newest(client, &shipment).await;
    if case.verdict == "incomplete" {
        // Nothing is judged until all parcels are here.
        assert!(
            found.is_null() && (verdict.is_null() || verdict == "incomplete"),
            "{name}: {found} {verdict}"
        );
        assert_eq!(balance(admin, client_id).await, before, "{name}");
        return;
    }
    assert_eq!((&found["verdict"], &found["seq"]), (&json!(case.verdict), &json!(1)), "{name}");
    assert_eq!(found["chargeable_before_g"], grams(case.chargeable_before_kg), "{name}");
    assert_eq!(amount(&found["total_before"]), Some(case.total_before), "{name}");
    assert_eq!(amount(&found["difference"]), case.difference, "{name}");
    // Within the tolerance, no other price is calculated.
    if case.verdict != "kept" {
        assert_eq!(amount(&found["total_after"]), case.total_after, "{name}");
        assert_eq!(
            found["chargeable_after_g"],
            case.chargeable_after_kg.map_or(Value::Null, grams),
            "{name}"
        );
    }
    let posted = before - balance(admin, client_id).await;
    assert_eq!(posted, case.posted.unwrap_or_default(), "{name}");
    let is_held = ["refused_limit", "held_confirm", "held_funds"].contains(&case.verdict.as_str());
    let status = if is_held { 45 } else { 40 };
    assert_eq!(show(client, &shipment).await["status"], status, "{name}");
}

#[tokio::test]
async fn each_case_has_its_verdict_and_posts_its_amount_once() {
    let app = TestApp::start().await;
    let (admin, _) = with_tariff(&app).await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let client_id = client_of(&client).await;
    let people = People { admin, staff, client, client_id };
    let cases: Vec<Case> =
        csv::Reader::from_reader(CASES.as_bytes()).deserialize().collect::<Result<_, _>>().unwrap();
    assert!(!cases.is_empty());
    for case in &cases {
        check(&app, &people, case).await;
    }
}
