//! The real binary, `remessa serve`, on its own port, to kill and restart.

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use poem::http::StatusCode;
use poem::{EndpointExt, Request, Response};

use super::servers::free_port;
use super::{App, Person, TestApp};

const CALL_TIMEOUT: Duration = Duration::from_secs(30);

/// A server process with the database and the files of a `TestApp`.
pub struct Served {
    child: Child,
    address: String,
    client: reqwest::Client,
}

impl Served {
    /// Starts the server and waits for its first answer.
    pub async fn start(app: &TestApp) -> Self {
        Self::with(app, &[]).await
    }

    /// Also sets these variables.
    pub async fn with(app: &TestApp, more: &[(&str, &str)]) -> Self {
        let listen = format!("127.0.0.1:{}", free_port());
        let child = Command::new(env!("CARGO_BIN_EXE_remessa"))
            .arg("serve")
            .envs(app.environment())
            .envs(more.iter().copied())
            .env("REMESSA_LISTEN", &listen)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The client needs a crypto provider even for plain HTTP.
        rustls::crypto::ring::default_provider().install_default().ok();
        let served = Self { child, address: format!("http://{listen}"), client: reqwest::Client::new() };
        let since = Instant::now();
        while served.client.get(format!("{}/readyz", served.address)).send().await.is_err() {
            assert!(since.elapsed() < CALL_TIMEOUT, "`remessa serve` does not come up");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        served
    }

    pub fn port(&self) -> u16 {
        self.address.rsplit(':').next().unwrap().parse().unwrap()
    }

    /// A browser that reaches this process through a socket.
    pub fn visitor(&self, host: &str) -> Person {
        Person::new(over_http(self.client.clone(), self.address.clone()), host)
    }

    /// SIGKILL: no destructor runs and no lease is returned.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends each request to a server.
fn over_http(client: reqwest::Client, address: String) -> Arc<App> {
    let endpoint = poem::endpoint::make::<_, _, _, poem::Result<Response>>(move |mut request: Request| {
        let client = client.clone();
        let url = format!("{address}{}", request.uri());
        async move {
            let body = request.take_body().into_vec().await?;
            let sent = client
                .request(request.method().clone(), url)
                .headers(request.headers().clone())
                .body(body)
                .send()
                .await
                .map_err(|error| poem::Error::new(error, StatusCode::BAD_GATEWAY))?;
            let mut response = Response::builder().status(sent.status());
            for (name, value) in sent.headers() {
                response = response.header(name, value);
            }
            let body =
                sent.bytes().await.map_err(|error| poem::Error::new(error, StatusCode::BAD_GATEWAY))?;
            poem::Result::Ok(response.body(body))
        }
    });
    Arc::new(endpoint.map_to_response().boxed())
}
