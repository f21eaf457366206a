//! The proofs of hosts in use, looked for again.

use serde_json::{Value, json};

use super::{HOST, RECORD, as_owner, hosts, noted, owner, preferred, proven, start};
use crate::support::{ATLANTICO, PACIFIC, TestApp};

/// As if the proofs were last seen so many days ago.
async fn seen_days_ago(app: &TestApp, days: i32) {
    as_owner(
        app,
        format!(
            "update control.domains set seen_at = now() - interval '{days} days' where seen_at is not null"
        ),
    )
    .await;
}

#[tokio::test]
async fn a_host_without_its_proof_for_thirty_days_is_free_for_others() {
    let (app, names) = start().await;
    let admin = app.admin(ATLANTICO).await;
    proven(&admin, &names, HOST).await;
    let shown = async || {
        let listed = admin.get("/api/domains").await.data();
        listed.as_array().unwrap().iter().find(|one| one["host"] == HOST).unwrap().clone()
    };
    seen_days_ago(&app, 40).await;
    app::sweep::sweep(&app.state).await;
    let again = shown().await;
    assert_eq!((&again["proof"], &again["proof_missing_since"]), (&Value::Null, &Value::Null), "it stands");

    names.set(RECORD, &["of somebody else"]);
    seen_days_ago(&app, 10).await;
    app::sweep::sweep(&app.state).await;
    let missing = shown().await;
    assert!(missing["verified_at"].is_string() && missing["proof_missing_since"].is_string(), "{missing}");
    assert!(missing["proof"]["value"].is_string());
    assert_eq!(
        owner(&app.state, HOST).as_deref(),
        Some("atlantico"),
        "it works until the end of thirty days"
    );

    preferred(&admin, HOST).await;
    seen_days_ago(&app, 31).await;
    app::sweep::sweep(&app.state).await;
    let lost = shown().await;
    assert_eq!((&lost["verified_at"], &lost["is_primary"]), (&Value::Null, &json!(false)));
    let lapsed = ("domain.lapse".to_owned(), json!({ "host": [HOST, null] }));
    assert!(noted(&app, ATLANTICO).await.contains(&lapsed));
    proven(&app.admin(PACIFIC).await, &names, HOST).await;
    assert_eq!(owner(&app.state, HOST).as_deref(), Some("pacific"));
}

#[tokio::test]
async fn a_silent_name_server_costs_nobody_a_host() {
    // No name server listens where this one asks.
    let app = TestApp::start().await;
    as_owner(&app, "update control.domains set seen_at = now() - interval '60 days'".to_owned()).await;
    app::sweep::sweep(&app.state).await;
    assert_eq!(hosts(&app.admin(ATLANTICO).await).await, [ATLANTICO]);
    assert_eq!(owner(&app.state, ATLANTICO).as_deref(), Some("atlantico"));
    assert!(noted(&app, ATLANTICO).await.iter().all(|(action, _)| action != "domain.lapse"));
}
