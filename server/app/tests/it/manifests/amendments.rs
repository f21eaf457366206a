//! A sent manifest goes on as a further version, which says what has changed.

use serde_json::{Value, json};

use super::{
    PATH, act, address, check, close, edit, file, houses, of_bag, of_shipments, ready, sent, show, text,
    versions,
};
use crate::bags;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::waybills;

/// A closed bag with a parcel.
async fn sealed(person: &Person, place: &Value) -> Value {
    let bag = bags::open(person, place, json!({})).await;
    let shipment = ready(person, json!({})).await;
    assert_eq!(bags::scan(person, &bag, bags::code(&shipment)).await["outcome"], "added");
    bags::close(person, &bag, json!({})).await.data()
}

/// A closed manifest of an issued waybill with these bags.
struct FlightPapers {
    waybill: Value,
    manifest: Value,
}

async fn prepare_flight(app: &TestApp, admin: &Person, staff: &Person, bags: &[&Value]) -> FlightPapers {
    let waybill = waybills::start_draft(admin, json!({})).await;
    issue(staff, &waybill, bags).await;
    let manifest = staff.post(PATH, json!({ "mawb_id": waybill["id"] })).await.data();
    let manifest = close(app, staff, &manifest).await;
    assert_eq!(manifest["status"], 20, "{manifest}");
    FlightPapers { waybill, manifest }
}

/// The airline has cancelled an issued waybill.
async fn void_waybill(admin: &Person, waybill: &Value) {
    let voiding = json!({ "reason": "no flight", "carrier_note": "cancelled by the airline" });
    waybills::act(admin, waybill, "void", voiding).await.data();
}

/// Withdraws a manifest that was sent, and tells its readers.
async fn withdraw(app: &TestApp, person: &Person, manifest: &Value) {
    act(person, manifest, "amend", json!({ "purpose": "deletion", "reason": "no flight" })).await.data();
    assert_eq!(close(app, person, manifest).await["status"], 20);
    act(person, manifest, "send", json!({})).await.data();
}

#[tokio::test]
async fn an_amendment_says_which_houses_are_new_gone_and_changed() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (one, two, three) =
        (ready(&staff, json!({})).await, ready(&staff, json!({})).await, ready(&staff, json!({})).await);
    let manifest = sent(&app, &staff, &[&one, &two]).await;
    let first = file(&staff, &manifest, 1, "csv").await.body;
    let amendment = json!({ "purpose": "update", "reason": "wrong value" });
    let opened = act(&staff, &manifest, "amend", amendment).await.data();
    assert_eq!(
        (&opened["status"], &opened["revision"], &opened["purpose"]),
        (&json!(10), &json!(2), &json!("update"))
    );
    assert_eq!(opened["can"]["cancel"], false, "its readers must be told");
    edit(&app, &one, "declared_value = 88.5").await;
    let change = json!({ "version": opened["version"], "shipment_ids": [one["id"], three["id"]] });
    staff.patch(&address(&manifest), change).await.data();
    let closed = close(&app, &staff, &manifest).await;
    assert_eq!((&closed["status"], &closed["house_count"]), (&json!(20), &json!(2)));
    let found = versions(&staff, &manifest).await;
    let difference = &found[0]["difference"];
    assert_eq!(difference["added"], json!([three["tracking_code"]]));
    assert_eq!(difference["dropped"], json!([two["tracking_code"]]));
    assert_eq!(difference["changed"], json!([one["tracking_code"]]));
    assert_eq!((&found[0]["reason"], &found[1]["revision"]), (&json!("wrong value"), &json!(1)));
    assert!(file(&staff, &manifest, 1, "csv").await.body == first, "the first version stays");
    let sent = act(&staff, &manifest, "send", json!({})).await.data();
    assert_eq!((&sent["status"], &sent["accepted_count"]), (&json!(30), &json!(0)));
    let accepted = act(&staff, &manifest, "record_answer", json!({ "others": "accepted" })).await.data();
    assert_eq!(accepted["status"], 40);

    let again = of_shipments(&staff, &[&one], json!({})).await;
    let twice = check(&staff, &again).await;
    assert_eq!(twice["problems"][0]["kind"], "house_accepted", "{twice}");
}

