//! The pages with the e-mails of the demo.

use serde_json::json;
use server_core::clock::Clock;
use server_core::config::ServerConfig;
use uuid::Uuid;

use crate::support::{ATLANTICO, Answer, PACIFIC, TestApp};

const PAGE: &str = "/demo/emails";

async fn demo() -> TestApp {
    TestApp::with(&["--demo-emails".to_owned(), "--public-origin=http://*:8080".to_owned()]).await
}

/// Asks for a new password and sends the e-mail.
async fn send_recovery(app: &TestApp, host: &str, email: &str) {
    let mut visitor = app.visitor(host);
    visitor.visit().await;
    assert_eq!(visitor.post("/api/password/email", json!({ "email": email })).await.status, 200);
    app.run_processes().await;
}

/// The pages of single e-mails that a list links to.
fn links(list: &Answer) -> Vec<String> {
    let text = list.text();
    let rests = text.split("href=\"/demo/emails/").skip(1);
    rests.filter_map(|rest| rest.split('"').next()).map(|id| format!("{PAGE}/{id}")).collect()
}

/// The page of the only e-mail of a company.
async fn find_page(app: &TestApp, host: &str) -> String {
    let links = links(&app.visitor(host).get(PAGE).await);
    assert_eq!(links.len(), 1, "{links:?}");
    links.concat()
}

/// Writes a file into the mail folder.
fn write_email(app: &TestApp, name: &str, host: &str, email: &str) {
    let email = format!("X-Company-Host: {host}\n{email}").replace('\n', "\r\n");
    std::fs::write(app.files.path().join("mail").join(name), email).unwrap();
}

#[tokio::test]
async fn an_email_is_shown_in_a_frame_without_scripts_and_its_link_leaves_the_frame() {
    let app = demo().await;
    send_recovery(&app, ATLANTICO, "client@atlantico.test").await;
    let visitor = app.visitor(ATLANTICO);
    let list = visitor.get(PAGE).await;
    assert_eq!((list.status, list.header("cache-control")), (200, Some("no-store")));
    assert!(list.text().contains("client@atlantico.test"), "{}", list.text());
    let link = find_page(&app, ATLANTICO).await;
    let page = visitor.get(&link).await;
    assert!(page.text().contains("sandbox=\"allow-top-navigation-by-user-activation\""), "{}", page.text());
    assert!(page.text().contains("password"), "{}", page.text());

    let html = visitor.get(&format!("{link}/html")).await;
    // Templates escape the slashes.
    let written = html.text().replace("&#x2f;", "/");
    assert!(written.contains("http://atlantico.localhost:8080/password/reset/"), "{written}");
    assert!(html.text().contains("<base target=\"_top\">"), "{}", html.text());
    let policy = html.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("script"), "{policy}");
    assert!(policy.contains("sandbox"), "{policy}");
    assert_eq!(html.header("x-frame-options"), Some("SAMEORIGIN"));
}

#[tokio::test]
async fn a_company_never_sees_the_emails_of_another() {
    let app = demo().await;
    send_recovery(&app, ATLANTICO, "client@atlantico.test").await;
    let link = find_page(&app, ATLANTICO).await;
    let stranger = app.visitor(PACIFIC);
    let list = stranger.get(PAGE).await;
    assert_eq!((list.status, links(&list)), (200, vec![]));
    assert!(!list.text().contains("atlantico"), "{}", list.text());
    for path in [link.clone(), format!("{link}/html"), format!("{link}/files/1")] {
        assert_eq!(stranger.get(&path).await.status, 404, "{path}");
    }
    // The newest e-mail comes first.
    send_recovery(&app, ATLANTICO, "staff@atlantico.test").await;
    let both = links(&app.visitor(ATLANTICO).get(PAGE).await);
    assert_eq!((both.len(), both.last()), (2, Some(&link)));
}

#[tokio::test]
async fn a_file_of_an_email_is_a_download_and_its_texts_are_escaped() {
    let app = demo().await;
    let id = Uuid::now_v7();
    let email = "To: ana@atlantico.test
Date: Fri, 27 Nov 2026 12:00:00 +0000
Subject: <script>alert(1)</script>
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/plain

Hello <b>Ana</b>
--x
Content-Type: text/html
Content-Disposition: attachment; filename=\"a.html\"

<script>alert(2)</script>
--x--
";
    write_email(&app, &format!("{id}.eml"), ATLANTICO, email);
    let visitor = app.visitor(ATLANTICO);
    for path in [PAGE.to_owned(), format!("{PAGE}/{id}")] {
        let text = visitor.get(&path).await.text();
        assert!(text.contains("&lt;script&gt;alert(1)") && !text.contains("<script>alert"), "{text}");
    }
    let page = visitor.get(&format!("{PAGE}/{id}")).await.text();
    assert!(page.contains("Hello &lt;b&gt;Ana") && page.contains("a.html"), "{page}");
    let file = visitor.get(&format!("{PAGE}/{id}/files/1")).await;
    assert!(file.text().contains("alert(2)"), "{}", file.text());
    assert!(file.header("content-disposition").unwrap().starts_with("attachment; filename=\"a.html\""));
    assert_eq!(file.header("content-type"), Some("application/octet-stream"));
    for number in ["0", "2", "-1", "x"] {
        assert_eq!(visitor.get(&format!("{PAGE}/{id}/files/{number}")).await.status, 404, "{number}");
    }
}

#[tokio::test]
async fn without_the_setting_there_is_no_page() {
    let app = TestApp::start().await;
    send_recovery(&app, ATLANTICO, "client@atlantico.test").await;
    let kept = std::fs::read_dir(app.files.path().join("mail")).unwrap().next().unwrap().unwrap();
    let name = kept.file_name().into_string().unwrap();
    let link = format!("{PAGE}/{}", name.trim_end_matches(".eml"));
    for path in [PAGE.to_owned(), format!("{link}/html"), format!("{link}/files/1"), link] {
        assert_eq!(app.visitor(ATLANTICO).get(&path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn a_server_that_others_can_reach_does_not_start_with_the_setting() {
    let app = demo().await;
    let options: [fn(&mut ServerConfig); 4] = [
        |config| config.listen = "0.0.0.0:8080".to_owned(),
        |config| config.public_origin = "https://*".parse().unwrap(),
        |config| config.mail_url = "smtp://127.0.0.1".to_owned(),
        |config| config.trusted_proxies = vec!["10.0.0.0/8".parse().unwrap()],
    ];
    for change in options {
        let mut config = app.state.config.clone();
        assert!(config.check().is_ok());
        change(&mut config);
        let refusal = config.check().unwrap_err().to_string();
        assert!(refusal.starts_with("REMESSA_DEMO_EMAILS"), "{refusal}");
        assert!(app::connect(config, Clock::default()).await.is_err());
    }
}

#[tokio::test]
async fn an_address_never_names_another_file() {
    let app = demo().await;
    for name in ["notes.eml", "../secret.eml"] {
        write_email(&app, name, ATLANTICO, "Subject: secret\n\nno");
    }
    for id in ["notes", "..%2Fsecret", "..%2fsecret.eml", "%2e%2e%2fsecret", "....//secret", "%00", "0"] {
        for path in [format!("{PAGE}/{id}"), format!("{PAGE}/{id}/html"), format!("{PAGE}/{id}/files/1")] {
            let answer = app.visitor(ATLANTICO).get(&path).await;
            assert_eq!(answer.status, 404, "{path}");
        }
    }
    assert_eq!(links(&app.visitor(ATLANTICO).get(PAGE).await), Vec::<String>::new());
}
