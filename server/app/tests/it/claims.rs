//! Claims: a client asks for the value of lost goods, staff decide, and the wallet gets the money once.

use futures_util::future::join;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::money::{client_of, dec, figures, give_credit, id};
use crate::quotes::{service, stored};
use crate::shipments::complete;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};
use crate::users::audited;

const PATH: &str = "/api/claims";

/// A shipment of the client that is under way, of 129.90 BRL.
async fn sent_for(person: &Person, client: &str, change: Value) -> Value {
    let mut form = crate::bags::with(complete(person).await, change);
    form["client_id"] = json!(client);
    let shipment = person.post("/api/shipments", form).await.data();
    let event = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": "ARRIVED" });
    assert_eq!(person.post("/api/shipments/record_event", event).await.data()[0]["recorded"], true);
    shipment
}

fn form(shipment: &Value, amount: &str) -> Value {
    json!({ "shipment_id": shipment["id"], "kind": "lost", "claimed_amount": amount, "description": "It never came" })
}

/// A claim of the client, described so.
pub async fn opened(staff: &Person, client: &str, description: &str) -> Value {
    let shipment = sent_for(staff, client, json!({})).await;
    let mut form = form(&shipment, "10.00");
    form["description"] = description.into();
    staff.post(PATH, form).await.data()
}

/// Does a step with the newest version of a claim.
async fn step(person: &Person, claim: &Value, verb: &str, mut form: Value) -> Answer {
    form["version"] = claim["version"].clone();
    person.post(&format!("{PATH}/{}/{verb}", id(claim)), form).await
}

/// The people of a story, and a shipment of the client.
struct Story {
    app: TestApp,
    staff: Person,
    user: Person,
    client: String,
    shipment: Value,
}

impl Story {
    async fn begin() -> Self {
        let app = TestApp::start().await;
        let (staff, user) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
        let client = client_of(&user).await;
        let shipment = sent_for(&staff, &client, json!({})).await;
        Self { app, staff, user, client, shipment }
    }

    async fn open(&self, amount: &str) -> Value {
        self.user.post(PATH, form(&self.shipment, amount)).await.data()
    }

    /// The most that can be claimed for a shipment, and what it is, as the client reads it.
    async fn find_bound(&self, shipment: &Value) -> Option<(Decimal, String)> {
        let path = format!("{PATH}?shipment_id={}&per_page=1", id(shipment));
        let bound = self.user.get(&path).await.json()["meta"]["bound"].clone();
        Some((dec(bound["amount"].as_str()?), bound["of"].as_str()?.to_owned()))
    }

    async fn is_told(&self, person: &Person, code: &str) -> bool {
        let notices = person.get("/api/notifications").await.data();
        notices.as_array().unwrap().iter().any(|notice| notice["data"]["code"] == code)
    }
}

#[tokio::test]
async fn a_claim_is_approved_in_part_and_paid_to_the_wallet() {
    let story = Story::begin().await;
    let claim = story.open("100.00").await;
    assert_eq!((&claim["status"], &claim["currency"]), (&json!("open"), &json!("BRL")));
    assert_eq!(claim["number"], "CL-1");
    let can = json!({
        "show": true, "update": false, "approve": false, "refuse": false, "pay": false, "reopen": false, "withdraw": true,
    });
    assert_eq!(claim["can"], can);
    assert!(story.is_told(&story.staff, "claim_opened").await);
    assert_eq!(step(&story.user, &claim, "approve", json!({ "decided_amount": "1.00" })).await.status, 403);
    let more = step(&story.staff, &claim, "approve", json!({ "decided_amount": "100.01" })).await;
    assert_eq!(more.code_at("decided_amount"), "claim_above_claimed");
    let granted = json!({ "decided_amount": "60.50", "note": "Two of three" });
    let approved = step(&story.staff, &claim, "approve", granted).await.data();
    assert_eq!((&approved["status"], &approved["decided_amount"]), (&json!("approved"), &json!("60.5")));
    assert!(story.is_told(&story.user, "claim_approved").await);
    let stale = step(&story.staff, &claim, "pay", json!({})).await;
    assert_eq!((stale.status, stale.message_code()), (409, "stale_version".into()));
    let paid = step(&story.staff, &approved, "pay", json!({})).await.data();
    assert_eq!(paid["status"], "paid");
    assert!(paid["transaction_id"].is_string() && paid["paid_at"].is_string());
    assert!(story.is_told(&story.user, "claim_paid").await);
    assert_eq!(figures(&story.user, &story.client).await, ["60.5", "60.5"]);
    let entries = story.user.get(&format!("/api/clients/{}/wallet/entries", story.client)).await.data();
    assert_eq!((&entries[0]["label"], &entries[0]["amount"]), (&json!("CL-1"), &json!("60.5")));
    let seen = story.user.get(&format!("{PATH}/{}", id(&claim))).await.data();
    assert_eq!((&seen["decision_note"], &seen["decided_by_name"]), (&json!("Two of three"), &Value::Null));
    assert_eq!(audited(&story.app, "claim.pay").await.len(), 1);
}

