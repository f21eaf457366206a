//! Two people at once: what is on an issued waybill is what its document says.

use serde_json::json;

use super::{act, create, pack_sealed, path_of, scan, show, start_draft, text};
use crate::bags;
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn a_bag_is_opened_or_its_waybill_issued_never_both() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let first = start_draft(&admin, json!({})).await;
    let airline = json!({ "id": first["provider_id"] });
    let place = bags::warehouse(&admin, "BAG", json!({})).await;
    for _ in 0..10 {
        let waybill = create(&staff, &airline, json!({})).await.data();
        let bag = pack_sealed(&staff, &place).await;
        scan(&staff, &waybill, text(&bag["number"])).await;
        act(&staff, &waybill, "book", json!({})).await.data();
        let path = format!("{}/{}", bags::PATH, text(&bag["id"]));
        let version = staff.get(&path).await.data()["version"].clone();
        let form = json!({ "reason": "one too many", "version": version });
        let reopen = format!("{path}/reopen");
        let (issued, opened) =
            tokio::join!(act(&staff, &waybill, "issue", json!({})), admin.post(&reopen, form));
        let codes = (issued.message_code(), opened.message_code());
        match (issued.status, opened.status) {
            (200, 409) => assert_eq!(codes.1, "bag_on_issued_waybill"),
            (409, 200) => assert_eq!(codes.0, "waybill_bags_open"),
            other => panic!("{other:?}: {} {}", issued.text(), opened.text()),
        }
        let is_issued = show(&staff, &waybill).await["status"] == 30;
        assert_eq!(is_issued, staff.get(&path).await.data()["status"] == 20);
    }
}

#[tokio::test]
async fn a_bag_comes_onto_one_of_two_waybills() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let one = start_draft(&admin, json!({})).await;
    let two = create(&staff, &json!({ "id": one["provider_id"] }), json!({})).await.data();
    let place = bags::warehouse(&admin, "BAG", json!({})).await;
    for _ in 0..10 {
        let bag = bags::open(&staff, &place, json!({})).await;
        let number = text(&bag["number"]);
        let (first, second) = tokio::join!(scan(&staff, &one, number), scan(&admin, &two, number));
        let outcomes = [&first["outcome"], &second["outcome"]];
        assert!(outcomes.contains(&&json!("added")) && outcomes.contains(&&json!("refused")), "{outcomes:?}");
        let refused = if first["outcome"] == "refused" { first } else { second };
        assert_eq!(refused["message_code"], "bag_on_waybill");
    }
    let mut count = 0;
    for waybill in [&one, &two] {
        let lines = staff.get(&format!("{}/contents?per_page=100", path_of(waybill))).await.data();
        count += lines.as_array().unwrap().len();
    }
    assert_eq!(count, 10);
}
