//! The screens on which a company lays its own words and switches over the shared lookups.

use serde_json::{Value, json};

use crate::confirm::confirm;
use crate::imports::sent;
use crate::lookup_edits::{AIRPORTS, COUNTRIES, WITHOUT_GERMANY, edit, one};
use crate::lookups::{again, list};
use crate::shipments::complete;
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};
use crate::users::audited;

/// The stored record, after a change.
async fn decide(admin: &Person, path: &str, changes: Value) -> Value {
    let mut form = changes;
    form["version"] = admin.get(path).await.data()["version"].clone();
    admin.patch(path, form).await.data()
}

const GERMANY: &str = "/api/countries/DE";

/// The form of a shipment to Germany.
async fn to_germany(person: &Person) -> Value {
    let mut form = complete(person).await;
    form["to_country_id"] = one(person, COUNTRIES, ("alpha2", "DE")).await["id"].clone();
    form
}

#[tokio::test]
async fn a_company_decides_where_it_ships_and_what_it_says() {
    let app = TestApp::start().await;
    let (admin, staff, neighbour) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.admin(PACIFIC).await);
    let germany = staff.get(GERMANY).await.data();
    assert_eq!((&germany["edited"], &germany["version"]), (&json!(false), &json!(0)));
    assert_eq!((&germany["can"]["update"], &germany["can"]["restore"]), (&json!(false), &json!(false)));
    assert_eq!(staff.patch(GERMANY, json!({ "version": 0, "ships_to": false })).await.status, 403);
    let old = staff.post("/api/shipments", to_germany(&staff).await).await.data();

    let etag = staff.get(COUNTRIES).await.header("etag").unwrap().to_owned();
    let form = json!({
        "ships_to": false, "title_locale": { "pt": " RFA ", "en": "Germany" },
        "notice_locale": { "pt": "Só retirada na alfândega." },
    });
    let germany = decide(&admin, GERMANY, form.clone()).await;
    assert_eq!((&germany["edited"], &germany["can"]["restore"]), (&json!(true), &json!(true)));
    assert_eq!(germany["title_locale"], json!({ "pt": "RFA", "en": "", "es": "", "zh": "" }));
    let late = admin.patch(GERMANY, json!({ "version": 0, "ships_to": true })).await;
    assert_eq!((late.status, late.message_code()), (409, "stale_version".into()));
    assert_eq!(decide(&admin, GERMANY, form).await["version"], germany["version"], "nothing has changed");

    let offered = again(&staff, COUNTRIES, &etag).await.data();
    let offered = offered.as_array().unwrap().iter().find(|one| one["alpha2"] == "DE").unwrap().clone();
    assert_eq!((&offered["ships_to"], &offered["ships_from"]), (&json!(false), &json!(true)));
    assert_eq!(
        (&offered["name_locale"]["pt"], &offered["name_locale"]["es"]),
        (&"RFA".into(), &"Alemania".into())
    );
    assert_eq!(offered["notice_locale"]["pt"], "Só retirada na alfândega.");
    assert_eq!(one(&neighbour, COUNTRIES, ("alpha2", "DE")).await["ships_to"], true);
    assert_eq!(neighbour.get(GERMANY).await.data()["edited"], false);
    assert_eq!(list(&neighbour, "/api/countries?edited=true&search=germany").await, Vec::<Value>::new());
    let found = list(&staff, "/api/countries?edited=true&ships_to=false&search=rfa&sort=-name").await;
    assert_eq!((found.len(), &found[0]["id"]), (1, &json!("DE")));

    only_new_ways_to_it_are_closed(&app, &staff, &old).await;
    let noted = audited(&app, "country.update").await;
    assert_eq!(
        (noted.len(), &noted[0].2["code"], &noted[0].2["ships_to"]),
        (1, &json!("DE"), &json!([true, false]))
    );

    let restored = admin.post(&format!("{GERMANY}/restore"), json!({})).await.data();
    assert_eq!((&restored["edited"], &restored["name_locale"]["pt"]), (&json!(false), &json!("Alemanha")));
    assert!(restored["version"].as_i64() > germany["version"].as_i64(), "a form from before stays stale");
    assert_eq!(confirm(&staff, &old).await.data()["status"], 30);
    assert_eq!(admin.get("/api/countries/XX").await.status, 404);
    let home = admin
        .patch("/api/countries/BR", json!({ "version": 0, "ships_to": false, "ships_from": false }))
        .await;
    assert_eq!((home.status, home.message_code()), (409, "own_country".into()));
    assert_eq!(decide(&admin, "/api/countries/BR", json!({ "ships_to": false })).await["ships_from"], true);
}

