//! Alerts about goods: lots that expire soon, items below their minimum, and a ledger that differs.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::branches::bound_staff;
use super::{OneShelf, act, fill_shelf, item, place, receive, receive_lot, text, warehouse};
use crate::subsidiaries::branches;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::webhooks::Told;

/// How many goods each notification of a user tells of.
async fn told_of(person: &Person, code: &str) -> Vec<Value> {
    let listed = person.get("/api/notifications").await.data();
    let of_stock = listed.as_array().unwrap().iter().filter(|one| one["data"]["code"] == code);
    of_stock.map(|one| one["data"]["params"]["done"].clone()).collect()
}

async fn told(person: &Person) -> Vec<Value> {
    told_of(person, "stock_expiring").await
}

#[tokio::test]
async fn a_lot_that_expires_soon_is_told_of_once() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let more = json!({ "keep_lot": true, "keep_expiry": true, "alert_days": 60 });
    let goods = item(&staff, "SKU-1", more).await;
    let today = app.today();
    for (lot, days) in [("GONE", -10), ("SOON", 50), ("LATE", 90), ("TAKEN", 20)] {
        let day = (today + TimeDelta::days(days)).to_string();
        let stock = receive_lot(&staff, &goods, &shelf, lot, &day, 2).await;
        if lot == "TAKEN" {
            let form = json!({ "quantity": 2, "removal": "sample", "reason": "for the laboratory" });
            act(&staff, &stock, "remove", form).await.data();
        }
    }
    for _ in 0..3 {
        app::sweep::sweep(&app.state).await;
    }
    assert_eq!(told(&staff).await, [json!(2)]);
    assert_eq!(told(&admin).await, [json!(2)]);
    assert_eq!(told(&app.client(ATLANTICO).await).await, Vec::<Value>::new());
    app.state.clock.advance(TimeDelta::days(31));
    app::sweep::sweep(&app.state).await;
    assert!(told(&app.staff(ATLANTICO).await).await.contains(&json!(1)), "the next one");
    let expiring = app.staff(ATLANTICO).await.get("/api/stocks?expiring=true").await.data();
    assert_eq!(expiring.as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn an_item_below_its_minimum_is_told_of_until_there_is_enough() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let goods = item(&staff, "SKU-1", json!({ "min_quantity": 5 })).await;
    item(&staff, "SKU-2", json!({})).await;
    let stock = receive(&staff, &goods, &shelf, 5, json!({})).await.data()["stock"].clone();
    let told = async || told_of(&app.staff(ATLANTICO).await, "stock_below_minimum").await;
    app::sweep::sweep(&app.state).await;
    assert_eq!(told().await, Vec::<Value>::new());
    let take = async || {
        let form = json!({ "quantity": 1, "removal": "sample", "reason": "for the laboratory" });
        act(&staff, &stock, "remove", form).await.data();
    };
    take().await;
    for _ in 0..2 {
        app::sweep::sweep(&app.state).await;
    }
    assert_eq!(told().await, [json!(1)]);
    receive(&staff, &goods, &shelf, 1, json!({})).await.data();
    app::sweep::sweep(&app.state).await;
    take().await;
    app::sweep::sweep(&app.state).await;
    assert_eq!(told().await, [json!(1), json!(1)], "again, once there was enough");
}

#[tokio::test]
async fn staff_of_a_branch_are_told_of_the_goods_that_lie_there() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, paulo] = branches(&admin).await;
    let at = |branch: &str| json!({ "subsidiary_id": branch });
    for (code, more) in [("ONE", at(&recife)), ("TWO", at(&paulo)), ("ALL", json!({}))] {
        let warehouse = crate::bags::warehouse(&admin, code, more).await;
        let shelf = place(&admin, &warehouse, "A-1", "storage").await;
        let goods = item(&admin, code, json!({ "min_quantity": 5 })).await;
        receive(&admin, &goods, &shelf, 1, json!({})).await.data();
    }
    item(&admin, "NOWHERE", json!({ "min_quantity": 5 })).await;
    let staff = bound_staff(&app, &admin, &recife).await;
    app::sweep::sweep(&app.state).await;
    assert_eq!(told_of(&staff, "stock_below_minimum").await, [json!(1)]);
    assert_eq!(told_of(&admin, "stock_below_minimum").await, [json!(4)]);
}

#[tokio::test]
async fn webhooks_are_told_of_both_alerts_once() {
    let webhook = Told::of(&["stock.below_minimum", "stock.expiring"]).await;
    let (admin, staff) = (webhook.admin().await, webhook.app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let more = json!({ "keep_lot": true, "keep_expiry": true, "min_quantity": 5 });
    let goods = item(&staff, "SKU-1", more).await;
    let day = (webhook.app.today() + TimeDelta::days(20)).to_string();
    receive_lot(&staff, &goods, &shelf, "SOON", &day, 2).await;
    for _ in 0..2 {
        app::sweep::sweep(&webhook.app.state).await;
    }
    let mut told = webhook.send_all().await;
    told.sort_by(|one, next| one.0.cmp(&next.0));
    assert_eq!(told.len(), 2, "{told:?}");
    let missing = json!({ "id": goods["id"], "sku": "SKU-1", "min_quantity": 5 });
    assert_eq!(told[0], ("stock.below_minimum".to_owned(), missing));
    assert_eq!((told[1].0.as_str(), &told[1].1["id"]), ("stock.expiring", &goods["id"]));
    assert_eq!(told[1].1["expires_on"], day.as_str());
}

#[tokio::test]
async fn a_difference_that_the_night_finds_is_told_to_those_who_can_correct_it() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let OneShelf { stock, .. } = fill_shelf(&admin, &admin, 5).await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let query = sqlx::query("update stock_levels set on_hand = 7 where id = $1");
    query.bind(uuid::Uuid::parse_str(text(&stock["id"])).unwrap()).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let now = app.state.clock.now();
    let night = (now.date_naive() + TimeDelta::days(1)).and_hms_opt(5, 30, 0).unwrap().and_utc();
    app.state.clock.advance(night - now);
    for _ in 0..2 {
        app::sweep::sweep(&app.state).await;
    }
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(told_of(&admin, "stock_differs").await, [json!(1)], "once");
    assert_eq!(told_of(&app.client(ATLANTICO).await, "stock_differs").await, Vec::<Value>::new());
    let differing = admin.get("/api/stocks?differing=true").await.data();
    assert_eq!((differing.as_array().unwrap().len(), &differing[0]["id"]), (1, &stock["id"]));
    let hidden = app.client(ATLANTICO).await.get("/api/stocks?differing=true").await.data();
    assert_eq!(hidden, json!([]));
}
