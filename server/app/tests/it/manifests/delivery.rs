//! Gateways get the files of a manifest, byte for byte.

use serde_json::{Value, json};

use super::gateways::keyring;
use super::{PATH, act, booked_waybill, close, file, issue, of_shipments, ready, show, versions};
use crate::social::apply;
use crate::support::file_host::FileHost;
use crate::support::sftp_server::{SftpServer, USER};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::waybills;

fn entry(kind: &str, address: &str, more: &str) -> String {
    format!(
        "[[manifest_gateways]]\nname = \"agent\"\nlabel = \"Handling agent\"\nkind = \"{kind}\"\naddress = \"{address}\"\n\
         formats = [\"csv\", \"xlsx\"]\nsecret_env = \"AGENT_SECRET\"\n{more}"
    )
}

fn sftp(server: &SftpServer, host_key: &str, user: &str) -> String {
    let more = format!("user = \"{user}\"\nhost_key = \"{host_key}\"\n");
    entry("sftp", &format!("{}/in", server.host), &more)
}

/// A manifest that is sent by the gateway of this entry, as it is afterwards.
async fn send(app: &TestApp, staff: &Person, gateway: &str) -> Value {
    apply(app, ATLANTICO, gateway, &keyring(app)).await.unwrap();
    let shipment = ready(staff, json!({})).await;
    let manifest = of_shipments(staff, &[&shipment], json!({})).await;
    close(app, staff, &manifest).await;
    act(staff, &manifest, "send", json!({ "gateway": "agent" })).await.data();
    app.run_processes().await;
    show(staff, &manifest).await
}

/// The bytes of its first version that everybody can download.
async fn download(staff: &Person, manifest: &Value) -> [Vec<u8>; 2] {
    [file(staff, manifest, 1, "csv").await.body, file(staff, manifest, 1, "xlsx").await.body]
}

#[tokio::test]
async fn files_are_put_on_an_sftp_server_under_another_name_first() {
    let app = TestApp::start().await;
    let (staff, server) = (app.staff(ATLANTICO).await, SftpServer::start().await);
    let sent = send(&app, &staff, &sftp(&server, &server.fingerprint, USER)).await;
    assert_eq!((&sent["status"], &sent["is_known"]), (&json!(30), &json!(true)), "{sent}");
    assert_eq!(versions(&staff, &sent).await[0]["gateway"], "agent");
    let paths = server.paths();
    assert!(paths.len() == 2 && paths.iter().all(|path| path.starts_with("in/")), "{paths:?}");
    let parts: Vec<(String, String)> = server
        .renamed()
        .into_iter()
        .map(|(from, to)| (from.trim_end_matches(".part").to_owned(), to))
        .collect();
    assert!(parts.len() == 2 && parts.iter().all(|(from, to)| from == to), "{parts:?}");
    let put: Vec<Vec<u8>> = paths.iter().filter_map(|path| server.file(path)).collect();
    for bytes in download(&staff, &sent).await {
        assert!(put.contains(&bytes), "byte for byte");
    }
}

#[tokio::test]
async fn a_server_with_another_key_or_password_gets_nothing() {
    let app = TestApp::start().await;
    let (staff, server) = (app.staff(ATLANTICO).await, SftpServer::start().await);
    let other = "SHA256:0000000000000000000000000000000000000000000";
    for gateway in [sftp(&server, other, USER), sftp(&server, &server.fingerprint, "somebody")] {
        let refused = send(&app, &staff, &gateway).await;
        assert_eq!((&refused["status"], &refused["is_known"]), (&json!(20), &json!(false)), "{refused}");
        assert_eq!(server.paths(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn files_are_posted_to_a_host_with_a_key_of_their_own() {
    let app = TestApp::start().await;
    let (staff, host) = (app.staff(ATLANTICO).await, FileHost::start().await);
    let sent = send(&app, &staff, &entry("https", &host.url, "")).await;
    assert_eq!(sent["status"], 30, "{sent}");
    let receipt = versions(&staff, &sent).await[0]["receipt"].clone();
    assert!(receipt.as_str().is_some_and(|receipt| receipt.contains("thank you")), "{receipt}");
    let posted = host.posted();
    assert_eq!(posted.len(), 2);
    assert_ne!(posted[0].key, posted[1].key);
    for file in &posted {
        assert_eq!(file.authorization, format!("Bearer {}", crate::support::sftp_server::PASSWORD));
        assert!(file.disposition.contains("filename"), "{file:?}");
    }
    for bytes in download(&staff, &sent).await {
        assert!(posted.iter().any(|file| file.bytes == bytes), "byte for byte");
    }
}

#[tokio::test]
async fn a_manifest_whose_waybill_is_voided_on_its_way_is_not_delivered() {
    let app = TestApp::start().await;
    let (admin, staff, host) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, FileHost::start().await);
    apply(&app, ATLANTICO, &entry("https", &host.url, ""), &keyring(&app)).await.unwrap();
    let shipment = ready(&staff, json!({})).await;
    let waybill = booked_waybill(&admin, &[&shipment]).await;
    let waybill = issue(&admin, &waybill).await;
    let manifest = staff.post(PATH, json!({ "mawb_id": waybill["id"] })).await.data();
    assert_eq!(close(&app, &staff, &manifest).await["status"], 20);
    act(&staff, &manifest, "send", json!({ "gateway": "agent" })).await.data();
    let voiding = json!({ "reason": "no flight", "carrier_note": "cancelled by the airline" });
    waybills::act(&admin, &waybill, "void", voiding).await.data();
    app.run_processes().await;
    let kept = show(&staff, &manifest).await;
    assert_eq!((&kept["status"], &kept["is_known"]), (&json!(20), &json!(false)), "{kept}");
    assert_eq!(host.posted().len(), 0);
}