async fn only_new_ways_to_it_are_closed(app: &TestApp, staff: &Person, old: &Value) {
    let mut form = to_germany(staff).await;
    let refused = staff.post("/api/shipments", form.clone()).await;
    assert_eq!((refused.status, refused.code_at("to_country_id")), (422, "country_not_served".into()));
    let mut quote = crate::quotes::parcel("1");
    quote["destination"] = json!({ "country_id": old["to_country_id"] });
    let refused = staff.post("/api/quotes/calculate", quote).await;
    assert_eq!(refused.code_at("destination.country_id"), "country_not_served");
    let refused = confirm(staff, old).await;
    assert_eq!((refused.status, refused.code_at("to_country_id")), (409, "country_not_served".into()));
    let path = format!("/api/shipments/{}", old["id"].as_str().unwrap());
    assert_eq!(staff.get(&path).await.data()["to_country_id"], old["to_country_id"]);

    (form["from_country_id"], form["to_country_id"]) = (old["to_country_id"].clone(), 32.into());
    (form["from_postcode"], form["to_postcode"]) = (Value::Null, Value::Null);
    assert_eq!(staff.post("/api/shipments", form).await.data()["from_country_id"], old["to_country_id"]);
    let file = "Order number,Sender country,Receiver name,Receiver country,Item description,Quantity\n\
        B-1,Brazil,Ana,RFA,Book,1\nB-2,RFA,Ana,Portugal,Book,1\n";
    let import = sent(staff, "orders.csv", file.as_bytes()).await;
    let path = format!("/api/shipment_imports/{}", import["id"].as_str().unwrap());
    staff.post(&format!("{path}/process"), json!({})).await;
    app.run_processes().await;
    let counts = staff.get(&path).await.data()["counts"].clone();
    assert_eq!((&counts["taken_lines"], &counts["refused_lines"]), (&json!(1), &json!(1)), "{counts}");
}

#[tokio::test]
async fn a_company_decides_where_the_recipients_tax_number_is_needed() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    assert_eq!(admin.get("/api/countries/BR").await.data()["document_required"], true);
    let mut form = to_germany(&staff).await;
    let abroad = staff.post("/api/shipments", form.clone()).await.data();
    form["to_country_id"] = 32.into();
    (form["to_postcode"], form["to_state_id"]) = ("50050-000".into(), 16.into());
    form["items"] = json!([]);
    let home = staff.post("/api/shipments", form.clone()).await.data();
    assert_eq!(home["missing"], json!(["to_document", "items"]));
    let shown = async |shipment: &Value| {
        let data = staff.get(&format!("/api/shipments/{}", shipment["id"].as_str().unwrap())).await.data();
        (data["status"].clone(), data["missing"].clone())
    };

    decide(&admin, GERMANY, json!({ "document_required": true })).await;
    decide(&admin, "/api/countries/BR", json!({ "document_required": false })).await;
    assert_eq!(one(&staff, COUNTRIES, ("alpha2", "DE")).await["document_required"], true);
    assert_eq!(shown(&abroad).await, (json!(15), json!(["to_document"])), "drafts follow");
    assert_eq!(shown(&home).await, (json!(15), json!(["items"])));
    let refused = confirm(&staff, &abroad).await;
    assert_eq!(refused.code_at("to_document"), "required");
    assert_eq!(staff.post("/api/shipments", form).await.data()["missing"], json!(["items"]));

    admin.post(&format!("{GERMANY}/restore"), json!({})).await.data();
    assert_eq!(shown(&abroad).await, (json!(10), json!([])));
    assert_eq!(confirm(&staff, &abroad).await.data()["status"], 30);
}

