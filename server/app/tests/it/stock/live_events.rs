//! Open pages are told of goods: of lists, of what they hold, and of what was counted.

use chrono::TimeDelta;
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    INVENTORIES, MOVEMENTS, OneShelf, act, act_on_list, fill_shelf, hold_list, perishable, pick_list,
    place_two, receive_lot, scan, text, warehouse,
};
use crate::support::{ATLANTICO, TestApp};

const EVENTS: &str = "select seq, body from live_events where seq > $1 order by seq";

/// Reads what was announced, each time from where it stopped.
struct Announcements<'a> {
    app: &'a TestApp,
    last: i64,
}

impl<'a> Announcements<'a> {
    async fn begin(app: &'a TestApp) -> Self {
        let mut announcements = Self { app, last: 0 };
        announcements.read().await;
        announcements
    }

    async fn read(&mut self) -> Vec<Value> {
        let mut tx = self.app.state.tenancy.begin(&self.app.tenant(ATLANTICO)).await.unwrap();
        let query = sqlx::query_as(EVENTS).bind(self.last);
        let rows: Vec<(i64, Json<Value>)> = query.fetch_all(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        self.last = rows.last().map_or(self.last, |(seq, _)| *seq);
        rows.into_iter().map(|(_, Json(body))| body).collect()
    }

    /// Fails if one of these resources was not announced since the last time. `ids` must be among those of the first one, unless
    /// it was announced without any.
    async fn expect(&mut self, what: &str, resources: &[&str], ids: &[&Value]) {
        let events = self.read().await;
        for resource in resources {
            let is_told = events.iter().any(|event| event["resource"] == *resource);
            assert!(is_told, "{what}: {resource} in {events:?}");
        }
        for id in ids {
            let is_told = events.iter().filter(|event| event["resource"] == resources[0]).any(|event| {
                let told = event["ids"].as_array().unwrap();
                told.is_empty() || told.contains(id)
            });
            assert!(is_told, "{what}: {id} in {events:?}");
        }
    }
}

#[tokio::test]
async fn each_step_of_a_list_is_told_with_the_goods_it_holds() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { own, shelf, goods, .. } = fill_shelf(&admin, &admin, 9).await;
    let mut told = Announcements::begin(&app).await;
    let form = json!({ "hold_hours": 1, "lines": [{ "item_id": goods["id"], "quantity": 3 }] });
    let list = pick_list(&admin, &own, form.clone()).await.data();
    told.expect("create", &["pick_list"], &[&list["id"]]).await;
    act_on_list(&admin, &list, "allocate", json!({})).await.data();
    told.expect("allocate", &["pick_list", "stock"], &[&list["id"]]).await;
    scan(&admin, &list, "SKU-1", json!({ "quantity": 2 })).await;
    told.expect("scan", &["pick_list", "stock"], &[&list["id"]]).await;
    act_on_list(&admin, &list, "finish", json!({ "reason": "enough" })).await.data();
    told.expect("finish", &["pick_list", "stock"], &[&list["id"]]).await;

    let path = format!("{MOVEMENTS}?pick_list_id={}", text(&list["id"]));
    let pick = admin.get(&path).await.data()[0].clone();
    let form_back = json!({ "key": Uuid::now_v7(), "place_id": shelf["id"], "quantity": 1 });
    let back = admin.post(&format!("{MOVEMENTS}/{}/return", text(&pick["id"])), form_back).await.data();
    told.expect("return", &["pick_list", "stock"], &[&list["id"]]).await;
    let form_undo = json!({ "key": Uuid::now_v7(), "reason": "it was another one" });
    let undo = format!("{MOVEMENTS}/{}/reverse", text(&back["movement"]["id"]));
    admin.post(&undo, form_undo).await.data();
    told.expect("reverse", &["pick_list", "stock"], &[&list["id"]]).await;
    act_on_list(&admin, &list, "pack", json!({ "parcels": [{ "weight_g": 100 }] })).await.data();
    told.expect("pack", &["pick_list", "stock"], &[&list["id"]]).await;
    let rest = act_on_list(&admin, &list, "rest", json!({})).await.data();
    told.expect("rest", &["pick_list"], &[&list["id"], &rest["id"]]).await;

    act_on_list(&admin, &rest, "allocate", json!({})).await.data();
    told.read().await;
    app.state.clock.advance(TimeDelta::hours(2));
    stock::sweep(&app.state, &app.tenant(ATLANTICO)).await.unwrap();
    told.expect("the end of a reservation", &["pick_list", "stock"], &[&rest["id"]]).await;
    let admin = app.admin(ATLANTICO).await;
    told.read().await;
    act_on_list(&admin, &rest, "cancel", json!({ "reason": "late" })).await.data();
    told.expect("cancel", &["pick_list", "stock"], &[&rest["id"]]).await;
}

#[tokio::test]
async fn a_lot_that_is_held_is_told_in_all_its_places_and_to_its_lists() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    let [near, far] = place_two(&admin, &own).await;
    let goods = perishable(&admin, "SKU-1").await;
    let stock = receive_lot(&admin, &goods, &near, "L1", "2099-01-01", 9).await;
    let mut told = Announcements::begin(&app).await;
    let form = json!({ "to_place_id": far["id"], "quantity": 4 });
    let moved = act(&admin, &stock, "move", form).await.data()["stock"].clone();
    told.expect("move", &["stock"], &[&stock["id"], &moved["id"]]).await;
    hold_list(&admin, &own, &goods, 2).await;
    told.read().await;
    let hold = json!({ "reason": "recalled", "version": stock["version"] });
    admin.post(&format!("/api/stocks/{}/hold", text(&stock["id"])), hold).await.data();
    told.expect("hold", &["stock"], &[&stock["id"]]).await;
}

#[tokio::test]
async fn each_step_of_an_inventory_is_told() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let OneShelf { own, .. } = fill_shelf(&admin, &admin, 9).await;
    let mut told = Announcements::begin(&app).await;
    let made = staff.post(INVENTORIES, json!({ "warehouse_id": own["id"] })).await.data();
    told.expect("create", &["inventory"], &[&made["id"]]).await;
    let path = format!("{INVENTORIES}/{}", text(&made["id"]));
    staff.post(&format!("{path}/start"), json!({ "version": made["version"] })).await.data();
    told.expect("start", &["inventory"], &[&made["id"]]).await;
    let now = app.state.clock.now();
    let count = json!({ "key": Uuid::now_v7(), "line": 1, "quantity": 8, "counted_at": now });
    staff.post(&format!("{path}/count"), json!({ "sent_at": now, "counts": [count] })).await.data();
    told.expect("count", &["inventory"], &[&made["id"]]).await;
    let ended = staff.post(&format!("{path}/finish"), json!({})).await.data();
    told.expect("finish", &["inventory"], &[&made["id"]]).await;
    let form = json!({ "version": ended["version"], "reason": "nobody else is here" });
    let decided = admin.post(&format!("{path}/decide"), form).await.data();
    told.expect("decide", &["inventory"], &[&made["id"]]).await;
    admin.post(&format!("{path}/approve"), json!({ "version": decided["version"] })).await.data();
    told.expect("approve", &["inventory", "stock", "stock_place"], &[&made["id"]]).await;
}
