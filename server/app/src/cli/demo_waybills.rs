//! Air waybills of the demo: numbers of each airline, and a draft, an issued waybill and one that has left.

use chrono::{NaiveDate, TimeDelta};
use poem::http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::demo::Browser;
use super::demo_bags::{close, find_airport, find_largest, find_place, pack, text};
use server_core::state::AppState;

const PATH: &str = "/api/mawbs";
/// Serial of the first of a hundred numbers of an airline.
const FIRST_SERIAL: i64 = 1_234_560;
/// Shipments of one waybill: the last one flies without a bag.
const SHIPMENTS: usize = 3;
/// The steps of each waybill: verbs of the API, and events that the airline reports.
const DEEDS: [&[&str]; 3] = [&["book", "issue", "accepted", "departed"], &["book", "issue"], &[]];

/// Between which places the waybills carry, and the shipments that are there to go.
struct Way {
    place: Value,
    airport: Value,
    codes: Vec<String>,
}

/// Creates ranges and waybills, unless already done, in a company that has them.
pub async fn seed(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let staff = Browser::sign_in(state, host, &format!("staff@{slug}.test")).await?;
    if !staff.has_in_menu("mawbs").await?
        || staff.get(&format!("{PATH}?per_page=10")).await?["meta"]["total"] != 0
    {
        return Ok(());
    }
    let airlines = list_airlines(&staff).await?;
    for airline in &airlines {
        add_range(&staff, airline).await?;
    }
    let (Some(airline), Some(way)) = (airlines.first(), find_way(&staff).await?) else { return Ok(()) };
    let today = state.clock.now().date_naive();
    for ((codes, deeds), at) in way.codes.chunks_exact(SHIPMENTS).zip(DEEDS).zip(0_i32..) {
        let day = today + TimeDelta::days(at.into());
        let waybill = write_waybill(&staff, airline, &way, day).await?;
        load(&staff, &way, &waybill, codes, &format!("BR 00448{at}")).await?;
        for deed in deeds {
            act(&staff, &waybill, deed).await?;
        }
    }
    println!("{slug}: air waybills");
    Ok(())
}

async fn list_airlines(staff: &Browser) -> anyhow::Result<Vec<Value>> {
    let providers = staff.get("/api/providers?per_page=100").await?["data"].take();
    let is_airline = |one: &&Value| {
        one["provider_type"] == "airline" && one["awb_prefix"].is_string() && one["active"] == true
    };
    Ok(providers.as_array().into_iter().flatten().filter(is_airline).cloned().collect())
}

async fn add_range(staff: &Browser, airline: &Value) -> anyhow::Result<()> {
    let form = json!({
        "provider_id": airline["id"], "first_serial": FIRST_SERIAL, "last_serial": FIRST_SERIAL + 99, "alert_below": 20,
    });
    staff.send(Method::POST, "/api/mawb-ranges", Some(form)).await?;
    Ok(())
}

/// The way to the country of the most drafts. As many of them as fly come into the warehouse.
async fn find_way(staff: &Browser) -> anyhow::Result<Option<Way>> {
    // Status 10: a draft.
    let drafts = staff.get("/api/shipments?status=10&sort=-tracking_code&per_page=100").await?["data"].take();
    let Some((country_id, mut codes)) = find_largest(&drafts) else { return Ok(None) };
    let (Some(place), Some(airport)) = (find_place(staff).await?, find_airport(staff, country_id).await?)
    else {
        return Ok(None);
    };
    if place["airport"] == airport["iata"] {
        return Ok(None);
    }
    codes.truncate(SHIPMENTS * DEEDS.len());
    let form = json!({ "tracking_codes": codes, "event_code": "RECEIVED" });
    staff.send(Method::POST, "/api/shipments/record_event", Some(form)).await?;
    Ok(Some(Way { place, airport, codes }))
}

async fn write_waybill(staff: &Browser, airline: &Value, way: &Way, day: NaiveDate) -> anyhow::Result<Value> {
    let (origin, destination) = (&way.place["airport"], &way.airport["iata"]);
    let flight = format!("{}8191", airline["iata_code"].as_str().unwrap_or("XX"));
    let arrival = day + TimeDelta::days(2);
    // Codes of IATA: e-freight with papers (EAP), the normal rate (N); charges for fuel (MY), security (SC) and the waybill (AW).
    let form = json!({
        "provider_id": airline["id"], "subsidiary_id": way.place["subsidiary_id"],
        "origin_airport": origin, "destination_airport": destination,
        "legs": [{
            "flight": flight, "origin": origin, "destination": destination,
            "departs_on": day, "departure_time": "22:40", "arrives_on": arrival, "arrival_time": "18:15",
        }],
        "shipper": {
            "name": way.place["name"], "street": way.place["address_1"], "city": way.place["city"],
            "postcode": way.place["postcode"], "country_id": way.place["country_id"],
        },
        "consignee": {
            "name": "Cargo Handling Services", "street": "Cargo Center 4", "city": destination,
            "country_id": way.airport["country_id"],
        },
        "currency": "USD", "goods": "CONSOLIDATION AS PER ATTACHED LIST", "handling_codes": ["EAP"],
        "rate_lines": [{ "rate_class": "N", "rate": "3.85" }],
        "other_charges": [
            { "code": "MY", "due": "carrier", "amount": "31.20" },
            { "code": "SC", "due": "carrier", "amount": "12.00" },
            { "code": "AW", "due": "agent", "amount": "15.00" },
        ],
    });
    Ok(staff.send(Method::POST, PATH, Some(form)).await?["data"].take())
}

/// A sealed bag comes onto the waybill, and a shipment without a bag.
async fn load(
    staff: &Browser,
    way: &Way,
    waybill: &Value,
    codes: &[String],
    seal: &str,
) -> anyhow::Result<()> {
    let form = json!({
        "warehouse_id": way.place["id"], "destination_airport": way.airport["iata"], "tare_g": 350,
    });
    let (loose, packed) = codes.split_last().map_or((None, codes), |(last, others)| (Some(last), others));
    let bag = pack(staff, form, packed).await?;
    close(staff, &bag, seal).await?;
    for code in [Some(text(&bag["number"])?), loose.cloned()].into_iter().flatten() {
        let scan = json!({ "key": Uuid::now_v7(), "code": code });
        staff.send(Method::POST, &format!("{PATH}/{}/scan", text(&waybill["id"])?), Some(scan)).await?;
    }
    Ok(())
}

/// Something done with a waybill as it is now: a verb, or what the airline reports.
async fn act(staff: &Browser, waybill: &Value, deed: &str) -> anyhow::Result<()> {
    let path = format!("{PATH}/{}", text(&waybill["id"])?);
    let version = staff.get(&path).await?["data"]["version"].take();
    let (verb, form) = match deed {
        "book" | "issue" => (deed, json!({ "version": version })),
        event => ("record_event", json!({ "event": event, "note": "Airline's website", "version": version })),
    };
    staff.send(Method::POST, &format!("{path}/{verb}"), Some(form)).await?;
    Ok(())
}
