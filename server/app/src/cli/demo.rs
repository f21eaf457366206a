//! Shipments of the demo: imports a shipped file through the API as a user would, and records some events.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use chrono::TimeDelta;
use poem::endpoint::BoxEndpoint;
use poem::http::{HeaderValue, Method};
use poem::{Body, Endpoint, EndpointExt, Request};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use server_core::process::worker::{Worker, WorkerOptions};
use server_core::state::AppState;

/// The password of all users of the demo.
pub(super) const PASSWORD: &str = "remessa-demo";

/// Older than all events of the file's shipments.
const IMPORTED_BEFORE: TimeDelta = TimeDelta::days(9);
/// Between two events of a shipment.
const PACE: TimeDelta = TimeDelta::hours(20);

const CALL_TIMEOUT: Duration = Duration::from_secs(120);

/// `import.json`: values that the file does not have.
#[derive(Deserialize)]
struct DemoImport {
    group_by: String,
    constants: BTreeMap<String, String>,
    /// Title of the subsidiary of the shipments.
    subsidiary: String,
}

/// Imports the folder's `shipments.csv` as `staff@<slug>.test`; false if already done.
pub async fn import(state: &AppState, host: &str, slug: &str, folder: &Path) -> anyhow::Result<bool> {
    let file = folder.join("shipments.csv");
    if !file.exists() {
        return Ok(false);
    }
    let demo: DemoImport = serde_json::from_slice(&std::fs::read(folder.join("import.json"))?)?;
    let browser = Browser::sign_in(state, host, &format!("staff@{slug}.test")).await?;
    let source = demo.constants.get("source").map_or("", String::as_str);
    if browser.get(&format!("/api/shipments?source={source}")).await?["meta"]["total"] != 0 {
        return Ok(false);
    }
    state.clock.advance(-IMPORTED_BEFORE);
    let result = import_file(state, &browser, &file, &demo).await;
    state.clock.advance(IMPORTED_BEFORE);
    println!("{}: {}", file.display(), result?["counts"]);
    record_events(state, &browser).await?;
    Ok(true)
}

/// Returns the import once it has ended.
async fn import_file(
    state: &AppState,
    browser: &Browser,
    file: &Path,
    demo: &DemoImport,
) -> anyhow::Result<Value> {
    let content = std::fs::read(file)?;
    let sheet = File { name: "shipments.csv", content_type: "text/csv", content: &content };
    let uploaded = browser.upload("/api/shipment_imports", &sheet, &[]).await?["data"].take();
    let path = format!("/api/shipment_imports/{}", uploaded["id"].as_str().context("no import")?);
    let mut mapping = uploaded["mapping"].clone();
    let columns = uploaded["columns"].as_array();
    let grouping = columns.into_iter().flatten().find(|column| column["name"] == demo.group_by.as_str());
    mapping["group_by"] = grouping.context("the file lacks its grouping column")?["key"].clone();
    mapping["constants"] =
        demo.constants.iter().map(|(field, value)| json!({ "field": field, "value": value })).collect();
    let branches = browser.get("/api/subsidiaries/select").await?;
    let branch = branches["data"]
        .as_array()
        .into_iter()
        .flatten()
        .find(|one| one["label"] == demo.subsidiary.as_str());
    let subsidiary_id = &branch.context("the tenant lacks the subsidiary")?["id"];
    let update =
        json!({ "mapping": mapping, "version": uploaded["version"], "subsidiary_id": subsidiary_id });
    browser.send(Method::PATCH, &path, Some(update)).await?;
    browser.send(Method::POST, &format!("{path}/process"), Some(json!({}))).await?;
    wait_for_import(state, browser, &path).await
}

/// Ends the sessions of the seed: its users have no device yet.
pub async fn sign_out(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    for account in ["admin", "staff", "client"] {
        let browser = Browser::sign_in(state, host, &format!("{account}@{slug}.test")).await?;
        browser.call(browser.request(Method::DELETE, "/api/account-devices", None)?).await?;
        browser.call(browser.request(Method::POST, "/api/logout", None)?).await?;
    }
    Ok(())
}