#[tokio::test]
async fn an_accepted_house_is_on_no_other_manifest_while_its_own_is_amended_or_has_rejected_ones() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (one, two) = (ready(&staff, json!({})).await, ready(&staff, json!({})).await);
    let manifest = sent(&app, &staff, &[&one, &two]).await;
    let rejected = json!({ "house": two["tracking_code"], "answer": "rejected", "reason": "no CPF" });
    let answers = json!({ "others": "accepted", "houses": [rejected] });
    let answered = act(&staff, &manifest, "record_answer", answers).await.data();
    assert_eq!(answered["status"], 45);
    let other = of_shipments(&staff, &[&one, &two], json!({})).await;
    let named = |found: Value| {
        let problems = found["problems"].as_array().unwrap().clone();
        let accepted = problems.into_iter().filter(|problem| problem["kind"] == "house_accepted");
        accepted.map(|problem| problem["house"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(named(check(&staff, &other).await), [one["tracking_code"].clone()]);

    act(&staff, &manifest, "amend", json!({ "purpose": "update", "reason": "no CPF" })).await.data();
    assert_eq!(named(check(&staff, &other).await), [one["tracking_code"].clone()]);
}

#[tokio::test]
async fn a_manifest_is_withdrawn_with_the_lines_that_were_sent() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = ready(&staff, json!({})).await;
    let manifest = sent(&app, &staff, &[&shipment]).await;
    let amendment = json!({ "purpose": "deletion", "reason": "other flight" });
    let opened = act(&staff, &manifest, "amend", amendment).await.data();
    assert_eq!(opened["can"]["update"], false);
    let other = ready(&staff, json!({})).await;
    let change = json!({ "version": opened["version"], "shipment_ids": [other["id"]] });
    let refused = staff.patch(&address(&manifest), change).await;
    assert_eq!((refused.status, refused.message_code()), (409, "manifest_state".into()));
    edit(&app, &shipment, "to_name = 'Somebody Else', declared_value = 0").await;
    let check = check(&staff, &manifest).await;
    assert_eq!((&check["blocking"], &check["problems"]), (&json!(0), &json!([])));
    assert_eq!((&check["houses"], &check["pieces"]), (&json!(1), &json!(1)));
    assert_eq!(houses(&staff, &manifest, "").await[0]["consignee_name"], "Maria Müller", "as it was sent");
    close(&app, &staff, &manifest).await;
    let version = versions(&staff, &manifest).await[0].clone();
    assert_eq!((&version["purpose"], &version["houses"]), (&json!("deletion"), &json!(1)));
    let text_of = String::from_utf8_lossy(&file(&staff, &manifest, 2, "csv").await.body).into_owned();
    assert!(text_of.contains("Maria Müller") && !text_of.contains("Somebody"), "{text_of}");
}

#[tokio::test]
async fn an_amendment_whose_waybill_is_void_becomes_the_withdrawal() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MAN", json!({})).await;
    let bag = sealed(&staff, &place).await;
    let FlightPapers { waybill, manifest } = prepare_flight(&app, &admin, &staff, &[&bag]).await;
    assert_eq!(manifest["can"]["withdraw"], false, "nobody knows it");
    act(&staff, &manifest, "send", json!({})).await.data();
    let amendment = |purpose: &str| json!({ "purpose": purpose, "reason": "no flight" });
    act(&staff, &manifest, "amend", amendment("update")).await.data();
    void_waybill(&admin, &waybill).await;

    let again = act(&staff, &manifest, "amend", amendment("update")).await;
    assert_eq!((again.status, again.message_code()), (409, "manifest_state".into()));
    let can = show(&staff, &manifest).await["can"].clone();
    assert_eq!((&can["amend"], &can["withdraw"]), (&json!(false), &json!(true)));
    let withdrawn = act(&staff, &manifest, "amend", amendment("deletion")).await.data();
    assert_eq!(
        (&withdrawn["status"], &withdrawn["revision"], &withdrawn["purpose"]),
        (&json!(10), &json!(2), &json!("deletion"))
    );
    assert_eq!(
        (&withdrawn["can"]["withdraw"], &withdrawn["is_waybill_void"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(close(&app, &staff, &manifest).await["status"], 20);
    assert_eq!(act(&staff, &manifest, "send", json!({})).await.data()["status"], 30);
}

#[tokio::test]
async fn a_bag_of_a_version_that_nobody_got_comes_back() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MAN", json!({})).await;
    let (known, further) = (sealed(&staff, &place).await, sealed(&staff, &place).await);
    let manifest = staff.post(PATH, json!({ "bag_ids": [known["id"]] })).await.data();
    close(&app, &staff, &manifest).await;
    act(&staff, &manifest, "send", json!({})).await.data();
    let amendment = json!({ "purpose": "update", "reason": "a bag more" });
    let opened = act(&staff, &manifest, "amend", amendment).await.data();
    let change = json!({ "version": opened["version"], "bag_ids": [known["id"], further["id"]] });
    staff.patch(&address(&manifest), change).await.data();
    assert_eq!(close(&app, &staff, &manifest).await["status"], 20);
    assert_eq!(bags::show(&staff, &further).await["status"], 40);

    act(&staff, &manifest, "reopen", json!({ "reason": "too heavy" })).await.data();
    assert_eq!(bags::show(&staff, &further).await["status"], 20);
    assert_eq!(bags::show(&staff, &known).await["status"], 40, "its readers still know it");
}

/// Issues a waybill with bags.
async fn issue(person: &Person, waybill: &Value, bags: &[&Value]) {
    for bag in bags {
        assert_eq!(waybills::scan(person, waybill, text(&bag["number"])).await["outcome"], "added");
    }
    for verb in ["book", "issue"] {
        waybills::act(person, waybill, verb, json!({})).await.data();
    }
}

/// Takes a bag off an issued waybill.
async fn take_off(person: &Person, waybill: &Value, bag: &Value) {
    let lines = person.get(&format!("{}/contents", waybills::path_of(waybill))).await.data();
    let line = lines.as_array().unwrap().iter().find(|line| line["bag_id"] == bag["id"]).unwrap();
    let form = json!({ "reason": "left behind", "removed_content_ids": [line["id"]] });
    waybills::act(person, waybill, "amend", form).await.data();
}

#[tokio::test]
async fn a_bag_that_its_waybill_gave_up_is_free_when_the_manifest_is_opened_again() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MAN", json!({})).await;
    let (kept, left) = (sealed(&staff, &place).await, sealed(&staff, &place).await);
    let FlightPapers { waybill, manifest } = prepare_flight(&app, &admin, &staff, &[&kept, &left]).await;
    assert_eq!(manifest["can"]["send"], true);
    take_off(&admin, &waybill, &left).await;
    assert_eq!(bags::show(&staff, &left).await["status"], 40, "the closed manifest has it");
    let named = staff.get(&format!("{PATH}?bag_id={}", text(&left["id"]))).await.data();
    assert_eq!(named[0]["id"], manifest["id"], "its page leads there");
    let refused = act(&staff, &manifest, "send", json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "manifest_waybill_changed".into()));
    let can = show(&staff, &manifest).await["can"].clone();
    assert_eq!((&can["send"], &can["reopen"]), (&json!(false), &json!(true)));
    act(&staff, &manifest, "reopen", json!({ "reason": "a bag less" })).await.data();
    for bag in [&kept, &left] {
        assert_eq!(bags::show(&staff, bag).await["status"], 20);
    }
}