/// SHP-7: `state` and `postal_code` of an airport.
#[tokio::test]
async fn a_company_has_its_own_data_of_airports() {
    let app = TestApp::start().await;
    let (admin, staff, neighbour) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.admin(PACIFIC).await);
    let viracopos = admin.get("/api/airports/vcp").await.data();
    assert_eq!((&viracopos["nickname"], &viracopos["edited"]), (&json!("Viracopos"), &json!(true)));
    let wrong =
        json!({ "version": viracopos["version"], "email": "desk", "phone": "12", "postal_code": "x" });
    let wrong = admin.patch("/api/airports/VCP", wrong).await;
    let told = ["email", "phone", "postal_code"].map(|field| wrong.code_at(field));
    assert_eq!(told, ["invalid_email", "invalid_phone", "invalid_postcode"]);
    let desk = json!({ "favourite": true, "email": "Cargo@VCP.test", "phone": "19 3725-5000", "postal_code": "13052-901", "state": "SP" });
    let viracopos = decide(&admin, "/api/airports/VCP", desk).await;
    assert_eq!(
        (&viracopos["email"], &viracopos["phone"]),
        (&json!("cargo@vcp.test"), &json!("+551937255000"))
    );
    assert_eq!((&viracopos["postal_code"], &viracopos["state"]), (&json!("13052-901"), &json!("SP")));
    decide(&admin, "/api/airports/CGH", json!({ "hidden": true, "favourite": true })).await;

    let offered = list(&staff, &format!("{AIRPORTS}?offered=true")).await;
    assert_eq!(
        (offered.len(), &offered[0]["iata"], &offered[0]["name"]),
        (50, &json!("VCP"), &json!("Viracopos"))
    );
    let found = list(&staff, &format!("{AIRPORTS}?search=sao%20paulo")).await;
    assert!(found.iter().all(|one| one["iata"] != "CGH"), "{found:?}");
    assert_eq!(list(&staff, "/api/airports?hidden=true").await[0]["id"], "CGH");
    assert_eq!(list(&staff, "/api/airports?search=viracopos&favourite=true&country_id=32").await.len(), 1);
    assert_eq!(neighbour.get("/api/airports/CGH").await.data()["hidden"], false);
    assert_eq!(staff.patch("/api/airports/VCP", json!({ "version": 0 })).await.status, 403);
    assert_eq!(audited(&app, "airport.update").await.len(), 2);

    edit(&app, ATLANTICO, WITHOUT_GERMANY).await.unwrap();
    assert_eq!(staff.get("/api/airports/QAT").await.data()["own"], true);
    assert_eq!(neighbour.get("/api/airports/QAT").await.status, 404);
    let restored = admin.post("/api/airports/VCP/restore", json!({})).await.data();
    assert_eq!((&restored["nickname"], &restored["email"]), (&Value::Null, &Value::Null));
}

