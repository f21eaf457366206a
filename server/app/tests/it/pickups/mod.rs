//! Pickups (SHP-8): asked for in a window of the place, scheduled, collected by scan, failed, repeated, cancelled with a fee.

mod foreign;
mod scheduling;
mod series;
mod windows;

pub use foreign::{ignores, refuses};

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::confirm::{confirm, log};
use crate::money::{client_of, give_credit};
use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

pub const PATH: &str = "/api/shipment-pickups";
const WINDOWS: &str = "/api/shipment-pickups/windows?country_id=32&postcode=01310-100";

/// A warehouse in São Paulo that picks up around it, with more or other fields.
pub async fn depot(admin: &Person, code: &str, more: Value) -> Value {
    let mut form = json!({
        "code": code, "name": code, "warehouse_type": "origin", "country_id": 32, "city": "São Paulo",
        "time_zone": "America/Sao_Paulo",
        "pickup": {
            "opens_at": "08:00", "closes_at": "18:00", "cutoff": "11:00", "closed_weekdays": [7], "closed_dates": [],
            "areas": [{ "from": "01", "to": "05" }], "cancel_fee": "15.00",
        },
    });
    for (field, value) in more.as_object().into_iter().flatten() {
        form[field] = value.clone();
    }
    admin.post("/api/warehouses", form).await.data()
}

/// A pickup on the `nth` of the possible days; staff add the client.
pub async fn form(person: &Person, nth: usize) -> Value {
    let days = person.get(WINDOWS).await.data()["days"].clone();
    json!({
        "country_id": 32, "postcode": "01310-100", "address_1": "Avenida Paulista", "address_number": "1000",
        "city": "São Paulo", "contact": "Ana Souza", "phone": "11987654321", "on_date": days[nth], "from_time": "09:00",
        "to_time": "12:00", "ready_place": "Recepção", "parcels": 2,
    })
}

fn id(record: &Value) -> &str {
    record["id"].as_str().unwrap_or_else(|| panic!("no id: {record}"))
}

fn path(pickup: &Value, action: &str) -> String {
    format!("{PATH}/{}/{action}", id(pickup))
}

async fn act(person: &Person, pickup: &Value, action: &str, mut body: Value) -> Answer {
    body["version"] = pickup["version"].clone();
    person.post(&path(pickup, action), body).await
}

async fn show(person: &Person, pickup: &Value) -> Value {
    person.get(&format!("{PATH}/{}", id(pickup))).await.data()
}

/// A confirmed shipment of the person's client with so many parcels.
async fn confirmed(person: &Person, parcels: usize) -> Value {
    let mut form = complete(person).await;
    let parcel = json!({ "length_mm": 300, "width_mm": 200, "height_mm": 100, "weight_g": 1000 });
    form["parcels"] = Value::Array(vec![parcel; parcels]);
    let draft = person.post("/api/shipments", form).await.data();
    let answer = confirm(person, &draft).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.data()
}

fn count_parcels(shipment: &Value) -> usize {
    shipment["parcels"].as_array().unwrap().len()
}

fn code(shipment: &Value) -> &str {
    shipment["tracking_code"].as_str().unwrap()
}

/// The company with a depot, its people, and the client's credit.
struct Company {
    app: TestApp,
    admin: Person,
    staff: Person,
    client: Person,
}

impl Company {
    async fn start() -> Self {
        let app = TestApp::start().await;
        let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
        let client = app.client(ATLANTICO).await;
        depot(&admin, "SPO", json!({})).await;
        give_credit(&admin, &client_of(&client).await, "10000").await;
        Self { app, admin, staff, client }
    }

    async fn ask(&self, shipments: &[&Value]) -> Value {
        let mut form = form(&self.client, 1).await;
        form["shipment_ids"] = shipments.iter().map(|one| one["id"].clone()).collect();
        form["parcels"] = shipments.iter().map(|one| count_parcels(one)).sum::<usize>().max(2).into();
        self.client.post(PATH, form).await.data()
    }

    async fn driver(&self) -> Value {
        self.staff.get(&format!("{PATH}/drivers")).await.data()[0]["id"].clone()
    }

    async fn schedule(&self, pickup: &Value) -> Value {
        let body = json!({ "driver_id": self.driver().await });
        act(&self.staff, pickup, "schedule", body).await.data()
    }

    /// The kinds and amounts of the client's wallet, the newest first.
    async fn wallet(&self) -> Vec<(String, String)> {
        let path = format!("/api/clients/{}/wallet/entries", client_of(&self.client).await);
        let entries = self.admin.get(&path).await.data();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        entries.as_array().unwrap().iter().map(|one| (text(&one["kind"]), text(&one["amount"]))).collect()
    }
}

