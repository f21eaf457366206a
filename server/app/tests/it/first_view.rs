//! The pages that the server draws for visitors: the same answers as those of the API, as HTML.

use chrono::TimeDelta;
use serde_json::json;
use server_core::settings;

use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, Answer, PACIFIC, TestApp};

const HOSTILE: &str = "<script>alert(1)</script>";

async fn switch(app: &TestApp, flag: &str, on: bool) {
    app.switch(ATLANTICO, flag, on).await;
    // The node caches the old value.
    app.state.settings.forget(&app.tenant(ATLANTICO)).await;
}

fn is_first_view(answer: &Answer) -> bool {
    answer.text().contains("class=\"fv\"")
}

#[tokio::test]
async fn the_page_has_the_events_by_the_clock_of_their_place_and_escapes_what_people_typed() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let code = created(&staff).await["tracking_code"].as_str().unwrap().to_owned();
    let event =
        json!({ "tracking_codes": [code], "event_code": "DEPARTED", "location": HOSTILE, "note": "secret" });
    staff.post("/api/shipments/record_event", event).await.data();
    let answer = app.visitor(ATLANTICO).get(&format!("/tracking/{code}")).await;
    let html = answer.text();
    assert_eq!(answer.status, 200, "{html}");
    for shown in [code.as_str(), "On its way", "Departed", "GMT-3", "&lt;script&gt;alert(1)", "Germany"] {
        assert!(html.contains(shown), "{shown} is missing: {html}");
    }
    for hidden in ["<script>alert", "secret", "Maria", "Hauptstra"] {
        assert!(!html.contains(hidden), "{hidden} is told to everybody");
    }
    let policy = answer.header("content-security-policy").unwrap();
    let nonce = policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap();
    let escaped = nonce.replace('/', "&#x2f;");
    let scripts = html.matches("<script").count();
    assert_eq!(html.matches(&format!("<script nonce=\"{escaped}\"")).count(), scripts);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn a_code_of_another_company_is_unknown_on_the_page() {
    let app = TestApp::start().await;
    let code = created(&app.staff(ATLANTICO).await).await["tracking_code"].as_str().unwrap().to_owned();
    let html = app.visitor(PACIFIC).get(&format!("/tracking/{code}")).await.text();
    assert!(html.contains("Code not found."), "{html}");
    assert!(!html.contains("Berlin"), "{html}");
}

#[tokio::test]
async fn the_page_is_limited_together_with_the_api() {
    let app = TestApp::start().await;
    let visitor = app.visitor(ATLANTICO);
    let hundred: Vec<String> = (0..100).map(|n| format!("AT{n:09}BR")).collect();
    let many = format!("/tracking?codes={}", hundred.join(","));
    assert_eq!(visitor.get(&many).await.status, 200);
    assert_eq!(visitor.get(&format!("{many},AT000000999BR")).await.status, 422);
    assert_eq!(visitor.get(&format!("/api{many}")).await.status, 200);
    let refused = visitor.get("/tracking/AT000000014BR").await;
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").is_some());
    assert!(is_first_view(&refused) && refused.text().contains("role=\"alert\""), "{}", refused.text());
}

#[tokio::test]
async fn a_company_without_the_public_page_says_so() {
    let app = TestApp::start().await;
    let code = created(&app.staff(ATLANTICO).await).await["tracking_code"].as_str().unwrap().to_owned();
    switch(&app, settings::PUBLIC_TRACKING, false).await;
    for path in ["/tracking".to_owned(), format!("/tracking/{code}")] {
        let answer = app.visitor(ATLANTICO).get(&path).await;
        assert_eq!(answer.status, 404);
        assert!(answer.text().contains("Public tracking is off"), "{}", answer.text());
        assert!(!answer.text().contains("Berlin"));
    }
}

#[tokio::test]
async fn places_and_times_stay_hidden_where_the_company_asks_for_the_postcode() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = staff.post("/api/shipments", complete(&staff).await).await.data();
    let code = shipment["tracking_code"].as_str().unwrap();
    let event = json!({ "tracking_codes": [code], "event_code": "DEPARTED", "location": "Guarulhos" });
    staff.post("/api/shipments/record_event", event).await.data();
    let path = format!("/tracking/{code}");
    assert!(app.visitor(ATLANTICO).get(&path).await.text().contains("Guarulhos"));
    switch(&app, settings::TRACKING_POSTCODE, true).await;
    let html = app.visitor(ATLANTICO).get(&path).await.text();
    assert!(html.contains("only after you enter"), "{html}");
    for hidden in ["Guarulhos", "Berlin", "GMT-3"] {
        assert!(!html.contains(hidden), "{hidden} is told without the postcode");
    }
}

