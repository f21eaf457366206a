//! Orders by token.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use policy::ProfileKind;
use serde_json::{Value, json};

use super::{noted, order};
use crate::api_tokens::{PATH, Program, make};
use crate::confirm::confirm;
use crate::isolation::kinds::of_kind;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::webhooks::Told;

pub const ORDERS: &str = "/api/shop-orders";

async fn show(person: &Person, taken: &Value) -> Value {
    person.get(&format!("/api/shipments/{}", taken["shipment_id"].as_str().unwrap())).await.data()
}

async fn count_of(person: &Person) -> i64 {
    person.get("/api/shipments?source=zelda&per_page=10").await.json()["meta"]["total"].as_i64().unwrap()
}

#[tokio::test]
async fn an_order_becomes_a_draft_that_can_be_confirmed() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (_, secret) = make(&staff, &["shipment.create"]).await;
    let mut sent = order("1042");
    sent["service_id"] = staff.get("/api/auxiliar/services").await.data()[0]["id"].clone();
    let taken = Program::on(&app, ATLANTICO, &secret).post(ORDERS, sent).await.data();
    assert_eq!(
        (&taken["status"], &taken["missing"], &taken["is_new"]),
        (&json!(10), &json!([]), &json!(true))
    );
    assert_eq!(noted(&taken), [("parcels".to_owned(), "guessed".to_owned())]);
    let draft = show(&staff, &taken).await;
    assert_eq!((&draft["source"], &draft["external_ref"]), (&json!("zelda"), &json!("1042")));
    assert_eq!((&draft["declared_value"], &draft["declared_weight_g"]), (&json!("129.9"), &json!(900)));
    assert_eq!(draft["order"]["problems"], taken["problems"], "people see the same");
    let confirmed = confirm(&staff, &draft).await.data();
    assert_eq!((&confirmed["status"], &confirmed["order"]), (&json!(30), &Value::Null));
}

#[tokio::test]
async fn an_order_that_is_sent_twice_has_the_first_result() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (_, secret) = make(&staff, &["shipment.create"]).await;
    let program = Program::on(&app, ATLANTICO, &secret);
    let first = program.post(ORDERS, order("7")).await.data();
    let again = program.post(ORDERS, order("7")).await.data();
    assert_eq!((&again["is_new"], &again["is_changed"]), (&json!(false), &json!(false)));
    for field in ["shipment_id", "tracking_code", "problems"] {
        assert_eq!(again[field], first[field], "{field}");
    }
    let mut other = order("7");
    other["items"][0]["quantity"] = "3".into();
    let changed = program.post(ORDERS, other).await.data();
    assert_eq!((&changed["shipment_id"], &changed["is_changed"]), (&first["shipment_id"], &json!(true)));
    assert_eq!(show(&staff, &first).await["items"][0]["quantity"], "2", "nothing was changed");
    // One number, however its letters are written.
    let capitals = program.post(ORDERS, order("AB-7")).await.data();
    for number in ["ab-7", " Ab-7 ", "ＡＢ－７"] {
        let again = program.post(ORDERS, order(number)).await.data();
        let told = (&again["shipment_id"], &again["is_new"], &again["is_changed"]);
        assert_eq!(told, (&capitals["shipment_id"], &json!(false), &json!(false)), "{number}");
    }
    assert_eq!(show(&staff, &capitals).await["external_ref"], "AB-7", "as it was written first");
    let mut elsewhere = order("7");
    elsewhere["channel"] = "zelda-2".into();
    assert_eq!(program.post(ORDERS, elsewhere).await.data()["is_new"], true);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_same_order_at_the_same_time_is_one_shipment() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (_, secret) = make(&staff, &["shipment.create"]).await;
    let program = Arc::new(Program::on(&app, ATLANTICO, &secret));
    let calls: Vec<_> = (0..6)
        .map(|_| {
            let program = program.clone();
            tokio::spawn(async move { program.post(ORDERS, order("8")).await.data() })
        })
        .collect();
    let mut taken = Vec::new();
    for call in calls {
        taken.push(call.await.unwrap());
    }
    assert_eq!(taken.iter().filter(|one| one["is_new"] == true).count(), 1);
    assert!(taken.iter().all(|one| one["shipment_id"] == taken[0]["shipment_id"]));
    assert_eq!(count_of(&staff).await, 1);
}

#[tokio::test]
async fn what_cannot_be_used_is_left_out_and_shown() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (_, secret) = make(&staff, &["shipment.create"]).await;
    let mut sent = order("9");
    sent["recipient"]["phone"] = "12".into();
    sent["recipient"]["country"] = "XX".into();
    sent["items"][0]["hs_code"] = "1".into();
    sent["contents_type"] = Value::Null;
    let taken = Program::on(&app, ATLANTICO, &secret).post(ORDERS, sent).await.data();
    assert_eq!(taken["status"], 15, "somebody completes it");
    let problems = noted(&taken);
    for (field, kind) in [
        ("to_country_id", "left_out"),
        ("to_phone", "left_out"),
        ("items.0.hs_code", "left_out"),
        ("contents_type", "guessed"),
    ] {
        assert!(problems.contains(&(field.to_owned(), kind.to_owned())), "{field}: {problems:?}");
    }
    let phone = taken["problems"].as_array().unwrap().iter().find(|one| one["field"] == "to_phone").unwrap();
    assert_eq!((&phone["sent"], &phone["code"]), (&json!("12"), &json!("invalid_phone")));
    let draft = show(&staff, &taken).await;
    assert_eq!((&draft["to_phone"], &draft["to_name"]), (&Value::Null, &json!("Maria Müller")));
}