#[tokio::test]
async fn a_client_asks_staff_schedule_and_the_scan_collects() {
    let company = Company::start().await;
    let (one, two) = (confirmed(&company.client, 2).await, confirmed(&company.client, 1).await);
    let waiting = company.client.get(&format!("{PATH}/candidates")).await.data();
    assert_eq!(waiting.as_array().unwrap().len(), 2);
    let pickup = company.ask(&[&one, &two]).await;
    assert!(pickup["number"].as_str().unwrap().starts_with("SPO-P-"), "{pickup}");
    assert_eq!((&pickup["status"], &pickup["time_zone"]), (&json!(10), &json!("America/Sao_Paulo")));
    assert_eq!(pickup["shipments"].as_array().unwrap().len(), 2);
    assert_eq!(company.client.get(&format!("{PATH}/candidates")).await.data(), json!([]));

    let scheduled = company.schedule(&pickup).await;
    assert_eq!((&scheduled["status"], &scheduled["attempt"]), (&json!(20), &json!(1)));
    assert!(log(&company.staff, &one).await.contains(&"PICKUP_SCHEDULED".to_owned()));

    let codes = json!([format!("{}001", code(&one)), format!("{}002", code(&one)), code(&two)]);
    company.app.state.clock.advance(TimeDelta::minutes(1));
    let done = act(&company.staff, &scheduled, "collect", json!({ "codes": codes })).await.data();
    assert_eq!((&done["pickup"]["status"], &done["pickup"]["parcels_collected"]), (&json!(40), &json!(3)));
    assert_eq!(done["refused"], json!([]));
    for shipment in [&one, &two] {
        assert_eq!(log(&company.staff, shipment).await[0], "COLLECTED");
    }
    let again = act(&company.staff, &done["pickup"], "collect", json!({ "codes": codes })).await;
    assert_eq!((again.status, again.message_code()), (409, "pickup_state".into()));
}

#[tokio::test]
async fn what_is_missing_is_free_again_and_what_is_added_belongs_to_the_client() {
    let company = Company::start().await;
    let [here, missing, extra] = [
        confirmed(&company.client, 2).await,
        confirmed(&company.client, 1).await,
        confirmed(&company.client, 1).await,
    ];
    let foreign = created(&company.admin).await;
    let pickup = company.schedule(&company.ask(&[&here, &missing]).await).await;
    company.app.state.clock.advance(TimeDelta::minutes(1));
    let codes = json!([format!("{}001", code(&here)), code(&extra), code(&foreign), "AT999999999BR"]);
    let done = act(&company.staff, &pickup, "collect", json!({ "codes": codes })).await.data();
    assert_eq!(done["pickup"]["status"], 45, "a parcel and a shipment are missing");
    let outcome = |shipment: &Value| {
        let all = done["pickup"]["shipments"].as_array().unwrap();
        let own = all.iter().find(|one| one["id"] == shipment["id"]).unwrap();
        (own["outcome"].as_str().unwrap().to_owned(), own["parcels_collected"].as_i64().unwrap())
    };
    assert_eq!(outcome(&here), ("collected".into(), 1));
    assert_eq!(outcome(&missing), ("missing".into(), 0));
    assert_eq!(outcome(&extra), ("added".into(), 1));
    let refused = done["refused"].as_array().unwrap();
    let refused: Vec<_> = refused.iter().map(|one| one["message_code"].as_str().unwrap()).collect();
    assert_eq!(refused, ["other_client", "not_found"]);
    let waiting = company.client.get(&format!("{PATH}/candidates")).await.data();
    assert_eq!(waiting.as_array().unwrap().len(), 1);
    assert_eq!(waiting[0]["id"], missing["id"]);
    assert_eq!(company.ask(&[&missing]).await["status"], 10);
}

#[tokio::test]
async fn nothing_collected_is_no_collection() {
    let company = Company::start().await;
    let pickup = company.schedule(&company.ask(&[]).await).await;
    let answer = act(&company.staff, &pickup, "collect", json!({ "codes": ["AT999999999BR"] })).await;
    assert_eq!(answer.code_at("codes"), "nothing_collected");
    assert_eq!(answer.code_at("codes.0"), "not_found", "each code says why");
    assert_eq!(show(&company.staff, &pickup).await["status"], 20);
    let many = act(&company.staff, &pickup, "collect", json!({ "codes": [], "unlabelled": 9999 })).await;
    assert_eq!((many.status, many.message_code()), (409, "pickup_more_parcels".into()));
    let params = many.json()["params"].clone();
    assert_eq!((&params["count"], &params["announced"]), (&json!(9999), &json!(2)));
    assert_eq!(show(&company.staff, &pickup).await["status"], 20, "a guess is asked about before it counts");
    let other = company.schedule(&company.ask(&[]).await).await;
    let meant = json!({ "codes": [], "unlabelled": 3, "accept_more": true });
    let more = act(&company.staff, &other, "collect", meant).await.data();
    assert_eq!((&more["pickup"]["status"], &more["pickup"]["parcels_collected"]), (&json!(40), &json!(3)));
    let body = json!({ "codes": [], "unlabelled": 2 });
    let done = act(&company.staff, &pickup, "collect", body).await.data();
    assert_eq!(done["pickup"]["status"], 40, "parcels without labels count, too");
}

