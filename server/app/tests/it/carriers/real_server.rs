//! The same against a real server of Karrio, where `REMESSA_KARRIO_URL` names one: `http://127.0.0.1:5002`, with
//! `REMESSA_KARRIO_KEY` and a carrier that prints labels without a network. The README says how to start it.

use std::net::ToSocketAddrs;

use serde_json::json;
use server_core::outgoing::divert;

use super::karrio_server::{ACCOUNT, KarrioServer};
use super::{CarrierCompany, label_path};

/// Name, key and carrier of the server; none where no server is named.
fn find_server() -> Option<(KarrioServer, String, String)> {
    let url = std::env::var("REMESSA_KARRIO_URL").ok()?;
    let key = std::env::var("REMESSA_KARRIO_KEY").expect("REMESSA_KARRIO_KEY");
    let account = std::env::var("REMESSA_KARRIO_ACCOUNT").unwrap_or_else(|_| ACCOUNT.to_owned());
    let place = url.trim_start_matches("http://").trim_end_matches('/');
    let address = place.to_socket_addrs().unwrap().next().unwrap();
    let server = KarrioServer::named();
    divert(&server.host, address);
    Some((server, key, account))
}

#[tokio::test]
async fn a_real_server_sells_a_label_follows_it_and_takes_it_back() {
    let Some((server, key, account)) = find_server() else { return };
    let form = json!({ "url": format!("https://{}", server.host), "account": account, "key": key });
    let company = CarrierCompany::connected_to(server, form).await;
    let test = company.admin.post(&company.link_path("/test"), json!({})).await.data();
    assert_eq!(test["failure"], json!(null), "{test}");
    let shipment = company.confirmed().await;
    let rates = company.admin.get(&label_path(&shipment, "/rates")).await.data();
    assert!(!rates["rates"].as_array().unwrap().is_empty(), "{rates}");
    let rate = rates["rates"][0].clone();
    let form = json!({ "service": rate["service"], "expected": rate["cost"] });
    company.admin.post(&label_path(&shipment, ""), form).await.data();
    company.app.run_processes().await;
    let label = company.label(&shipment).await;
    assert_eq!((&label["status"], &label["has_file"]), (&json!(30), &json!(true)), "{label}");
    let file = company.staff.get(&label_path(&shipment, "/file")).await;
    assert!(file.body.starts_with(b"%PDF-"));
    app::sweep::sweep(&company.app.state).await;
    company.app.run_processes().await;
    assert_eq!(company.link().await["failure_count"], 0);
    company.staff.post(&label_path(&shipment, "/cancel"), json!({ "reason": "test" })).await.data();
    company.app.run_processes().await;
    assert_eq!(company.label(&shipment).await["status"], 0);
}
