//! Applying a tenant's folder again after an administrator has changed settings on the screen.

use access::social::providers::Keyring;
use serde_json::json;
use tenancy::admin::Admin;

use super::{PATH, changed};
use crate::support::{ATLANTICO, TestApp};

/// Applies the shipped folder of the demo tenant with some words of `tenant.toml` replaced.
async fn apply_folder(app: &TestApp, otherwise: &[(&str, &str)]) -> &'static str {
    let folder = tempfile::tempdir().unwrap();
    let shipped = format!("{}/../../tenants/atlantico", env!("CARGO_MANIFEST_DIR"));
    for file in ["logo.svg", "logo_dark.svg", "favicon.svg"] {
        std::fs::copy(format!("{shipped}/{file}"), folder.path().join(file)).unwrap();
    }
    let mut text = std::fs::read_to_string(format!("{shipped}/tenant.toml")).unwrap();
    for (from, to) in otherwise {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    std::fs::write(folder.path().join("tenant.toml"), text).unwrap();
    let admin = Admin::connect(app.admin_url()).await.unwrap();
    let keyring = Keyring::default();
    let change = app::cli::tenant::apply(&admin, &app.state.tenancy, folder.path(), &keyring).await.unwrap();
    app.state.settings.forget(&app.tenant(ATLANTICO)).await;
    change
}

#[tokio::test]
async fn changes_on_the_screen_are_kept_until_the_folder_changes() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(apply_folder(&app, &[]).await, "unchanged");
    let form = json!({ "name": "Atlântico Cargo", "brand_color": "#aa3300", "invitation_days": 3 });
    assert_eq!(changed(&admin, form).await.status, 200);
    crate::brand::sent(&admin, "logo", &crate::brand::picture(40, 40)).await.data();
    assert_eq!(admin.patch("/api/feature_flags/auxiliar", json!({ "enabled": false })).await.status, 200);
    let (settings, domain) = (admin.get(PATH).await.data(), admin.get("/api/domain").await.data());

    assert_eq!(apply_folder(&app, &[]).await, "unchanged");
    assert_eq!(admin.get(PATH).await.data(), settings);
    assert_eq!(admin.get("/api/domain").await.data(), domain);

    let otherwise = [("name = \"Atlântico Courier\"", "name = \"Atlântico Express\"")];
    assert_eq!(apply_folder(&app, &otherwise).await, "changed");
    let after = admin.get(PATH).await.data();
    assert_eq!((&after["name"], &after["brand_color"]), (&json!("Atlântico Express"), &json!("#aa3300")));
    assert_eq!((&after["invitation_days"], &after["brand"]), (&json!(3), &settings["brand"]));
    assert_eq!(admin.get("/api/profile").await.data()["menu"]["packages"], json!(null));
}

#[tokio::test]
async fn open_pages_hear_of_records_that_the_folder_changes() {
    const NEWEST: &str = "select body ->> 'resource' from live_events order by seq desc limit 1";
    let app = TestApp::start().await;
    assert_eq!(apply_folder(&app, &[("en = \"Economy\"", "en = \"Saver\"")]).await, "changed");
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let heard: Option<String> = sqlx::query_scalar(NEWEST).fetch_one(&mut *tx).await.unwrap();
    assert_eq!(heard.as_deref(), Some("service"));
}