#[tokio::test]
async fn a_bag_that_is_on_another_manifest_by_now_stays_on_it() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MAN", json!({})).await;
    let (kept, left) = (sealed(&staff, &place).await, sealed(&staff, &place).await);
    let FlightPapers { waybill: first, manifest } =
        prepare_flight(&app, &admin, &staff, &[&kept, &left]).await;
    act(&staff, &manifest, "send", json!({})).await.data();
    assert_eq!(show(&staff, &manifest).await["is_waybill_changed"], false);
    take_off(&admin, &first, &left).await;
    assert_eq!(show(&staff, &manifest).await["is_waybill_changed"], true, "its receiver does not know that");
    let second = waybills::create(&admin, &json!({ "id": first["provider_id"] }), json!({})).await.data();
    issue(&staff, &second, &[&left]).await;
    let other = staff.post(PATH, json!({ "mawb_id": second["id"] })).await.data();
    assert_eq!(close(&app, &staff, &other).await["status"], 20);

    act(&staff, &manifest, "amend", json!({ "purpose": "update", "reason": "a bag less" })).await.data();
    assert_eq!(close(&app, &staff, &manifest).await["status"], 20);
    assert_eq!(bags::show(&staff, &left).await["status"], 40);
    act(&staff, &other, "reopen", json!({ "reason": "other flight" })).await.data();
    assert_eq!(bags::show(&staff, &left).await["status"], 20);
}

