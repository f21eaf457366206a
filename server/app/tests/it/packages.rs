//! The packaging a company offers.

use serde_json::{Value, json};

use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

/// With a name in the language of the company `atlantico`.
pub fn form(code: &str, name: &str) -> Value {
    json!({
        "code": code, "title_locale": { "pt": name }, "package_type": "box",
        "length_mm": 300, "width_mm": 200, "height_mm": 100, "tare_g": 90, "max_weight_g": 4000,
    })
}

fn path(package: &Value, end: &str) -> String {
    format!("/api/packages/{}{end}", package["id"].as_str().unwrap())
}

async fn codes(person: &Person, path: &str) -> Vec<String> {
    let data = person.get(path).await.data();
    data.as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn only_active_packages_can_be_chosen() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let package = admin.post("/api/packages", form("MINI", "Caixa mínima")).await.data();
    assert_eq!((&package["active"], &package["can"]["activate"]), (&json!(true), &json!(false)));
    assert!(codes(&client, "/api/auxiliar/packages").await.contains(&"MINI".to_owned()));

    let stopped = admin.post(&path(&package, "/deactivate"), json!({})).await.data();
    assert_eq!((&stopped["active"], &stopped["can"]["activate"]), (&json!(false), &json!(true)));
    assert!(!codes(&client, "/api/auxiliar/packages").await.contains(&"MINI".to_owned()));

    admin.post(&path(&package, "/activate"), json!({})).await.data();
    assert!(codes(&client, "/api/auxiliar/packages").await.contains(&"MINI".to_owned()));
}

#[tokio::test]
async fn the_list_is_searched_in_any_language_and_sorted() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(
        codes(&staff, "/api/packages").await,
        ["ENV", "CX-P", "CX-G", "TUBO"],
        "as the company orders them"
    );
    assert_eq!(codes(&staff, "/api/packages?search=large%20box").await, ["CX-G"]);
    assert_eq!(codes(&staff, "/api/packages?search=C%C3%81IXA&sort=-max_weight_g").await, ["CX-G", "CX-P"]);
    assert_eq!(codes(&staff, "/api/packages?package_type=tube").await, ["TUBO"]);
    assert_eq!(staff.get("/api/packages?sort=tare_g").await.code_at("sort"), "unknown_option");
}

#[tokio::test]
async fn errors_of_a_package_are_reported_at_their_fields() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let mut wrong = form("  ", "Caixa");
    (wrong["title_locale"], wrong["length_mm"]) = (json!({ "en": "Box" }), json!(300));
    let answer = admin.post("/api/packages", wrong.clone()).await;
    assert_eq!(
        (answer.code_at("code"), answer.code_at("title_locale.pt")),
        ("required".into(), "required".into())
    );
    wrong["length_mm"] = json!(0);
    assert_eq!(admin.post("/api/packages", wrong).await.code_at("length_mm"), "too_small");
    assert_eq!(admin.post("/api/packages", form("ENV", "Outro")).await.code_at("code"), "taken");
}

#[tokio::test]
async fn the_menu_entry_needs_the_flag_and_the_right() {
    let app = TestApp::start().await;
    let shown = async |account: &str, host: &str| {
        app.signed_in(host, account).await.get("/api/profile").await.data()["menu"]["packages"].clone()
    };
    assert_eq!(shown("staff", ATLANTICO).await, json!(true));
    assert_eq!(shown("client", ATLANTICO).await, json!(null));
    assert_eq!(shown("staff", PACIFIC).await, json!(null));
    let admin = app.admin(PACIFIC).await;
    admin.patch("/api/feature_flags/auxiliar", json!({ "enabled": true })).await.data();
    assert_eq!(shown("staff", PACIFIC).await, json!(true));
}
