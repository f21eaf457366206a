//! Stock: goods come in, move, are taken out, held, picked, and the ledger is always what is there.

mod branches;
mod buying_requests;
mod buying_states;
mod clients;
mod count_days;
mod count_states;
mod expiry;
mod file_imports;
mod inventories;
mod list_ends;
mod live_events;
mod movements;
mod packing;
mod pick_lists;
mod places;
mod purchase_states;
mod purchases;
mod races;
mod replays;
mod shipment_end;
mod states;
mod storage;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::isolation::document::Operation;
use crate::support::{Answer, Person};

pub const STOCKS: &str = "/api/stocks";
pub const MOVEMENTS: &str = "/api/stock-movements";
pub const PICK_LISTS: &str = "/api/pick-lists";
pub const INVENTORIES: &str = "/api/inventories";
pub const PURCHASES: &str = "/api/purchases";
pub const BUYING_REQUESTS: &str = "/api/buying-requests";

/// A form with other or further fields.
fn with(mut form: Value, more: Value) -> Value {
    let Value::Object(fields) = more else { panic!("not an object: {more}") };
    for (name, value) in fields {
        form[name.as_str()] = value;
    }
    form
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

/// A warehouse of the company.
pub async fn warehouse(admin: &Person, code: &str) -> Value {
    crate::bags::warehouse(admin, code, json!({})).await
}

pub async fn place(admin: &Person, warehouse: &Value, code: &str, kind: &str) -> Value {
    let form = json!({ "warehouse_id": warehouse["id"], "code": code, "kind": kind });
    admin.post("/api/stock-places", form).await.data()
}

pub async fn item(person: &Person, sku: &str, more: Value) -> Value {
    let form = with(json!({ "sku": sku, "title": format!("Title of {sku}") }), more);
    person.post("/api/stock-items", form).await.data()
}

/// Goods that are kept by lot and expiry.
async fn perishable(person: &Person, sku: &str) -> Value {
    item(person, sku, json!({ "keep_lot": true, "keep_expiry": true })).await
}

pub async fn receive(person: &Person, item: &Value, place: &Value, quantity: i32, more: Value) -> Answer {
    let form = json!({
        "key": Uuid::now_v7(), "item_id": item["id"], "place_id": place["id"], "quantity": quantity,
    });
    person.post(&format!("{STOCKS}/receive"), with(form, more)).await
}

/// A lot with its day of expiry, in a place; the answer's stock.
async fn receive_lot(
    person: &Person,
    item: &Value,
    place: &Value,
    lot: &str,
    day: &str,
    quantity: i32,
) -> Value {
    let more = json!({ "lot": lot, "expiration_date": day });
    receive(person, item, place, quantity, more).await.data()["stock"].clone()
}

/// Something done with a stock.
async fn act(person: &Person, stock: &Value, verb: &str, form: Value) -> Answer {
    let form = with(json!({ "key": Uuid::now_v7() }), form);
    person.post(&format!("{STOCKS}/{}/{verb}", text(&stock["id"])), form).await
}

async fn show(person: &Person, stock: &Value) -> Value {
    person.get(&format!("{STOCKS}/{}", text(&stock["id"]))).await.data()
}

/// Units on hand, held and available.
async fn figures(person: &Person, stock: &Value) -> [i64; 3] {
    let stock = show(person, stock).await;
    ["on_hand", "reserved", "available"].map(|field| stock[field].as_i64().unwrap())
}

pub async fn pick_list(person: &Person, warehouse: &Value, more: Value) -> Answer {
    person.post(PICK_LISTS, with(json!({ "warehouse_id": warehouse["id"] }), more)).await
}

/// A purchase of these lines from a supplier.
pub async fn purchase(person: &Person, warehouse: &Value, lines: &Value, more: Value) -> Answer {
    let form = json!({
        "warehouse_id": warehouse["id"], "supplier": "Fornecedor", "currency": "BRL", "lines": lines,
    });
    person.post(PURCHASES, with(form, more)).await
}

/// Goods that the company should buy.
pub async fn buying_request(person: &Person, warehouse: &Value, more: Value) -> Answer {
    let form = json!({ "warehouse_id": warehouse["id"], "title": "Camera", "quantity": 1 });
    person.post(BUYING_REQUESTS, with(form, more)).await
}

/// Something done with a request for goods, as it is now.
async fn act_on_request(person: &Person, request: &Value, verb: &str, form: Value) -> Answer {
    let path = format!("{BUYING_REQUESTS}/{}", text(&request["id"]));
    let version = person.get(&path).await.data()["version"].clone();
    person.post(&format!("{path}/{verb}"), with(json!({ "version": version }), form)).await
}

/// A client asks for itself, whoever is named.
pub async fn asks_for_itself(person: &Person, theirs: &str) {
    let places = person.get("/api/inbound-parcels/places").await.data();
    let form = json!({ "warehouse_id": places[0]["warehouse_id"], "client_id": theirs, "title": "Camera" });
    let own = person.get("/api/profile").await.data()["client_id"].clone();
    assert_eq!(person.post(BUYING_REQUESTS, form).await.data()["client_id"], own);
}

/// Something done with a purchase, as it is now.
async fn act_on_purchase(person: &Person, purchase: &Value, verb: &str, form: Value) -> Answer {
    let path = format!("{PURCHASES}/{}", text(&purchase["id"]));
    let version = person.get(&path).await.data()["version"].clone();
    person.post(&format!("{path}/{verb}"), with(json!({ "version": version }), form)).await
}

/// Something done with a pick list, as it is now.
async fn act_on_list(person: &Person, list: &Value, verb: &str, form: Value) -> Answer {
    let path = format!("{PICK_LISTS}/{}", text(&list["id"]));
    let version = person.get(&path).await.data()["version"].clone();
    person.post(&format!("{path}/{verb}"), with(json!({ "version": version }), form)).await
}

async fn scan(person: &Person, list: &Value, code: &str, more: Value) -> Value {
    let form = with(json!({ "key": Uuid::now_v7(), "code": code }), more);
    person.post(&format!("{PICK_LISTS}/{}/scan", text(&list["id"])), form).await.data()
}

/// A client asks for its own goods, whoever is named; goods of another client do not exist.
pub async fn ignores(person: &Person, reference: &str, theirs: &str) {
    let item = if reference == "lines.item_id" { theirs } else { "0199d3c2-7c1a-7000-8000-000000000001" };
    let form = json!({
        "warehouse_id": Uuid::now_v7(), "client_id": theirs, "lines": [{ "item_id": item, "quantity": 1 }],
    });
    let refused = person.post(PICK_LISTS, form).await;
    assert_eq!(refused.code_at("lines.0.item_id"), "unknown_option");
    assert!(!refused.text().contains("client_id"), "{}", refused.text());
}

/// Operations on goods.
pub fn knows(operation: &str) -> bool {
    const OWN: [&str; 5] = ["stock_", "pick_list_", "inventory_", "purchase_", "buying_request_"];
    OWN.iter().any(|part| operation.starts_with(part))
}

/// Records of another company do not exist for stock.
pub async fn refuses(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) {
    let own = warehouse(stranger, &Uuid::now_v7().simple().to_string()[20..]).await;
    let shelf = place(stranger, &own, "A-01-1", "storage").await;
    let goods = item(stranger, &Uuid::now_v7().simple().to_string(), json!({})).await;
    let answer = match operation.id.as_str() {
        "stock_place_create" => {
            let form = json!({ "warehouse_id": own["id"], "code": "B-1", "kind": "storage" });
            stranger.post(&operation.path, with(form, json!({ reference: theirs }))).await
        }
        "stock_place_update" => {
            let change = json!({ "version": shelf["version"], reference: theirs });
            stranger.patch(&operation.filled(text(&shelf["id"])), change).await
        }
        "stock_receive" => receive(stranger, &goods, &shelf, 1, json!({ reference: theirs })).await,
        "stock_move" => {
            let stock = receive(stranger, &goods, &shelf, 1, json!({})).await.data()["stock"].clone();
            act(stranger, &stock, "move", json!({ reference: theirs, "quantity": 1 })).await
        }
        "stock_return" => {
            let movement = receive(stranger, &goods, &shelf, 1, json!({})).await.data()["movement"].clone();
            let form = json!({ "key": Uuid::now_v7(), reference: theirs, "quantity": 1 });
            stranger.post(&operation.filled(text(&movement["id"])), form).await
        }
        "pick_list_create" => {
            let line = if reference == "lines.item_id" { json!(theirs) } else { goods["id"].clone() };
            let form = json!({ "lines": [{ "item_id": line, "quantity": 1 }] });
            let more = if reference == "lines.item_id" { json!({}) } else { json!({ reference: theirs }) };
            let answer = pick_list(stranger, &own, with(form, more)).await;
            let field = reference.replace("lines.", "lines.0.");
            assert_eq!((answer.status, answer.code_at(&field)), (422, "unknown_option".into()));
            return;
        }
        "purchase_create" | "purchase_update" | "purchase_receive" => {
            return refuse_on_purchase(stranger, operation, &own, &goods, [reference, theirs]).await;
        }
        "buying_request_create" => {
            let form = json!({ "warehouse_id": own["id"], "title": "Camera", "client_id": Uuid::now_v7() });
            stranger.post(&operation.path, with(form, json!({ reference: theirs }))).await
        }
        "inventory_create" => {
            let value = if reference == "place_ids" { json!([theirs]) } else { json!(theirs) };
            let form = with(json!({ "warehouse_id": own["id"] }), json!({ reference: value }));
            stranger.post(&operation.path, form).await
        }
        "inventory_find" => {
            let form = json!({ "warehouse_id": own["id"] });
            let made = stranger.post(INVENTORIES, form).await.data();
            let path = format!("{INVENTORIES}/{}", text(&made["id"]));
            stranger.post(&format!("{path}/start"), json!({ "version": made["version"] })).await.data();
            let form = json!({ "place_id": shelf["id"], "item_id": goods["id"] });
            stranger.post(&format!("{path}/lines"), with(form, json!({ reference: theirs }))).await
        }
        other => panic!("{other} names `{reference}`"),
    };
    assert_eq!(answer.status, 422, "{} {reference}: {}", operation.id, answer.text());
    answer.code_at(reference);
}

/// A purchase names nothing of another company.
async fn refuse_on_purchase(
    stranger: &Person,
    operation: &Operation,
    own: &Value,
    goods: &Value,
    [reference, theirs]: [&str; 2],
) {
    let line = |id: &Value| json!([{ "item_id": id, "quantity": 1 }]);
    let sent = if reference == "lines.item_id" {
        json!({ "lines": line(&json!(theirs)) })
    } else {
        json!({ reference: theirs })
    };
    let lines = line(&goods["id"]);
    let answer = if operation.id == "purchase_create" {
        purchase(stranger, own, &lines, sent).await
    } else {
        let draft = purchase(stranger, own, &lines, json!({})).await.data();
        let path = operation.filled(text(&draft["id"]));
        if operation.id == "purchase_update" {
            stranger.patch(&path, with(json!({ "version": draft["version"] }), sent)).await
        } else {
            act_on_purchase(stranger, &draft, "order", json!({})).await.data();
            let form = json!({ "key": Uuid::now_v7(), "line": 1, "quantity": 1 });
            stranger.post(&path, with(form, sent)).await
        }
    };
    assert_eq!(answer.status, 422, "{} {reference}: {}", operation.id, answer.text());
    answer.code_at(&reference.replace("lines.", "lines.0."));
}

/// Goods on the only shelf of a warehouse.
struct OneShelf {
    own: Value,
    shelf: Value,
    goods: Value,
    stock: Value,
}

/// The warehouse `ONE` with the shelf `A-1`, where somebody has received so many units of `SKU-1`.
async fn fill_shelf(admin: &Person, person: &Person, quantity: i32) -> OneShelf {
    let own = warehouse(admin, "ONE").await;
    let shelf = place(admin, &own, "A-1", "storage").await;
    let goods = item(person, "SKU-1", json!({})).await;
    let stock = receive(person, &goods, &shelf, quantity, json!({})).await.data()["stock"].clone();
    OneShelf { own, shelf, goods, stock }
}

/// A list for so many units, which are held for it.
async fn hold_list(person: &Person, warehouse: &Value, goods: &Value, quantity: i32) -> Value {
    let form = json!({ "lines": [{ "item_id": goods["id"], "quantity": quantity }] });
    let list = pick_list(person, warehouse, form).await.data();
    act_on_list(person, &list, "allocate", json!({})).await.data()
}

/// Two places of a warehouse, in the order of picking.
async fn place_two(admin: &Person, warehouse: &Value) -> [Value; 2] {
    [place(admin, warehouse, "A-1", "storage").await, place(admin, warehouse, "B-1", "storage").await]
}
