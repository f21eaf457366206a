//! Webhooks of the company tell of all its records, so that those who see only some of them have no rights on them.

use serde_json::{Value, json};

use super::PATH;
use crate::partners::added;
use crate::subsidiaries::{branches, give, id_of};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::{demo_user, path};

async fn profile(admin: &Person, kind: i16, is_bound: bool) -> String {
    let scope = if kind == 10 { "any" } else { "own" };
    let rules: Vec<Value> = ["list", "show", "create"]
        .map(|action| json!({ "resource": "webhook", "action": action, "scope": scope }))
        .to_vec();
    let form = json!({
        "name": format!("Webhooks {kind} {is_bound}"), "kind": kind, "description": "", "active": true,
        "bound_to_subsidiaries": is_bound, "rules": rules,
    });
    id_of(&admin.post("/api/user_profiles", form).await.data())
}

/// Whether the menu, the buttons and the call offer webhooks.
async fn see(person: &Person) -> [bool; 3] {
    let profile = person.get("/api/profile").await.data();
    let list = person.get(PATH).await;
    assert!(list.status == 200 || list.status == 403, "{}", list.text());
    [profile["menu"]["integrations"] == true, profile["can"]["webhook.list"] == true, list.status == 200]
}

#[tokio::test]
async fn menu_button_and_call_agree_about_users_who_see_some_records() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, _] = branches(&admin).await;
    let staff = app.staff(ATLANTICO).await;

    let of_all = profile(&admin, 10, false).await;
    assert_eq!(give(&admin, "staff", &[&of_all], &[]).await.status, 200);
    assert_eq!(see(&staff).await, [true; 3]);

    let of_branch = profile(&admin, 10, true).await;
    assert_eq!(give(&admin, "staff", &[&of_branch], &[&recife]).await.status, 200);
    assert_eq!(see(&staff).await, [false; 3]);
    let user = id_of(&demo_user(&admin, "staff").await);
    let asked = format!("/api/backoffice/policy/explain?user={user}&resource=webhook&action=list");
    assert_eq!(admin.get(&asked).await.data()["allowed"], false, "the explanation says the same");

    let of_partner = profile(&admin, 20, false).await;
    let user = demo_user(&admin, "staff").await;
    let form = json!({
        "version": user["version"], "profile_ids": [of_partner], "subsidiary_ids": [],
        "partner_id": added(&admin, "Cargo Norte").await,
    });
    let given = admin.patch(&path(&user), form).await;
    assert_eq!(given.status, 200, "{}", given.text());
    assert_eq!(see(&staff).await, [false; 3]);
}