#[tokio::test]
async fn a_shipment_that_is_cancelled_leaves_its_pickup() {
    let company = Company::start().await;
    let (here, gone) = (confirmed(&company.client, 1).await, confirmed(&company.client, 1).await);
    let pickup = company.schedule(&company.ask(&[&here, &gone]).await).await;
    let cancel = json!({ "reason": "sold out" });
    let cancelled = company.admin.post(&format!("/api/shipments/{}/cancel", id(&gone)), cancel).await;
    assert_eq!(cancelled.status, 200, "{}", cancelled.text());
    let outcome = |pickup: &Value| {
        let all = pickup["shipments"].as_array().unwrap();
        all.iter().find(|one| one["id"] == gone["id"]).unwrap()["outcome"].clone()
    };
    assert_eq!(outcome(&show(&company.client, &pickup).await), "cancelled");
    company.app.state.clock.advance(TimeDelta::minutes(1));
    let done = act(&company.staff, &pickup, "collect", json!({ "codes": [code(&here)] })).await.data();
    assert_eq!(done["pickup"]["status"], 40, "it is not missing");
    assert_eq!(outcome(&done["pickup"]), "cancelled");
}

#[tokio::test]
async fn a_shipment_is_in_one_pickup_and_only_while_it_is_at_its_sender() {
    let company = Company::start().await;
    let shipment = confirmed(&company.client, 1).await;
    let draft = created(&company.client).await;
    let pickup = company.ask(&[&shipment]).await;
    let mut form = form(&company.client, 2).await;
    form["shipment_ids"] = json!([shipment["id"], draft["id"]]);
    let refused = company.client.post(PATH, form.clone()).await;
    assert_eq!(refused.code_at("shipment_ids.0"), "shipment_in_pickup");
    assert_eq!(refused.json()["errors"]["shipment_ids.0"][0]["params"]["number"], pickup["number"]);
    assert_eq!(refused.code_at("shipment_ids.1"), "shipment_not_collectable");
    let listed = company.client.get(&format!("{PATH}?shipment_id={}", id(&shipment))).await.data();
    assert_eq!(listed[0]["id"], pickup["id"]);

    act(&company.client, &pickup, "cancel", json!({ "reason": "sold out" })).await.data();
    form["shipment_ids"] = json!([shipment["id"]]);
    assert_eq!(company.client.post(PATH, form).await.status, 200, "a cancelled pickup frees it");
}

#[tokio::test]
async fn no_fewer_parcels_are_announced_than_the_shipments_have() {
    let company = Company::start().await;
    let (one, two) = (confirmed(&company.client, 2).await, confirmed(&company.client, 1).await);
    let mut form = form(&company.client, 1).await;
    form["shipment_ids"] = json!([one["id"], two["id"]]);
    let refused = company.client.post(PATH, form.clone()).await;
    assert_eq!((refused.status, refused.code_at("parcels")), (422, "pickup_fewer_parcels".into()));
    assert_eq!(refused.json()["errors"]["parcels"][0]["params"]["count"], 3);
    form["parcels"] = json!(4);
    let pickup = company.client.post(PATH, form).await.data();
    let fewer = json!({ "version": pickup["version"], "parcels": 2 });
    let refused = company.client.patch(&format!("{PATH}/{}", id(&pickup)), fewer).await;
    assert_eq!(refused.code_at("parcels"), "pickup_fewer_parcels");
}

#[tokio::test]
async fn clients_change_what_is_not_scheduled_and_see_only_their_own() {
    let company = Company::start().await;
    let pickup = company.ask(&[]).await;
    let own = format!("{PATH}/{}", id(&pickup));
    let change = json!({ "version": pickup["version"], "ready_place": "Doca 2", "parcels": 5 });
    let changed = company.client.patch(&own, change.clone()).await.data();
    assert_eq!((&changed["ready_place"], &changed["parcels"]), (&json!("Doca 2"), &json!(5)));
    let stale = company.client.patch(&own, change).await;
    assert_eq!((stale.status, stale.message_code()), (409, "stale_version".into()));
    let scheduled = company.schedule(&changed).await;
    let late = json!({ "version": scheduled["version"], "parcels": 6 });
    assert_eq!(company.client.patch(&own, late.clone()).await.message_code(), "pickup_state");
    assert_eq!(company.staff.patch(&own, late).await.data()["parcels"], 6);
    let other = company.app.signed_in(ATLANTICO, "client2").await;
    assert_eq!(other.get(&own).await.status, 404);
    assert_eq!(other.get(PATH).await.data(), json!([]));
    assert_eq!(company.client.get(PATH).await.json()["meta"]["totals"]["scheduled"], 1);
}
