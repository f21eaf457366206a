//! The e-mail about a finished import.

use serde_json::json;

use super::{SHOP, path, sent, taken_in};
use crate::support::{ATLANTICO, TestApp};

/// All sent e-mails, oldest first.
fn mails(app: &TestApp) -> Vec<String> {
    let mut paths: Vec<_> = std::fs::read_dir(app.files.path().join("mail"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

#[tokio::test]
async fn the_user_gets_one_email_about_a_finished_import() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let import = sent(&staff, "pedidos.csv", SHOP.as_bytes()).await;
    assert_eq!(staff.post(&path(&import, "/check"), json!({})).await.status, 202);
    app.run_processes().await;
    assert_eq!(mails(&app).len(), 0, "a dry run brings nothing in");
    taken_in(&app, &staff, &import).await;
    assert_eq!(mails(&app).len(), 0, "the user can read it on the screen");
    app.run_processes_after(chrono::TimeDelta::minutes(2)).await;
    let mails = mails(&app);
    assert_eq!(mails.len(), 1);
    let link = format!("https://{ATLANTICO}/shipments/imports/{}", import["id"].as_str().unwrap());
    assert!(mails[0].contains("To: ") && mails[0].contains("staff@atlantico.test"), "{}", mails[0]);
    assert!(mails[0].replace("=\r\n", "").contains(&link), "{}", mails[0]);
    // The demo's staff user reads Portuguese; the language of this request does not matter.
    assert!(mails[0].contains("Content-Language: pt-BR") || mails[0].contains("Importa"), "{}", mails[0]);
    let tasks = staff.get("/api/background_tasks").await.data();
    assert_eq!(tasks.as_array().unwrap().len(), 2, "{tasks}");
}
