//! Lists as choices: `type=select` at the address of a list, and its `/select`.

use crate::support::{ATLANTICO, TestApp};

const LISTS: &[&str] = &[
    "/api/clients",
    "/api/countries",
    "/api/currencies",
    "/api/locales",
    "/api/subsidiaries",
    "/api/airports",
    "/api/packages",
    "/api/partners",
    "/api/price_tables",
    "/api/tracking-events",
    "/api/users",
    "/api/warehouses",
    "/api/services",
    "/api/banks",
    "/api/providers",
    "/api/service-groups",
    "/api/advanced-posts",
];

/// SHP-7: `type=select` and `/select` answer the same.
#[tokio::test]
async fn every_list_of_the_catalogue_answers_as_choices() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    admin.post("/api/banks/import", serde_json::json!({})).await.data();
    for list in LISTS {
        let choices = admin.get(&format!("{list}?type=select")).await;
        assert_eq!(choices.data(), admin.get(&format!("{list}/select")).await.data(), "{list}");
        let data = choices.data();
        assert!(data.as_array().unwrap().len() <= 500, "{list}");
        for choice in data.as_array().unwrap() {
            assert!(choice["id"].is_string() && choice["label"].is_string(), "{list}: {choice}");
        }
    }
    let found = admin.get("/api/countries?type=select&search=brasil").await.data();
    assert_eq!(found, serde_json::json!([{ "id": "BR", "code": "BR", "label": "Brazil" }]));
}

#[tokio::test]
async fn choices_have_only_active_records_and_the_words_that_were_typed() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let form = crate::packages::form("CHOICE", "Caixa de escolha");
    let package = admin.post("/api/packages", form).await.data();
    let path = "/api/packages?type=select&search=escolha";
    let found = admin.get(path).await.data();
    assert_eq!((&found[0]["id"], &found[0]["code"]), (&package["id"], &"CHOICE".into()));
    admin.delete(&format!("/api/packages/{}", package["id"].as_str().unwrap())).await.data();
    assert_eq!(admin.get(path).await.data(), serde_json::json!([]));
}
