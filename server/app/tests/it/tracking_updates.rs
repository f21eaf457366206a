//! E-mails to visitors about the changes of a shipment: confirmation, updates, limits and the end.

use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};
use server_core::settings::{TRACKING_EMAILS, TRACKING_POSTCODE};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use crate::register::{at_the_door, count, mails_with, token_after};
use crate::shipments::created;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

pub const EMAIL: &str = "rui@example.com";
const SUBSCRIPTIONS: &str = "select count(*) from tracking_subscriptions";

async fn ask(visitor: &Person, code: &str, email: &str) -> Answer {
    let form = json!({ "tracking_code": code, "email": email, "language": "es" });
    visitor.post("/api/tracking_subscriptions", form).await
}

async fn confirm(visitor: &Person, token: &str) -> Answer {
    visitor.post("/api/tracking_subscriptions/confirm", json!({ "token": token })).await
}

async fn stop(visitor: &Person, token: &str) -> Answer {
    visitor.post("/api/tracking_subscriptions/unsubscribe", json!({ "token": token })).await
}

const CONFIRM: &str = "/tracking-updates/confirm/";
pub const STOP: &str = "/tracking-updates/stop/";

/// Records an event that happened `ago`.
pub async fn record(app: &TestApp, staff: &Person, code: &str, event: &str, ago: TimeDelta) {
    let at = (app.state.clock.now() - ago).to_rfc3339();
    let form =
        json!({ "tracking_codes": [code], "event_code": event, "location": "Lisboa", "occurred_at": at });
    assert_eq!(staff.post("/api/shipments/record_event", form).await.data()[0]["recorded"], true);
    app.run_processes().await;
}

fn code_of(shipment: &Value) -> String {
    shipment["tracking_code"].as_str().unwrap().to_owned()
}

/// A staff user, a visitor, and a shipment.
async fn start() -> (TestApp, Person, Person, String) {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, TRACKING_EMAILS, true).await;
    let staff = app.staff(ATLANTICO).await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    let code = code_of(&created(&staff).await);
    (app, staff, visitor, code)
}

/// A staff user after some time.
async fn later(app: &TestApp, time: TimeDelta) -> Person {
    app.state.clock.advance(time);
    app.staff(ATLANTICO).await
}

/// The same with a confirmed subscription of `EMAIL`.
pub async fn subscribed() -> (TestApp, Person, Person, String) {
    let (app, staff, visitor, code) = start().await;
    assert_eq!(ask(&visitor, &code, EMAIL).await.status, 200);
    app.run_processes().await;
    let token = token_after(mails_with(&app, CONFIRM).last().unwrap(), CONFIRM);
    assert_eq!(confirm(&visitor, &token).await.data()["tracking_code"], code);
    (app, staff, visitor, code)
}

#[tokio::test]
async fn a_confirmed_address_hears_of_each_change() {
    let (app, staff, visitor, code) = start().await;
    assert_eq!(ask(&visitor, &code.to_lowercase(), "Rui@Example.com ").await.status, 200);
    record(&app, &staff, &code, "RECEIVED", TimeDelta::zero()).await;
    assert!(mails_with(&app, STOP).is_empty(), "nothing is sent before the confirmation");

    let asked = mails_with(&app, CONFIRM);
    assert!(asked.len() == 1 && asked[0].contains(&format!("<{EMAIL}>")), "{asked:?}");
    let token = token_after(&asked[0], CONFIRM);
    for _ in 0..2 {
        assert_eq!(confirm(&visitor, &token).await.data()["tracking_code"], code);
    }
    record(&app, &staff, &code, "DEPARTED", TimeDelta::zero()).await;
    let told = mails_with(&app, STOP);
    assert_eq!(told.len(), 1);
    for part in [
        format!("<{EMAIL}>"),
        format!("Subject: {code}: "),
        "Lisboa".to_owned(),
        format!("https://{ATLANTICO}/tracking/{code}"),
        format!("List-Unsubscribe: <https://{ATLANTICO}{STOP}"),
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click".to_owned(),
    ] {
        assert!(told[0].contains(&part), "no {part} in {}", told[0]);
    }
    assert!(!told[0].contains("Maria"), "names of the shipment are not told");
    record(&app, &staff, &code, "NOTE", TimeDelta::zero()).await;
    assert_eq!(mails_with(&app, STOP).len(), 1, "internal events are not told");
    let noted =
        "select count(*) from audit_entries where action = 'shipment.subscribe' and not changes::text ~ '@'";
    assert_eq!(count(&app, noted).await, 1);
}