#[tokio::test]
async fn an_order_of_a_client_is_its_own_and_has_its_sender() {
    let app = TestApp::start().await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let (_, secret) = make(&client, &["shipment.create"]).await;
    let own = client.get("/api/profile").await.data()["client_id"].clone();
    let mut sent = order("10");
    sent["sender"] = Value::Null;
    sent["client_id"] = other.get("/api/profile").await.data()["client_id"].clone();
    let taken = Program::on(&app, ATLANTICO, &secret).post(ORDERS, sent.clone()).await.data();
    let draft = show(&client, &taken).await;
    assert_eq!((&draft["client_id"], &draft["source"]), (&own, &json!("zelda")));
    assert!(noted(&taken).contains(&("from_name".to_owned(), "guessed".to_owned())));
    assert!(draft["from_name"].is_string());
    let (_, secret) = make(&other, &["shipment.create"]).await;
    let theirs = Program::on(&app, ATLANTICO, &secret).post(ORDERS, sent).await.data();
    assert_eq!(theirs["is_new"], true, "each client has numbers of its own");
}

#[tokio::test]
async fn an_order_of_a_partner_is_for_no_client() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await.get("/api/profile").await.data()["client_id"].clone();
    let partner = of_kind(&app, ATLANTICO, ProfileKind::Partner, "dev").await;
    let mut sent = order("11");
    sent["client_id"] = client;
    let taken = partner.post(ORDERS, sent).await.data();
    assert_eq!(show(&partner, &taken).await["client_id"], Value::Null);
}

#[tokio::test]
async fn an_order_needs_a_number_and_a_right() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (_, secret) = make(&staff, &["shipment.create"]).await;
    let program = Program::on(&app, ATLANTICO, &secret);
    let mut sent = order(" ");
    sent["channel"] = "My shop".into();
    let refused = program.post(ORDERS, sent).await;
    assert_eq!((refused.status, refused.code_at("number")), (422, "required".into()));
    assert_eq!(refused.code_at("channel"), "invalid_channel");
    let (_, secret) = make(&staff, &["shipment.list"]).await;
    assert_eq!(Program::on(&app, ATLANTICO, &secret).post(ORDERS, order("1")).await.status, 403);
    assert_eq!(count_of(&staff).await, 0);
}

/// Not one shipment is made after the answer, also by calls that have begun before it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_order_comes_in_after_its_token_was_revoked() {
    let app = TestApp::with(&["--request-limit=100000".to_owned()]).await;
    let staff = app.staff(ATLANTICO).await;
    let (token, secret) = make(&staff, &["shipment.create"]).await;
    let program = Arc::new(Program::on(&app, ATLANTICO, &secret));
    let (is_over, passed) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
    let callers: Vec<_> = (0..20)
        .map(|caller| {
            let (program, is_over, passed) = (program.clone(), is_over.clone(), passed.clone());
            tokio::spawn(async move {
                for call in 0.. {
                    let status = program.post(ORDERS, order(&format!("{caller}-{call}"))).await.status;
                    assert!([200, 401].contains(&status), "{status}");
                    passed.fetch_add(u32::from(status == 200), Ordering::SeqCst);
                    if is_over.load(Ordering::SeqCst) {
                        break;
                    }
                }
            })
        })
        .collect();
    while passed.load(Ordering::SeqCst) < 20 {
        tokio::task::yield_now().await;
    }
    let path = format!("{PATH}/{}/revoke", token["id"].as_str().unwrap());
    staff.post(&path, json!({ "version": 1 })).await.data();
    let at_the_answer = count_of(&staff).await;
    is_over.store(true, Ordering::SeqCst);
    for caller in callers {
        caller.await.unwrap();
    }
    assert_eq!(count_of(&staff).await, at_the_answer);
}

#[tokio::test]
async fn webhooks_are_told_of_an_order_that_comes_again_with_something_else_in_it() {
    let told = Told::of(&["order.updated"]).await;
    let (_, secret) = make(&told.app.staff(ATLANTICO).await, &["shipment.create"]).await;
    let program = Program::on(&told.app, ATLANTICO, &secret);
    let first = program.post(ORDERS, order("7")).await.data();
    program.post(ORDERS, order("7")).await.data();
    assert!(told.send_all().await.is_empty());
    let mut other = order("7");
    other["items"][0]["quantity"] = "3".into();
    program.post(ORDERS, other).await.data();
    let data = json!({
        "id": first["shipment_id"], "channel": "zelda", "number": "7", "tracking_code": first["tracking_code"],
    });
    assert_eq!(told.send_all().await, [("order.updated".to_owned(), data)]);
}
