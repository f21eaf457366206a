//! An administrator manages the tenant's users.

mod colleagues;
pub mod invitation;
pub mod long_list;
pub mod switch;

use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

pub fn form(name: &str, email: &str) -> Value {
    json!({
        "name": name, "email": email, "user_type": 20, "client_id": null, "language_id": "pt-BR",
        "preferred_timezone_id": "America/Recife", "prefered_weight_unit": 10, "prefered_size_unit": 10,
    })
}

/// The form of an administrator who changes a user's address.
fn new_email(email: &str, user: &Value) -> Value {
    json!({ "email": email, "version": user["version"], "current_password": "remessa-demo" })
}

/// A user of the demo, as an administrator sees it.
pub async fn demo_user(admin: &Person, account: &str) -> Value {
    let found = admin.get(&format!("/api/users?search={account}@")).await.data();
    let mut found = found.as_array().unwrap().clone();
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

pub fn path(user: &Value) -> String {
    format!("/api/users/{}", user["id"].as_str().unwrap())
}

/// The audit rows of an action: acting user, user, entry.
pub async fn audited(app: &TestApp, action: &str) -> Vec<(Option<String>, Option<String>, Value)> {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query_as(
        "select u.email, a.email, e.changes from audit_entries e
         left join users u on u.id = e.user_id left join users a on a.id = e.acting_user_id
         where e.action = $1 order by e.id",
    )
    .bind(action)
    .fetch_all(&mut *tx)
    .await
    .unwrap()
}

#[tokio::test]
async fn an_administrator_creates_finds_changes_and_deletes_a_user() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let user = admin.post("/api/users", form(" Íris Prado ", "Iris@Atlantico.test")).await.data();
    assert_eq!((&user["name"], &user["email"]), (&json!("Íris Prado"), &json!("iris@atlantico.test")));
    assert_eq!((&user["invited"], &user["active"]), (&json!(true), &json!(true)));
    assert_eq!(admin.get(&path(&user)).await.data(), user);
    assert_eq!(admin.get("/api/users?search=iris%20pr").await.data()[0], user, "without its accent");

    let change = json!({ "name": "Íris Lins", "version": user["version"] });
    let changed = admin.patch(&path(&user), change.clone()).await.data();
    assert_eq!((&changed["name"], &changed["email"]), (&json!("Íris Lins"), &user["email"]));
    let late = admin.patch(&path(&user), change).await;
    assert_eq!((late.status, late.message_code()), (409, "stale_version".into()));

    assert_eq!(admin.delete(&path(&user)).await.status, 200);
    assert_eq!(admin.get(&path(&user)).await.status, 404);
    let by = Some("admin@atlantico.test".to_owned());
    let rows = audited(&app, "user.update").await;
    assert_eq!(rows, [(by.clone(), None, json!({ "name": ["Íris Prado", "Íris Lins"] }))]);
    assert_eq!(audited(&app, "user.create").await[0].2["email"], json!([null, "iris@atlantico.test"]));
    assert_eq!(audited(&app, "user.delete").await.len(), 1);
}

#[tokio::test]
async fn the_list_is_searched_filtered_and_sorted_also_by_post() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let emails = async |query: &str| {
        let data = admin.get(&format!("/api/users{query}")).await.data();
        let emails = data.as_array().unwrap().iter().map(|user| user["email"].as_str().unwrap().to_owned());
        emails.map(|email| email.replace("@atlantico.test", "")).collect::<Vec<_>>()
    };
    assert_eq!(emails("").await, ["admin", "client", "client2", "dev", "staff"]);
    assert_eq!(emails("?sort=-name").await, ["staff", "dev", "client2", "client", "admin"]);
    assert_eq!(emails("?user_type=30&sort=-email").await, ["client", "client2"]);
    assert_eq!(emails("?search=horizonte").await, ["client"], "by the name of the client");
    assert_eq!(emails("?search=so").await, ["admin", "staff"], "by the beginning of a word");
    assert_eq!(emails("?search=%25").await, Vec::<String>::new(), "nothing typed is a wildcard");
    assert_eq!(emails("?active=0").await, Vec::<String>::new());
    assert_eq!(emails("?active=2").await, Vec::<String>::new(), "users are never excluded");
    assert_eq!(admin.get("/api/users?sort=password_hash").await.status, 422);
    assert_eq!(admin.get("/api/users?user_type=12").await.status, 422);
    let asked = admin.post("/api/users", json!({ "_method": "GET", "user_type": 11 })).await;
    assert_eq!(asked.data()[0]["email"], "dev@atlantico.test");
    let meta = admin.get("/api/users?per_page=10").await.json()["meta"].clone();
    assert_eq!(meta, json!({ "page": 1, "per_page": 10, "total": 5, "total_capped": false }));
}

