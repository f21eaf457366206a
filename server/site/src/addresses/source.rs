//! Sources of postcodes: a trait, and an HTTP service.

use std::time::Duration;

use anyhow::Context;
use async_trait::async_trait;
use reqwest::StatusCode;
use reqwest::redirect::Policy;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use server_core::outgoing::list_causes;

const CALL_TIMEOUT: Duration = Duration::from_secs(3);
const MAX_ANSWER: usize = 64 * 1024;

/// The answer of a service. The field names of well-known Brazilian services are supported.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct SourceAddress {
    /// Street.
    #[serde(alias = "logradouro", alias = "street", alias = "address", deserialize_with = "text")]
    pub address_1: Option<String>,
    /// District.
    #[serde(alias = "bairro", alias = "neighborhood", alias = "district", deserialize_with = "text")]
    pub address_2: Option<String>,
    /// Code or name.
    #[serde(alias = "uf", alias = "estado", deserialize_with = "text")]
    pub state: Option<String>,
    #[serde(alias = "localidade", alias = "cidade", deserialize_with = "text")]
    pub city: Option<String>,
}

/// The service did not respond, or its answer is malformed.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error("the postcode service did not answer: {}", list_causes(.0))]
    Unreachable(reqwest::Error),
    #[error("the postcode service answered {0}")]
    Status(StatusCode),
    #[error("the postcode service's answer is longer than an address")]
    TooLong,
    #[error("the postcode service's answer cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
}

/// Without the address, which has the postcode of a person.
impl From<reqwest::Error> for SourceError {
    fn from(error: reqwest::Error) -> Self {
        Self::Unreachable(error.without_url())
    }
}

#[async_trait]
pub trait PostcodeSource: Send + Sync {
    /// None when the service does not know the postcode. `country` is the two-letter code; `postcode` has only letters
    /// and digits.
    async fn find(&self, country: &str, postcode: &str) -> Result<Option<SourceAddress>, SourceError>;
}

/// A service that answers `GET` with a JSON object. Its URL has the placeholders `{country}` and `{postcode}`.
pub struct HttpSource {
    url: String,
    client: reqwest::Client,
}

impl HttpSource {
    pub fn new(url: &str) -> anyhow::Result<Self> {
        anyhow::ensure!(
            url.contains("{postcode}"),
            "the URL of the postcode service has no place {{postcode}}"
        );
        // Fails when a provider is already installed, which is the same one.
        rustls::crypto::ring::default_provider().install_default().ok();
        let client = reqwest::Client::builder()
            .timeout(CALL_TIMEOUT)
            .redirect(Policy::none())
            .build()
            .context("cannot ask a postcode service")?;
        Ok(Self { url: url.to_owned(), client })
    }
}

#[async_trait]
impl PostcodeSource for HttpSource {
    async fn find(&self, country: &str, postcode: &str) -> Result<Option<SourceAddress>, SourceError> {
        let url = self.url.replace("{country}", country).replace("{postcode}", postcode);
        let mut response = self.client.get(url).send().await?;
        match response.status() {
            StatusCode::OK => {}
            StatusCode::NOT_FOUND => return Ok(None),
            other => return Err(SourceError::Status(other)),
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            body.extend_from_slice(&chunk);
            if body.len() > MAX_ANSWER {
                return Err(SourceError::TooLong);
            }
        }
        let answer: Value = serde_json::from_slice(&body)?;
        let is_unknown = answer.get("erro").is_some_and(|flag| flag != &Value::Bool(false));
        if is_unknown {
            return Ok(None);
        }
        let address: SourceAddress = serde_json::from_value(answer)?;
        Ok(address.city.is_some().then_some(address))
    }
}

/// An empty text counts as missing.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    Ok(text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_does_not_tell_the_postcode() {
        let failed = reqwest::Client::builder().user_agent("\n").build().unwrap_err();
        let address = "https://postcodes.example.com/BR/01304001".parse().unwrap();
        let failed = SourceError::from(failed.with_url(address)).to_string();
        assert!(!failed.contains("01304001"), "{failed}");
        assert!(failed.starts_with("the postcode service did not answer: "), "{failed}");
    }
}