/// AUX-1: own rows beside the shared ones.
#[tokio::test]
async fn a_company_keeps_airports_of_its_own() {
    let app = TestApp::start().await;
    let (admin, staff, neighbour) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.admin(PACIFIC).await);
    let mut form = json!({
        "iata": "Q1", "name": " ", "icao": "sdqt", "city": "Santos", "country_id": 32, "state_id": 4795,
        "time_zone": "Mars/Olympus",
    });
    assert_eq!(staff.post("/api/airports", form.clone()).await.status, 403);
    let wrong = admin.post("/api/airports", form.clone()).await;
    let codes = ["iata", "name", "state_id", "time_zone"].map(|field| wrong.code_at(field));
    assert_eq!(codes, ["invalid", "required", "unknown_state", "unknown_option"]);
    (form["name"], form["state_id"]) = ("Campo do Atlântico".into(), 26.into());
    (form["time_zone"], form["iata"]) = ("America/Sao_Paulo".into(), "GRU".into());
    let taken = admin.post("/api/airports", form.clone()).await;
    assert_eq!((taken.status, taken.code_at("iata")), (422, "taken".into()), "a shared airport has it");

    form["iata"] = "qat".into();
    let airport = admin.post("/api/airports", form.clone()).await.data();
    assert_eq!((&airport["id"], &airport["own"]), (&json!("QAT"), &json!(true)));
    assert_eq!((&airport["place"]["icao"], &airport["can"]["delete"]), (&json!("SDQT"), &json!(true)));
    assert_eq!(admin.post("/api/airports", form.clone()).await.code_at("iata"), "taken");
    assert_eq!(one(&staff, AIRPORTS, ("iata", "QAT")).await["state_id"], 26);
    assert_eq!(neighbour.get("/api/airports/QAT").await.status, 404);

    let mut place = airport["place"].clone();
    place["name"] = "Campo de Santos".into();
    let changed = decide(&admin, "/api/airports/QAT", json!({ "place": place, "favourite": true })).await;
    assert_eq!((&changed["name"], &changed["favourite"]), (&json!("Campo de Santos"), &json!(true)));
    let restored = admin.post("/api/airports/QAT/restore", json!({})).await.data();
    assert_eq!((&restored["name"], &restored["favourite"]), (&json!("Campo de Santos"), &json!(false)));

    let shared = admin.delete("/api/airports/GRU").await;
    assert_eq!((shared.status, shared.message_code()), (409, "airport_shared".into()));
    assert_eq!(staff.delete("/api/airports/QAT").await.status, 403);
    assert_eq!(admin.delete("/api/airports/QAT").await.status, 200);
    assert_eq!(admin.get("/api/airports/QAT").await.status, 404);
    assert_eq!(one(&staff, AIRPORTS, ("iata", "QAT")).await["active"], false, "records still have its name");
    assert_eq!(admin.post("/api/airports", form).await.data()["name"], "Campo do Atlântico");
    for (action, entries) in [("airport.create", 2), ("airport.update", 2), ("airport.delete", 1)] {
        assert_eq!(audited(&app, action).await.len(), entries, "{action}");
    }
}

