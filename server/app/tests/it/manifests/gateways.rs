//! Gateways of the company's folder take manifests, or the manifest is closed as before.

use access::social::providers::Keyring;
use serde_json::json;

use super::{PATH, act, close, of_shipments, ready, show, text, versions};
use crate::social::apply;
use crate::support::sftp_server::PASSWORD;
use crate::support::{ATLANTICO, PACIFIC, TestApp};

/// Its name never has an address.
const ADDRESS: &str = "sftp.agent.invalid/in";

pub fn keyring(app: &TestApp) -> Keyring {
    let variables = [("AGENT_SECRET".to_owned(), PASSWORD.to_owned())];
    Keyring::of(Some(&app.state.config.secret), variables)
}

fn entry(address: &str, formats: &str) -> String {
    format!(
        "[[manifest_gateways]]\nname = \"agent\"\nlabel = \"Handling agent\"\nkind = \"sftp\"\naddress = \"{address}\"\n\
         formats = [{formats}]\nuser = \"remessa\"\nsecret_env = \"AGENT_SECRET\"\nhost_key = \"SHA256:abc\"\n"
    )
}

#[tokio::test]
async fn gateways_come_from_the_folder_and_lead_outside() {
    let app = TestApp::start().await;
    let (staff, other) = (app.staff(ATLANTICO).await, app.staff(PACIFIC).await);
    let path = format!("{PATH}/gateways");
    assert_eq!(staff.get(&path).await.data(), json!([]));
    for inside in ["10.0.0.1/in", "localhost/in", "redis"] {
        let refused = apply(&app, ATLANTICO, &entry(inside, "\"csv\""), &keyring(&app)).await;
        assert!(refused.is_err(), "{inside}");
    }
    let here = entry(ADDRESS, "\"csv\", \"xfhl\"");
    assert_eq!(apply(&app, ATLANTICO, &here, &keyring(&app)).await.unwrap(), "changed");
    assert_eq!(apply(&app, ATLANTICO, &here, &keyring(&app)).await.unwrap(), "unchanged");
    let offered = json!([
        { "name": "agent", "label": "Handling agent", "kind": "sftp", "formats": ["csv", "xfhl"] },
    ]);
    assert_eq!(staff.get(&path).await.data(), offered);
    assert_eq!(other.get(&path).await.data(), json!([]));
    assert_eq!(app.client(ATLANTICO).await.get(&path).await.status, 403);
    assert_eq!(apply(&app, ATLANTICO, "", &keyring(&app)).await.unwrap(), "changed");
    assert_eq!(staff.get(&path).await.data(), json!([]));
}

#[tokio::test]
async fn a_manifest_that_is_not_taken_is_closed_as_before() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    apply(&app, ATLANTICO, &entry(ADDRESS, "\"csv\""), &keyring(&app)).await.unwrap();
    let shipment = ready(&staff, json!({})).await;
    let manifest = of_shipments(&staff, &[&shipment], json!({})).await;
    close(&app, &staff, &manifest).await;
    let unknown = act(&staff, &manifest, "send", json!({ "gateway": "nobody" })).await;
    assert_eq!((unknown.status, unknown.code_at("gateway")), (422, "unknown_option".into()));
    let started = act(&staff, &manifest, "send", json!({ "gateway": "agent" })).await.data();
    assert_eq!((&started["status"], &started["can"]["reopen"]), (&json!(25), &json!(false)));

    app.run_processes().await;
    let after = show(&staff, &manifest).await;
    assert_eq!((&after["status"], &after["is_known"]), (&json!(20), &json!(false)));
    let version = versions(&staff, &manifest).await[0].clone();
    assert_eq!((&version["sent_at"], &version["gateway"]), (&json!(null), &json!(null)));
    let task = staff.get("/api/background_tasks").await.data()[0].clone();
    assert_eq!(task["failure"]["code"], "manifest_not_delivered", "{task}");
    assert!(!text(&task["failure"]["message"]).contains("agent.invalid"), "nothing of the network is told");

    let sent = act(&staff, &manifest, "send", json!({})).await.data();
    assert_eq!(sent["status"], 30);
    assert_eq!(versions(&staff, &manifest).await[0]["gateway"], "download");
}

#[tokio::test]
async fn a_gateway_that_takes_no_file_of_a_version_is_refused() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    apply(&app, ATLANTICO, &entry(ADDRESS, "\"xfhl\""), &keyring(&app)).await.unwrap();
    let shipment = ready(&staff, json!({})).await;
    let manifest = of_shipments(&staff, &[&shipment], json!({})).await;
    close(&app, &staff, &manifest).await;
    let refused = act(&staff, &manifest, "send", json!({ "gateway": "agent" })).await;
    assert_eq!((refused.status, refused.code_at("gateway")), (422, "manifest_gateway_files".into()));
    assert_eq!(show(&staff, &manifest).await["status"], 20);
}