#[tokio::test]
async fn only_administrators_manage_users() {
    let app = TestApp::start().await;
    let user = demo_user(&app.admin(ATLANTICO).await, "client2").await;
    for account in ["dev", "staff", "client"] {
        let person = app.signed_in(ATLANTICO, account).await;
        let own = path(&user);
        for answer in [
            person.get("/api/users").await,
            person.get(&own).await,
            person.post("/api/users", form("Eva", "eva@atlantico.test")).await,
            person.patch(&own, json!({ "user_type": 10, "version": 1 })).await,
            person.delete(&own).await,
            person.post(&format!("{own}/activate"), json!({})).await,
            person.post(&format!("{own}/deactivate"), json!({})).await,
            person.post(&format!("{own}/invite"), json!({})).await,
            person.post(&format!("{own}/reset_password"), json!({})).await,
            person.post(&switch::path_for(&user), json!({})).await,
        ] {
            assert_eq!(answer.status, 403, "{account}: {}", answer.text());
        }
        let profile = person.get("/api/profile").await.data();
        assert_eq!((&profile["menu"]["users"], &profile["can"]["user.create"]), (&json!(null), &json!(null)));
    }
}

#[tokio::test]
async fn an_id_of_another_company_is_404() {
    let app = TestApp::start().await;
    let theirs = demo_user(&app.admin(ATLANTICO).await, "staff").await;
    let stranger = app.admin(PACIFIC).await;
    assert_eq!(stranger.get(&path(&theirs)).await.status, 404);
    assert_eq!(stranger.patch(&path(&theirs), json!({ "name": "Eva", "version": 1 })).await.status, 404);
    assert_eq!(stranger.post(&format!("{}/deactivate", path(&theirs)), json!({})).await.status, 404);
    let mut client = form("Eva", "eva@pacific.test");
    client["user_type"] = 30.into();
    client["client_id"] = demo_user(&app.admin(ATLANTICO).await, "client2").await["client_id"].clone();
    assert_eq!(stranger.post("/api/users", client).await.code_at("client_id"), "unknown_client");
}

#[tokio::test]
async fn errors_of_a_user_are_reported_at_their_fields() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(admin.post("/api/users", form("Eva", "STAFF@atlantico.test")).await.code_at("email"), "taken");
    let mut wrong = form(" ", "eva");
    wrong["user_type"] = 30.into();
    wrong["preferred_timezone_id"] = "Mars".into();
    let answer = admin.post("/api/users", wrong).await;
    for (field, code) in [
        ("name", "required"),
        ("email", "invalid_email"),
        ("client_id", "required"),
        ("preferred_timezone_id", "unknown_option"),
    ] {
        assert_eq!(answer.code_at(field), code);
    }
    let staff = demo_user(&admin, "staff").await;
    let answer = admin.patch(&path(&staff), new_email("client@atlantico.test", &staff)).await;
    assert_eq!(answer.code_at("email"), "taken");
}

#[tokio::test]
async fn extra_fields_of_a_form_are_ignored() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let mut greedy = form("Eva", "eva@atlantico.test");
    for (field, value) in [
        ("id", json!(Uuid::nil())),
        ("active", json!(false)),
        ("password_hash", json!("x")),
        ("email_verified_at", json!("2026-01-01T00:00:00Z")),
        ("epoch", json!(9)),
        ("client_id", demo_user(&admin, "client2").await["client_id"].clone()),
    ] {
        greedy[field] = value;
    }
    let user = admin.post("/api/users", greedy).await.data();
    assert_ne!(user["id"], json!(Uuid::nil()));
    assert_eq!((&user["active"], &user["invited"]), (&json!(true), &json!(true)));
    assert_eq!(user["client_id"], Value::Null, "staff belong to no client");
    let change = json!({ "active": false, "invited": false, "version": user["version"] });
    let changed = admin.patch(&path(&user), change).await.data();
    assert_eq!((&changed["active"], &changed["invited"]), (&json!(true), &json!(true)));
}

