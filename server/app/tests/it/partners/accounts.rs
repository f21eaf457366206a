//! Accounts of a partner's people: their profiles, their end with the partner, and how they are explained.

use serde_json::{Value, json};

use super::{added, agent, code, give, profile, shipped};
use crate::subsidiaries::{codes, id_of};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::{audited, demo_user, path, switch};

#[tokio::test]
async fn partner_profiles_are_for_users_of_a_partner_only() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (lisbon, miami) = (added(&admin, "Cargo Lisboa").await, added(&admin, "Miami Freight").await);
    let (agents, desk) = (profile(&admin, "Agents", 20).await, profile(&admin, "Desk", 10).await);
    let (outside, inside) = (agents.as_str(), desk.as_str());
    assert_eq!(give(&admin, &[outside], None).await.code_at("partner_id"), "required");
    for mixed in [&[][..], &[inside], &[inside, outside]] {
        assert_eq!(give(&admin, mixed, Some(&lisbon)).await.code_at("profile_ids"), "partner_profiles_only");
    }
    admin.post(&format!("/api/partners/{miami}/deactivate"), json!({})).await;
    assert_eq!(give(&admin, &[outside], Some(&miami)).await.code_at("partner_id"), "unknown_option");

    let branch = admin.get("/api/subsidiaries/select").await.data()[0]["id"].clone();
    let user = demo_user(&admin, "staff").await;
    let form = json!({
        "version": user["version"], "profile_ids": [outside], "partner_id": lisbon, "subsidiary_ids": [branch],
    });
    let given = admin.patch(&path(&user), form).await.data();
    assert_eq!((&given["partner_name"], &given["subsidiaries"]), (&json!("Cargo Lisboa"), &json!([])));
    assert_eq!(admin.get(&format!("/api/partners/{lisbon}")).await.data()["user_count"], 1);
    let told = audited(&app, "user.update").await;
    assert_eq!(told.last().unwrap().2, json!({ "partner_id": [null, lisbon] }));
    let promoted = json!({ "version": given["version"], "user_type": 11 });
    assert_eq!(admin.patch(&path(&user), promoted).await.code_at("profile_ids"), "unknown_option");
}

/// Other columns can have any value: only the partner decides what is visible.
#[tokio::test]
async fn no_profile_extends_the_scope_of_a_partners_user() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let lisbon = added(&admin, "Cargo Lisboa").await;
    let own = shipped(&admin, Some(&lisbon)).await;
    shipped(&admin, None).await;
    let agent = agent(&app, &admin, &lisbon).await;
    let desk = profile(&admin, "Desk", 10).await;
    for (profiles, seen) in [(vec![desk.as_str()], 200), (Vec::new(), 403)] {
        let ids: Vec<uuid::Uuid> = profiles.iter().map(|id| id.parse().unwrap()).collect();
        let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
        let remove = "
            delete from user_profiles where user_id = (select id from users where email = 'staff@atlantico.test')";
        sqlx::query(remove).execute(&mut *tx).await.unwrap();
        let add = "
            with who as materialized (select id from users where email = 'staff@atlantico.test')
            insert into user_profiles select id, unnest($1::uuid[]) from who";
        sqlx::query(add).bind(ids).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        // Every change of profiles makes all nodes load the users' profiles again.
        let client = profile(&admin, &format!("Other {seen}"), 40).await;
        let user = demo_user(&admin, "client2").await;
        let form = json!({ "version": user["version"], "profile_ids": [client] });
        assert_eq!(admin.patch(&path(&user), form).await.status, 200);
        assert_eq!(agent.get("/api/shipments").await.status, seen);
        if seen == 200 {
            assert_eq!(codes(&agent, "").await, [code(&own)]);
        }
        assert_eq!(agent.get("/api/clients/select").await.status, 403);
        let event = json!({ "tracking_codes": [code(&own)], "event_code": "COLLECTED" });
        assert_eq!(agent.post("/api/shipments/record_event", event).await.status, 403);
    }
}

#[tokio::test]
async fn users_of_an_inactive_partner_cannot_sign_in() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let lisbon = added(&admin, "Cargo Lisboa").await;
    let agent = agent(&app, &admin, &lisbon).await;
    assert_eq!(agent.get("/api/profile").await.status, 200);
    let at = format!("/api/partners/{lisbon}");
    assert_eq!(admin.post(&format!("{at}/deactivate"), json!({})).await.status, 200);
    assert_eq!(agent.get("/api/profile").await.status, 401, "at once");

    let mut visitor = app.visitor(ATLANTICO);
    let refused = visitor.log_in("staff@atlantico.test", "remessa-demo").await;
    assert_eq!((refused.status, refused.message_code()), (409, "organization_not_active".into()));
    let wrong = visitor.log_in("staff@atlantico.test", "guessed").await;
    assert_eq!(wrong.code_at("email"), "login_failed", "who does not know the password is told nothing");
    let user = demo_user(&admin, "staff").await;
    assert_eq!(user["active"], true, "the account stays");
    let acting = admin.post(&switch::path_for(&user), json!({})).await;
    assert_eq!((acting.status, acting.message_code()), (409, "organization_not_active".into()));
    let why = explain(&admin, "resource=shipment&action=list").await;
    assert_eq!((&why["allowed"], &why["steps"][0]["code"]), (&json!(false), &json!("partner_inactive")));

    assert_eq!(admin.post(&format!("{at}/activate"), json!({})).await.status, 200);
    assert_eq!(agent.get("/api/profile").await.status, 401, "what was ended stays so");
    assert_eq!(visitor.log_in("staff@atlantico.test", "remessa-demo").await.status, 200);
}

async fn explain(admin: &Person, asked: &str) -> Value {
    let user = id_of(&demo_user(admin, "staff").await);
    admin.get(&format!("/api/backoffice/policy/explain?user={user}&{asked}")).await.data()
}

#[tokio::test]
async fn an_explanation_names_the_users_partner() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let lisbon = added(&admin, "Cargo Lisboa").await;
    let (own, other) = (shipped(&admin, Some(&lisbon)).await, shipped(&admin, None).await);
    agent(&app, &admin, &lisbon).await;
    for (shipment, allowed, reached) in
        [(&own, true, "record_reached"), (&other, false, "record_of_other_partner")]
    {
        let why = explain(&admin, &format!("resource=shipment&action=show&id={}", id_of(shipment))).await;
        assert_eq!(why["allowed"], allowed, "{why}");
        let steps = why["steps"].as_array().unwrap();
        let bound = steps.iter().find(|step| step["code"] == "bound_to_partner").unwrap();
        assert_eq!(bound["partner"], "Cargo Lisboa");
        assert!(steps.iter().any(|step| step["code"] == reached), "{why}");
    }
    let elsewhere = explain(&admin, "resource=saved_view&action=list").await;
    let codes: Vec<_> = elsewhere["steps"].as_array().unwrap().iter().map(|step| &step["code"]).collect();
    assert!(!codes.contains(&&json!("bound_to_partner")), "{codes:?}");
}
