//! Sends to places outside. A name is resolved once, all its addresses must be public, and only these are connected to.

use std::error::Error;
use std::iter::successors;
use std::net::SocketAddr;
use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::redirect::Policy;
use reqwest::{Client, Method, StatusCode};
use tenancy::Host;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::address::is_public;
use super::diversion;
use super::names::{find_places, look_up};
use super::place::{OutgoingUrl, is_outside_name};
use crate::state::AppState;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Most bytes that are read of an answer.
const MAX_ANSWER: usize = 16 * 1024;

/// Why nothing was sent, or nobody knows whether it was. For the log: a company only reads that it could not be delivered,
/// because it could look around by the differences.
#[derive(Debug, thiserror::Error)]
pub enum OutgoingError {
    #[error("`{0}` is not outside")]
    Inside(String),
    #[error("`{0}` has no address")]
    NoAddress(String),
    #[error("`{0}` does not answer in time")]
    Timeout(String),
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error("{}", list_causes(.0))]
    Http(reqwest::Error),
}

/// Without the address: its path can be a secret, as that of many webhooks is.
impl From<reqwest::Error> for OutgoingError {
    fn from(error: reqwest::Error) -> Self {
        Self::Http(error.without_url())
    }
}

/// The failure with its causes, of which the library's own text names none.
pub fn list_causes(error: &reqwest::Error) -> String {
    let causes = successors(error.source(), |&cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}

/// The beginning of an answer.
#[derive(Debug)]
pub struct OutgoingAnswer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

/// A request to a place outside.
#[derive(Debug)]
pub struct OutgoingRequest<'a> {
    pub method: Method,
    pub url: &'a OutgoingUrl,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
    /// From the connection to the end of the answer.
    pub longest: Duration,
    /// Bytes that are read of the answer.
    pub max_answer: usize,
}

/// The guard, for one server.
pub struct Outgoing<'a> {
    app: &'a AppState,
}

impl<'a> Outgoing<'a> {
    pub const fn of(app: &'a AppState) -> Self {
        Self { app }
    }

    /// Posts to an address. Redirects are answers like others, and are not followed.
    pub async fn post(
        &self,
        url: &OutgoingUrl,
        headers: HeaderMap,
        body: Vec<u8>,
        longest: Duration,
    ) -> Result<OutgoingAnswer, OutgoingError> {
        self.send(OutgoingRequest {
            method: Method::POST,
            url,
            headers,
            body,
            longest,
            max_answer: MAX_ANSWER,
        })
        .await
    }

    /// Sends a request, and reads the beginning of the answer.
    pub async fn send(&self, request: OutgoingRequest<'_>) -> Result<OutgoingAnswer, OutgoingError> {
        let OutgoingRequest { method, url, headers, body, longest, max_answer } = request;
        let client = Client::builder().no_proxy().redirect(Policy::none());
        let client = client.tls_certs_merge(diversion::list_authorities(url.host()));
        let (client, to) = match diversion::find(url) {
            Some(here) => (client, here),
            None => {
                let addresses = self.vet(url.host(), url.port()).await?;
                (client.resolve_to_addrs(url.host(), &addresses), url.as_url().clone())
            }
        };
        // Fails when a provider is already installed, which is the same one.
        rustls::crypto::ring::default_provider().install_default().ok();
        // A client for this attempt only: no connection of an earlier one is used again.
        let longest = diversion::find_longest(url.host(), longest);
        let client = client.connect_timeout(CONNECT_TIMEOUT).timeout(longest).build()?;
        let mut answer = client.request(method, to).headers(headers).body(body).send().await?;
        let mut head = Vec::new();
        while let Some(part) = answer.chunk().await? {
            head.extend_from_slice(&part[..part.len().min(max_answer - head.len())]);
            if head.len() == max_answer {
                break;
            }
        }
        Ok(OutgoingAnswer { status: answer.status(), headers: answer.headers().clone(), body: head })
    }

    /// A connection to a server that speaks another protocol.
    pub async fn connect(&self, host: &str, port: u16) -> Result<TcpStream, OutgoingError> {
        let addresses = match diversion::find_server(host) {
            Some(here) => vec![here],
            None => self.vet(host, port).await?,
        };
        let stream = timeout(CONNECT_TIMEOUT, TcpStream::connect(&addresses[..])).await;
        Ok(stream.map_err(|_| OutgoingError::Timeout(host.to_owned()))??)
    }

    /// The addresses of a name, if it is outside.
    async fn vet(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, OutgoingError> {
        if !is_outside_name(host) || self.is_own(host) {
            return Err(OutgoingError::Inside(host.to_owned()));
        }
        let found = timeout(CONNECT_TIMEOUT, look_up(host, port)).await;
        let found = found.map_err(|_| OutgoingError::Timeout(host.to_owned()))??;
        Ok(find_places(vet_addresses(host, found)?))
    }

    fn is_own(&self, host: &str) -> bool {
        let Some(host) = Host::parse(host) else { return false };
        self.app.platform_host.as_ref() == Some(&host) || self.app.tenancy.resolve(&host).is_some()
    }
}

/// One address that is not public refuses the whole name.
fn vet_addresses(host: &str, found: Vec<SocketAddr>) -> Result<Vec<SocketAddr>, OutgoingError> {
    if found.is_empty() {
        return Err(OutgoingError::NoAddress(host.to_owned()));
    }
    match found.iter().all(|address| is_public(address.ip())) {
        true => Ok(found),
        false => Err(OutgoingError::Inside(host.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_does_not_tell_the_address() {
        let failed = Client::builder().user_agent("\n").build().unwrap_err();
        let address = "https://hooks.example.com/T0/its-secret".parse().unwrap();
        let failed = OutgoingError::from(failed.with_url(address)).to_string();
        assert!(!failed.contains("its-secret"), "{failed}");
        assert!(failed.starts_with("builder error: "), "{failed}");
    }

    #[test]
    fn one_inner_address_refuses_the_whole_name() {
        let vet = |addresses: &[&str]| {
            vet_addresses("x.test", addresses.iter().map(|it| it.parse().unwrap()).collect())
        };
        assert_eq!(vet(&["8.8.8.8:443", "[2606:4700::1]:443"]).unwrap().len(), 2);
        for inner in [&["8.8.8.8:443", "10.0.0.8:443"][..], &["8.8.8.8:443", "[::ffff:10.0.0.1]:443"], &[]] {
            assert!(vet(inner).is_err(), "{inner:?}");
        }
    }
}
