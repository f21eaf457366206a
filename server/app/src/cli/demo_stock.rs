//! Stock of the demo: places of a warehouse, goods with lots and without, some in quarantine, an order to pick, a count, a purchase,
//! and goods that a client wants to be bought.

use anyhow::Context;
use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::demo::Browser;
use server_core::state::AppState;

const PLACES: [(&str, &str); 5] = [
    ("REC-1", "receiving"),
    ("A-01-1", "storage"),
    ("A-01-2", "storage"),
    ("QUA-1", "quarantine"),
    ("EXP-1", "dispatch"),
];

/// Fills a warehouse, unless already done, in a company that keeps goods.
pub async fn seed(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let admin = Browser::sign_in(state, host, &format!("admin@{slug}.test")).await?;
    if !admin.has_in_menu("stocks").await?
        || admin.get("/api/stock-items?per_page=10").await?["meta"]["total"] != 0
    {
        return Ok(());
    }
    let warehouses = admin.get("/api/warehouses?per_page=100").await?["data"].take();
    let Some(warehouse) = warehouses.as_array().into_iter().flatten().find(|one| one["active"] == true)
    else {
        return Ok(());
    };
    let mut places = Vec::with_capacity(PLACES.len());
    for (code, kind) in PLACES {
        let form = json!({ "warehouse_id": warehouse["id"], "code": code, "kind": kind });
        places.push(post(&admin, "/api/stock-places", form).await?);
    }
    let [_, shelf, upper, ward, _] = &places[..] else { return Ok(()) };
    let shirt = add_item(&admin, "CAM-P-AZ", "Camiseta azul P", json!({ "ean": "7891000315507" })).await?;
    let vitamin =
        json!({ "keep_lot": true, "keep_expiry": true, "unit": "box", "alert_days": 60, "min_quantity": 20 });
    let vitamin = add_item(&admin, "VIT-C-60", "Vitamina C, 60 cápsulas", vitamin).await?;
    receive(&admin, &shirt, shelf, 120, json!({})).await?;
    for (lot, day, quantity) in [("VC2601", "2030-03-31", 40), ("VC2511", "2029-11-30", 12)] {
        let more = json!({ "lot": lot, "expiration_date": day });
        receive(&admin, &vitamin, upper, quantity, more).await?;
    }
    let expired = json!({ "lot": "VC2301", "expiration_date": "2023-01-31" });
    receive(&admin, &vitamin, ward, 3, expired).await?;
    add_goods_of_client(state, host, slug, &admin, shelf).await?;
    add_order(&admin, &warehouse["id"], [&shirt, &vitamin]).await?;
    start_count(&admin, &warehouse["id"]).await?;
    ask_to_buy(state, host, slug, &admin).await?;
    add_purchase(&admin, &warehouse["id"], [&shirt, &vitamin], upper).await?;
    println!("{slug}: stock");
    Ok(())
}

/// Goods that the warehouse keeps for the client of the demo.
async fn add_goods_of_client(
    state: &AppState,
    host: &str,
    slug: &str,
    admin: &Browser,
    shelf: &Value,
) -> anyhow::Result<()> {
    let client = Browser::sign_in(state, host, &format!("client@{slug}.test")).await?;
    let client_id = client.get("/api/profile").await?["data"]["client_id"].clone();
    let more =
        json!({ "client_id": client_id, "hs_code": "420222", "origin_country_id": 32, "weight_g": 650 });
    let bag = add_item(admin, "BOLSA-01", "Bolsa de palha", more).await?;
    receive(admin, &bag, shelf, 25, json!({})).await?;
    let places = client.get("/api/inbound-parcels/places").await?["data"].take();
    let Some(place) = places.get(0) else { return Ok(()) };
    // These have been there for long enough to cost storage.
    let form = json!({ "warehouse_id": place["warehouse_id"], "code": "B-01-1", "kind": "storage" });
    let far = post(admin, "/api/stock-places", form).await?;
    let since = state.clock.now() - TimeDelta::days(50);
    receive(admin, &bag, &far, 12, json!({ "occurred_at": since })).await
}

/// An order of a shop, of which some goods are missing.
async fn add_order(
    admin: &Browser,
    warehouse_id: &Value,
    [shirt, vitamin]: [&Value; 2],
) -> anyhow::Result<()> {
    let lines = json!([
        { "item_id": shirt["id"], "quantity": 2, "unit_value": "39.9" },
        { "item_id": vitamin["id"], "quantity": 60, "unit_value": "54.5" },
    ]);
    let form = json!({
        "warehouse_id": warehouse_id, "reference": "Pedido 1042", "channel": "Loja virtual", "external_id": "1042",
        "currency": "BRL", "lines": lines,
    });
    let list = post(admin, "/api/pick-lists", form).await?;
    let path = format!("/api/pick-lists/{}/allocate", text(&list["id"])?);
    post(admin, &path, json!({ "version": list["version"] })).await?;
    Ok(())
}

