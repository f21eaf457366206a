//! The company's password rule applies wherever a password is chosen, and not to existing passwords.

use serde_json::json;

use crate::recovery::{ADDRESS, reset, token};
use crate::register::register;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};
use crate::tenant_settings::changed;

/// Every operation that sets a password.
async fn choose_password(visitor: &Person, staff: &Person, password: &str) -> [Answer; 4] {
    let twice = json!({ "password": password, "password_confirmation": password });
    let with = |name: &str, value: &str| {
        let mut form = twice.clone();
        form[name] = value.into();
        form
    };
    [
        register(visitor, &[("password", password), ("password_confirmation", password)]).await,
        reset(visitor, "no such link", ADDRESS, password).await,
        visitor.post("/api/invitation/accept", with("token", "no such link")).await,
        staff.post("/api/account-password", with("current_password", "remessa-demo")).await,
    ]
}

#[tokio::test]
async fn the_rule_applies_wherever_a_password_is_chosen() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let mut visitor = app.visitor(ATLANTICO);
    visitor.visit().await;
    let rule = json!({ "password_min_length": 10, "password_letters_and_digits": true });
    assert_eq!(changed(&admin, rule).await.status, 200);
    let told = json!({ "min_length": 10, "letters_and_digits": true, "refuse_breached": true });
    assert_eq!(visitor.get("/api/config").await.data()["password_rule"], told);

    for (password, code) in [("abc-12345", "too_short"), ("letters-alone", "password_not_mixed")] {
        for answer in choose_password(&visitor, &staff, password).await {
            assert_eq!((answer.status, answer.code_at("password").as_str()), (422, code), "{password}");
        }
    }
    let statuses = choose_password(&visitor, &staff, "letters-and-1-digit").await.map(|answer| answer.status);
    assert_eq!(statuses, [200, 409, 409, 200]);
}

#[tokio::test]
async fn existing_passwords_and_other_companies_are_not_affected() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let rule = json!({ "password_min_length": 40, "password_letters_and_digits": true });
    assert_eq!(changed(&admin, rule).await.status, 200);
    assert_eq!(app.staff(ATLANTICO).await.get("/api/profile").await.status, 200);
    let neighbour = app.visitor(PACIFIC).get("/api/config").await.data();
    assert_eq!(
        neighbour["password_rule"],
        json!({ "min_length": 6, "letters_and_digits": false, "refuse_breached": true })
    );
}

#[tokio::test]
async fn a_refused_password_does_not_use_up_the_link() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let rule = json!({ "password_letters_and_digits": true });
    assert_eq!(changed(&admin, rule).await.status, 200);
    let token = token(&app).await;
    let mut visitor = app.visitor(ATLANTICO);
    visitor.visit().await;
    assert_eq!(reset(&visitor, &token, ADDRESS, "letters-alone").await.status, 422);
    assert_eq!(reset(&visitor, &token, ADDRESS, "letters-and-1-digit").await.status, 200);
}

#[tokio::test]
async fn a_breached_password_is_refused_unless_the_company_allows_it() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let mut visitor = app.visitor(ATLANTICO);
    visitor.visit().await;
    for answer in choose_password(&visitor, &staff, "Senha123").await {
        assert_eq!((answer.status, answer.code_at("password").as_str()), (422, "password_breached"));
    }
    assert_eq!(changed(&admin, json!({ "password_refuse_breached": false })).await.status, 200);
    let statuses = choose_password(&visitor, &staff, "Senha123").await.map(|answer| answer.status);
    assert_eq!(statuses, [200, 409, 409, 200]);
}

#[tokio::test]
async fn the_rule_has_a_minimum_and_a_maximum() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for (length, code) in [(5, "too_small"), (65, "too_large")] {
        let answer = changed(&admin, json!({ "password_min_length": length })).await;
        assert_eq!(answer.code_at("password_min_length"), code);
    }
}
