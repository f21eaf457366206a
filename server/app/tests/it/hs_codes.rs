//! The search for tariff codes: by words of several languages, by digits, and what the client sent before.

use serde_json::{Value, json};

use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, Person, TestApp};

async fn search(person: &Person, text: &str) -> Vec<Value> {
    let query: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    person.get(&format!("/api/hs_codes/select?search={query}")).await.data().as_array().unwrap().clone()
}

#[tokio::test]
async fn a_code_is_found_by_words_of_each_language_and_by_its_digits() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    for (words, code) in [
        ("ceramic mugs", "691200"),
        ("caneca de ceramica", "691200"),
        ("taza de cerámica", "691200"),
        ("陶瓷杯", "691200"),
        ("running shoes", "640411"),
        ("horses pure-bred", "010121"),
    ] {
        let found = search(&staff, words).await;
        assert_eq!(found.first().map(|one| &one["code"]), Some(&json!(code)), "{words}: {found:?}");
    }
    let digits = search(&staff, "6912.00").await;
    assert_eq!((digits.len(), &digits[0]["code"]), (1, &json!("691200")));
    assert!(digits[0]["name_locale"]["pt"].as_str().unwrap().starts_with("Louça"), "{digits:?}");
    assert_eq!(search(&staff, "6912 shoes").await, Vec::<Value>::new());
    assert!(search(&staff, "cotton").await.len() <= 20);
}

#[tokio::test]
async fn a_description_finds_codes_though_none_has_all_its_words() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let codes = async |text: &str| -> Vec<String> {
        let found = search(&staff, text).await;
        found.iter().map(|one| one["code"].as_str().unwrap().to_owned()).collect()
    };
    let dresses = codes("vestido").await;
    assert!(dresses.iter().all(|code| code.starts_with("61") || code.starts_with("62")), "{dresses:?}");
    assert_eq!(codes("vestido de linho").await[0], "620442");
    assert_eq!(codes("bluetooth headphones").await[0], "851830");
    assert_eq!(codes("quixotic zymurgy").await, Vec::<String>::new());
}

#[tokio::test]
async fn what_the_client_sent_before_comes_first_and_nobody_else_sees_it() {
    let app = TestApp::start().await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let mut form = complete(&client).await;
    form["items"][0]["description"] = "Mug with a whale".into();
    form["items"][0]["hs_code"] = "69120010".into();
    client.post("/api/shipments", form).await.data();
    created(&client).await;
    let found = search(&client, "mug whale").await;
    let whale = json!({
        "code": "69120010", "name_locale": null, "description": "Mug with a whale", "origin_country_id": 32,
        "unit": null, "unit_value": "64.95", "currency": "BRL", "net_weight_g": 450.0,
    });
    assert_eq!(found, std::slice::from_ref(&whale));
    let recent = client.get("/api/hs_codes/select").await.data();
    assert_eq!(recent.as_array().unwrap().len(), 2, "without words, what was sent last: {recent}");
    let found = search(&client, "691200").await;
    let described: Vec<&Value> = found.iter().map(|one| &one["description"]).collect();
    assert_eq!(described, [&json!("Ceramic mug"), &whale["description"], &Value::Null], "before the list");
    assert_eq!(other.get("/api/hs_codes/select").await.data(), json!([]));
    let visitor = app.visitor(ATLANTICO).get("/api/hs_codes/select").await;
    assert_eq!(visitor.status, 401);
}