#[tokio::test]
async fn two_payments_at_once_pay_once() {
    let story = Story::begin().await;
    let claim = story.open("50.00").await;
    let granted = json!({ "decided_amount": "50.00" });
    let approved = step(&story.staff, &claim, "approve", granted).await.data();
    let pay = || step(&story.staff, &approved, "pay", json!({}));
    let (one, other) = join(pay(), pay()).await;
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{} {}", one.text(), other.text());
    assert_eq!(figures(&story.user, &story.client).await, ["50", "50"]);
    let now = story.staff.get(&format!("{PATH}/{}", id(&claim))).await.data();
    let again = step(&story.staff, &now, "pay", json!({})).await;
    assert_eq!((again.status, again.message_code()), (409, "claim_state".into()));
    assert_eq!(figures(&story.user, &story.client).await, ["50", "50"]);
}

/// A shipment that the client confirmed for 90.00.
async fn confirmed_for(user: &Person, express: &Value) -> Value {
    let mut form = complete(user).await;
    form["service_id"] = express.clone();
    let draft = user.post("/api/shipments", form).await.data();
    let path = format!("/api/shipments/{}/confirm", id(&draft));
    user.post(&path, json!({ "version": draft["version"] })).await.data()
}

/// Its goods are with a driver; no warehouse has received them.
async fn pick_up(staff: &Person, shipment: &Value) {
    let event = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": "COLLECTED" });
    assert_eq!(staff.post("/api/shipments/record_event", event).await.data()[0]["recorded"], true);
}

#[tokio::test]
async fn a_claim_and_the_cancellation_of_its_shipment_at_once_do_not_both_stand() {
    let app = TestApp::start().await;
    let (admin, _) = stored::with_prices(&app).await;
    let user = app.client(ATLANTICO).await;
    let (client, express) = (client_of(&user).await, service(&admin, "EXP").await);
    give_credit(&admin, &client, "1000").await;
    let mut kept = 0;
    for round in 0..5 {
        let shipment = confirmed_for(&user, &express).await;
        pick_up(&admin, &shipment).await;
        let path = format!("/api/shipments/{}/cancel", id(&shipment));
        let cancel = || admin.post(&path, json!({ "reason": "Not sent" }));
        let (opened, cancelled) = join(user.post(PATH, form(&shipment, "10.00")), cancel()).await;
        if cancelled.status == 200 {
            assert_eq!(opened.code_at("shipment_id"), "claim_not_shipped", "{round}");
        } else {
            assert_eq!((cancelled.status, cancelled.message_code()), (409, "shipment_claimed".into()));
            // One that was refused is opened again and approved at the same time.
            let refused = step(&admin, &opened.data(), "refuse", json!({ "note": "x" })).await.data();
            let approve = async {
                let open = step(&admin, &refused, "reopen", json!({})).await.data();
                step(&admin, &open, "approve", json!({ "decided_amount": "10.00" })).await
            };
            let (approved, cancelled) = join(approve, cancel()).await;
            let statuses = (approved.status, cancelled.status);
            assert!([(200, 409), (422, 200)].contains(&statuses), "{round}: {statuses:?}");
            kept += i32::from(approved.status == 200);
        }
        let balance = if kept == 0 { "0".to_owned() } else { format!("-{}", kept * 90) };
        assert_eq!(figures(&user, &client).await[0], balance, "{round}");
    }
}

