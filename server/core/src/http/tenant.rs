//! The tenant of a request: the exact match of its host (TEN-1).

use std::net::IpAddr;
use std::sync::Arc;

use ipnet::IpNet;
use poem::Request;
use poem::http::StatusCode;
use poem::http::header::HOST;
use tenancy::{Host, Tenant};

use super::error::{ApiError, ApiResult};
use super::messages::MessageCode;
use crate::state::AppState;

/// Returns 404 for any host without a tenant, before anything else happens.
pub fn resolve(request: &Request, state: &AppState) -> ApiResult<(Host, Arc<Tenant>)> {
    host(request, &state.config.trusted_proxies)
        .and_then(|host| state.tenancy.resolve(&host).map(|tenant| (host, tenant)))
        .ok_or_else(|| ApiError::new(StatusCode::NOT_FOUND, MessageCode::UnknownHost))
}

/// The host of a request; none when it names two different ones.
pub fn host(request: &Request, trusted: &[IpNet]) -> Option<Host> {
    let direct = direct_host(request)?;
    match read_forwarded(request, trusted, "x-forwarded-host") {
        Some(raw) => Host::parse(&raw),
        None => Some(direct),
    }
}

/// The host and port that the browser requested, as in the `Origin` header.
pub fn authority(request: &Request, trusted: &[IpNet]) -> Option<String> {
    read_forwarded(request, trusted, "x-forwarded-host").or_else(|| {
        let authority = request.uri().authority().map(poem::http::uri::Authority::as_str);
        authority.or_else(|| request.headers().get(HOST)?.to_str().ok()).map(str::to_owned)
    })
}

fn direct_host(request: &Request) -> Option<Host> {
    let mut headers = request.headers().get_all(HOST).iter();
    let header = headers.next();
    if headers.next().is_some() {
        return None;
    }
    let header = header.map(|value| value.to_str().ok().and_then(Host::parse));
    let authority = request.uri().authority().map(|authority| Host::parse(authority.as_str()));
    match (authority, header) {
        (Some(authority), Some(header)) if authority != header => None,
        (Some(host), _) | (None, Some(host)) => host,
        (None, None) => None,
    }
}

/// Headers of proxies.
const FORWARDED: [&str; 3] = ["forwarded", "x-forwarded-for", "x-forwarded-host"];

/// The right-most hop of a forwarded header, when the peer is a trusted proxy.
fn read_forwarded(request: &Request, trusted: &[IpNet], name: &str) -> Option<String> {
    let peer = peer(request)?;
    if !trusted.iter().any(|network| network.contains(&peer)) {
        return None;
    }
    let value = request.headers().get_all(name).iter().next_back()?.to_str().ok()?;
    value.rsplit(',').next().map(|hop| hop.trim().to_owned())
}

fn peer(request: &Request) -> Option<IpAddr> {
    request.remote_addr().as_socket_addr().map(std::net::SocketAddr::ip)
}

/// Whether a request comes from this machine or its private network, and was not forwarded for somebody else.
pub fn is_from_neighbour(request: &Request) -> bool {
    let is_forwarded = FORWARDED.iter().any(|name| request.headers().contains_key(*name));
    let is_near = peer(request).is_some_and(|peer| match peer.to_canonical() {
        IpAddr::V4(peer) => peer.is_loopback() || peer.is_private() || peer.is_link_local(),
        IpAddr::V6(peer) => peer.is_loopback() || peer.is_unique_local() || peer.is_unicast_link_local(),
    });
    is_near && !is_forwarded
}

/// The client's address, for rate limits and the list of devices.
pub fn client_address(request: &Request, trusted: &[IpNet]) -> String {
    read_forwarded(request, trusted, "x-forwarded-for")
        .or_else(|| peer(request).map(|ip| ip.to_string()))
        .unwrap_or_default()
}
