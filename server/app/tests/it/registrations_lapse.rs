//! Registrations that are not verified or used are deleted after some time.

use chrono::TimeDelta;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, PgConnection};

use crate::register::{at_the_door, count, mails, register, token_in, validate};
use crate::support::{ATLANTICO, TestApp};

async fn swept_after(app: &TestApp, days: i64) {
    app.state.clock.advance(TimeDelta::days(days));
    app::sweep::sweep(&app.state).await;
}

const REGISTERED: &str =
    "select count(*) from users u join clients c on c.id = u.client_id where u.email = 'iris@aurora.test'";

#[tokio::test]
async fn an_unconfirmed_registration_is_deleted_after_thirty_days() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    // A company of the demo has the same document.
    let clients = "select count(*) from clients where document = '12ABC34501DE35'";
    let known = count(&app, clients).await;
    assert_eq!(register(&visitor, &[]).await.status, 200);
    let before = count(&app, "select count(*) from users").await;
    swept_after(&app, 29).await;
    assert_eq!(count(&app, REGISTERED).await, 1);
    swept_after(&app, 1).await;
    assert_eq!(count(&app, "select count(*) from users").await, before - 1, "only that one");
    assert_eq!(count(&app, clients).await, known);
    let noted = "select count(*) from audit_entries where user_id is null
        and (action = 'user.lapse' and changes -> 'email' ->> 0 = 'iris@aurora.test'
             or action = 'client.lapse' and changes -> 'code' ->> 0 = 'C1001')";
    assert_eq!(count(&app, noted).await, 2);

    app.run_processes().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    assert_eq!(register(&visitor, &[]).await.status, 200);
    app.run_processes().await;
    let mails = mails(&app);
    let mail = mails.iter().rfind(|mail| mail.contains("/register/validate/")).unwrap();
    assert!(mail.contains("30 d"), "how long it waits: {mail}");
    assert_eq!(validate(&visitor, &token_in(mail)).await.status, 200);
}

#[tokio::test]
async fn a_job_of_the_hour_that_fails_stops_no_other_one() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    assert_eq!(register(&visitor, &[]).await.status, 200);
    let events = "select count(*) from live_events";
    assert!(count(&app, events).await > 0);
    let admin: PgConnectOptions = app.admin_url().parse().unwrap();
    let full = format!(
        "alter table {}.audit_entries add constraint full_disk check (action <> 'user.lapse') not valid",
        app.tenant(ATLANTICO).id
    );
    let mut owner: PgConnection = admin.connect().await.unwrap();
    sqlx::query(AssertSqlSafe(full)).execute(&mut owner).await.unwrap();
    swept_after(&app, 31).await;
    assert_eq!(count(&app, REGISTERED).await, 1, "this one failed");
    assert_eq!(count(&app, events).await, 0);
}

#[tokio::test]
async fn confirmed_and_used_registrations_are_kept() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    for name in ["proven", "seen", "invited", "changed", "lapsed"] {
        let email = format!("{name}@aurora.test");
        assert_eq!(register(&visitor, &[("email", &email)]).await.status, 200);
    }
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    for sql in [
        "update users set email_verified_at = now() where email = 'proven@aurora.test'",
        "update users set last_login_at = now() where email = 'seen@aurora.test'",
        "update users set password_hash = null where email = 'invited@aurora.test'",
        "update users set version = 2 where email = 'changed@aurora.test'",
    ] {
        sqlx::query(sql).execute(&mut *tx).await.unwrap();
    }
    tx.commit().await.unwrap();
    swept_after(&app, 31).await;
    let left = "select count(*) from users where email like '%@aurora.test'";
    assert_eq!(count(&app, left).await, 4);
    assert_eq!(count(&app, "select count(*) from users where email = 'lapsed@aurora.test'").await, 0);
}

#[tokio::test]
async fn a_client_in_use_is_kept() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    assert_eq!(register(&visitor, &[]).await.status, 200);
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let colleague =
        "update users set client_id = (select client_id from users where email = 'iris@aurora.test')
        where email = 'client@atlantico.test'";
    sqlx::query(colleague).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    swept_after(&app, 31).await;
    assert_eq!(count(&app, "select count(*) from users where email = 'iris@aurora.test'").await, 0);
    assert_eq!(count(&app, "select count(*) from clients where code = 'C1001'").await, 1);
    assert_eq!(count(&app, "select count(*) from audit_entries where action = 'client.lapse'").await, 0);
}

#[tokio::test]
async fn a_client_to_which_records_refer_is_kept_and_the_others_lapse() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    assert_eq!(register(&visitor, &[]).await.status, 200);
    assert_eq!(register(&visitor, &[("email", "eva@aurora.test")]).await.status, 200);
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let code = "with iris as materialized (select client_id from users where email = 'iris@aurora.test')
        insert into referral_codes (code, client_id, created_at)
        select 'KEPT2345', client_id, now() from iris";
    sqlx::query(code).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    swept_after(&app, 31).await;
    let left = "select count(*) from users where email like '%@aurora.test'";
    assert_eq!(count(&app, left).await, 0);
    let kept = "select count(*) from referral_codes r join clients c on c.id = r.client_id";
    assert_eq!(count(&app, kept).await, 1);
    assert_eq!(count(&app, "select count(*) from audit_entries where action = 'client.lapse'").await, 1);
}