#[tokio::test]
async fn deactivation_ends_all_sessions_and_blocks_sign_in() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (desk, phone) = (app.staff(ATLANTICO).await, app.staff(ATLANTICO).await);
    let staff = demo_user(&admin, "staff").await;
    assert_eq!(desk.get("/api/profile").await.status, 200);

    let shut = admin.post(&format!("{}/deactivate", path(&staff)), json!({})).await.data();
    assert_eq!((&shut["active"], &shut["can"]["activate"]), (&json!(false), &json!(true)));
    for device in [&desk, &phone] {
        assert_eq!(device.get("/api/profile").await.status, 401);
    }
    let mut visitor = app.visitor(ATLANTICO);
    assert_eq!(visitor.log_in("staff@atlantico.test", "remessa-demo").await.code_at("email"), "login_failed");
    let again = admin.post(&format!("{}/deactivate", path(&staff)), json!({})).await;
    assert_eq!((again.status, again.message_code()), (409, "user_not_active".into()));

    admin.post(&format!("{}/activate", path(&staff)), json!({})).await.data();
    assert_eq!(desk.get("/api/profile").await.status, 401, "an old session does not come back");
    assert_eq!(visitor.log_in("staff@atlantico.test", "remessa-demo").await.status, 200);
    assert_eq!(audited(&app, "user.deactivate").await[0].2, json!({ "active": [true, false] }));
}

#[tokio::test]
async fn a_lower_user_type_applies_to_open_sessions() {
    let app = TestApp::start().await;
    let (admin, dev) = (app.admin(ATLANTICO).await, app.signed_in(ATLANTICO, "dev").await);
    assert_eq!(dev.get("/api/feature_flags").await.status, 200);
    let user = demo_user(&admin, "dev").await;
    admin.patch(&path(&user), json!({ "user_type": 20, "version": user["version"] })).await.data();
    assert_eq!(dev.get("/api/feature_flags").await.status, 403);
    assert_eq!(dev.get("/api/profile").await.data()["user_type"], 20);
}

#[tokio::test]
async fn administrators_cannot_remove_themselves_or_the_last_one() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = demo_user(&admin, "admin").await;
    assert_eq!((&own["can"]["deactivate"], &own["can"]["switch"]), (&json!(false), &json!(false)));
    let refused = admin.post(&format!("{}/deactivate", path(&own)), json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "not_yourself".into()));
    let demoted = admin.patch(&path(&own), json!({ "user_type": 20, "version": own["version"] })).await;
    assert_eq!(demoted.code_at("user_type"), "not_yourself");
    let moved = admin.patch(&path(&own), json!({ "email": "a@b.test", "version": own["version"] })).await;
    assert_eq!(moved.code_at("email"), "not_yourself");
    admin.patch(&path(&own), json!({ "name": "Ana Lima", "version": own["version"] })).await.data();
    assert_eq!(admin.get("/api/profile").await.data()["name"], "Ana Lima", "its own name it may change");
}

#[tokio::test]
async fn two_administrators_cannot_demote_each_other_at_once() {
    let app = TestApp::start().await;
    let first = app.admin(ATLANTICO).await;
    let dev = demo_user(&first, "dev").await;
    let second = first.patch(&path(&dev), json!({ "user_type": 10, "version": dev["version"] })).await.data();
    let other = app.signed_in(ATLANTICO, "dev").await;
    let own = demo_user(&first, "admin").await;
    let demote = |user: &Value| json!({ "user_type": 20, "version": user["version"] });
    let (theirs, mine) = (path(&second), path(&own));
    let (one, two) = tokio::join!(first.patch(&theirs, demote(&second)), other.patch(&mine, demote(&own)));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    // The second one is refused: with a conflict if both had started, otherwise because of its new rights.
    assert!(statuses == [200, 409] || statuses == [200, 403], "{} {}", one.text(), two.text());
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let left: i64 = sqlx::query_scalar("select count(*) from users where user_type = 10 and active")
        .fetch_one(&mut *tx)
        .await
        .unwrap();
    assert_eq!(left, 1);
}