#[tokio::test]
async fn a_company_decides_in_which_currencies_it_bills() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let billed = async || {
        let rows = list(&staff, "/api/auxiliar/chargeable_currencies").await;
        rows.iter().map(|row| row["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(billed().await, ["BRL", "USD"]);
    let euro = decide(&admin, "/api/currencies/EUR", json!({ "charged": true, "position": 2 })).await;
    assert_eq!((&euro["position"], &euro["edited"]), (&json!(2), &json!(false)));
    assert_eq!(billed().await, ["BRL", "EUR", "USD"]);
    assert_eq!(one(&staff, "/api/auxiliar/currencies", ("code", "USD")).await["billing_position"], 3);
    let first = list(&staff, "/api/currencies?charged=true").await;
    let order: Vec<&str> = first.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(order, ["BRL", "EUR", "USD"]);

    let stale = euro["version"].clone();
    let settings = admin.get("/api/tenant_settings").await.data();
    let swapped = json!({ "revision": settings["revision"], "chargeable_currencies": ["USD", "EUR"] });
    let settings = admin.patch("/api/tenant_settings", swapped).await.data();
    let late = admin.patch("/api/currencies/EUR", json!({ "version": stale, "charged": false })).await;
    assert_eq!(late.message_code(), "stale_version");

    crate::quotes::tariff(&admin, "EUROPA", "EUR", ["50", "90", "200"]).await;
    let euro = admin.get("/api/currencies/EUR").await.data();
    let refused =
        admin.patch("/api/currencies/EUR", json!({ "version": euro["version"], "charged": false })).await;
    assert_eq!((refused.status, refused.code_at("charged")), (409, "currency_priced".into()));
    assert_eq!(refused.json()["params"]["name"], "EUROPA");
    let without = json!({ "revision": settings["revision"], "chargeable_currencies": ["USD"] });
    let refused = admin.patch("/api/tenant_settings", without).await;
    assert_eq!((refused.status, refused.code_at("chargeable_currencies")), (409, "currency_priced".into()));

    let mut client = crate::partners::form("Ana Lima");
    client["code"] = "ana".into();
    let client = admin.post("/api/clients", client).await.data();
    let path = format!("/api/clients/{}/set_credit", client["id"].as_str().unwrap());
    let credit = json!({ "version": client["version"], "credit_limit": "100", "credit_currency": "USD" });
    admin.post(&path, credit).await.data();
    let dollar = admin.get("/api/currencies/USD").await.data();
    let refused =
        admin.patch("/api/currencies/USD", json!({ "version": dollar["version"], "active": false })).await;
    assert_eq!((refused.status, refused.code_at("active")), (409, "currency_in_wallet".into()));
    assert_eq!(refused.json()["params"]["name"], "Ana Lima");
    let own = admin.get("/api/currencies/BRL").await.data();
    let refused =
        admin.patch("/api/currencies/BRL", json!({ "version": own["version"], "active": false })).await;
    assert_eq!((refused.status, refused.code_at("active")), (409, "own_currency".into()));

    let yen = decide(&admin, "/api/currencies/JPY", json!({ "active": false, "charged": true })).await;
    assert_eq!((&yen["active"], &yen["charged"]), (&json!(false), &json!(false)));
    let mut form = complete(&staff).await;
    form["currency"] = "JPY".into();
    assert_eq!(staff.post("/api/shipments", form).await.code_at("currency"), "unknown_option");
    assert_eq!(admin.post("/api/currencies/JPY/restore", json!({})).await.data()["active"], true);
}

/// AUX-1, SHP-7: locales with the words and switches of the company.
#[tokio::test]
async fn a_company_decides_in_which_locales_it_offers_its_pages() {
    let app = TestApp::start().await;
    let (admin, staff, neighbour) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.admin(PACIFIC).await);
    let rows = list(&staff, "/api/locales").await;
    let codes: Vec<&str> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(
        (codes.len(), codes[0], &rows[0]["main"]),
        (4, "pt-BR", &json!(true)),
        "only those of the product"
    );
    assert_eq!(staff.patch("/api/locales/es", json!({ "version": 0, "active": false })).await.status, 403);
    assert_eq!(admin.get("/api/locales/fr").await.status, 404);

    let names = json!({ "pt": " Castelhano ", "en": "Spanish" });
    let spanish = decide(&admin, "/api/locales/es", json!({ "title_locale": names, "active": true })).await;
    assert_eq!(spanish["title_locale"], json!({ "pt": "Castelhano", "en": "", "es": "", "zh": "" }));
    assert_eq!((&spanish["edited"], &spanish["can"]["restore"]), (&json!(true), &json!(true)));
    let seen = one(&staff, "/api/auxiliar/locales", ("code", "es")).await;
    assert_eq!((&seen["name_locale"]["pt"], &seen["edited"]), (&json!("Castelhano"), &json!(true)));
    let found = list(&staff, "/api/locales?edited=true&search=castel&sort=-name").await;
    assert_eq!((found.len(), &found[0]["id"]), (1, &json!("es")));
    assert_eq!(list(&neighbour, "/api/locales?edited=true").await, Vec::<Value>::new());

    let closed = decide(&admin, "/api/locales/es", json!({ "active": false })).await;
    assert_eq!((&closed["active"], &closed["edited"]), (&json!(false), &json!(true)));
    let offered = list(&staff, "/api/locales?type=select").await;
    assert!(offered.iter().all(|one| one["code"] != "es"), "{offered:?}");
    assert_eq!(
        staff.post("/api/locale", json!({ "locale": "es" })).await.code_at("locale"),
        "unknown_option"
    );
    let own = admin.get("/api/locales/pt-BR").await.data();
    let refused =
        admin.patch("/api/locales/pt-BR", json!({ "version": own["version"], "active": false })).await;
    assert_eq!((refused.status, refused.code_at("active")), (409, "own_language".into()));

    let settings = admin.get("/api/tenant_settings").await.data();
    let all = json!({ "revision": settings["revision"], "languages": ["en", "pt-BR", "es", "zh-CN"] });
    admin.patch("/api/tenant_settings", all).await.data();
    let late = admin.patch("/api/locales/es", json!({ "version": closed["version"], "active": false })).await;
    assert_eq!((late.status, late.message_code()), (409, "stale_version".into()));
    let restored = admin.post("/api/locales/es/restore", json!({})).await.data();
    assert_eq!((&restored["name_locale"]["pt"], &restored["active"]), (&json!("Espanhol"), &json!(true)));
    assert_eq!(audited(&app, "offered_locale.update").await.len(), 3);
}
