//! The calculator: all services side by side, for staff, clients and visitors.

use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::{assign, dollar, offer, parcel, service, tariff};
use crate::prices::sheets::Statements;
use crate::prices::{amount, id, keys};
use crate::support::{ATLANTICO, Person, TestApp};

const PATH: &str = "/api/quotes/calculate";

#[tokio::test]
async fn all_services_stand_side_by_side_with_prices_taxes_and_reasons() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let early = admin.post(PATH, parcel("1")).await.data();
    assert_eq!(codes_of(offer(&early, "EXP")), ["no_table"], "{early}");
    dollar(&admin, "5").await;
    let (express, economy) = (
        tariff(&admin, "EXP", "BRL", ["50", "90", "200"]).await,
        tariff(&admin, "ECO", "USD", ["8", "20", "44"]).await,
    );
    let cost = tariff(&admin, "EXP-C", "BRL", ["30", "60", "120"]).await;
    for (code, sell, cost) in [("EXP", &express, Some(&cost)), ("ECO", &economy, None)] {
        let scope = json!({ "scope": "service", "service_id": service(&admin, code).await });
        assign(&admin, scope, sell, cost).await;
    }
    let mut asked = parcel("1.2");
    asked["insurance_value"] = "100".into();
    let quote = admin.post(PATH, asked.clone()).await.data();
    let order: Vec<&str> =
        quote["offers"].as_array().unwrap().iter().map(|one| one["service_code"].as_str().unwrap()).collect();
    assert_eq!(
        (&quote["currency"], &order[..2]),
        (&json!("BRL"), &["EXP", "ECO"][..]),
        "90 + 5 before 20 × 5 + 25"
    );
    let first = offer(&quote, "EXP");
    assert_eq!(amounts(first), ["90", "5", "0", "95"], "{first}");
    assert_eq!(first["costs"]["margin"]["amount"], "30", "{}", first["costs"]);
    assert_eq!((&first["transit_min_days"], &first["weights"]["chargeable"]), (&json!(3), &json!("1.2")));
    assert_eq!(amounts(offer(&quote, "ECO")), ["100", "25", "0", "125"]);
    assert_eq!(codes_of(offer(&quote, "MAR")), ["no_table"]);

    limits_are_told(&admin).await;
    taxes_are_charged_or_estimated(&admin).await;
    taxes_of_a_territory_are_unknown(&admin).await;
    a_client_gets_own_prices_and_sees_no_costs(&app, &admin, &asked).await;
    statements_do_not_grow_with_services(&admin).await;
    visitors_need_the_flag(&app, &admin).await;
}

