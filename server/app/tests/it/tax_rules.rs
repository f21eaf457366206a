//! Rules of import taxes: the shipped ones, a company's changes, and declarations.

use serde_json::{Value, json};

use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};
use crate::users::audited;

/// The form of a fee of 1.50 per parcel.
pub fn form(country: &str, note: &str) -> Value {
    json!({
        "country": country, "tax": "zz.fee", "class": "fee", "seq": 90, "kind": "flat_plus_percent", "rate": "0",
        "amount": "1.50", "currency": "USD", "per": "shipment", "limit_base": "goods", "tax_base": "goods",
        "rounding": "half_up", "collected": "import", "valid_from": "2026-01-01", "legal_ref": "Price list 2026",
        "source": "Broker", "confidence": "rule", "enabled": true, "note": note,
    })
}

/// A courier parcel of a shop to a consumer in São Paulo.
fn parcel(value: &str, date: &str) -> Value {
    json!({
        "country": "BR", "state": "SP", "dispatch": "US", "channel": "courier", "programme": "inside",
        "buyer": "consumer", "contents": "merchandise", "date": date, "currency": "USD", "terms": "ddp",
        "lines": [{ "hs": "610910", "origin": "CN", "value": value, "quantity": 1 }],
    })
}

async fn assessed(person: &Person, declaration: Value) -> Value {
    person.post("/api/tax_rules/assess", declaration).await.data()
}

/// The amounts of the lines, in their order.
fn amounts(assessment: &Value) -> Vec<&str> {
    assessment["lines"].as_array().unwrap().iter().map(|line| line["amount"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_company_changes_a_shipped_rule_and_restores_it() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    // II 60 % less 30, ICMS 17 % inside its base.
    let shipped = assessed(&admin, parcel("100", "2026-11-25")).await;
    assert_eq!((amounts(&shipped), &shipped["sender_pays"]), (vec!["30", "26.63"], &json!("56.63")));
    let before = assessed(&admin, parcel("100", "2026-05-11")).await;
    assert_eq!(amounts(&before), ["40", "28.67"]);
    assert_eq!(before["unchanged_until"], json!("2026-05-11"));

    let at = "/api/tax_rules/br-ii-programme-2026-high";
    let rule = admin.get(at).await.data();
    assert_eq!((&rule["own"], &rule["version"], &rule["rate"]), (&json!(false), &json!(0), &json!("0.6")));
    assert_eq!(rule["can"], json!({ "update": true, "delete": false }));
    let wrong =
        admin.patch(at, json!({ "version": 0, "amount": null, "limit_to": "1", "credit": "br.ii" })).await;
    let told = ["amount", "limit_to", "credit"].map(|field| wrong.code_at(field));
    assert_eq!(told, ["required", "invalid", "not_used_here"]);
    let changed = admin.patch(at, json!({ "version": 0, "rate": "0.5" })).await.data();
    assert_eq!((&changed["own"], &changed["changed"]), (&json!(true), &json!(true)));
    assert_eq!(admin.patch(at, json!({ "version": 0, "rate": "0.4" })).await.status, 409);
    assert_eq!(amounts(&assessed(&admin, parcel("100", "2026-11-25")).await), ["20", "24.58"]);
    let other = app.admin(PACIFIC).await;
    assert_eq!(amounts(&assessed(&other, parcel("100", "2026-11-25")).await), ["30", "26.63"]);

    assert_eq!(admin.delete(at).await.status, 200);
    assert_eq!(admin.delete(at).await.json()["message_code"], json!("tax_rule_shipped"));
    assert_eq!(amounts(&assessed(&admin, parcel("100", "2026-11-25")).await), ["30", "26.63"]);
    assert_eq!(audited(&app, "tax_rule.create").await.len(), 1);
    assert_eq!(audited(&app, "tax_rule.delete").await.len(), 1);
}

#[tokio::test]
async fn the_next_rule_ends_the_one_before_it() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let shipped = admin.get("/api/tax_rules/br-ii-programme-2026-high").await.data();
    let mut next = shipped.clone();
    let of_form = ["id", "own", "changed", "updated_at", "version", "can"];
    next.as_object_mut().unwrap().retain(|field, _| !of_form.contains(&field.as_str()));
    (next["rate"], next["valid_from"]) = (json!("0.5"), json!("2027-01-01"));
    next["follows"] = json!({ "id": shipped["id"], "version": 1 });
    assert_eq!(admin.post("/api/tax_rules", next.clone()).await.status, 409);
    next["follows"]["version"] = json!(0);
    let early = admin.post("/api/tax_rules", with(&next, "valid_from", "2026-05-12")).await;
    assert_eq!(early.code_at("valid_from"), "invalid");
    let other = admin.post("/api/tax_rules", with(&next, "tax", "br.other")).await;
    assert_eq!(other.code_at("tax"), "invalid");
    admin.post("/api/tax_rules", next).await.data();
    let ended = admin.get("/api/tax_rules/br-ii-programme-2026-high").await.data();
    assert_eq!((&ended["valid_to"], &ended["changed"]), (&json!("2026-12-31"), &json!(true)));
    let last = assessed(&admin, parcel("100", "2026-12-31")).await;
    assert_eq!((amounts(&last), &last["unchanged_until"]), (vec!["30", "26.63"], &json!("2026-12-31")));
    assert_eq!(amounts(&assessed(&admin, parcel("100", "2027-01-01")).await), ["20", "24.58"]);
}

fn with(form: &Value, field: &str, value: &str) -> Value {
    let mut form = form.clone();
    form[field] = json!(value);
    form
}

#[tokio::test]
async fn rules_of_one_country_fit_together() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let fee = admin.post("/api/tax_rules", form("br", "Terminal")).await.data();
    assert_eq!((&fee["country"], &fee["changed"]), (&json!("BR"), &json!(false)));
    assert_eq!(amounts(&assessed(&admin, parcel("100", "2026-11-25")).await), ["30", "26.63", "1.5"]);
    let twice = admin.post("/api/tax_rules", form("BR", "Twice")).await;
    assert_eq!(twice.code_at("tax"), "tax_rule_ambiguous");
    let mut order = form("BR", "Order");
    (order["seq"], order["buyer"]) = (json!(5), json!("business"));
    assert_eq!(admin.post("/api/tax_rules", order).await.code_at("seq"), "tax_order_differs");
    let mut relies = form("BR", "Relies");
    (relies["tax"], relies["replaces"]) = (json!("zz.other"), json!("zz.fee"));
    admin.post("/api/tax_rules", relies).await.data();
    let at = format!("/api/tax_rules/{}", fee["id"].as_str().unwrap());
    assert_eq!(admin.delete(&at).await.json()["message_code"], json!("tax_rule_needed"));

    let listed = admin.get("/api/tax_rules?country=BR&on=2026-11-25&own=true").await;
    assert_eq!(listed.data().as_array().unwrap().len(), 2);
    let france = admin.get("/api/tax_rules?country=FR&on=2026-11-25&per_page=100").await.data();
    let places: std::collections::BTreeSet<_> =
        france.as_array().unwrap().iter().map(|rule| rule["country"].as_str().unwrap()).collect();
    assert_eq!(places.into_iter().collect::<Vec<_>>(), ["EU", "FR"]);
}

