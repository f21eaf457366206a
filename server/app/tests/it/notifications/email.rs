//! The e-mail about a notification that stays unread.

use chrono::TimeDelta;
use serde_json::json;
use server_core::notify::{Notice, NotificationCode};

use super::{about, listed, pushed};
use crate::support::{ATLANTICO, Person, TestApp};

fn mails(app: &TestApp) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir(app.files.path().join("mail")) else { return Vec::new() };
    folder.map(|mail| std::fs::read_to_string(mail.unwrap().path()).unwrap()).collect()
}

async fn exported(person: &Person) -> Notice {
    let mut notice = about(person).await.with("done", 12);
    notice.code = NotificationCode::AuditExported;
    notice
}

#[tokio::test]
async fn an_unread_notification_is_sent_once_after_two_minutes() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    pushed(&app, ATLANTICO, &exported(&admin).await).await.unwrap();
    app.run_processes().await;
    app.run_processes_after(TimeDelta::seconds(119)).await;
    assert_eq!(mails(&app).len(), 0, "two minutes are not over");
    app.run_processes_after(TimeDelta::seconds(1)).await;
    app.run_processes_after(TimeDelta::minutes(9)).await;
    let mails = mails(&app);
    assert_eq!(mails.len(), 1);
    let mail = mails[0].replace("=\r\n", "");
    assert!(mail.contains("admin@atlantico.test"), "{mail}");
    // The user reads Portuguese.
    assert!(mail.contains("12 registros da auditoria"), "{mail}");
    assert!(mail.contains(&format!("https://{ATLANTICO}/notifications")), "{mail}");
}

#[tokio::test]
async fn a_notification_that_was_read_or_deleted_is_not_sent() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let notice = exported(&admin).await;
    let read = pushed(&app, ATLANTICO, &notice).await.unwrap();
    let deleted = pushed(&app, ATLANTICO, &notice).await.unwrap();
    app.run_processes().await;
    admin.post(&format!("/api/notifications/{read}/read"), json!({})).await.data();
    admin.delete(&format!("/api/notifications/{deleted}")).await.data();
    app.run_processes_after(TimeDelta::minutes(3)).await;
    assert_eq!(mails(&app).len(), 0);
}

#[tokio::test]
async fn an_updated_notification_is_sent_once() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let mut notice = exported(&admin).await;
    notice.reference = Some("export:1".into());
    notice.update = true;
    pushed(&app, ATLANTICO, &notice).await.unwrap();
    pushed(&app, ATLANTICO, &notice.clone().with("done", 13)).await.unwrap();
    app.run_processes_after(TimeDelta::minutes(2)).await;
    let mails = mails(&app);
    assert_eq!(mails.len(), 1);
    assert!(mails[0].replace("=\r\n", "").contains("13 registros"), "{}", mails[0]);
}

#[tokio::test]
async fn who_wants_only_the_email_sees_nothing_on_the_screen() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let choice = json!({ "event": "export_ready", "channel": "app", "enabled": false });
    assert_eq!(admin.patch("/api/account-notifications", choice).await.status, 200);
    let id = pushed(&app, ATLANTICO, &exported(&admin).await).await.unwrap();
    let list = listed(&admin, "").await;
    assert_eq!((&list["data"], &list["meta"]["unread"]), (&json!([]), &json!(0)));
    assert_eq!(admin.post(&format!("/api/notifications/{id}/read"), json!({})).await.status, 404);
    app.run_processes_after(TimeDelta::minutes(2)).await;
    assert_eq!(mails(&app).len(), 1);
}
