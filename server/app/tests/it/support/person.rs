//! A user with a browser: stores cookies, sends the CSRF token, reads answers.

use std::sync::Arc;

use poem::http::{Method, StatusCode};
use poem::{Body, Request};
use serde_json::{Value, json};

use super::{App, call};

#[derive(Clone)]
pub struct Person {
    app: Arc<App>,
    host: String,
    pub cookie: Option<String>,
    /// The cookie that names this browser to accounts it signed in to.
    pub device: Option<String>,
    pub csrf: String,
    pub language: &'static str,
}

/// An answer of the server.
pub struct Answer {
    pub status: u16,
    pub headers: poem::http::HeaderMap,
    pub body: Vec<u8>,
}

const BOUNDARY: &str = "remessa-test-boundary";

fn text_parts(fields: &[(&str, &str)]) -> Vec<u8> {
    let part = |(name, value): &(&str, &str)| {
        format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    fields.iter().map(part).collect::<String>().into_bytes()
}

fn parts((field, name, content): (&str, &str, &[u8]), fields: &[(&str, &str)]) -> Vec<u8> {
    let mut parts = text_parts(fields);
    let head = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\
         Content-Type: application/octet-stream\r\n\r\n"
    );
    parts.extend_from_slice(head.as_bytes());
    parts.extend_from_slice(content);
    parts.extend_from_slice(b"\r\n");
    parts
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    pub fn data(&self) -> Value {
        assert!(self.status < 300, "{}: {}", self.status, self.text());
        self.json()["data"].clone()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// The first error code of a field.
    pub fn code_at(&self, field: &str) -> String {
        let code = self.json()["errors"][field][0]["code"].as_str().map(str::to_owned);
        code.unwrap_or_else(|| panic!("nothing at {field}: {}", self.text()))
    }

    pub fn message_code(&self) -> String {
        self.json()["message_code"].as_str().unwrap_or_default().to_owned()
    }
}

impl Person {
    pub fn new(app: Arc<App>, host: &str) -> Self {
        Self { app, host: host.to_owned(), cookie: None, device: None, csrf: String::new(), language: "en" }
    }

    /// The same cookies and token on another domain.
    pub fn on(&self, host: &str) -> Self {
        Self { host: host.to_owned(), ..self.clone() }
    }

    /// The same browser with another node.
    pub fn through(&self, node: server_core::state::AppState) -> Self {
        let app = poem::EndpointExt::boxed(poem::EndpointExt::map_to_response(app::app(node)));
        Self { app: Arc::new(app), ..self.clone() }
    }

    /// `account` is the part before the @ of a demo user.
    pub async fn signed_in(self, account: &str) -> Self {
        let slug = self.host.split('.').next().unwrap().to_owned();
        self.log_in_as(&format!("{account}@{slug}.test")).await
    }

    /// Signed in with the demo password, on any host of the company.
    pub async fn log_in_as(mut self, email: &str) -> Self {
        let answer = self.log_in(email, "remessa-demo").await;
        assert_eq!(answer.status, 200, "{email} could not sign in: {}", answer.text());
        self
    }

    pub async fn log_in(&mut self, email: &str, password: &str) -> Answer {
        self.visit().await;
        let form = json!({ "email": email, "password": password, "remember_me": false });
        let answer = self.post("/api/login", form).await;
        if answer.status == 200 {
            self.keep(&answer);
        }
        answer
    }

    /// Opens a page to get the cookie and the CSRF token.
    pub async fn visit(&mut self) {
        let answer = self.get("/api/session-cookie").await;
        self.keep(&answer);
    }

    pub fn keep(&mut self, answer: &Answer) {
        for cookie in answer.headers.get_all("set-cookie") {
            let cookie = cookie.to_str().unwrap().split(';').next().map(str::to_owned);
            if cookie.as_ref().is_some_and(|cookie| cookie.starts_with("XSRF-TOKEN=")) {
                continue;
            }
            let is_device = cookie.as_ref().is_some_and(|cookie| cookie.contains("device="));
            *(if is_device { &mut self.device } else { &mut self.cookie }) = cookie;
        }
        if let Some(token) = answer.json()["data"]["csrf_token"].as_str() {
            self.csrf = token.to_owned();
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PATCH, path, Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, None).await
    }

    pub async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut request = self.request(method, path);
        if let Some(body) = body {
            request.headers_mut().insert("content-type", "application/json".parse().unwrap());
            request.set_body(Body::from_json(body).unwrap());
        }
        self.call(request).await
    }

    /// Sends one file and other text fields as multipart/form-data.
    pub async fn upload(&self, path: &str, file: (&str, &str, &[u8]), fields: &[(&str, &str)]) -> Answer {
        self.send_parts(path, parts(file, fields)).await
    }

    /// Sends one file without saying how long it is, as a chunked body does.
    pub async fn upload_undeclared(&self, path: &str, file: (&str, &str, &[u8])) -> Answer {
        let mut request = self.request_of_parts(path, parts(file, &[]));
        request.headers_mut().remove("content-length");
        self.call(request).await
    }

    /// Sends a form without files as multipart/form-data.
    pub async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.send_parts(path, text_parts(fields)).await
    }

    async fn send_parts(&self, path: &str, parts: Vec<u8>) -> Answer {
        self.call(self.request_of_parts(path, parts)).await
    }

    fn request_of_parts(&self, path: &str, mut parts: Vec<u8>) -> Request {
        parts.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        let mut request = self.request(Method::POST, path);
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        request.headers_mut().insert("content-type", kind.parse().unwrap());
        request.headers_mut().insert("content-length", parts.len().into());
        request.set_body(parts);
        request
    }

    /// A request of this browser, to be changed before `call`.
    pub fn request(&self, method: Method, path: &str) -> Request {
        let mut builder = Request::builder()
            .method(method)
            .uri_str(path)
            .header("host", &self.host)
            .header("accept-language", self.language)
            .header("x-requested-with", "XMLHttpRequest")
            .header("x-csrf-token", &self.csrf)
            .header("origin", format!("https://{}", self.host))
            .header("sec-fetch-site", "same-origin");
        for cookie in self.cookie.iter().chain(&self.device) {
            builder = builder.header("cookie", cookie);
        }
        builder.finish()
    }

    pub async fn call(&self, request: Request) -> Answer {
        let answer = self.call_and_fail(request).await;
        assert_ne!(answer.status, StatusCode::INTERNAL_SERVER_ERROR, "{}", answer.text());
        answer
    }

    /// Like `call`, also for answers of 500 and above.
    pub async fn call_and_fail(&self, request: Request) -> Answer {
        let response = call(&self.app, request).await;
        let (parts, body) = response.into_parts();
        let body = body.into_vec().await.unwrap_or_default();
        Answer { status: parts.status.as_u16(), headers: parts.headers, body }
    }
}
