//! Bags and loose shipments come onto a waybill, or are named with the reason; amounts are split over them.

use serde_json::{Value, json};

use super::{act, add_range, airline, create, path_of, show, text};
use crate::bags;
use crate::support::{ATLANTICO, Person, TestApp};

/// A draft of an airline with a range of its own.
async fn draft(admin: &Person, more: Value) -> Value {
    let airline = airline(admin, "LA905", "905").await;
    add_range(admin, &airline, [100, 199], json!({})).await.data();
    create(admin, &airline, more).await.data()
}

async fn scan(person: &Person, waybill: &Value, code: &str) -> Value {
    let answer = person.post(&format!("{}/scan", path_of(waybill)), json!({ "code": code })).await.data();
    answer["results"][0].clone()
}

async fn close(person: &Person, bag: &Value) {
    let path = format!("{}/{}", bags::PATH, text(&bag["id"]));
    let now = person.get(&path).await.data();
    let gross_g = now["tare_g"].as_i64().unwrap() + now["parcel_weight_g"].as_i64().unwrap();
    let seal = uuid::Uuid::now_v7().simple().to_string();
    let form = json!({ "seal": seal, "gross_g": gross_g, "version": now["version"] });
    person.post(&format!("{path}/close"), form).await.data();
}

#[tokio::test]
async fn pieces_are_the_parcels_in_bags_and_the_loose_ones() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let waybill = draft(&admin, json!({})).await;
    let place = bags::warehouse(&admin, "BAG", json!({})).await;
    let bag = bags::open(&staff, &place, json!({})).await;
    for _ in 0..2 {
        let packed = bags::received(&staff, json!({})).await;
        bags::scan(&staff, &bag, text(&packed["tracking_code"])).await;
    }
    let loose = bags::received(&staff, json!({})).await;

    assert_eq!(scan(&staff, &waybill, text(&bag["number"])).await["outcome"], "added");
    assert_eq!(scan(&staff, &waybill, text(&loose["tracking_code"])).await["outcome"], "added");
    assert_eq!(scan(&staff, &waybill, text(&bag["number"])).await["outcome"], "already_here");
    let unknown = scan(&staff, &waybill, "NOTHING").await;
    assert_eq!(
        (&unknown["message_code"], &unknown["code"]),
        (&json!("waybill_code_unknown"), &json!("NOTHING"))
    );
    let now = show(&staff, &waybill).await;
    assert_eq!((&now["totals"]["pieces"], &now["counted"]["bags"]), (&json!(3), &json!(1)));

    act(&staff, &waybill, "book", json!({})).await.data();
    let refused = act(&staff, &waybill, "issue", json!({})).await;
    assert_eq!(
        (refused.status, refused.message_code()),
        (409, "waybill_bags_open".into()),
        "{}",
        refused.text()
    );
    close(&staff, &bag).await;
    let issued = act(&staff, &waybill, "issue", json!({})).await.data();
    assert_eq!((&issued["status"], &issued["revision"]), (&json!(30), &json!(1)));
    let paper = staff.get(&format!("{}/pdf", path_of(&waybill))).await;
    assert_eq!(paper.status, 200, "{}", paper.text());
}

#[tokio::test]
async fn what_is_elsewhere_or_goes_elsewhere_is_refused_by_name() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let one = draft(&admin, json!({})).await;
    let airline = json!({ "id": one["provider_id"] });
    let two = create(&staff, &airline, json!({})).await.data();
    let place = bags::warehouse(&admin, "BAG", json!({})).await;
    let bag = bags::open(&staff, &place, json!({})).await;
    let other = bags::open(&staff, &place, json!({ "destination_airport": "MUC" })).await;
    scan(&staff, &one, text(&bag["number"])).await;

    let twice = scan(&staff, &two, text(&bag["number"])).await;
    assert_eq!(twice["message_code"], "bag_on_waybill");
    assert!(text(&twice["message"]).contains(text(&one["number"])), "{twice}");
    assert_eq!(
        scan(&staff, &two, text(&other["number"])).await["message_code"],
        "waybill_bag_other_destination"
    );
    let packed = bags::received(&staff, json!({})).await;
    bags::scan(&staff, &bag, text(&packed["tracking_code"])).await;
    assert_eq!(
        scan(&staff, &two, text(&packed["tracking_code"])).await["message_code"],
        "waybill_parcels_packed"
    );

    act(&staff, &one, "void", json!({ "reason": "not flown" })).await.data();
    assert_eq!(scan(&staff, &two, text(&bag["number"])).await["outcome"], "added", "the bag is free");
}

#[tokio::test]
async fn the_amounts_are_split_to_the_last_cent() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let waybill = draft(
        &admin,
        json!({ "rate_lines": [{ "rate_class": "M", "rate": "100.00" }], "other_charges": [] }),
    )
    .await;
    for _ in 0..3 {
        let loose = bags::received(&staff, json!({})).await;
        scan(&staff, &waybill, text(&loose["tracking_code"])).await;
    }
    let shares = staff.get(&format!("{}/costs", path_of(&waybill))).await.data();
    let amounts: Vec<&str> = shares.as_array().unwrap().iter().map(|share| text(&share["amount"])).collect();
    assert_eq!(amounts, ["33.34", "33.33", "33.33"]);
}