#[tokio::test]
async fn a_manifest_of_a_void_waybill_is_not_sent() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MAN", json!({})).await;
    let bag = sealed(&staff, &place).await;
    let FlightPapers { waybill, manifest } = prepare_flight(&app, &admin, &staff, &[&bag]).await;
    void_waybill(&admin, &waybill).await;
    let refused = act(&staff, &manifest, "send", json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "manifest_waybill_void".into()));
    let shown = show(&staff, &manifest).await;
    assert_eq!((&shown["can"]["send"], &shown["is_waybill_void"]), (&json!(false), &json!(true)));
    act(&staff, &manifest, "reopen", json!({ "reason": "void" })).await.data();
    assert_eq!(bags::show(&staff, &bag).await["status"], 20);
    assert_eq!(act(&staff, &manifest, "cancel", json!({ "reason": "void" })).await.data()["status"], 0);
}

#[tokio::test]
async fn a_void_waybill_keeps_its_bags_until_the_withdrawal_of_its_manifest_was_sent() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MAN", json!({})).await;
    let bag = sealed(&staff, &place).await;
    let FlightPapers { waybill: first, manifest } = prepare_flight(&app, &admin, &staff, &[&bag]).await;
    act(&staff, &manifest, "send", json!({})).await.data();
    void_waybill(&admin, &first).await;
    let second = waybills::create(&admin, &json!({ "id": first["provider_id"] }), json!({})).await.data();
    issue(&staff, &second, &[&bag]).await;
    let form = json!({ "mawb_id": second["id"] });
    let refused = staff.post(PATH, form.clone()).await;
    assert_eq!(refused.code_at("mawb_id"), "manifest_bag_used", "its readers have the first one");
    assert!(refused.text().contains(text(&manifest["number"])), "the way on leads there");
    let alone = staff.post(PATH, json!({ "bag_ids": [bag["id"]] })).await;
    assert_eq!(alone.code_at("bag_ids"), "manifest_bag_used");

    withdraw(&app, &staff, &manifest).await;
    let other = staff.post(PATH, form).await.data();
    assert_eq!(close(&app, &staff, &other).await["status"], 20);
}

#[tokio::test]
async fn a_bag_of_a_void_waybill_is_free_once_its_manifest_was_rejected() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MAN", json!({})).await;
    let bag = sealed(&staff, &place).await;
    let FlightPapers { waybill: first, manifest } = prepare_flight(&app, &admin, &staff, &[&bag]).await;
    act(&staff, &manifest, "send", json!({})).await.data();
    void_waybill(&admin, &first).await;
    let rejection = json!({ "others": null, "houses": reject_houses(&staff, &manifest).await });
    assert_eq!(act(&staff, &manifest, "record_answer", rejection).await.data()["status"], 45);
    let second = waybills::create(&admin, &json!({ "id": first["provider_id"] }), json!({})).await.data();
    issue(&staff, &second, &[&bag]).await;
    let other = staff.post(PATH, json!({ "mawb_id": second["id"] })).await.data();
    assert_eq!(close(&app, &staff, &other).await["status"], 20);
}

