//! A folder by HTTPS: its address answers with the names of the files in JSON; below it, each name answers with its file and takes
//! a DELETE.

use std::time::Duration;

use anyhow::anyhow;
use poem::http::header::AUTHORIZATION;
use poem::http::{HeaderMap, Method};
use server_core::outgoing::{HostFailure, Outgoing, OutgoingRequest, OutgoingUrl};
use server_core::state::AppState;

use super::failure::FetchFailure;
use super::folder::ListedNames;
use crate::gateways::GatewayRow;
use customs::cargo_events::reader::MAX_BYTES;

const LONGEST: Duration = Duration::from_secs(30);
/// Bytes of a list of names: some ten thousand.
const MAX_LIST: usize = 4 * 1024 * 1024;
/// Commas at which a list that was cut may end: names may have commas too.
const MOST_CUTS: usize = 20;

pub struct HttpsFolder<'a> {
    app: &'a AppState,
    address: OutgoingUrl,
    headers: HeaderMap,
}

impl<'a> HttpsFolder<'a> {
    pub fn open(app: &'a AppState, place: &GatewayRow, secret: Option<&str>) -> Result<Self, FetchFailure> {
        let address = OutgoingUrl::parse(&place.address)
            .ok_or_else(|| FetchFailure::of(HostFailure::NotReached, anyhow!("no address outside")))?;
        let mut headers = HeaderMap::new();
        if let Some(secret) = secret {
            let value = place.build_authorization(secret);
            let value = value.map_err(|cause| FetchFailure::of(HostFailure::KeyRefused, cause))?;
            headers.insert(AUTHORIZATION, value);
        }
        Ok(Self { app, address, headers })
    }

    /// The names of its files: of a list that is too long, those at its beginning.
    pub async fn list(&self) -> Result<ListedNames, FetchFailure> {
        let body = self.call(Method::GET, &self.address, MAX_LIST).await?;
        if body.is_empty() {
            return Ok(ListedNames::default());
        }
        let cause = match serde_json::from_slice(&body) {
            Ok(names) => return Ok(ListedNames { names, is_cut: false }),
            Err(cause) => cause,
        };
        let beginning = if body.len() == MAX_LIST { read_beginning(&body) } else { None };
        let names = beginning.ok_or_else(|| FetchFailure::of(HostFailure::Unreadable, cause))?;
        Ok(ListedNames { names, is_cut: true })
    }

    /// The file, or one byte more than is taken.
    pub async fn read_file(&self, name: &str) -> Result<Vec<u8>, FetchFailure> {
        self.call(Method::GET, &self.find_address(name)?, MAX_BYTES + 1).await
    }

    pub async fn remove(&self, name: &str) -> Result<(), FetchFailure> {
        self.call(Method::DELETE, &self.find_address(name)?, 1).await?;
        Ok(())
    }

    fn find_address(&self, name: &str) -> Result<OutgoingUrl, FetchFailure> {
        let mut url = self.address.as_url().clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().push(name);
        }
        let unreadable = || FetchFailure::of(HostFailure::Unreadable, anyhow!("no address of {name}"));
        OutgoingUrl::parse(url.as_str()).ok_or_else(unreadable)
    }

    async fn call(
        &self,
        method: Method,
        url: &OutgoingUrl,
        max_answer: usize,
    ) -> Result<Vec<u8>, FetchFailure> {
        let headers = self.headers.clone();
        let request =
            OutgoingRequest { method, url, headers, body: Vec::new(), longest: LONGEST, max_answer };
        let answer = Outgoing::of(self.app).send(request).await;
        let answer = answer.map_err(|cause| FetchFailure::of(HostFailure::NotReached, cause))?;
        let status = answer.status.as_u16();
        let failure = match status {
            200..300 => return Ok(answer.body),
            401 | 403 => HostFailure::KeyRefused,
            _ => HostFailure::Failed,
        };
        let cause = anyhow!("{} answers {}", url.host(), answer.status);
        Err(FetchFailure::of(failure, cause).with_status(status))
    }
}

/// The whole names of a list that was cut somewhere.
fn read_beginning(cut: &[u8]) -> Option<Vec<String>> {
    let mut rest = cut;
    for _ in 0..MOST_CUTS {
        let comma = rest.iter().rposition(|byte| *byte == b',')?;
        rest = &rest[..comma];
        if let Ok(names) = serde_json::from_slice(&[rest, &b"]"[..]].concat()) {
            return Some(names);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_was_cut_has_the_names_before_the_cut() {
        let list = br#"["a.txt","b, c.txt","d.txt"]"#;
        let read = |end: usize| read_beginning(&list[..end]).map(|names| names.join(" | "));
        assert_eq!(read(list.len() - 1).unwrap(), "a.txt | b, c.txt");
        assert_eq!(read(list.len() - 4).unwrap(), "a.txt | b, c.txt");
        assert_eq!(read(16).unwrap(), "a.txt", "a comma of a name ends no name");
        assert_eq!(read(6), None);
        assert_eq!(read_beginning(br#"{"names":["a","b""#), None);
    }
}