/// Runs a worker until the import has ended.
async fn wait_for_import(state: &AppState, browser: &Browser, path: &str) -> anyhow::Result<Value> {
    let stop = CancellationToken::new();
    let worker = Worker::new(state.clone(), crate::kinds(), WorkerOptions::new(1));
    let worker = tokio::spawn({
        let stop = stop.clone();
        async move { worker.run(stop).await }
    });
    let wait = async {
        loop {
            let import = browser.get(path).await?["data"].take();
            if !import["finished_at"].is_null() {
                return anyhow::Ok(import);
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    let result = tokio::time::timeout(CALL_TIMEOUT, wait).await;
    stop.cancel();
    worker.await?;
    result.context("the import did not end")?
}

/// The events of a normal shipment, in order.
const WAY: [&str; 10] = [
    "LABELLED",
    "COLLECTED",
    "RECEIVED",
    "BAGGED",
    "DEPARTED",
    "ARRIVED",
    "IN_CUSTOMS",
    "CLEARED",
    "OUT_FOR_DELIVERY",
    "DELIVERED",
];

/// Records events for some shipments: one event for the first ten, two for the next ten, and so on.
async fn record_events(state: &AppState, browser: &Browser) -> anyhow::Result<()> {
    let drafts = browser.get("/api/shipments?status=10&sort=tracking_code&per_page=100").await?;
    let rows = drafts["data"].as_array().cloned().unwrap_or_default();
    let codes: Vec<Value> = rows.into_iter().map(|mut row| row["tracking_code"].take()).collect();
    let imported_at = state.clock.now() - IMPORTED_BEFORE;
    for (ten, steps) in codes.chunks(10).zip(1..=WAY.len()) {
        for (event, nth) in WAY[..steps].iter().zip(1..) {
            let at = imported_at + PACE * nth;
            let form = json!({ "tracking_codes": ten, "event_code": event, "occurred_at": at.to_rfc3339() });
            browser.send(Method::POST, "/api/shipments/record_event", Some(form)).await?;
        }
    }
    Ok(())
}

/// A file to send.
pub(super) struct File<'a> {
    pub name: &'a str,
    pub content_type: &'a str,
    pub content: &'a [u8],
}

/// A signed-in user of the application in this process.
pub(super) struct Browser {
    app: BoxEndpoint<'static, poem::Response>,
    host: String,
    cookie: String,
    csrf: String,
}

impl Browser {
    pub(super) async fn sign_in(state: &AppState, host: &str, email: &str) -> anyhow::Result<Self> {
        let app = crate::app(state.clone()).map_to_response().boxed();
        let mut browser = Self { app, host: host.to_owned(), cookie: String::new(), csrf: String::new() };
        browser.open_session(Method::GET, "/api/session-cookie", None).await?;
        let form = json!({ "email": email, "password": PASSWORD });
        browser.open_session(Method::POST, "/api/login", Some(form)).await?;
        Ok(browser)
    }

    /// Calls the API, and stores the cookie and the token of the answer.
    async fn open_session(&mut self, method: Method, path: &str, body: Option<Value>) -> anyhow::Result<()> {
        let response = self.call(self.request(method, path, body)?).await?;
        if let Some(cookie) = response.header("set-cookie").and_then(|cookie| cookie.split(';').next()) {
            self.cookie = cookie.to_owned();
        }
        let answer: Value = serde_json::from_slice(&response.into_body().into_vec().await?)?;
        self.csrf = answer["data"]["csrf_token"].as_str().unwrap_or_default().to_owned();
        Ok(())
    }

    pub(super) async fn get(&self, path: &str) -> anyhow::Result<Value> {
        self.send(Method::GET, path, None).await
    }

    /// Whether the company and the user have this page.
    pub(super) async fn has_in_menu(&self, page: &str) -> anyhow::Result<bool> {
        Ok(self.get("/api/profile").await?["data"]["menu"][page] == true)
    }

    pub(super) async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
    ) -> anyhow::Result<Value> {
        let response = self.call(self.request(method, path, body)?).await?;
        let answer = response.into_body().into_vec().await?;
        if answer.is_empty() {
            return Ok(Value::Null);
        }
        Ok(serde_json::from_slice(&answer)?)
    }

    /// Sends a file with the other fields of its form.
    pub(super) async fn upload(
        &self,
        path: &str,
        file: &File<'_>,
        fields: &[(&str, &str)],
    ) -> anyhow::Result<Value> {
        const BOUNDARY: &str = "remessa-demo-file";
        let field = |name: &str, value: &str| {
            format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let fields: String = fields.iter().map(|(name, value)| field(name, value)).collect();
        let head = format!(
            "{fields}--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{}\"\r\n\
             Content-Type: {}\r\n\r\n",
            file.name, file.content_type
        );
        let body = [head.as_bytes(), file.content, format!("\r\n--{BOUNDARY}--\r\n").as_bytes()].concat();
        let mut request = self.request(Method::POST, path, None)?;
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        request.headers_mut().insert("content-type", kind.parse()?);
        request.set_body(body);
        let response = self.call(request).await?;
        Ok(serde_json::from_slice(&response.into_body().into_vec().await?)?)
    }

    fn request(&self, method: Method, path: &str, body: Option<Value>) -> anyhow::Result<Request> {
        let mut request = Request::builder()
            .method(method)
            .uri_str(path)
            .header("host", &self.host)
            .header("cookie", &self.cookie)
            .header("x-requested-with", "XMLHttpRequest")
            .header("x-csrf-token", &self.csrf)
            .header("origin", format!("https://{}", self.host))
            .header("sec-fetch-site", "same-origin")
            .finish();
        if let Some(body) = body {
            request.headers_mut().insert("content-type", HeaderValue::from_static("application/json"));
            request.set_body(Body::from_json(body)?);
        }
        Ok(request)
    }

    async fn call(&self, request: Request) -> anyhow::Result<poem::Response> {
        let path = request.uri().path().to_owned();
        let response = self.app.get_response(request).await;
        if response.status().is_success() {
            return Ok(response);
        }
        let status = response.status();
        let text = String::from_utf8_lossy(&response.into_body().into_vec().await?).into_owned();
        anyhow::bail!("{path} answered {status}: {text}")
    }
}