/// Whether its page and the list let the shipment be cancelled.
async fn can_cancel(person: &Person, shipment: &Value) -> [bool; 2] {
    let page = person.get(&format!("/api/shipments/{}", id(shipment))).await.data();
    let code = shipment["tracking_code"].as_str().unwrap();
    let list = person.get(&format!("/api/shipments?search={code}")).await.data();
    [&page, &list[0]].map(|seen| seen["can"]["cancel"].as_bool().unwrap())
}

#[tokio::test]
async fn a_claim_waits_until_the_goods_were_handed_in() {
    let app = TestApp::start().await;
    let (admin, _) = stored::with_prices(&app).await;
    let user = app.client(ATLANTICO).await;
    give_credit(&admin, &client_of(&user).await, "1000").await;
    let shipment = confirmed_for(&user, &service(&admin, "EXP").await).await;
    let handed_in = async || {
        let path = format!("{PATH}?shipment_id={}", id(&shipment));
        user.get(&path).await.json()["meta"]["handed_in"].clone()
    };
    assert_eq!(handed_in().await, false);
    for person in [&user, &admin] {
        let early = person.post(PATH, form(&shipment, "10.00")).await;
        assert_eq!((early.status, early.code_at("shipment_id")), (422, "claim_not_handed_in".into()));
    }
    pick_up(&admin, &shipment).await;
    assert_eq!(handed_in().await, true);
    assert_eq!(user.post(PATH, form(&shipment, "10.00")).await.data()["status"], "open");
}

#[tokio::test]
async fn the_preview_of_a_cancellation_tells_of_a_claim_as_the_call_does() {
    let app = TestApp::start().await;
    let (admin, _) = stored::with_prices(&app).await;
    let user = app.client(ATLANTICO).await;
    give_credit(&admin, &client_of(&user).await, "1000").await;
    let shipment = confirmed_for(&user, &service(&admin, "EXP").await).await;
    pick_up(&admin, &shipment).await;
    let claim = user.post(PATH, form(&shipment, "10.00")).await.data();
    let asked = json!({ "ids": [id(&shipment)] });
    let preview = admin.post("/api/shipments/cancel_preview", asked.clone()).await.data();
    let row = &preview["shipments"][0];
    assert_eq!((&row["message_code"], &row["refund"]), (&json!("shipment_claimed"), &Value::Null));
    assert_eq!(preview["totals"], json!([]));
    assert_eq!(can_cancel(&admin, &shipment).await, [false, false], "the buttons say it, too");
    let money = admin.get(&format!("/api/shipments/{}/charges", id(&shipment))).await.data()["money"].clone();
    let amounts =
        ["charged", "credited", "returnable"].map(|name| dec(money[name]["amount"].as_str().unwrap()));
    assert_eq!((amounts, &money["claimed"]), (["90", "0", "0"].map(dec), &json!(true)));
    let many = json!({ "ids": [id(&shipment)], "reason": "Not sent" });
    let results = admin.post("/api/shipments/cancel", many.clone()).await.data();
    assert_eq!(
        (&results[0]["done"], &results[0]["message_code"]),
        (&json!(false), &json!("shipment_claimed"))
    );
    step(&user, &claim, "withdraw", json!({})).await.data();
    assert_eq!(can_cancel(&admin, &shipment).await, [true, true]);
    let preview = admin.post("/api/shipments/cancel_preview", asked).await.data();
    let row = &preview["shipments"][0];
    assert_eq!((&row["message_code"], &row["refund"]["amount"]), (&Value::Null, &json!("90")));
    assert_eq!(admin.post("/api/shipments/cancel", many).await.data()[0]["done"], true);
}

