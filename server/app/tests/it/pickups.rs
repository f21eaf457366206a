//! Pickups (SHP-8): asked for in a window of the place, scheduled, collected by scan, failed, repeated, cancelled with a fee.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::confirm::{confirm, log};
use crate::isolation::document::Operation;
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
async fn a_window_that_nobody_can_keep_is_refused_at_its_field() {
    let company = Company::start().await;
    let good = form(&company.client, 1).await;
    let refused = async |changes: Value, field: &str| {
        let mut form = good.clone();
        for (name, value) in changes.as_object().unwrap() {
            form[name] = value.clone();
        }
        company.client.post(PATH, form).await.code_at(field)
    };
    assert_eq!(refused(json!({ "on_date": "2020-01-06" }), "on_date").await, "window_past");
    assert_eq!(refused(json!({ "to_time": "09:30" }), "to_time").await, "window_too_short");
    assert_eq!(refused(json!({ "to_time": "08:30" }), "to_time").await, "window_empty");
    assert_eq!(refused(json!({ "to_time": "19:00" }), "to_time").await, "outside_hours");
    assert_eq!(refused(json!({ "from_time": "noon" }), "from_time").await, "invalid_time");
    assert_eq!(refused(json!({ "postcode": "20040-002" }), "postcode").await, "outside_area");
    assert_eq!(refused(json!({ "contact": " ", "parcels": 1 }), "contact").await, "required");
    let outside = company.client.get(&WINDOWS.replace("01310-100", "20040-002")).await.data();
    assert_eq!((&outside["is_served"], &outside["days"]), (&json!(false), &json!([])));
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
async fn a_failed_pickup_is_scheduled_again_on_another_day() {
    let company = Company::start().await;
    let shipment = confirmed(&company.client, 1).await;
    let pickup = company.schedule(&company.ask(&[&shipment]).await).await;
    let body = json!({ "reason": "sender_absent", "note": "Nobody opened" });
    let failed = act(&company.staff, &pickup, "fail", body).await.data();
    assert_eq!((&failed["status"], &failed["fail_reason"]), (&json!(50), &json!("sender_absent")));
    assert_eq!(log(&company.staff, &shipment).await[0], "PICKUP_FAILED");
    let driver = company.driver().await;
    company.app.state.clock.advance(TimeDelta::days(7));
    let staff = company.app.staff(ATLANTICO).await;
    let over = act(&staff, &failed, "schedule", json!({ "driver_id": driver })).await;
    assert_eq!(over.code_at("on_date"), "window_past");
    let day = staff.get(WINDOWS).await.data()["days"][1].clone();
    let body = json!({ "driver_id": driver, "on_date": day, "from_time": "10:00", "to_time": "12:00" });
    let again = act(&staff, &failed, "schedule", body).await.data();
    assert_eq!((&again["status"], &again["attempt"], &again["on_date"]), (&json!(20), &json!(2), &day));
    assert_eq!((&again["fail_reason"], &again["from_time"]), (&Value::Null, &json!("10:00")));
}

#[tokio::test]
async fn a_pickup_goes_to_a_driver_or_to_a_provider() {
    let company = Company::start().await;
    let pickup = company.ask(&[]).await;
    let nobody = act(&company.staff, &pickup, "schedule", json!({})).await;
    assert_eq!(nobody.code_at("driver_id"), "required");
    let form = json!({
        "code": "DHL", "title_locale": { "pt": "DHL" }, "provider_type": "courier", "capabilities": ["pickup"],
    });
    let provider = company.admin.post("/api/providers", form).await.data()["id"].clone();
    let both = json!({ "driver_id": company.driver().await, "provider_id": provider });
    assert_eq!(act(&company.staff, &pickup, "schedule", both).await.code_at("provider_id"), "invalid");
    let body = json!({ "provider_id": provider, "confirmation_no": "CBJ180123" });
    let scheduled = act(&company.staff, &pickup, "schedule", body).await.data();
    assert_eq!(
        (&scheduled["carrier_name"], &scheduled["confirmation_no"]),
        (&json!("DHL"), &json!("CBJ180123"))
    );
    let found = company.staff.get(&format!("{PATH}?search=cbj180123")).await;
    assert_eq!(found.json()["meta"]["totals"]["scheduled"], 1);
}

#[tokio::test]
async fn the_cancellation_of_a_scheduled_pickup_costs_the_fee_unless_staff_waive_it() {
    let company = Company::start().await;
    let before = company.wallet().await.len();
    let free = company.ask(&[]).await;
    assert_eq!(free["cancel_fee"], Value::Null, "nobody was sent yet");
    act(&company.client, &free, "cancel", json!({ "reason": "not ready" })).await.data();
    let waived = company.schedule(&company.ask(&[]).await).await;
    assert_eq!((&waived["cancel_fee"], &waived["cancel_currency"]), (&json!("15"), &json!("BRL")));
    let body = json!({ "reason": "our driver is ill", "waive_fee": true });
    let cancelled = act(&company.staff, &waived, "cancel", body).await.data();
    assert_eq!((&cancelled["status"], &cancelled["fee"]), (&json!(0), &Value::Null));
    assert_eq!(company.wallet().await.len(), before);
    let charged = company.schedule(&company.ask(&[]).await).await;
    // Only staff can waive.
    let body = json!({ "reason": "not ready", "waive_fee": true });
    let cancelled = act(&company.client, &charged, "cancel", body).await.data();
    assert_eq!((&cancelled["fee"], &cancelled["fee_currency"]), (&json!("15"), &json!("BRL")));
    assert_eq!(company.wallet().await[0], ("pickup_cancelled".into(), "-15".into()));
    let late = company.schedule(&company.ask(&[]).await).await;
    company.app.state.clock.advance(TimeDelta::days(4));
    let client = company.app.client(ATLANTICO).await;
    let refused = act(&client, &late, "cancel", json!({ "reason": "not ready" })).await;
    assert_eq!((refused.status, refused.message_code()), (409, "after_cutoff".into()));
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

#[tokio::test]
async fn a_repeated_pickup_is_asked_for_the_evening_before_if_shipments_wait() {
    let company = Company::start().await;
    let mut form = form(&company.client, 1).await;
    form["repeats"] = json!({ "weekdays": [1, 2, 3, 4, 5, 6, 7], "until": null });
    let pickup = company.client.post(PATH, form).await.data();
    assert_ne!(pickup["repeat_at"], Value::Null);
    let total = async || {
        let staff = company.app.staff(ATLANTICO).await;
        staff.get(PATH).await.json()["meta"]["total"].as_i64().unwrap()
    };
    company.app.state.clock.advance(TimeDelta::days(4));
    app::sweep::sweep(&company.app.state).await;
    assert_eq!(total().await, 1, "no shipment waits");
    let client = company.app.client(ATLANTICO).await;
    confirmed(&client, 3).await;
    // Sundays are closed: within three evenings there is a day.
    for _ in 0..24 {
        company.app.state.clock.advance(TimeDelta::hours(3));
        app::sweep::sweep(&company.app.state).await;
    }
    let staff = company.app.staff(ATLANTICO).await;
    let listed = staff.get(PATH).await.data();
    let next = listed.as_array().unwrap().iter().find(|one| one["repeat_of"] == pickup["id"]);
    let next = next.unwrap_or_else(|| panic!("it is not repeated: {listed}"));
    assert_eq!((&next["status"], &next["parcels"]), (&json!(10), &json!(3)));
    assert_eq!(total().await, 2, "the shipment waits no longer");
    let series = show(&staff, &pickup).await;
    let ended = act(&staff, &series, "repeat", json!({ "repeats": null })).await.data();
    assert_eq!((&ended["repeats"], &ended["repeat_at"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn nobody_comes_again_for_a_client_that_is_not_active() {
    let company = Company::start().await;
    let mut form = form(&company.client, 1).await;
    form["repeats"] = json!({ "weekdays": [1, 2, 3, 4, 5, 6, 7], "until": null });
    company.client.post(PATH, form).await.data();
    confirmed(&company.client, 1).await;
    let client = client_of(&company.client).await;
    company.admin.post(&format!("/api/clients/{client}/deactivate"), json!({})).await.data();
    for _ in 0..40 {
        company.app.state.clock.advance(TimeDelta::hours(3));
        app::sweep::sweep(&company.app.state).await;
    }
    let staff = company.app.staff(ATLANTICO).await;
    assert_eq!(staff.get(PATH).await.json()["meta"]["total"], 1);
}

#[tokio::test]
async fn rules_of_a_warehouse_are_checked_at_their_fields() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let made = depot(&admin, "SPO", json!({})).await;
    assert_eq!(made["pickup"]["areas"][0], json!({ "from": "01", "to": "05" }));
    let change = json!({
        "version": made["version"],
        "pickup": {
            "opens_at": "18:00", "closes_at": "08:00", "cutoff": "25:00", "closed_weekdays": [], "closed_dates": [],
            "areas": [{ "from": "05", "to": "01" }], "cancel_fee": "-1",
        },
    });
    let refused = admin.patch(&format!("/api/warehouses/{}", id(&made)), change).await;
    for (field, code) in [
        ("closes_at", "window_empty"),
        ("cutoff", "invalid_time"),
        ("areas.0.to", "invalid"),
        ("cancel_fee", "too_small"),
    ] {
        assert_eq!(refused.code_at(&format!("pickup.{field}")), code);
    }
    let none = json!({ "version": made["version"], "pickup": null });
    let closed = admin.patch(&format!("/api/warehouses/{}", id(&made)), none).await.data();
    assert_eq!(closed["pickup"], Value::Null);
    assert_eq!(admin.get(WINDOWS).await.data()["is_served"], false);
}

/// Another company's record does not exist for a pickup.
pub async fn refuses(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) {
    let code = format!("D{}", &uuid::Uuid::now_v7().simple().to_string()[24..]);
    depot(stranger, &code, json!({})).await;
    let client = stranger.get("/api/clients/select").await.data()[0]["id"].clone();
    let mut form = form(stranger, 1).await;
    form["client_id"] = client;
    let named = if reference.ends_with('s') { json!([theirs]) } else { json!(theirs) };
    if operation.id == "pickup_create" {
        form[reference] = named;
        return refused_at(&stranger.post(PATH, form).await, reference);
    }
    let own = stranger.post(PATH, form).await.data();
    let path = operation.filled(id(&own));
    let mut change = json!({ "version": own["version"] });
    change[reference] = named;
    match operation.id.as_str() {
        // The client of a pickup stays.
        "pickup_update" if reference == "client_id" => {
            let changed = stranger.patch(&path, change).await.data();
            assert_eq!(changed["client_id"], own["client_id"]);
        }
        "pickup_update" => refused_at(&stranger.patch(&path, change).await, reference),
        "pickup_collect" => {
            let body = json!({ "driver_id": stranger.get(&format!("{PATH}/drivers")).await.data()[0]["id"] });
            let scheduled = act(stranger, &own, "schedule", body).await.data();
            change["version"] = scheduled["version"].clone();
            refused_at(&stranger.post(&path, change).await, reference);
        }
        _ => refused_at(&stranger.post(&path, change).await, reference),
    }
}

fn refused_at(answer: &Answer, reference: &str) {
    assert_eq!(answer.status, 422, "{reference}: {}", answer.text());
    let field = if reference == "shipment_ids" { "shipment_ids.0" } else { reference };
    answer.code_at(field);
}

/// A client's user who names another client's record gets its own, or an error at the field.
pub async fn ignores(person: &Person, operation: &Operation, reference: &str, theirs: &str) {
    let own = person.get("/api/profile").await.data()["client_id"].clone();
    let named = if reference.ends_with('s') { json!([theirs]) } else { json!(theirs) };
    let mut form = form(person, 1).await;
    let answer = if operation.id == "pickup_create" {
        form[reference] = named;
        person.post(PATH, form).await
    } else {
        let made = person.post(PATH, form).await.data();
        let mut change = json!({ "version": made["version"] });
        change[reference] = named;
        person.patch(&operation.filled(id(&made)), change).await
    };
    if reference == "client_id" {
        assert_eq!(answer.data()["client_id"], own);
    } else {
        refused_at(&answer, reference);
    }
}

/// Codes of what a client was told of pickups, with the days.
async fn told(person: &Person) -> Vec<(String, String)> {
    let listed = person.get("/api/notifications").await.data();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let told = listed.as_array().unwrap().iter();
    let told = told.map(|one| (text(&one["data"]["code"]), text(&one["data"]["params"]["day"])));
    told.filter(|(code, _)| code.starts_with("pickup_")).collect()
}

#[tokio::test]
async fn a_client_is_told_of_what_the_company_does_with_its_pickup() {
    let company = Company::start().await;
    let pickup = company.ask(&[]).await;
    assert!(told(&company.client).await.is_empty(), "it has asked itself");
    let day = |pickup: &Value| pickup["on_date"].as_str().unwrap().to_owned();
    let scheduled = company.schedule(&pickup).await;
    assert_eq!(told(&company.client).await, [("pickup_scheduled".into(), day(&pickup))]);

    let later = form(&company.staff, 3).await["on_date"].clone();
    let change = json!({ "version": scheduled["version"], "on_date": later });
    let moved = company.staff.patch(&format!("{PATH}/{}", id(&pickup)), change).await.data();
    assert_eq!(told(&company.client).await, [("pickup_moved".into(), day(&moved))], "it replaces the first");
    let change = json!({ "version": moved["version"], "ready_place": "Doca 2" });
    let same = company.staff.patch(&format!("{PATH}/{}", id(&pickup)), change).await.data();

    let body = json!({ "reason": "sender_absent" });
    let failed = act(&company.staff, &same, "fail", body).await.data();
    assert_eq!(told(&company.client).await[0].0, "pickup_failed");
    act(&company.staff, &failed, "cancel", json!({ "reason": "Out of our area" })).await.data();
    assert_eq!(told(&company.client).await[0].0, "pickup_cancelled");

    let own = company.ask(&[]).await;
    act(&company.client, &own, "cancel", json!({ "reason": "sold out" })).await.data();
    assert_eq!(told(&company.client).await.len(), 1, "it has cancelled itself");
    let other = company.app.signed_in(ATLANTICO, "client2").await;
    assert!(told(&other).await.is_empty());
}
