//! Bags and loose shipments come onto a waybill, or are named with the reason; amounts are split over them.

use policy::ProfileKind;
use serde_json::json;
use uuid::Uuid;

use super::{act, close, create, pack_sealed, path_of, scan, send_scan, show, start_draft, text};
use crate::bags;
use crate::isolation::kinds;
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn pieces_are_the_parcels_in_bags_and_the_loose_ones() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let waybill = start_draft(&admin, json!({})).await;
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
    let second = json!({ "key": Uuid::now_v7(), "code": format!("{}-2", text(&loose["tracking_code"])) });
    let beyond = staff.post(&format!("{}/scan", path_of(&waybill)), second).await;
    assert_eq!((beyond.status, beyond.message_code()), (409, "parcel_number_unknown".into()));
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
async fn a_scan_that_is_sent_again_has_its_first_answer() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let one = start_draft(&admin, json!({})).await;
    let two = create(&staff, &json!({ "id": one["provider_id"] }), json!({})).await.data();
    let loose = bags::received(&staff, json!({})).await;
    let form = json!({ "key": Uuid::now_v7(), "code": loose["tracking_code"] });
    let first = send_scan(&staff, &one, &form).await;
    assert_eq!(first["outcome"], "added", "{first}");
    assert_eq!(send_scan(&staff, &one, &form).await, first);
    let elsewhere = send_scan(&staff, &two, &form).await;
    assert_eq!((&elsewhere["outcome"], &elsewhere["message_code"]), (&json!("refused"), &json!("key_used")));
    assert_eq!(elsewhere["shipment_id"], json!(null));
    assert_eq!(scan(&staff, &one, text(&loose["tracking_code"])).await["outcome"], "already_here");
    for verb in ["book", "issue"] {
        act(&staff, &one, verb, json!({})).await.data();
    }
    assert_eq!(send_scan(&staff, &one, &form).await, first, "its answer was lost before the issue");
    assert_eq!(show(&staff, &one).await["totals"]["pieces"], 1);
}

#[tokio::test]
async fn what_is_elsewhere_or_goes_elsewhere_is_refused_by_name() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let one = start_draft(&admin, json!({})).await;
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
    let waybill = start_draft(
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

#[tokio::test]
async fn a_bag_of_an_issued_waybill_is_not_opened_until_it_is_taken_off() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let waybill = start_draft(&admin, json!({})).await;
    let place = bags::warehouse(&admin, "BAG", json!({})).await;
    let (bag, other) = (pack_sealed(&staff, &place).await, pack_sealed(&staff, &place).await);
    for one in [&bag, &other] {
        assert_eq!(scan(&staff, &waybill, text(&one["number"])).await["outcome"], "added");
    }
    let path = format!("{}/{}", bags::PATH, text(&bag["id"]));
    let now = staff.get(&path).await.data();
    assert_eq!((&now["is_on_issued_waybill"], &now["can"]["reopen"]), (&json!(false), &json!(true)));
    act(&staff, &waybill, "book", json!({})).await.data();
    act(&staff, &waybill, "issue", json!({})).await.data();

    let now = staff.get(&path).await.data();
    assert_eq!((&now["is_on_issued_waybill"], &now["can"]["reopen"]), (&json!(true), &json!(false)));
    let form = json!({ "reason": "one too many", "version": now["version"] });
    let refused = staff.post(&format!("{path}/reopen"), form.clone()).await;
    assert_eq!((refused.status, refused.message_code()), (409, "bag_on_issued_waybill".into()));

    let lines = staff.get(&format!("{}/contents", path_of(&waybill))).await.data();
    let line = lines.as_array().unwrap().iter().find(|line| line["bag_id"] == bag["id"]).unwrap();
    let amendment = json!({ "reason": "left behind", "removed_content_ids": [line["id"]] });
    let amended = act(&staff, &waybill, "amend", amendment).await.data();
    assert_eq!(amended["counted"]["bags"], 1);
    staff.post(&format!("{path}/reopen"), form).await.data();
}

#[tokio::test]
async fn a_shipment_that_flies_loose_is_not_packed() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let waybill = start_draft(&admin, json!({})).await;
    let place = bags::warehouse(&admin, "BAG", json!({})).await;
    let bag = bags::open(&staff, &place, json!({})).await;
    let loose = bags::received(&staff, json!({})).await;
    scan(&staff, &waybill, text(&loose["tracking_code"])).await;
    let refused = bags::scan(&staff, &bag, text(&loose["tracking_code"])).await;
    assert_eq!(refused["message_code"], "shipment_on_waybill");
    assert!(text(&refused["message"]).contains(text(&waybill["number"])), "{refused}");
    act(&staff, &waybill, "void", json!({ "reason": "not flown" })).await.data();
    assert_eq!(bags::scan(&staff, &bag, text(&loose["tracking_code"])).await["outcome"], "added");
}

#[tokio::test]
async fn the_waybill_of_another_branch_is_not_named() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let bound = kinds::of_kind(&app, ATLANTICO, ProfileKind::Staff, "dev").await;
    let branch = admin.get("/api/subsidiaries?search=Caruaru").await.data()[0]["id"].clone();
    let place = bags::warehouse(&admin, "BAG", json!({ "subsidiary_id": branch })).await;
    let bag = bags::open(&admin, &place, json!({})).await;
    let theirs = start_draft(&admin, json!({})).await;
    scan(&admin, &theirs, text(&bag["number"])).await;
    let own = create(&bound, &json!({ "id": theirs["provider_id"] }), json!({})).await.data();
    assert_eq!(own["subsidiary_id"], branch, "the only one of the user");
    let refused = scan(&bound, &own, text(&bag["number"])).await;
    assert_eq!(refused["message_code"], "waybill_other_branch");
    assert!(!text(&refused["message"]).contains(text(&theirs["number"])), "{refused}");
}