#[tokio::test]
async fn a_refused_claim_is_opened_again_and_withdrawn() {
    let story = Story::begin().await;
    let claim = story.open("50.00").await;
    let blank = step(&story.staff, &claim, "refuse", json!({ "note": " " })).await;
    assert_eq!(blank.code_at("note"), "required");
    let refused = step(&story.staff, &claim, "refuse", json!({ "note": "It was delivered" })).await.data();
    assert_eq!(
        (&refused["status"], &refused["decision_note"]),
        (&json!("refused"), &json!("It was delivered"))
    );
    assert!(story.is_told(&story.user, "claim_refused").await);
    for verb in ["approve", "refuse", "pay", "withdraw"] {
        let form = json!({ "decided_amount": "1.00", "note": "x" });
        let answer = step(&story.staff, &refused, verb, form).await;
        assert_eq!((answer.status, answer.message_code()), (409, "claim_state".into()), "{verb}");
    }
    let second = story.open("40.00").await;
    let meanwhile = step(&story.staff, &refused, "reopen", json!({})).await;
    assert_eq!((meanwhile.status, meanwhile.message_code()), (409, "claim_pending".into()));
    let withdrawn = step(&story.user, &second, "withdraw", json!({})).await.data();
    assert_eq!(withdrawn["status"], "withdrawn");
    let open = step(&story.staff, &refused, "reopen", json!({})).await.data();
    assert_eq!((&open["status"], &open["decision_note"]), (&json!("open"), &Value::Null));
    assert!(story.is_told(&story.user, "claim_reopened").await);
    let change = json!({
        "kind": "damaged", "claimed_amount": "45.00", "description": "Broken", "version": open["version"],
    });
    let path = format!("{PATH}/{}", id(&open));
    assert_eq!(story.user.patch(&path, change.clone()).await.status, 403);
    let changed = story.staff.patch(&path, change).await.data();
    assert_eq!((&changed["kind"], &changed["claimed_amount"]), (&json!("damaged"), &json!("45")));
}

#[tokio::test]
async fn a_claim_is_bound_to_the_value_of_its_shipment() {
    let story = Story::begin().await;
    let refused = story.user.post(PATH, form(&story.shipment, "129.91")).await;
    assert_eq!(refused.code_at("claimed_amount"), "claim_above_value");
    let problem = refused.json()["errors"]["claimed_amount"][0]["params"].clone();
    assert_eq!(problem, json!({ "max": "129.90", "currency": "BRL" }));
    for (amount, code) in [("0", "must_be_positive"), ("1.005", "too_many_decimals")] {
        let answer = story.user.post(PATH, form(&story.shipment, amount)).await;
        assert_eq!(answer.code_at("claimed_amount"), code);
    }
    let insured = sent_for(&story.staff, &story.client, json!({ "insurance_value": "80.00" })).await;
    for (shipment, amount, of) in [(&story.shipment, "129.90", "declared"), (&insured, "80.00", "insured")] {
        assert_eq!(story.find_bound(shipment).await, Some((dec(amount), of.to_owned())));
    }
    let above = story.user.post(PATH, form(&insured, "80.01")).await;
    assert_eq!(above.code_at("claimed_amount"), "claim_above_value");
    // A paid amount is not claimed twice.
    let claim = story.user.post(PATH, form(&insured, "80.00")).await.data();
    let approved = step(&story.staff, &claim, "approve", json!({ "decided_amount": "50.00" })).await.data();
    let pending = story.user.post(PATH, form(&insured, "1.00")).await;
    assert_eq!(pending.code_at("shipment_id"), "claim_pending");
    step(&story.staff, &approved, "pay", json!({})).await.data();
    let rest = story.user.post(PATH, form(&insured, "30.01")).await;
    assert_eq!(rest.code_at("claimed_amount"), "claim_above_value");
    assert_eq!(story.find_bound(&insured).await, Some((dec("30"), "left".to_owned())));
    let last = story.user.post(PATH, form(&insured, "30.00")).await.data();
    let approved = step(&story.staff, &last, "approve", json!({ "decided_amount": "30.00" })).await.data();
    step(&story.staff, &approved, "pay", json!({})).await.data();
    assert_eq!(story.find_bound(&insured).await, None);
}

