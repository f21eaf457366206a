//! Users bound to subsidiaries see only log entries about themselves and their shipments.

use serde_json::{Value, json};

use super::{exported, listed};
use crate::profiles::explain::{codes, id_of, told};
use crate::subsidiaries::{branches, give, shipped};
use crate::support::{ATLANTICO, Person, TestApp};

const DEV: &str = "dev@atlantico.test";

struct Bound {
    app: TestApp,
    admin: Person,
    dev: Person,
    /// Shipments of staff: in the developer's subsidiary, in another one, in none.
    theirs: Value,
    others: Value,
    nobodys: Value,
}

async fn bound(rules: &[(&str, &str)]) -> Bound {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let [recife, sao_paulo] = branches(&admin).await;
    let theirs = shipped(&staff, Some(&recife)).await;
    let others = shipped(&staff, Some(&sao_paulo)).await;
    let nobodys = shipped(&staff, None).await;
    let log = [("audit_entry", "list"), ("audit_entry", "export")];
    let rule =
        |(resource, action): &(&str, &str)| json!({ "resource": resource, "action": action, "scope": "any" });
    let rules: Vec<Value> = log.iter().chain(rules).map(rule).collect();
    let profile = json!({
        "name": "Branch", "kind": 10, "description": "", "active": true, "bound_to_subsidiaries": true, "rules": rules,
    });
    let profile = admin.post("/api/user_profiles", profile).await.data();
    let dev = app.signed_in(ATLANTICO, "dev").await;
    assert_eq!(give(&admin, "dev", &[profile["id"].as_str().unwrap()], &[&recife]).await.status, 200);
    Bound { app, admin, dev, theirs, others, nobodys }
}

fn about(entry: &Value, record: &Value) -> bool {
    entry["resource_id"] == record["id"]
}

fn is_theirs(entry: &Value) -> bool {
    entry["user"]["email"] == DEV || entry["acting_user"]["email"] == DEV
}

#[tokio::test]
async fn a_bound_developer_reads_entries_about_themselves_and_their_shipments_only() {
    let Bound { app, admin, dev, theirs, others, nobodys } = bound(&[("shipment", "show")]).await;
    let seen = listed(&dev, "per_page=100").await;
    assert!(seen.iter().any(is_theirs) && seen.iter().any(|entry| about(entry, &theirs)), "{seen:?}");
    assert!(seen.iter().all(|entry| is_theirs(entry) || about(entry, &theirs)), "{seen:?}");
    let all = listed(&admin, "per_page=100").await;
    for hidden in [&others, &nobodys] {
        assert!(all.iter().any(|entry| about(entry, hidden)));
        assert!(listed(&dev, &format!("resource_id={}", hidden["id"].as_str().unwrap())).await.is_empty());
    }

    // Filters apply in addition, and the total counts the visible entries.
    let staff = crate::users::demo_user(&admin, "staff").await["id"].as_str().unwrap().to_owned();
    for query in ["action=shipment.create".to_owned(), "search=staff@".to_owned(), format!("user_id={staff}")]
    {
        let answer = dev.get(&format!("/api/audit_entries?{query}")).await.json();
        let found = answer["data"].as_array().unwrap();
        assert_eq!(answer["meta"]["total"], found.len(), "{query}");
        assert!(found.len() == 1 && about(&found[0], &theirs), "{query}: {found:?}");
    }
    let own = id_of(&dev).await;
    let own = listed(&dev, &format!("user_id={}", own.as_str().unwrap())).await;
    assert!(!own.is_empty() && own.iter().all(is_theirs), "{own:?}");
    assert!(listed(&dev, &format!("on_behalf_of_id={staff}")).await.is_empty());

    let file = exported(&app, &dev, json!({ "action": "create" })).await.text();
    let id = |record: &Value| record["id"].as_str().unwrap().to_owned();
    assert!(file.contains(&id(&theirs)), "{file}");
    assert!(!file.contains(&id(&others)) && !file.contains(&id(&nobodys)), "{file}");
}

#[tokio::test]
async fn users_without_shipments_see_no_shipment_entries() {
    let Bound { app: _app, dev, .. } = bound(&[]).await;
    let seen = listed(&dev, "per_page=100").await;
    assert!(!seen.is_empty() && seen.iter().all(is_theirs), "{seen:?}");
}

#[tokio::test]
async fn explanations_for_the_log_match_the_list() {
    let Bound { app: _app, admin, dev, .. } = bound(&[("shipment", "show")]).await;
    let user = id_of(&dev).await;
    let list = told(&admin, &user, "resource=audit_entry&action=list").await;
    assert_eq!(
        (&list["allowed"], codes(&list)),
        (&json!(true), vec!["profile_gives", "bound_to_subsidiaries"])
    );
    let seen: Vec<Value> =
        listed(&dev, "per_page=100").await.iter().map(|entry| entry["id"].clone()).collect();
    let mut told_of = [0, 0];
    for entry in listed(&admin, "per_page=100").await {
        let asked = format!("resource=audit_entry&action=list&id={}", entry["id"].as_str().unwrap());
        let why = told(&admin, &user, &asked).await;
        let is_seen = seen.contains(&entry["id"]);
        assert_eq!(why["allowed"], is_seen, "{entry}: {why}");
        assert_eq!(codes(&why)[2], if is_seen { "record_reached" } else { "record_of_others" });
        told_of[usize::from(is_seen)] += 1;
    }
    assert!(told_of.iter().all(|count| *count > 1), "{told_of:?}");
    let gone = format!("resource=audit_entry&action=list&id={}", uuid::Uuid::now_v7());
    assert_eq!(codes(&told(&admin, &user, &gone).await)[2], "record_missing");
    let whole = told(&admin, &id_of(&admin).await, "resource=audit_entry&action=list").await;
    assert_eq!(codes(&whole), ["user_type_gives"]);
}