/// Freight, insurance, taxes and total.
fn amounts(offer: &Value) -> [&str; 4] {
    let sum: Decimal = offer["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["amount"]["amount"].as_str().unwrap().parse::<Decimal>().unwrap())
        .sum();
    let said = ["total_freight", "total_insurance", "total_tax", "total"]
        .map(|name| offer[name]["amount"].as_str().unwrap_or_else(|| panic!("{name}: {offer}")));
    assert_eq!(sum, said[3].parse().unwrap(), "{offer}");
    said
}

fn codes_of(offer: &Value) -> Vec<&str> {
    let mut codes: Vec<&str> =
        offer["refused"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    codes.sort_unstable();
    codes
}

/// The service's limit, else the company's: 30 kg and US$ 3,000.
async fn limits_are_told(admin: &Person) {
    let heavy = admin.post(PATH, parcel("30.001")).await.data();
    let refused = &offer(&heavy, "ECO")["refused"][0];
    assert_eq!(
        (&refused["code"], &refused["limit"]["value"]),
        (&json!("over_shipment_weight"), &json!("30"))
    );
    assert!(codes_of(offer(&heavy, "EXP")).is_empty(), "its own limit is 70 kg");
    assert_eq!(codes_of(offer(&heavy, "CARGA")), ["no_table", "over_shipment_weight"], "the company's limit");
    for (value, is_over) in [("3000", false), ("3000.01", true)] {
        let mut asked = parcel("1");
        asked["declared_value"] = value.into();
        let quote = admin.post(PATH, asked).await.data();
        assert_eq!(codes_of(offer(&quote, "EXP")).contains(&"over_value"), is_over, "{value}");
    }
    let mut wrong = parcel("0");
    wrong["destination"] = json!({ "country_id": 81, "state_id": 1 });
    wrong["service_id"] = json!(uuid::Uuid::now_v7());
    let refused = admin.post(PATH, wrong).await;
    assert_eq!(refused.code_at("parcels.0.weight"), "must_be_positive");
    assert_eq!(refused.code_at("destination.state_id"), "unknown_state");
}

/// DDP: lines of the total. DAP: estimates for the addressee.
async fn taxes_are_charged_or_estimated(admin: &Person) {
    let mut asked = parcel("1");
    asked["origin"] = json!({ "country_id": 81 });
    let states = admin.get("/api/auxiliar/states/32").await.data();
    let state = states.as_array().unwrap().iter().find(|state| state["name"] == "São Paulo").unwrap();
    asked["destination"] = json!({ "country_id": 32, "state_id": state["id"], "postcode": "01310-100" });
    for (incoterm, charged) in [("DDP", true), ("DAP", false)] {
        asked["incoterm"] = incoterm.into();
        let quote = admin.post(PATH, asked.clone()).await.data();
        let offer = offer(&quote, "EXP");
        let (lines, estimates) = (&offer["lines"], &offer["estimates"]);
        assert_eq!(offer["terms"], if charged { "ddp" } else { "ddu" });
        let taxes = if charged { lines } else { estimates };
        assert!(amount(taxes, "import").is_some(), "{offer}");
        assert_eq!((estimates == &json!([]), amount(lines, "import").is_some()), (charged, charged));
        assert!(!offer["taxes"]["lines"].as_array().unwrap().is_empty());
        assert_eq!(offer["addressee_pays"].is_null(), charged);
    }
    asked["incoterm"] = "DDP".into();
    asked["destination"] = json!({ "country_id": 32 });
    let quote = admin.post(PATH, asked).await.data();
    assert!(codes_of(offer(&quote, "EXP")).contains(&"state_needed"), "the state decides: {quote}");
}

/// The postcode alone says that Helgoland is outside the tax territory of Germany.
async fn taxes_of_a_territory_are_unknown(admin: &Person) {
    let euro =
        json!({ "from_currency": "EUR", "to_currency": "BRL", "rate": "6", "valid_from": "2026-01-01" });
    admin.post("/api/exchange-rates", euro).await.data();
    let mut asked = parcel("1");
    (asked["currency"], asked["incoterm"]) = ("EUR".into(), "DDP".into());
    asked["options"] = json!({ "tax_programme": "inside" });
    for (postcode, is_known) in [("10115", true), ("27498", false)] {
        asked["destination"]["postcode"] = postcode.into();
        let quote = admin.post(PATH, asked.clone()).await.data();
        let offer = offer(&quote, "EXP");
        assert_eq!(codes_of(offer).contains(&"taxes_unknown"), !is_known, "{postcode}: {offer}");
        let reason = &offer["taxes"]["refused"][0]["reason"];
        assert_eq!(reason == "outside_tax_territory", !is_known, "{postcode}: {offer}");
    }
}

async fn a_client_gets_own_prices_and_sees_no_costs(app: &TestApp, admin: &Person, asked: &Value) {
    let client = app.client(ATLANTICO).await;
    let own = client.get("/api/profile").await.data()["client_id"].clone();
    let seen = client.post(PATH, asked.clone()).await.data();
    let mut found = Vec::new();
    keys(&seen, &mut found);
    let secret: Vec<_> = found.iter().filter(|key| key.contains("cost") || key.contains("margin")).collect();
    assert!(secret.is_empty(), "{secret:?}");
    let table = tariff(admin, "OWN", "BRL", ["40", "70", "150"]).await;
    let clients = admin.get("/api/clients").await.data();
    let mine = clients.as_array().unwrap().iter().find(|one| one["code"] == "C001").unwrap()["id"].clone();
    assert!(own.is_null() || own == mine);
    assign(admin, json!({ "scope": "client", "client_id": mine }), &table, None).await;
    let (before, after) = (offer(&seen, "EXP"), client.post(PATH, asked.clone()).await.data());
    assert_eq!((amounts(before)[3], amounts(offer(&after, "EXP"))[3]), ("95", "75"));
    let mut of_client = asked.clone();
    of_client["client_id"] = mine;
    let staff = app.staff(ATLANTICO).await.post(PATH, of_client.clone()).await.data();
    assert_eq!(amounts(offer(&staff, "EXP"))[3], "75", "staff choose the client");
    let other = app.signed_in(ATLANTICO, "client2").await.post(PATH, of_client).await.data();
    assert_eq!(amounts(offer(&other, "EXP"))[3], "95", "another client is ignored");
}

/// The same number for 4 and for 24 services.
async fn statements_do_not_grow_with_services(admin: &Person) {
    // Some requests also read what a change made stale, or write that the session is in use.
    let count = async || {
        let mut least = usize::MAX;
        for _ in 0..4 {
            let sent = Statements::count(async || {
                admin.post(PATH, parcel("1")).await.data();
            });
            least = least.min(sent.await);
        }
        least
    };
    let few = count().await;
    for number in 0..20 {
        let form = json!({
            "code": format!("S{number}"), "title_locale": { "pt": "Serviço" }, "mode": "air", "volumetric_divisor": 5000,
            "rounding_step_g": 500, "position": 50,
        });
        let made = admin.post("/api/services", form).await.data();
        let table = admin.get("/api/price_tables?search=EXP&kind=sell").await.data()[0].clone();
        assign(admin, json!({ "scope": "service", "service_id": id(&made) }), &table, None).await;
    }
    let many = count().await;
    assert_eq!(few, many, "statements for 4 services, and for 24");
    assert!((5..=20).contains(&many), "{many} statements");
}

/// General prices only, and no more than the limit allows.
async fn visitors_need_the_flag(app: &TestApp, admin: &Person) {
    let mut visitor = app.visitor(ATLANTICO);
    visitor.visit().await;
    let path = "/api/public/quotes/calculate";
    for (enabled, status) in [(false, 404), (true, 200)] {
        let flag = json!({ "enabled": enabled });
        admin.patch("/api/feature_flags/public_calculator", flag).await.data();
        assert_eq!(visitor.post(path, parcel("1.2")).await.status, status);
    }
    let seen = visitor.post(path, parcel("1.2")).await.data();
    let first = offer(&seen, "EXP");
    assert_eq!((amounts(first)[3], first.get("costs")), ("90", None), "never the prices of a client");
    let mut last = 200;
    for _ in 0..40 {
        last = visitor.post(path, parcel("1")).await.status;
    }
    assert_eq!(last, 429);
}
