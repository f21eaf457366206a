//! Tests answer in the place of a server outside. A server that is built for use sends nothing here.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use reqwest::{Certificate, Url};

use super::place::OutgoingUrl;

static DIVERTED: LazyLock<Mutex<HashMap<String, SocketAddr>>> = LazyLock::new(Mutex::default);

/// Sends what is for this name to an address of this machine, without TLS. Only in builds for tests and development; each test
/// takes a name of its own.
pub fn divert(host: &str, here: SocketAddr) {
    DIVERTED.lock().unwrap_or_else(PoisonError::into_inner).insert(host.to_owned(), here);
}

static HURRIED: LazyLock<Mutex<HashMap<String, Duration>>> = LazyLock::new(Mutex::default);

/// Calls to this name end after this time at the latest, so that tests of silent servers are short. Only in builds for tests and
/// development; each test takes a name of its own.
pub fn hurry(host: &str, longest: Duration) {
    HURRIED.lock().unwrap_or_else(PoisonError::into_inner).insert(host.to_owned(), longest);
}

/// The time that a call to this name may take.
pub(super) fn find_longest(host: &str, usual: Duration) -> Duration {
    if !cfg!(debug_assertions) {
        return usual;
    }
    let hurried = HURRIED.lock().unwrap_or_else(PoisonError::into_inner);
    hurried.get(host).map_or(usual, |longest| usual.min(*longest))
}

static TRUSTED: LazyLock<Mutex<HashMap<String, Vec<u8>>>> = LazyLock::new(Mutex::default);

/// Believes an authority, a certificate in PEM, about this name. Only in builds for tests and development; each test takes a name
/// of its own.
pub fn trust(host: &str, authority: Vec<u8>) {
    TRUSTED.lock().unwrap_or_else(PoisonError::into_inner).insert(host.to_owned(), authority);
}

/// Authorities besides those that the system trusts.
pub(super) fn list_authorities(host: &str) -> Vec<Certificate> {
    if !cfg!(debug_assertions) {
        return Vec::new();
    }
    let trusted = TRUSTED.lock().unwrap_or_else(PoisonError::into_inner);
    trusted.get(host).and_then(|authority| Certificate::from_pem(authority).ok()).into_iter().collect()
}

/// The end of the names that tests with a browser divert, and where to: `127.0.0.1:4000`.
const TEST_RECEIVER: (&str, &str) = (".receiver.example", "REMESSA_TEST_RECEIVER");

pub(super) fn find(url: &OutgoingUrl) -> Option<Url> {
    if cfg!(debug_assertions) && url.is_local() {
        return Some(url.as_url().clone());
    }
    let here = find_server(url.host())?;
    let mut diverted = url.as_url().clone();
    diverted.set_scheme("http").ok()?;
    diverted.set_ip_host(here.ip()).ok()?;
    diverted.set_port(Some(here.port())).ok()?;
    Some(diverted)
}

/// Where a connection to this name goes instead.
pub(super) fn find_server(host: &str) -> Option<SocketAddr> {
    if !cfg!(debug_assertions) {
        return None;
    }
    find_named(host).or_else(|| find_test_receiver(host))
}

fn find_named(host: &str) -> Option<SocketAddr> {
    DIVERTED.lock().unwrap_or_else(PoisonError::into_inner).get(host).copied()
}

/// In another process than the test.
fn find_test_receiver(host: &str) -> Option<SocketAddr> {
    let (end, variable) = TEST_RECEIVER;
    host.ends_with(end).then(|| std::env::var(variable).ok()?.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_named_place_is_diverted() {
        divert("post.diversion.example", "127.0.0.1:4000".parse().unwrap());
        let find = |url| find(&OutgoingUrl::parse(url).unwrap()).map(String::from);
        let there = find("https://post.diversion.example/units?dispatch=3");
        assert_eq!(there.as_deref(), Some("http://127.0.0.1:4000/units?dispatch=3"));
        assert_eq!(find("https://other.diversion.example/"), None);
        let server = find_server("post.diversion.example");
        assert_eq!(server, Some("127.0.0.1:4000".parse().unwrap()));
    }
}
