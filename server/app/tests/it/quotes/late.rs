//! Goods that move before their shipment is confirmed: it is charged later, at the stage where it is.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::service;
use super::stored::{balance, with_prices};
use crate::money::{client_of, give_credit};
use crate::prices::id;
use crate::process::run_as_owner;
use crate::support::{ATLANTICO, Person, TestApp};

struct Story {
    app: TestApp,
    staff: Person,
    client: Person,
    owner: String,
}

impl Story {
    async fn begin() -> Self {
        let app = TestApp::start().await;
        let (admin, _) = with_prices(&app).await;
        let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
        let owner = client_of(&client).await;
        give_credit(&admin, &owner, "500").await;
        app.state.clock.advance(TimeDelta::minutes(1));
        Self { app, staff, client, owner }
    }

    async fn draft(&self, change: Value) -> Value {
        let mut form = crate::shipments::complete(&self.client).await;
        form["service_id"] = service(&self.staff, "EXP").await;
        if let (Value::Object(form), Value::Object(change)) = (&mut form, change) {
            form.extend(change);
        }
        self.client.post("/api/shipments", form).await.data()
    }

    async fn record(&self, shipment: &Value, code: &str) -> Value {
        self.app.state.clock.advance(TimeDelta::minutes(1));
        let form = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": code });
        self.staff.post("/api/shipments/record_event", form).await.data()[0].clone()
    }

    /// Whether the shipment stands among the problems of its client, and how many move without any.
    async fn at_home(&self) -> (Value, usize) {
        let home = self.client.get("/api/portal/home").await.data();
        (home["problems"][0]["unconfirmed"].clone(), home["active"].as_array().unwrap().len())
    }

    /// The numbers on the dashboard and in the list, and the mark of the row.
    async fn counted(&self) -> (Value, Value, Value) {
        let attention = self.staff.get("/api/dashboard").await.data()["attention"].clone();
        let causes = attention.as_array().unwrap();
        let cause = causes.iter().find(|one| one["cause"] == "unconfirmed");
        let listed = self.client.get("/api/shipments?unconfirmed=true").await.json();
        (
            cause.map_or(json!(0), |one| one["total"].clone()),
            listed["meta"]["total"].clone(),
            listed["data"][0]["unconfirmed"].clone(),
        )
    }
}

/// Its weight and its items are missing when it comes to the warehouse.
async fn received_incomplete(story: &Story) -> Value {
    let draft = story.draft(json!({ "items": [] })).await;
    assert_eq!((&draft["unconfirmed"], story.counted().await.0), (&json!(false), json!(0)));
    let told = story.record(&draft, "RECEIVED").await;
    assert_eq!((&told["recorded"], &told["unconfirmed"]), (&json!(true), &json!(true)));
    assert_eq!(story.counted().await, (json!(1), json!(1), json!(true)));
    assert_eq!(story.at_home().await, (json!(true), 0));
    let papers = story.record(&draft, "LABELLED").await;
    assert_eq!(papers["message_code"], "shipment_unconfirmed");
    let path = format!("/api/shipments/{}", id(&draft));
    let seen = story.client.get(&path).await.data();
    assert_eq!((&seen["status"], &seen["can"]["confirm"]), (&json!(40), &json!(false)));
    let early = story.client.post(&format!("{path}/confirm"), json!({ "version": seen["version"] })).await;
    assert_eq!((early.status, early.code_at("items")), (409, "shipment_without_items".into()));
    let items = json!([crate::shipments::item("50")]);
    let change = json!({ "version": seen["version"], "items": items });
    let late = story.client.patch(&path, change.clone()).await;
    assert_eq!(late.message_code(), "shipment_not_editable", "what moves is changed by staff only");
    let complete = story.staff.patch(&format!("{path}/reprice"), change).await.data();
    assert_eq!((&complete["status"], &complete["totals"]), (&json!(40), &Value::Null));
    complete
}

