//! A new user starts with the link of an e-mail.

use chrono::TimeDelta;
use serde_json::json;

use super::{demo_user, form, path};
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const EMAIL: &str = "iris@atlantico.test";

/// The text after this URL in the newest e-mail that contains it.
pub fn secret_in_mail(app: &TestApp, address: &str) -> Option<String> {
    let mut mails: Vec<_> = std::fs::read_dir(app.files.path().join("mail"))
        .ok()?
        .map(|file| file.unwrap())
        .map(|file| {
            (file.metadata().unwrap().modified().unwrap(), std::fs::read_to_string(file.path()).unwrap())
        })
        .collect();
    mails.sort();
    mails.iter().rev().find_map(|(_, mail)| {
        // Long lines are folded in e-mails.
        let mail = mail.replace("=\r\n", "");
        let (_, rest) = mail.split_once(address)?;
        let end = |c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_';
        rest.split(end).next().map(str::to_owned)
    })
}

async fn invited(app: &TestApp, admin: &Person) -> String {
    admin.post("/api/users", form("Íris Prado", EMAIL)).await.data();
    app.run_processes().await;
    secret_in_mail(app, "/invitation/").expect("an e-mail with a link")
}

async fn accept(app: &TestApp, host: &str, token: &str) -> Answer {
    let mut visitor = app.visitor(host);
    visitor.visit().await;
    let form = json!({ "token": token, "password": "a-password", "password_confirmation": "a-password" });
    visitor.post("/api/invitation/accept", form).await
}

#[tokio::test]
async fn an_invited_user_chooses_a_password_once_and_signs_in() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let token = invited(&app, &admin).await;
    assert_eq!(accept(&app, PACIFIC, &token).await.message_code(), "link_not_valid");
    assert_eq!(accept(&app, ATLANTICO, &token).await.status, 200);
    assert_eq!(accept(&app, ATLANTICO, &token).await.message_code(), "link_not_valid");

    let mut visitor = app.visitor(ATLANTICO);
    assert_eq!(visitor.log_in(EMAIL, "a-password").await.status, 200);
    let user = demo_user(&admin, "iris").await;
    assert_eq!((&user["invited"], &user["can"]["invite"]), (&json!(false), &json!(false)));
    let again = admin.post(&format!("{}/invite", path(&user)), json!({})).await;
    assert_eq!((again.status, again.message_code()), (409, "user_has_joined".into()));
    let gone = admin.delete(&path(&user)).await;
    assert_eq!((gone.status, gone.message_code()), (409, "user_has_signed_in".into()));
}

#[tokio::test]
async fn an_invitation_is_in_the_users_language_and_links_to_the_company() {
    let app = TestApp::start().await;
    invited(&app, &app.admin(ATLANTICO).await).await;
    let folder = std::fs::read_dir(app.files.path().join("mail")).unwrap();
    let mail = folder.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).next().unwrap();
    let mail = mail.replace("=\r\n", "");
    assert!(mail.contains("https://atlantico.localhost/invitation/"), "{mail}");
    assert!(mail.contains("To: =?utf-8?") && mail.contains("Criar senha"), "{mail}");
}

#[tokio::test]
async fn an_invitation_ends_by_a_newer_one_a_week_or_deactivation() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let first = invited(&app, &admin).await;
    let user = demo_user(&admin, "iris").await;
    assert_eq!(admin.post(&format!("{}/invite", path(&user)), json!({})).await.status, 200);
    app.run_processes().await;
    let second = secret_in_mail(&app, "/invitation/").unwrap();
    assert_ne!(first, second);
    assert_eq!(accept(&app, ATLANTICO, &first).await.message_code(), "link_not_valid");

    admin.post(&format!("{}/deactivate", path(&user)), json!({})).await.data();
    assert_eq!(accept(&app, ATLANTICO, &second).await.message_code(), "link_not_valid");
    admin.post(&format!("{}/activate", path(&user)), json!({})).await.data();
    admin.post(&format!("{}/invite", path(&user)), json!({})).await.data();
    app.run_processes().await;
    let third = secret_in_mail(&app, "/invitation/").unwrap();
    app.state.clock.advance(TimeDelta::days(7) + TimeDelta::minutes(1));
    assert_eq!(accept(&app, ATLANTICO, &third).await.message_code(), "link_not_valid");
}

#[tokio::test]
async fn a_cancelled_invitation_is_invalid() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let token = invited(&app, &admin).await;
    assert_eq!(admin.delete(&path(&demo_user(&admin, "iris").await)).await.status, 200);
    assert_eq!(accept(&app, ATLANTICO, &token).await.message_code(), "link_not_valid");
}