/// The e-mails tell places and times, so they ask for what the page asks.
#[tokio::test]
async fn a_subscription_asks_for_the_postcode_that_the_page_asks_for() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, TRACKING_EMAILS, true).await;
    app.switch(ATLANTICO, TRACKING_POSTCODE, true).await;
    app.state.settings.forget(&app.tenant(ATLANTICO)).await;
    let client = app.client(ATLANTICO).await;
    let mut form = crate::shipments::complete(&client).await;
    form["to_postcode"] = "10115".into();
    let code = code_of(&client.post("/api/shipments", form).await.data());
    let visitor = at_the_door(&app, ATLANTICO).await;
    let ask = async |postcode: Value| {
        let form = json!({ "tracking_code": code, "email": EMAIL, "postcode": postcode });
        visitor.post("/api/tracking_subscriptions", form).await
    };
    assert_eq!(ask(Value::Null).await.code_at("postcode"), "required");
    assert_eq!(ask(json!("99999")).await.code_at("postcode"), "postcode_not_recipients");
    assert_eq!(count(&app, SUBSCRIPTIONS).await, 0);
    assert_eq!(ask(json!("10 115")).await.status, 200);
    assert_eq!(count(&app, SUBSCRIPTIONS).await, 1);
    let form = json!({ "tracking_code": code, "email": "ana@example.com" });
    assert_eq!(client.post("/api/tracking_subscriptions", form).await.status, 200, "who sees it anyway");
}

#[tokio::test]
async fn old_and_late_events_are_not_told() {
    let (app, _, _, code) = subscribed().await;
    let staff = later(&app, TimeDelta::days(4)).await;
    record(&app, &staff, &code, "RECEIVED", TimeDelta::days(3)).await;
    assert!(mails_with(&app, STOP).is_empty(), "an old event");
    record(&app, &staff, &code, "ARRIVED", TimeDelta::zero()).await;
    record(&app, &staff, &code, "DEPARTED", TimeDelta::minutes(30)).await;
    assert_eq!(mails_with(&app, STOP).len(), 1, "a late event");
}

#[tokio::test]
async fn several_changes_within_minutes_are_one_email() {
    let (app, _, _, code) = subscribed().await;
    let staff = later(&app, TimeDelta::hours(1)).await;
    record(&app, &staff, &code, "DEPARTED", TimeDelta::seconds(3)).await;
    record(&app, &staff, &code, "ARRIVED", TimeDelta::seconds(2)).await;
    record(&app, &staff, &code, "IN_CUSTOMS", TimeDelta::seconds(1)).await;
    assert_eq!(mails_with(&app, STOP).len(), 1);
    assert_eq!(
        count(&app, "select count(*) from tracking_subscriptions where due_since is not null").await,
        1
    );

    app.state.clock.advance(TimeDelta::minutes(6));
    let mut registry = app.state.tenancy.control().await.unwrap();
    sqlx::query("update jobs set ready_at = now()").execute(&mut *registry).await.unwrap();
    registry.commit().await.unwrap();
    app.run_processes().await;
    let told = mails_with(&app, STOP);
    assert_eq!(told.len(), 2);
    assert_eq!(
        told.iter().filter(|letter| letter.contains("En aduana")).count(),
        1,
        "the newest state is told: {told:?}"
    );
}

#[tokio::test]
async fn a_link_ends_the_subscription_and_works_twice() {
    let (app, staff, visitor, code) = subscribed().await;
    record(&app, &staff, &code, "DEPARTED", TimeDelta::zero()).await;
    let token = token_after(&mails_with(&app, STOP)[0], STOP);
    assert_eq!(stop(&visitor, &token).await.data()["tracking_code"], code);
    assert_eq!(stop(&visitor, &token).await.data()["tracking_code"], Value::Null);
    assert_eq!(count(&app, SUBSCRIPTIONS).await, 0);
    let staff = later(&app, TimeDelta::minutes(10)).await;
    record(&app, &staff, &code, "ARRIVED", TimeDelta::zero()).await;
    assert_eq!(mails_with(&app, STOP).len(), 1);
}

#[tokio::test]
async fn a_mail_program_ends_the_subscription_by_itself() {
    let (app, staff, _, code) = subscribed().await;
    record(&app, &staff, &code, "DEPARTED", TimeDelta::zero()).await;
    let path = format!("{STOP}{}", token_after(&mails_with(&app, STOP)[0], STOP));
    // Without cookie, origin and token of a page.
    let program = app.visitor(ATLANTICO);
    let mut request = program.request(Method::POST, &path);
    for name in ["x-csrf-token", "origin", "sec-fetch-site", "cookie"] {
        request.headers_mut().remove(name);
    }
    assert_eq!(program.call_and_fail(request).await.status, 200);
    assert_eq!(count(&app, SUBSCRIPTIONS).await, 0);
}

