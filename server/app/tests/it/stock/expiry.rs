//! Alerts about lots that expire soon, one for each lot.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{act, item, place, receive_lot, warehouse};
use crate::support::{ATLANTICO, Person, TestApp};

/// How many lots each notification of a user tells of.
async fn told(person: &Person) -> Vec<Value> {
    let listed = person.get("/api/notifications").await.data();
    let of_stock = listed.as_array().unwrap().iter().filter(|one| one["data"]["code"] == "stock_expiring");
    of_stock.map(|one| one["data"]["params"]["done"].clone()).collect()
}

#[tokio::test]
async fn a_lot_that_expires_soon_is_told_of_once() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = warehouse(&admin, "ONE").await;
    let shelf = place(&admin, &own, "A-1", "storage").await;
    let more = json!({ "keep_lot": true, "keep_expiry": true, "alert_days": 60 });
    let goods = item(&staff, "SKU-1", more).await;
    let today = app.state.clock.now().date_naive();
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