#[tokio::test]
async fn bags_go_to_another_manifest_once_the_withdrawal_of_theirs_was_sent() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MAN", json!({})).await;
    let bag = sealed(&staff, &place).await;
    let first = of_bag(&staff, &bag).await;
    close(&app, &staff, &first).await;
    act(&staff, &first, "send", json!({})).await.data();
    let refused = staff.post(PATH, json!({ "bag_ids": [bag["id"]] })).await;
    assert_eq!(refused.code_at("bag_ids"), "manifest_bag_used");
    act(&staff, &first, "amend", json!({ "purpose": "deletion", "reason": "no flight" })).await.data();
    assert_eq!(close(&app, &staff, &first).await["status"], 20);
    let refused = staff.post(PATH, json!({ "bag_ids": [bag["id"]] })).await;
    assert_eq!(refused.code_at("bag_ids"), "manifest_bag_used", "its readers do not know yet");

    act(&staff, &first, "send", json!({})).await.data();
    let second = of_bag(&staff, &bag).await;
    assert_eq!(close(&app, &staff, &second).await["status"], 20);
    assert_eq!(bags::show(&staff, &bag).await["status"], 40);
    let listed = staff.get(&format!("{PATH}?bag_id={}", text(&bag["id"]))).await.data();
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
    assert_eq!(listed[0]["id"], second["id"]);

    let update = json!({ "purpose": "update", "reason": "it flies after all" });
    let refused = act(&staff, &first, "amend", update).await;
    assert_eq!((refused.status, refused.message_code()), (409, "manifest_bag_used".into()));

    let rejection = json!({ "others": null, "houses": reject_houses(&staff, &first).await });
    act(&staff, &first, "record_answer", rejection).await.data();
    let found = check(&staff, &second).await;
    assert_eq!(found["problems"][0]["kind"], "bag_used", "its reader keeps the first one: {found}");
}

/// Answers that reject each house of the newest version.
async fn reject_houses(person: &Person, manifest: &Value) -> Vec<Value> {
    let found = houses(person, manifest, "").await;
    let reject =
        |line: &Value| json!({ "house": line["house"], "answer": "rejected", "reason": "already landed" });
    found.as_array().unwrap().iter().map(reject).collect()
}

#[tokio::test]
async fn a_waybill_has_another_manifest_once_the_withdrawal_of_its_own_was_sent() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MAN", json!({})).await;
    let bag = sealed(&staff, &place).await;
    let FlightPapers { waybill, manifest: first } = prepare_flight(&app, &admin, &staff, &[&bag]).await;
    let form = json!({ "mawb_id": waybill["id"] });
    assert_eq!(staff.post(PATH, form.clone()).await.code_at("mawb_id"), "manifest_waybill_used");
    act(&staff, &first, "send", json!({})).await.data();
    withdraw(&app, &staff, &first).await;

    let second = staff.post(PATH, form).await.data();
    let update = json!({ "purpose": "update", "reason": "it flies after all" });
    let refused = act(&staff, &first, "amend", update).await;
    assert_eq!((refused.status, refused.message_code()), (409, "manifest_waybill_used".into()));
    assert_eq!(close(&app, &staff, &second).await["status"], 20);
    let shipment = houses(&staff, &second, "").await[0]["shipment_id"].clone();
    let path = format!("/api/shipments/{}/transports", text(&shipment));
    let ways = staff.get(&path).await.data();
    assert_eq!(ways["manifests"].as_array().unwrap().len(), 1, "{ways}");
    assert_eq!(ways["manifests"][0]["number"], second["number"]);
}

#[tokio::test]
async fn a_withdrawal_that_nobody_was_told_of_becomes_an_update_again() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = ready(&staff, json!({})).await;
    let manifest = sent(&app, &staff, &[&shipment]).await;
    let amendment = |purpose: &str| json!({ "purpose": purpose, "reason": "the wrong button" });
    let opened = act(&staff, &manifest, "amend", amendment("deletion")).await.data();
    assert_eq!((&opened["can"]["amend"], &opened["can"]["withdraw"]), (&json!(true), &json!(false)));
    let twice = act(&staff, &manifest, "amend", amendment("deletion")).await;
    assert_eq!((twice.status, twice.message_code()), (409, "manifest_state".into()));
    let again = act(&staff, &manifest, "amend", amendment("update")).await.data();
    assert_eq!((&again["revision"], &again["purpose"]), (&json!(2), &json!("update")));
    assert_eq!((&again["can"]["amend"], &again["can"]["update"]), (&json!(false), &json!(true)));
    assert_eq!(close(&app, &staff, &manifest).await["purpose"], "update");
}