/// A count of the lower shelf that has begun.
async fn start_count(admin: &Browser, warehouse_id: &Value) -> anyhow::Result<()> {
    let form = json!({ "warehouse_id": warehouse_id, "zone": "A-01-1", "note": "Contagem do mês" });
    let inventory = post(admin, "/api/inventories", form).await?;
    let path = format!("/api/inventories/{}/start", text(&inventory["id"])?);
    post(admin, &path, json!({ "version": inventory["version"] })).await?;
    Ok(())
}

/// Goods that a client wants to be bought: one that is quoted, and one that waits. Needs a warehouse that takes in parcels.
async fn ask_to_buy(state: &AppState, host: &str, slug: &str, admin: &Browser) -> anyhow::Result<()> {
    let client = Browser::sign_in(state, host, &format!("client@{slug}.test")).await?;
    let places = client.get("/api/inbound-parcels/places").await?["data"].take();
    let Some(place) = places.get(0) else { return Ok(()) };
    let mut form = json!({
        "warehouse_id": place["warehouse_id"], "title": "Fone de ouvido sem fio", "quantity": 1,
        "url": "https://shop.example.com/headphones", "details": "Preto",
    });
    let asked = post(&client, "/api/buying-requests", form.clone()).await?;
    let last = state.clock.now().date_naive() + TimeDelta::days(30);
    let quote = json!({
        "currency": place["currency"], "goods_amount": "79", "shipping_amount": "6", "fee_amount": "8",
        "quote_until": last, "version": asked["version"],
    });
    post(admin, &format!("/api/buying-requests/{}/quote", text(&asked["id"])?), quote).await?;
    form["title"] = json!("Cafeteira portátil");
    form["url"] = Value::Null;
    post(&client, "/api/buying-requests", form).await?;
    Ok(())
}

/// A purchase of which a part has come, and the draft of the next one.
async fn add_purchase(
    admin: &Browser,
    warehouse_id: &Value,
    [shirt, vitamin]: [&Value; 2],
    place: &Value,
) -> anyhow::Result<()> {
    let lines = json!([
        { "item_id": vitamin["id"], "quantity": 100, "unit_cost": "31.9" },
        { "item_id": shirt["id"], "quantity": 50, "unit_cost": "18.5" },
    ]);
    let mut form = json!({
        "warehouse_id": warehouse_id, "supplier": "Farma Distribuidora", "supplier_reference": "PV-88120",
        "currency": "BRL", "over_percent": 5, "lines": lines,
    });
    let purchase = post(admin, "/api/purchases", form.clone()).await?;
    let path = format!("/api/purchases/{}", text(&purchase["id"])?);
    post(admin, &format!("{path}/order"), json!({ "version": purchase["version"] })).await?;
    let arrival = json!({
        "key": Uuid::now_v7(), "line": 1, "place_id": place["id"], "lot": "VC2605", "expiration_date": "2030-05-31",
        "quantity": 60,
    });
    post(admin, &format!("{path}/receive"), arrival).await?;
    form["supplier_reference"] = Value::Null;
    post(admin, "/api/purchases", form).await?;
    Ok(())
}

async fn add_item(admin: &Browser, sku: &str, title: &str, more: Value) -> anyhow::Result<Value> {
    let mut form = json!({ "sku": sku, "title": title });
    for (name, value) in more.as_object().into_iter().flatten() {
        form[name] = value.clone();
    }
    post(admin, "/api/stock-items", form).await
}

async fn receive(
    admin: &Browser,
    item: &Value,
    place: &Value,
    quantity: i32,
    more: Value,
) -> anyhow::Result<()> {
    let mut form = json!({
        "key": Uuid::now_v7(), "item_id": item["id"], "place_id": place["id"], "quantity": quantity,
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        form[name] = value.clone();
    }
    post(admin, "/api/stocks/receive", form).await?;
    Ok(())
}

async fn post(admin: &Browser, path: &str, form: Value) -> anyhow::Result<Value> {
    Ok(admin.send(Method::POST, path, Some(form)).await?["data"].take())
}

fn text(value: &Value) -> anyhow::Result<String> {
    Ok(value.as_str().context("a text is missing")?.to_owned())
}
