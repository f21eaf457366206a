//! Decisions about parcels of a break-bag: after the closing, and when there is another reason for them.

use serde_json::json;
use sqlx::Executor;
use uuid::Uuid;

use crate::bags::{self, code, text};
use crate::break_bags::{act, begin, lines, photograph, resolve, scan, show};
use crate::confirm::log;
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

/// Parcels of a shipment that are expected besides its own.
const EXPECT_MANY: &str = "
    insert into break_bag_lines (id, break_bag_id, is_expected, code, shipment_id, seq, parcel_count)
    select gen_random_uuid(), $1, true, 'MANY', $2, seq, 1 from generate_series(2, 5001) seq";

#[tokio::test]
async fn each_short_parcel_is_told_however_many_there_are() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "BRK", json!({})).await;
    let mut arrived = arrived(&app, &staff, &place, json!({})).await;
    arrived.shipments.sort_by_key(|shipment| text(&shipment["id"]).to_owned());
    let [first, last] = &arrived.shipments[..] else { panic!("two shipments") };
    let broken = begin(&staff, &arrived.master).await;
    let [broken_id, first_id] = [&broken, first].map(|it| Uuid::parse_str(text(&it["id"])).unwrap());
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    (&mut *tx).execute(sqlx::query(EXPECT_MANY).bind(broken_id).bind(first_id)).await.unwrap();
    let lose = "update break_bag_lines set resolution = 'lost' where break_bag_id = $1";
    (&mut *tx).execute(sqlx::query(lose).bind(broken_id)).await.unwrap();
    tx.commit().await.unwrap();
    let counted = act(&staff, &broken, "finish", json!({})).await.data();
    assert_eq!((&counted["short_count"], &counted["open_count"]), (&json!(5002), &json!(0)));
    act(&staff, &broken, "close", json!({ "next_step": "receiving" })).await.data();
    app.run_processes().await;
    assert_eq!(log(&staff, last).await[0], "NOT_ARRIVED");
}