#[tokio::test]
async fn the_page_speaks_the_language_of_its_visitor() {
    let app = TestApp::start().await;
    let mut visitor = app.visitor(ATLANTICO);
    for (language, words) in [("pt-BR", "Criar conta"), ("es", "Crear cuenta"), ("zh-CN", "注册")] {
        visitor.language = language;
        let html = visitor.get("/tracking").await.text();
        assert!(html.contains(&format!("<html lang=\"{language}\">")), "{html}");
        assert!(html.contains(words), "{words} is missing: {html}");
    }
    let chosen = visitor.get("/tracking?language=es").await;
    assert!(chosen.text().contains("<html lang=\"es\">"));
    assert!(chosen.header("set-cookie").unwrap().starts_with("remessa-language=es;"));
}

#[tokio::test]
async fn a_single_code_leads_to_its_own_address() {
    let app = TestApp::start().await;
    let answer = app.visitor(ATLANTICO).get("/tracking?codes=at%20000000%20014%20br").await;
    assert_eq!((answer.status, answer.header("location")), (303, Some("/tracking/AT000000014BR")));
    let asks = app.visitor(ATLANTICO).get("/tracking").await;
    assert!(is_first_view(&asks) && asks.text().contains("name=\"codes\""), "{}", asks.text());
}

#[tokio::test]
async fn the_home_of_a_company_offers_what_its_flags_allow() {
    let app = TestApp::start().await;
    let visitor = app.visitor(ATLANTICO);
    switch(&app, settings::PUBLIC_CALCULATOR, true).await;
    switch(&app, settings::PUBLIC_FAQ, true).await;
    let home = visitor.get("/").await.text();
    for offered in
        ["name=\"codes\"", "href=\"/calculate\"", "href=\"/faq\"", "href=\"/login\"", "href=\"/register\""]
    {
        assert!(home.contains(offered), "{offered} is missing: {home}");
    }
    switch(&app, settings::PUBLIC_CALCULATOR, false).await;
    switch(&app, settings::PUBLIC_TRACKING, false).await;
    switch(&app, settings::PUBLIC_FAQ, false).await;
    let home = visitor.get("/").await.text();
    for hidden in ["name=\"codes\"", "/calculate", "href=\"/faq\"", "href=\"/tracking\""] {
        assert!(!home.contains(hidden), "{hidden} is offered: {home}");
    }
    assert!(home.contains("href=\"/login\""), "{home}");
    assert!(!is_first_view(&app.client(ATLANTICO).await.get("/").await));
}

#[tokio::test]
async fn signed_in_users_get_the_app_until_their_session_ends() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    assert!(!is_first_view(&client.get("/tracking").await));
    app.state.clock.advance(TimeDelta::days(400));
    assert!(is_first_view(&client.get("/tracking").await));
}

/// A company whose server has a built web: its page of the app, without the app.
async fn app_with_page(folder: &tempfile::TempDir) -> TestApp {
    let page = "<html><head><title>Remessa</title></head><body><div id=\"root\"></div></body></html>";
    std::fs::write(folder.path().join("index.html"), page).unwrap();
    TestApp::with(&[format!("--web-dir={}", folder.path().display())]).await
}

#[tokio::test]
async fn the_sign_in_is_read_before_its_script_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let app = app_with_page(&folder).await;
    let mut visitor = app.visitor(ATLANTICO);
    for (language, words) in
        [("en", "Sign in"), ("pt-BR", "Entrar"), ("es", "Iniciar sesión"), ("zh-CN", "登录")]
    {
        visitor.language = language;
        let html = visitor.get("/login").await.text();
        assert!(html.contains(&format!("<title>{words} · Atlântico")), "{html}");
        assert!(html.contains(&format!("<h1 class=\"fv-title\">{words}</h1>")), "{html}");
    }
    assert!(!app.client(ATLANTICO).await.get("/login").await.text().contains("fv-entrance"));
}

#[tokio::test]
async fn a_client_reads_its_own_shipments_before_the_script_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let app = app_with_page(&folder).await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    client.post("/api/locale", json!({ "locale": "en" })).await;
    let new = client.get("/").await.text();
    assert!(new.contains("Your first shipment in three steps"), "{new}");

    let mut hostile = complete(&client).await;
    hostile["to_name"] = json!(HOSTILE);
    let own = client.post("/api/shipments", hostile).await.data();
    let held = json!({ "tracking_codes": [own["tracking_code"]], "event_code": "CUSTOMS_HOLD" });
    staff.post("/api/shipments/record_event", held).await.data();
    let foreign = created(&app.signed_in(ATLANTICO, "client2").await).await;
    let html = client.get("/").await.text();
    let code = own["tracking_code"].as_str().unwrap();
    let shown = [
        code,
        "1 shipment in progress · 1 needs your attention",
        "Held by customs",
        "Customs has requested information or documents.",
        "&lt;script&gt;alert(1)",
        "Berlin, Germany",
    ];
    for shown in shown {
        assert!(html.contains(shown), "{shown} is missing: {html}");
    }
    for hidden in ["<script>alert", foreign["tracking_code"].as_str().unwrap()] {
        assert!(!html.contains(hidden), "{hidden} is shown: {html}");
    }
    let data = html.split("id=\"first-view\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["home"], client.get("/api/portal/home").await.data());
    assert!(!staff.get("/").await.text().contains("fv-portal"), "staff have a dashboard of their own");
}
