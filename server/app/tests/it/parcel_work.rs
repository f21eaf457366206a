//! Work with parcels in hand on the dashboard (SHP-8): each figure is the total of the list that it leads to.

use serde_json::{Value, json};

use crate::bags;
use crate::deliveries::{arrive, plan_delivery, start_route};
use crate::inbound_parcels::{announce, scan, warehouse};
use crate::pickups::{self, depot};
use crate::profiles::{given, made};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::waybills;

async fn today(person: &Person) -> Value {
    person.get("/api/dashboard").await.data()["today"].clone()
}

/// Two waybills that leave on a day, one of which is void.
async fn fly(admin: &Person, day: &Value) {
    let airline = waybills::airline(admin, "LA905", "905").await;
    waybills::add_range(admin, &airline, [100, 199], json!({})).await.data();
    let leg = json!({ "flight": "LA8070", "origin": "GRU", "destination": "FRA", "departs_on": day });
    let legs = json!({ "legs": [leg] });
    waybills::create(admin, &airline, legs.clone()).await.data();
    let void = waybills::create(admin, &airline, legs).await.data();
    let path = format!("{}/{}/void", waybills::PATH, void["id"].as_str().unwrap());
    admin.post(&path, json!({ "version": void["version"], "reason": "typo" })).await.data();
}

#[tokio::test]
async fn each_figure_of_parcels_counts_what_its_filter_lists() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    announce(&client, &place, "1Z999AA10123456701").await;
    scan(&staff, &place, "1Z999AA10123456702", true).await;
    depot(&admin, "SPO", json!({})).await;
    let later = pickups::form(&client, 2).await;
    client.post(pickups::PATH, later.clone()).await.data();
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    start_route(&staff, &staff, &[&delivery]).await;
    let origin = bags::warehouse(&admin, "BAG", json!({})).await;
    bags::open(&staff, &origin, json!({})).await;
    let day = today(&staff).await["day"].clone();
    fly(&admin, &day).await;

    let seen = today(&staff).await;
    let day = day.as_str().unwrap();
    let lists = [
        ("pickups", format!("shipment-pickups?open=true&to={day}"), 0),
        ("announced", "inbound-parcels?status=10".into(), 1),
        ("unidentified", "inbound-parcels?unidentified=true".into(), 1),
        ("held", "reweighs?status=20".into(), 0),
        ("bags", "bags?status=10".into(), 1),
        ("flights", format!("mawbs?from={day}&to={day}&is_void=false"), 1),
        ("rejected_manifests", "manifests?stage=rejected".into(), 0),
        ("out", "shipment-deliveries?status=30".into(), 1),
        ("to_decide", "shipment-deliveries?has_tasks=true".into(), 0),
    ];
    for (figure, list, total) in lists {
        let listed = staff.get(&format!("/api/{list}")).await.json()["meta"]["total"].clone();
        assert_eq!((&seen["parcels"][figure]["total"], &listed), (&json!(total), &json!(total)), "{figure}");
    }

    // The pickup is of a later day until that day comes.
    let on_date = later["on_date"].as_str().unwrap();
    let due = staff.get(&format!("/api/shipment-pickups?open=true&to={on_date}")).await.json();
    assert_eq!(due["meta"]["total"], 1);
    let pickup = due["data"][0].clone();
    let cancel = format!("{}/{}/cancel", pickups::PATH, pickup["id"].as_str().unwrap());
    let reason = json!({ "version": pickup["version"], "reason": "sold out" });
    client.post(&cancel, reason).await.data();
    let due = staff.get(&format!("/api/shipment-pickups?open=true&to={on_date}")).await.json();
    assert_eq!(due["meta"]["total"], 0, "a cancelled pickup is not open");
}

#[tokio::test]
async fn figures_of_parcels_follow_rights_and_flags() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    assert_eq!(today(&client).await["parcels"]["out"], Value::Null, "clients list no deliveries");
    for flag in ["pickup", "delivery", "bags_master"] {
        admin.patch(&format!("/api/feature_flags/{flag}"), json!({ "enabled": false })).await.data();
    }
    let parcels = today(&staff).await["parcels"].clone();
    for figure in ["pickups", "out", "to_decide", "bags", "flights"] {
        assert_eq!(parcels[figure], Value::Null, "{figure}");
    }
    assert_eq!(parcels["announced"]["total"], 0);
    assert_eq!(parcels["rejected_manifests"]["total"], 0);
    let desk = made(&app, "Desk", 10, &[("shipment", "list", "any")]).await;
    given(&app, "staff", &[desk]).await.unwrap();
    let parcels = today(&staff).await["parcels"].clone();
    for figure in ["announced", "unidentified", "held", "rejected_manifests"] {
        assert_eq!(parcels[figure], Value::Null, "{figure}");
    }
}