#[tokio::test]
async fn links_are_worthless_on_another_domain() {
    let (app, staff, _, code) = start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    ask(&visitor, &code, EMAIL).await;
    app.run_processes().await;
    let token = token_after(&mails_with(&app, CONFIRM)[0], CONFIRM);
    let stranger = at_the_door(&app, PACIFIC).await;
    assert_eq!(confirm(&stranger, &token).await.message_code(), "link_not_valid");
    assert_eq!(confirm(&visitor, &token).await.status, 200);
    record(&app, &staff, &code, "DEPARTED", TimeDelta::zero()).await;
    let end = token_after(&mails_with(&app, STOP)[0], STOP);
    assert_eq!(stop(&stranger, &end).await.message_code(), "link_not_valid");
    assert_eq!(stop(&stranger, "odd").await.message_code(), "link_not_valid");
    app.switch(PACIFIC, TRACKING_EMAILS, true).await;
    assert_eq!(ask(&stranger, &code, EMAIL).await.status, 404);
    assert_eq!(count(&app, SUBSCRIPTIONS).await, 1);
}

#[tokio::test]
async fn an_expired_confirmation_is_refused_and_swept() {
    let (app, _, visitor, code) = start().await;
    ask(&visitor, &code, EMAIL).await;
    // Nothing is sent meanwhile, so it is asked again.
    app.state.clock.advance(TimeDelta::minutes(11));
    assert_eq!(ask(&visitor, &code, EMAIL).await.status, 200);
    app.run_processes().await;
    assert_eq!(mails_with(&app, CONFIRM).len(), 1, "one e-mail answers both");
    let token = token_after(&mails_with(&app, CONFIRM)[0], CONFIRM);
    app.state.clock.advance(TimeDelta::hours(25));
    assert_eq!(confirm(&visitor, &token).await.message_code(), "link_not_valid");
    app::sweep::sweep(&app.state).await;
    assert_eq!(count(&app, SUBSCRIPTIONS).await, 0);
}

#[tokio::test]
async fn the_answer_does_not_tell_who_is_subscribed() {
    let (app, _, visitor, code) = subscribed().await;
    let (known, unknown) = (ask(&visitor, &code, EMAIL).await, ask(&visitor, &code, "ada@example.com").await);
    assert_eq!((known.status, known.text()), (unknown.status, unknown.text()));
    app.run_processes().await;
    assert_eq!(mails_with(&app, CONFIRM).len(), 2, "a confirmed address gets no second confirmation");
}

#[tokio::test]
async fn a_shipment_has_five_places() {
    let (app, _, visitor, code) = start().await;
    for name in ["a", "b", "c", "d", "e", "f"] {
        assert_eq!(ask(&visitor, &code, &format!("{name}@example.com")).await.status, 200);
    }
    app.run_processes().await;
    let tokens: Vec<String> =
        mails_with(&app, CONFIRM).iter().map(|letter| token_after(letter, CONFIRM)).collect();
    for token in &tokens[..5] {
        assert_eq!(confirm(&visitor, token).await.status, 200);
        assert_eq!(confirm(&visitor, token).await.status, 200, "a second press");
    }
    assert_eq!(confirm(&visitor, &tokens[5]).await.message_code(), "too_many_subscriptions");
    for email in ["g@example.com", "a@example.com"] {
        let refused = ask(&visitor, &code, email).await;
        assert_eq!((refused.status, refused.message_code().as_str()), (409, "too_many_subscriptions"));
    }
    assert_eq!(count(&app, SUBSCRIPTIONS).await, 6);
}

#[tokio::test]
async fn the_last_place_is_given_once_to_two_who_confirm_at_once() {
    let (app, _, visitor, code) = start().await;
    for name in ["a", "b", "c", "d", "e", "f"] {
        ask(&visitor, &code, &format!("{name}@example.com")).await;
    }
    app.run_processes().await;
    let tokens: Vec<String> =
        mails_with(&app, CONFIRM).iter().map(|letter| token_after(letter, CONFIRM)).collect();
    for token in &tokens[..4] {
        assert_eq!(confirm(&visitor, token).await.status, 200);
    }
    let mut gate = PgConnection::connect(app.admin_url()).await.unwrap();
    let shipments = format!("{}.shipments", app.tenant(ATLANTICO).id);
    let lock = format!("begin; select from {shipments} where tracking_code = '{code}' for update");
    gate.execute(AssertSqlSafe(lock)).await.unwrap();
    let open = async {
        while app.waiting_in("t.token_hash = $1").await < 2 {}
        gate.execute("rollback").await.unwrap();
    };
    let (one, other, ()) = tokio::join!(confirm(&visitor, &tokens[4]), confirm(&visitor, &tokens[5]), open);
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let confirmed = "select count(*) from tracking_subscriptions where confirmed_at is not null";
    assert_eq!(count(&app, confirmed).await, 5);
}

