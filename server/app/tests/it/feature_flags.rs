//! An administrator sets a flag: it applies to this company only, and the change is audited.

use std::collections::BTreeSet;

use poem::http::Method;
use serde_json::{Value, json};
use server_core::clock::Clock;
use server_core::settings::PUBLIC_TRACKING;
use site::flags::Flag;

use crate::isolation::document::{Operation, operations};
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const TRACKING: &str = "/api/feature_flags/public_tracking";

async fn switched(person: &Person, path: &str, enabled: bool) -> Answer {
    person.send(Method::PATCH, path, Some(json!({ "enabled": enabled }))).await
}

/// An administrator switches a flag.
pub async fn switch(admin: &Person, flag: &str, enabled: bool) -> Answer {
    switched(admin, &format!("/api/feature_flags/{flag}"), enabled).await
}

/// Opens what the company has closed, for walks over every operation.
pub async fn open_every_feature(admin: &Person) {
    for flag in admin.get("/api/feature_flags").await.data().as_array().unwrap() {
        switch(admin, flag["name"].as_str().unwrap(), true).await.data();
    }
}

async fn domain(app: &TestApp, host: &str) -> Value {
    app.visitor(host).get("/api/domain").await.data()
}

#[tokio::test]
async fn a_flag_applies_to_the_next_request_of_its_company_only() {
    let app = TestApp::start().await;
    let (before, neighbour) = (domain(&app, ATLANTICO).await, domain(&app, PACIFIC).await);
    let admin = app.admin(ATLANTICO).await;
    let flag = switched(&admin, TRACKING, false).await.data();
    assert_eq!((&flag["enabled"], &flag["default_enabled"]), (&json!(false), &json!(true)));
    assert!(flag["changed_by"].is_string() && flag["changed_at"].is_string(), "{flag}");

    let after = domain(&app, ATLANTICO).await;
    assert_eq!(after["flags"]["public_tracking"], false);
    assert_ne!(after["revision"], before["revision"]);
    assert_eq!(domain(&app, PACIFIC).await, neighbour);

    let listed = admin.get("/api/feature_flags").await.data();
    assert_eq!(listed[0], flag);
    switched(&admin, TRACKING, true).await;
    assert_eq!(domain(&app, ATLANTICO).await["revision"], before["revision"], "all is as it was");
}

/// DASH-1: links to the most used lists are on the dashboard only where the company wants them.
#[tokio::test]
async fn shortcuts_on_the_dashboard_are_off_until_the_company_wants_them() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let shortcuts = async || admin.get("/api/config").await.data()["dashboard_shortcuts"].clone();
    assert_eq!(shortcuts().await, false);
    switched(&admin, "/api/feature_flags/dashboard_shortcuts", true).await.data();
    assert_eq!(shortcuts().await, true);
    let there = app.admin(PACIFIC).await.get("/api/config").await.data();
    assert_eq!(there["dashboard_shortcuts"], false, "another company decides for itself");
}

#[tokio::test]
async fn another_node_applies_a_flag_at_once() {
    let app = TestApp::start().await;
    let other = app::connect(app.state.config.clone(), Clock::default()).await.unwrap();
    let tenant = app.tenant(ATLANTICO);
    let mut notices = other.tenancy.listen("remessa_settings");
    // The connection itself counts as one notice.
    notices.changed().await.unwrap();
    assert!(other.settings.get(&other.tenancy, &tenant).await.unwrap().flag(PUBLIC_TRACKING));
    switched(&app.admin(ATLANTICO).await, TRACKING, false).await;
    let heard = std::time::Duration::from_secs(10);
    tokio::time::timeout(heard, notices.changed()).await.expect("no notice came").unwrap();
}

#[tokio::test]
async fn only_effective_flag_changes_are_audited() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for enabled in [true, false, false] {
        assert_eq!(switched(&admin, TRACKING, enabled).await.status, 200);
    }
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let entries: Vec<(Value, String)> = sqlx::query_as(
        "select changes, u.email from audit_entries a join users u on u.id = a.user_id
         where action = 'feature_flag.update'",
    )
    .fetch_all(&mut *tx)
    .await
    .unwrap();
    let entry = (json!({ "public_tracking": [true, false] }), "admin@atlantico.test".to_owned());
    assert_eq!(entries, [entry]);
}

