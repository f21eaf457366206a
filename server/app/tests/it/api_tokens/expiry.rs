//! Notices before a token expires.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{PATH, path};
use crate::support::{ATLANTICO, TestApp};

const NAME: &str = "Zelda";

/// A token that expires after so many days.
async fn make_for(app: &TestApp, days: i64) -> Value {
    let form = json!({ "name": NAME, "scopes": ["shipment.list"], "expires_in_days": days });
    app.staff(ATLANTICO).await.post(PATH, form).await.data()["token"].clone()
}

/// Sweeps after so many days.
async fn pass(app: &TestApp, days: i64) {
    app.state.clock.advance(TimeDelta::days(days));
    app::sweep::sweep(&app.state).await;
}

/// The code and the days of each notice about a token.
async fn told(app: &TestApp) -> Vec<(Value, Value)> {
    let listed = app.staff(ATLANTICO).await.get("/api/notifications").await.data();
    let data = listed.as_array().unwrap().iter().map(|one| one["data"].clone());
    let of_tokens = data.filter(|data| data["params"]["name"] == NAME);
    of_tokens.map(|data| (data["code"].clone(), data["params"]["done"].clone())).collect()
}

async fn mails(app: &TestApp) -> usize {
    app.run_processes().await;
    app.run_processes_after(TimeDelta::minutes(2)).await;
    let Ok(folder) = std::fs::read_dir(app.files.path().join("mail")) else { return 0 };
    let texts =
        folder.map(|mail| std::fs::read_to_string(mail.unwrap().path()).unwrap().replace("=\r\n", ""));
    texts.filter(|text| text.contains(NAME) && text.contains(&format!("{ATLANTICO}/integrations"))).count()
}

#[tokio::test]
async fn a_user_is_told_and_sent_an_email_two_weeks_and_a_day_before_the_end() {
    let app = TestApp::start().await;
    make_for(&app, 20).await;
    pass(&app, 5).await;
    assert_eq!((told(&app).await.len(), mails(&app).await), (0, 0));
    pass(&app, 1).await;
    assert_eq!(told(&app).await, [(json!("api_token_expiring"), json!(14))]);
    assert_eq!(mails(&app).await, 1);
    pass(&app, 5).await;
    assert_eq!(mails(&app).await, 1, "once is enough");
    pass(&app, 8).await;
    assert_eq!(told(&app).await, [(json!("api_token_ending"), json!(1))], "it replaces the first one");
    assert_eq!(mails(&app).await, 2);
    pass(&app, 2).await;
    assert_eq!(mails(&app).await, 2);
}

#[tokio::test]
async fn nobody_is_told_of_a_token_whose_end_is_wanted() {
    let app = TestApp::start().await;
    let (rotated, revoked) = (make_for(&app, 20).await, make_for(&app, 20).await);
    pass(&app, 7).await;
    assert_eq!(told(&app).await.len(), 2);
    let staff = app.staff(ATLANTICO).await;
    staff.post(&path(&rotated, "/rotate"), json!({ "version": 1, "overlap_hours": 168 })).await.data();
    staff.post(&path(&revoked, "/revoke"), json!({ "version": 1 })).await.data();
    assert_eq!(told(&app).await.len(), 0, "it asks for nothing any more");
    // The new one is told of two weeks before its own end, which is later.
    pass(&app, 5).await;
    assert_eq!(told(&app).await.len(), 0);
}