#[tokio::test]
async fn a_new_email_must_be_confirmed_before_signing_in() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let staff = demo_user(&admin, "staff").await;
    admin.patch(&path(&staff), new_email("sofia@atlantico.test", &staff)).await.data();
    let mut visitor = app.visitor(ATLANTICO);
    let refused = visitor.log_in("sofia@atlantico.test", "remessa-demo").await;
    assert_eq!((refused.status, refused.message_code()), (409, "email_not_validated".into()));
    app.run_processes().await;
    let token = invitation::secret_in_mail(&app, "/register/validate/").expect("an e-mail");
    assert_eq!(visitor.post("/api/register/validate", json!({ "token": token })).await.status, 200);
    assert_eq!(visitor.log_in("sofia@atlantico.test", "remessa-demo").await.status, 200);
}

#[tokio::test]
async fn a_new_email_by_an_administrator_needs_their_password_and_ends_what_the_old_one_opened() {
    let app = TestApp::start().await;
    let (admin, device) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let link = crate::recovery::token(&app).await;
    let user = demo_user(&admin, "client").await;
    let user = json!({ "id": user["id"], "version": user["version"] });
    for (password, code) in [(json!(null), "required"), (json!("a-guess"), "wrong_password")] {
        let mut form = new_email("caio@atlantico.test", &user);
        form["current_password"] = password;
        assert_eq!(admin.patch(&path(&user), form).await.code_at("current_password"), code);
    }
    assert_eq!(device.get("/api/profile").await.status, 200);

    admin.patch(&path(&user), new_email("caio@atlantico.test", &user)).await.data();
    assert_eq!(device.get("/api/profile").await.status, 401);
    let visitor = crate::recovery::at_the_door(&app, ATLANTICO).await;
    for email in [crate::recovery::ADDRESS, "caio@atlantico.test"] {
        assert_eq!(crate::recovery::reset(&visitor, &link, email, "a-new-one").await.status, 409, "{email}");
    }
    app.run_processes().await;
    let told = crate::account::security::mails_to(&app, crate::recovery::ADDRESS);
    assert!(told.last().unwrap().contains(&format!("https://{ATLANTICO}/login")), "{told:?}");
}

#[tokio::test]
async fn recovery_emails_by_an_administrator_are_limited() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let reset = format!("{}/reset_password", path(&demo_user(&admin, "staff").await));
    assert_eq!(admin.post(&reset, json!({})).await.status, 200);
    app.run_processes().await;
    assert!(invitation::secret_in_mail(&app, "/password/reset/").is_some());
    for _ in 0..2 {
        assert_eq!(admin.post(&reset, json!({})).await.status, 200);
    }
    assert_eq!(admin.post(&reset, json!({})).await.status, 429);
    app.state.clock.advance(TimeDelta::minutes(1));
}

#[tokio::test]
async fn users_are_listed_by_partner_and_by_subsidiary() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let subsidiary = crate::subsidiaries::opened(&admin, "Harbor").await;
    let mut eva = form("Eva", "eva@atlantico.test");
    eva["subsidiary_ids"] = json!([subsidiary]);
    assert_eq!(admin.post("/api/users", eva).await.status, 200);
    let partner = crate::partners::added(&admin, "Zelda Lines").await;
    let profile = crate::profiles::made(&app, "Agent", 20, &[("shipment", "list", "own")]).await;
    let mut max = form("Max", "max@atlantico.test");
    (max["partner_id"], max["profile_ids"]) = (json!(partner), json!([profile]));
    let answer = admin.post("/api/users", max).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    for (query, name) in
        [(format!("subsidiary_id={subsidiary}"), "Eva"), (format!("partner_id={partner}"), "Max")]
    {
        let found = admin.get(&format!("/api/users?{query}")).await.json();
        assert_eq!(
            (&found["meta"]["total"], &found["data"][0]["name"]),
            (&json!(1), &json!(name)),
            "{query}"
        );
    }
}

#[tokio::test]
async fn an_administrator_sees_the_devices_of_a_user() {
    let app = TestApp::start().await;
    let (admin, _staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let user = demo_user(&admin, "staff").await;
    let devices = admin.get(&format!("{}/devices", path(&user))).await.data();
    let devices = devices.as_array().unwrap();
    assert_eq!(devices.len(), 1);
    assert_eq!(devices[0]["can"], json!({ "update": false, "delete": false }));
    assert_eq!(devices[0]["is_current"], false);
}