#[tokio::test]
async fn staff_and_clients_cannot_read_or_set_flags() {
    let app = TestApp::start().await;
    for account in ["staff", "client"] {
        let person = app.signed_in(ATLANTICO, account).await;
        assert_eq!(person.get("/api/feature_flags").await.status, 403, "{account}");
        assert_eq!(switched(&person, TRACKING, false).await.status, 403, "{account}");
        let menu = person.get("/api/profile").await.data()["menu"].clone();
        assert_eq!(menu["feature_flags"], json!(null), "{account}");
    }
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(admin.get("/api/profile").await.data()["menu"]["feature_flags"], true);
    assert_eq!(switched(&admin, "/api/feature_flags/free_beer", true).await.status, 404);
    assert_eq!(domain(&app, ATLANTICO).await["flags"]["public_tracking"], true);
}

/// The operations that a flag closes, by the beginning of their paths. What others need stays: choices, and the money of
/// a client.
const CLOSED: &[(&str, &[&str])] = &[
    ("services", &["/api/services"]),
    (
        "bags_master",
        &[
            "/api/bags",
            "/api/mawbs",
            "/api/mawb-ranges",
            "/api/cargo-messages",
            "/api/masters",
            "/api/break-bags",
        ],
    ),
    (
        "stock",
        &[
            "/api/stocks",
            "/api/stock_imports",
            "/api/stock-movements",
            "/api/stock-items",
            "/api/stock-places",
            "/api/pick-lists",
            "/api/inventories",
            "/api/purchases",
            "/api/buying-requests",
        ],
    ),
    ("pickup", &["/api/shipment-pickups"]),
    ("delivery", &["/api/shipment-deliveries", "/api/routes", "/api/field"]),
    ("cash_on_delivery", &["/api/cash-handovers", "/api/cod-payouts"]),
    ("clients", &["/api/clients", "/api/client_groups", "/api/client_imports"]),
    ("auxiliar", &["/api/packages"]),
    (
        "integrations",
        &[
            "/api/api-tokens",
            "/api/webhooks",
            "/api/webhook-events",
            "/api/shops",
            "/api/shop-orders",
            "/api/order-layer",
        ],
    ),
    ("reviews", &["/api/reviews"]),
    ("indications", &["/api/indications"]),
];
const OPEN: &[&str] = &["/select", "/wallet", "/deposit_accounts"];

fn is_closed_by(flag: &str, operation: &Operation) -> bool {
    let paths = CLOSED.iter().find(|(name, _)| *name == flag).map_or(&[][..], |(_, paths)| paths);
    let is_in = |path: &str| operation.path == path || operation.path.starts_with(&format!("{path}/"));
    paths.iter().any(|path| is_in(path))
        && (flag == "auxiliar" || !OPEN.iter().any(|open| operation.path.contains(open)))
}

/// TEN-6: off means 404, and the data stay.
#[tokio::test]
async fn a_flag_that_is_off_closes_its_operations_and_no_others() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let client = admin.get("/api/clients/select").await.data()[0]["id"].as_str().unwrap().to_owned();
    // Reading only: changes would spoil the next flag. The guard is the same for both.
    let readable: Vec<_> = operations()
        .into_iter()
        .filter(|one| one.method == Method::GET && (one.stands_alone() || one.path.contains("{id}")))
        .map(|one| (one.filled(&client), one))
        .collect();
    let statuses = async || {
        let mut all = Vec::new();
        for (path, _) in &readable {
            all.push(admin.get(path).await.status);
        }
        all
    };
    let open = statuses().await;
    let flags: BTreeSet<_> = policy::MENU.iter().filter_map(|entry| entry.flag).collect();
    for flag in flags {
        let path = format!("/api/feature_flags/{flag}");
        switched(&admin, &path, false).await.data();
        let (mut closed, now) = (0, statuses().await);
        for (((_, operation), before), now) in readable.iter().zip(&open).zip(&now) {
            if is_closed_by(flag, operation) {
                assert_eq!(*now, 404, "{flag}: {}", operation.id);
                closed += 1;
            } else {
                assert_eq!(now, before, "{flag}: {}", operation.id);
            }
        }
        assert!(closed > 0, "{flag} closes nothing");
        switched(&admin, &path, true).await.data();
        assert_eq!(statuses().await, open, "{flag}: all is there again");
    }
}

#[test]
fn every_flag_of_the_menu_can_be_set() {
    for flag in policy::MENU.iter().filter_map(|entry| entry.flag) {
        assert!(Flag::from_name(flag).is_some(), "{flag}");
    }
}