/// Invented addresses that nobody confirms.
async fn wait_for_confirmations(app: &TestApp, code: &str, addresses: i32) {
    const WAITING: &str = "
        with shipment as materialized (select id from shipments where tracking_code = $3)
        insert into tracking_subscriptions (id, shipment_id, email, language, created_at, expires_at)
        select gen_random_uuid(), s.id, n || '@example.com', 'es', $1, $1 + interval '1 day'
        from shipment s, generate_series(1, $2) n";
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let insert = sqlx::query(WAITING).bind(app.state.clock.now()).bind(addresses).bind(code);
    insert.execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn unconfirmed_subscriptions_take_no_place_and_are_bounded() {
    let (app, _, visitor, code) = start().await;
    wait_for_confirmations(&app, &code, 19).await;
    assert_eq!(ask(&visitor, &code, "ada@example.com").await.status, 200);
    assert_eq!(ask(&visitor, &code, EMAIL).await.message_code(), "too_many_subscriptions");
    app.state.clock.advance(TimeDelta::hours(25));
    assert_eq!(ask(&visitor, &code, EMAIL).await.status, 200, "expired ones do not count");
}

#[tokio::test]
async fn an_address_is_not_flooded_with_confirmations() {
    let (app, staff, visitor, code) = start().await;
    for _ in 0..3 {
        assert_eq!(ask(&visitor, &code, EMAIL).await.status, 200);
    }
    assert_eq!(ask(&visitor, &code, EMAIL).await.status, 429);
    app.run_processes().await;
    assert_eq!(mails_with(&app, CONFIRM).len(), 1, "one confirmation of a shipment within minutes");
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    for _ in 0..4 {
        let id = created(&staff).await["id"].as_str().unwrap().parse::<uuid::Uuid>().unwrap();
        sqlx::query(
            "insert into tracking_subscriptions (id, shipment_id, email, language, created_at, expires_at)
             values (gen_random_uuid(), $1, 'ada@example.com', 'en', now(), now() + interval '1 day')",
        )
        .bind(id)
        .execute(&mut *tx)
        .await
        .unwrap();
    }
    tx.commit().await.unwrap();
    for _ in 0..2 {
        let other = code_of(&created(&staff).await);
        assert_eq!(ask(&visitor, &other, "ada@example.com").await.status, 200);
    }
    app.run_processes().await;
    assert_eq!(mails_with(&app, CONFIRM).len(), 2, "five unanswered confirmations are enough");
}

#[tokio::test]
async fn after_the_end_nobody_can_ask_and_the_addresses_are_deleted() {
    let (app, staff, visitor, code) = subscribed().await;
    record(&app, &staff, &code, "DELIVERED", TimeDelta::zero()).await;
    assert_eq!(mails_with(&app, STOP).len(), 1, "the end itself is told");
    assert_eq!(ask(&visitor, &code, "ada@example.com").await.message_code(), "tracking_ended");
    app.state.clock.advance(TimeDelta::days(29));
    app::sweep::sweep(&app.state).await;
    assert_eq!(count(&app, SUBSCRIPTIONS).await, 1);
    app.state.clock.advance(TimeDelta::days(2));
    app::sweep::sweep(&app.state).await;
    assert_eq!(count(&app, SUBSCRIPTIONS).await, 0);
}

#[tokio::test]
async fn a_company_without_the_feature_offers_nothing() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, TRACKING_EMAILS, false).await;
    let code = code_of(&created(&app.staff(ATLANTICO).await).await);
    let visitor = at_the_door(&app, ATLANTICO).await;
    let domain = async || app.visitor(ATLANTICO).get("/api/domain").await.data();
    while domain().await["flags"]["tracking_emails"] == true {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(ask(&visitor, &code, EMAIL).await.status, 404);
    assert_eq!(count(&app, SUBSCRIPTIONS).await, 0);
}

#[tokio::test]
async fn a_mistyped_address_is_refused_at_its_field() {
    let (_app, _, visitor, code) = start().await;
    assert_eq!(ask(&visitor, &code, "nobody").await.code_at("email"), "invalid_email");
    assert_eq!(ask(&visitor, "AT999999999BR", EMAIL).await.status, 404);
}