#[tokio::test]
async fn a_claim_that_is_opened_again_is_bound_to_what_is_left() {
    let story = Story::begin().await;
    let first = story.open("129.90").await;
    let refused = step(&story.staff, &first, "refuse", json!({ "note": "x" })).await.data();
    let second = story.open("100.00").await;
    let approved = step(&story.staff, &second, "approve", json!({ "decided_amount": "100.00" })).await.data();
    step(&story.staff, &approved, "pay", json!({})).await.data();
    let open = step(&story.staff, &refused, "reopen", json!({})).await.data();
    // The figures of the shipment are others now; those of the claim stay.
    let mut tx = crate::money::begin(&story.app).await;
    let changed = sqlx::query("update shipments set currency = 'USD', declared_value = 5 where id = $1");
    changed.bind(id(&story.shipment).parse::<Uuid>().unwrap()).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let third = story.user.post(PATH, form(&story.shipment, "29.91")).await;
    assert_eq!(third.code_at("claimed_amount"), "claim_above_value");
    assert_eq!(
        third.json()["errors"]["claimed_amount"][0]["params"],
        json!({ "max": "29.90", "currency": "BRL" })
    );
    let above = step(&story.staff, &open, "approve", json!({ "decided_amount": "29.91" })).await;
    assert_eq!(above.code_at("decided_amount"), "claim_above_value");
    step(&story.staff, &open, "approve", json!({ "decided_amount": "29.90" })).await.data();
}

#[tokio::test]
async fn only_shipments_that_were_sent_for_a_client_have_claims() {
    let story = Story::begin().await;
    let mut draft = complete(&story.staff).await;
    draft["client_id"] = json!(story.client);
    let draft = story.staff.post("/api/shipments", draft).await.data();
    let answer = story.user.post(PATH, form(&draft, "1.00")).await;
    assert_eq!(answer.code_at("shipment_id"), "claim_not_shipped");
    let nobodys = sent_for(&story.staff, &story.client, json!({})).await;
    let mut tx = crate::money::begin(&story.app).await;
    let freed = sqlx::query("update shipments set client_id = null where id = $1");
    freed.bind(id(&nobodys).parse::<Uuid>().unwrap()).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let answer = story.staff.post(PATH, form(&nobodys, "1.00")).await;
    assert_eq!(answer.code_at("shipment_id"), "claim_without_client");
    let answer = story.user.post(PATH, form(&nobodys, "1.00")).await;
    assert_eq!(answer.code_at("shipment_id"), "unknown_option", "it is not the client's");
}

#[tokio::test]
async fn a_list_has_the_claims_of_a_shipment_and_their_totals() {
    let story = Story::begin().await;
    let claim = story.open("10.00").await;
    let other = opened(&story.staff, &story.client, "Wet").await;
    step(&story.staff, &other, "refuse", json!({ "note": "x" })).await.data();
    let path = format!("{PATH}/{}", id(&other));
    let names = [story.user.get(&path).await.data(), story.staff.get(&path).await.data()];
    assert_eq!(
        names.map(|seen| seen["opened_by_name"].is_string()),
        [false, true],
        "who of the staff opened it"
    );
    assert!(claim["opened_by_name"].is_string());
    let of_shipment = format!("{PATH}?shipment_id={}", id(&story.shipment));
    let found = story.user.get(&of_shipment).await.data();
    assert_eq!((found.as_array().unwrap().len(), &found[0]["id"]), (1, &claim["id"]));
    let page = story.staff.get(&format!("{PATH}?status=refused&search=cl-2&kind=lost&sort=-opened_at")).await;
    assert_eq!(page.data()[0]["id"], other["id"]);
    let page =
        story.staff.get(&format!("{PATH}?client_id={}&from=2020-01-01&to=2099-12-31", story.client)).await;
    let totals = json!({ "open": 1, "approved": 0, "refused": 1, "paid": 0, "withdrawn": 0 });
    assert_eq!(page.json()["meta"]["totals"], totals);
}

#[tokio::test]
async fn a_claim_of_others_does_not_exist() {
    let story = Story::begin().await;
    let claim = story.open("10.00").await;
    let path = format!("{PATH}/{}", id(&claim));
    let stranger = story.app.signed_in(ATLANTICO, "client2").await;
    for person in [stranger, story.app.admin(PACIFIC).await] {
        assert_eq!(person.get(&path).await.status, 404);
        assert_eq!(step(&person, &claim, "withdraw", json!({})).await.status, 404);
        assert_eq!(person.get(PATH).await.data(), json!([]));
        let answer = person.post(PATH, form(&story.shipment, "1.00")).await;
        assert_eq!(answer.code_at("shipment_id"), "unknown_option");
    }
}