#[tokio::test]
async fn a_shipment_that_moved_first_is_confirmed_later_and_keeps_its_stage() {
    let story = Story::begin().await;
    let shipment = received_incomplete(&story).await;
    let path = format!("/api/shipments/{}", id(&shipment));
    let (client, staff) = (&story.client, &story.staff);
    let quote = client.post(&format!("{path}/quotes"), json!({})).await.data();
    let form =
        json!({ "version": shipment["version"], "quote_id": quote["id"], "key": uuid::Uuid::now_v7() });
    for _ in 0..2 {
        let confirmed = client.post(&format!("{path}/confirm"), form.clone()).await.data();
        assert_eq!((&confirmed["status"], &confirmed["totals"]["total"]), (&json!(40), &json!("90")));
        assert_eq!((&confirmed["unconfirmed"], &confirmed["can"]["confirm"]), (&json!(false), &json!(false)));
        assert_eq!(confirmed["last_event_code"], "RECEIVED");
    }
    assert_eq!(balance(client, &story.owner).await, "-90");
    assert_eq!(story.counted().await.0, json!(0));
    assert_eq!(story.at_home().await, (Value::Null, 1));
    assert_eq!(crate::confirm::log(staff, &shipment).await, ["RECEIVED", "CONFIRMED", "CREATED"]);

    undone(&story, &path).await;
    assert_eq!(story.record(&shipment, "DELIVERED").await["unconfirmed"], true);
    let seen = staff.get(&path).await.data();
    assert_eq!(seen["can"]["confirm"], true);
    let confirmed = crate::confirm::confirm(staff, &seen).await.data();
    assert_eq!((&confirmed["status"], &confirmed["totals"]["total"]), (&json!(90), &json!("90")));
    assert_eq!(balance(client, &story.owner).await, "-90");
    let expected = ["DELIVERED", "RECEIVED", "CONFIRMED", "CONFIRMED", "CONFIRMED", "CREATED"];
    assert_eq!(
        crate::confirm::log(staff, &shipment).await,
        expected,
        "with the undone one and its correction"
    );
    others_are_not_charged(&story).await;
}

/// The money is back, and the stage is the same.
async fn undone(story: &Story, path: &str) {
    let events = story.staff.get(&format!("{path}/events")).await.data();
    let confirmed = events.as_array().unwrap().iter().find(|event| event["code"] == "CONFIRMED").unwrap();
    assert_eq!(confirmed["can_undo"], true);
    let form = json!({ "event_id": confirmed["id"] });
    let undone = story.staff.post(&format!("{path}/undo_event"), form).await.data();
    assert_eq!((&undone["status"], &undone["totals"]), (&json!(40), &Value::Null));
    assert_eq!(balance(&story.client, &story.owner).await, "0");
    assert_eq!(story.counted().await.0, json!(1));
}

/// A cancelled shipment cannot be confirmed any more, and one without a client has nobody to charge.
async fn others_are_not_charged(story: &Story) {
    let cancelled = story.draft(json!({})).await;
    story.record(&cancelled, "RECEIVED").await;
    let path = format!("/api/shipments/{}", id(&cancelled));
    let gone = story.client.post(&format!("{path}/cancel"), json!({ "reason": "sold out" })).await.data();
    let refused = crate::confirm::confirm(&story.staff, &gone).await;
    assert_eq!((refused.status, refused.message_code()), (409, "shipment_not_confirmable".into()));
    let mut form = crate::shipments::complete(&story.staff).await;
    form["client_id"] = Value::Null;
    let own = story.staff.post("/api/shipments", form).await.data();
    assert_eq!(story.record(&own, "RECEIVED").await["unconfirmed"], false);
    assert_eq!(story.counted().await.0, json!(0));
}

/// Whoever wrote the same event first keeps the confirmation from writing its own.
#[tokio::test]
async fn a_confirmation_whose_event_is_refused_charges_nothing() {
    const FIRST: &str = "
        create function refuse_confirmed() returns trigger language plpgsql as
            $$begin return case when new.code = 'CONFIRMED' then null else new end; end$$;
        create trigger refuse_confirmed before insert on shipment_events
            for each row execute function refuse_confirmed()";
    let story = Story::begin().await;
    let draft = story.draft(json!({})).await;
    run_as_owner(&story.app, ATLANTICO, FIRST).await;
    let refused = crate::confirm::confirm(&story.client, &draft).await;
    assert_eq!((refused.status, refused.message_code()), (409, "event_already_recorded".into()));
    assert_eq!(balance(&story.client, &story.owner).await, "0");
    let seen = story.client.get(&format!("/api/shipments/{}", id(&draft))).await.data();
    assert_eq!((&seen["status"], &seen["totals"]), (&json!(10), &Value::Null));
}