#[tokio::test]
async fn a_territory_is_told_by_state_or_postcode() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for (country, currency, state, postcode, reason) in [
        ("ES", "EUR", Some("CN"), None, Some("outside_tax_territory")),
        ("ES", "EUR", None, Some("35001"), Some("outside_tax_territory")),
        ("ES", "EUR", None, None, Some("state_required")),
        ("ES", "EUR", None, Some("28001"), None),
        ("PT", "EUR", None, None, Some("state_required")),
        ("IT", "EUR", None, None, Some("state_required")),
        ("GB", "GBP", None, None, Some("state_required")),
        ("GB", "GBP", Some("BFS"), None, Some("other_regime")),
        ("GB", "GBP", None, Some("BT1 1AA"), Some("other_regime")),
    ] {
        let mut declaration = parcel("100", "2026-11-25");
        (declaration["country"], declaration["currency"]) = (json!(country), json!(currency));
        (declaration["state"], declaration["postcode"]) = (json!(state), json!(postcode));
        let found = assessed(&admin, declaration).await;
        assert_eq!(found["refused"][0]["reason"], json!(reason), "{country} {state:?} {postcode:?}: {found}");
    }
}

#[tokio::test]
async fn a_refused_declaration_says_why() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let over = assessed(&admin, parcel("3000.01", "2026-11-25")).await;
    let refused = &over["refused"][0];
    assert_eq!(
        (&refused["code"], &refused["reason"]),
        (&json!("outside_regime"), &json!("over_simplified_limit"))
    );
    assert_eq!(refused["value"], json!("3000.01"));
    assert!(over["lines"].as_array().unwrap().is_empty());
    let mut reais = parcel("100", "2026-11-25");
    reais["currency"] = json!("BRL");
    assert_eq!(assessed(&admin, reais.clone()).await["refused"][0]["code"], json!("exchange_rate_missing"));
    let rate =
        json!({ "from_currency": "USD", "to_currency": "BRL", "rate": "5.2238", "valid_from": "2026-10-02" });
    app.admin(PACIFIC).await.post("/api/exchange-rates", rate).await.data();
    assert_eq!(amounts(&assessed(&app.admin(PACIFIC).await, reais.clone()).await), ["0", "20.48"]);
    reais["rates"] = json!([{ "from_currency": "USD", "to_currency": "BRL", "rate": "5.2238" }]);
    assert_eq!(amounts(&assessed(&admin, reais).await), ["0", "20.48"]);
    let mut addressee = parcel("100", "2026-11-25");
    addressee["terms"] = json!("ddu");
    let due = assessed(&admin, addressee).await;
    assert_eq!((&due["sender_pays"], &due["addressee_pays"]), (&json!("0"), &json!("56.63")));
    let client = app.client(ATLANTICO).await;
    assert_eq!(client.post("/api/tax_rules/assess", parcel("100", "2026-11-25")).await.status, 403);
    assert_eq!(client.get("/api/tax_rules").await.status, 403);
}
