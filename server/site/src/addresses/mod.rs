//! Addresses by postcode, and the streets and places that the address search finds (AUX-1).
//!
//! A postcode is looked up in the tenant's cache, then with the configured service. The shipped list of some countries
//! gives city and state, and denies what does not exist. Streets that were loaded with `remessa postcodes` answer before the
//! service. Without a service, no request leaves this server.

mod api;
mod model;
mod source;
mod store;

use std::sync::Arc;

use poem_openapi::OpenApi;
use tenancy::TenantTx;

use server_core::http::error::ApiResult;

pub use model::Address;
pub use source::{HttpSource, PostcodeSource, SourceAddress, SourceError};

pub fn api() -> impl OpenApi {
    api::AddressesApi
}

/// Streets that this tenant looked up by postcode, then cities, the best match of each first.
pub async fn search(
    tx: &mut TenantTx,
    term: &str,
    country_id: Option<i16>,
    most: i64,
) -> ApiResult<Vec<Address>> {
    let mut found = store::search(tx, term, country_id, most).await?;
    for address in &mut found {
        address.postcode =
            address.postcode.take().map(|key| model::format_postcode(address.country_id, &key));
    }
    Ok(found)
}

/// The postcode service of this installation, if configured.
#[derive(Clone, Default)]
pub struct Postcodes(Option<Arc<dyn PostcodeSource>>);

impl Postcodes {
    /// `url` is a URL for `HttpSource`; none or an empty one means no service.
    pub fn connect(url: Option<&str>) -> anyhow::Result<Self> {
        let source = url.filter(|url| !url.is_empty()).map(HttpSource::new).transpose()?;
        Ok(Self(source.map(|source| Arc::new(source) as Arc<dyn PostcodeSource>)))
    }

    fn source(&self) -> Option<&dyn PostcodeSource> {
        self.0.as_deref()
    }
}
