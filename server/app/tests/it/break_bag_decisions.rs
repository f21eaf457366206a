//! Decisions about parcels of a break-bag: after the closing, and when there is another reason for them.

use serde_json::json;

use crate::bags::{self, code};
use crate::break_bags::{act, begin, lines, photograph, resolve, scan, show};
use crate::masters::arrived;
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn what_comes_to_light_after_the_closing_is_settled_too() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "BRK", json!({})).await;
    let arrived = arrived(&app, &staff, &place, json!({})).await;
    let broken = begin(&staff, &arrived.master).await;
    for shipment in &arrived.shipments {
        scan(&staff, &broken, code(shipment), Some(&arrived.bag)).await;
    }
    act(&staff, &broken, "finish", json!({})).await.data();
    act(&staff, &broken, "close", json!({ "next_step": "receiving" })).await.data();

    let line = lines(&staff, &broken, "?only=found").await[0].clone();
    photograph(&staff, &broken, &line).await;
    let over = scan(&staff, &broken, "NOBODY-KNOWS", None).await["line"].clone();
    let now = show(&staff, &broken).await;
    assert_eq!((&now["open_count"], &now["can"]["resolve"]), (&json!(2), &json!(true)));
    for line in [&line, &over] {
        assert_eq!(resolve(&staff, &broken, line, "accepted").await.data()["is_open"], false);
    }
    assert_eq!(show(&staff, &broken).await["open_count"], 0);
}

#[tokio::test]
async fn a_damage_asks_for_another_decision() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "BRK", json!({})).await;
    let arrived = arrived(&app, &staff, &place, json!({})).await;
    let broken = begin(&staff, &arrived.master).await;
    let over = scan(&staff, &broken, "NOBODY-KNOWS", None).await["line"].clone();
    resolve(&staff, &broken, &over, "accepted").await.data();
    photograph(&staff, &broken, &over).await;
    assert_eq!(show(&staff, &broken).await["open_count"], 1);
    resolve(&staff, &broken, &over, "returned").await.data();
    photograph(&staff, &broken, &over).await;
    assert_eq!(show(&staff, &broken).await["open_count"], 0, "a further photo decides nothing");
}
