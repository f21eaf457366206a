//! Masters of the demo: a lorry whose bag has arrived and is being unpacked.

use poem::http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::demo::Browser;
use super::demo_bags::{close, find_airport, find_largest, find_place, pack, text};
use server_core::state::AppState;

const PATH: &str = "/api/masters";
const RECEIVED: i16 = 40;
/// Shipments in the bag; one of them is not found.
const SHIPMENTS: usize = 3;

/// Creates a master and its break-bag, unless already done, in a company that has them.
pub async fn seed(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let staff = Browser::sign_in(state, host, &format!("staff@{slug}.test")).await?;
    if !staff.has_in_menu("mawbs").await?
        || staff.get(&format!("{PATH}?per_page=10")).await?["meta"]["total"] != 0
    {
        return Ok(());
    }
    let shipments =
        staff.get(&format!("/api/shipments?status={RECEIVED}&per_page=100")).await?["data"].take();
    let Some((country_id, mut codes)) = find_largest(&shipments) else { return Ok(()) };
    let (Some(place), Some(airport)) = (find_place(&staff).await?, find_airport(&staff, country_id).await?)
    else {
        return Ok(());
    };
    codes.truncate(SHIPMENTS);
    let form = json!({ "warehouse_id": place["id"], "destination_airport": airport["iata"], "tare_g": 350 });
    let bag = pack(&staff, form, &codes).await?;
    if bag["parcel_count"] == 0 {
        return Ok(());
    }
    close(&staff, &bag, "BR 004490").await?;
    let form = json!({
        "kind": "cmr", "warehouse_id": place["id"], "from_place": place["city"], "to_place": airport["city"],
        "to_country_id": country_id, "vehicle": "ABC-1D23", "reference": "CMR 118820",
    });
    let master = staff.send(Method::POST, PATH, Some(form)).await?["data"].take();
    let bags = json!({ "bag_ids": [bag["id"]] });
    staff.send(Method::POST, &format!("{PATH}/{}/bags", text(&master["id"])?), Some(bags)).await?;
    for verb in ["close", "depart", "arrive"] {
        act(&staff, &master, verb).await?;
    }
    unpack(&staff, &master, &codes).await?;
    println!("{slug}: masters");
    Ok(())
}

/// Something done with a master as it is now.
async fn act(staff: &Browser, master: &Value, verb: &str) -> anyhow::Result<()> {
    let path = format!("{PATH}/{}", text(&master["id"])?);
    let version = staff.get(&path).await?["data"]["version"].take();
    staff.send(Method::POST, &format!("{path}/{verb}"), Some(json!({ "version": version }))).await?;
    Ok(())
}

/// All parcels but the last one are there.
async fn unpack(staff: &Browser, master: &Value, codes: &[String]) -> anyhow::Result<()> {
    let form = json!({ "master_id": master["id"] });
    let broken = staff.send(Method::POST, "/api/break-bags", Some(form)).await?["data"].take();
    let path = format!("/api/break-bags/{}/scan", text(&broken["id"])?);
    for code in codes.split_last().map_or(codes, |(_, found)| found) {
        let scan = json!({ "key": Uuid::now_v7(), "code": code, "station": "1" });
        staff.send(Method::POST, &path, Some(scan)).await?;
    }
    Ok(())
}
