//! Addresses by postcode, and the address search (AUX-1).
//!
//! A postcode is looked up in the tenant's cache, then with the configured service. The shipped list of some countries
//! gives city and state, and denies what does not exist. Without a service, no request leaves this server.

mod api;
mod model;
mod source;
mod store;

use std::sync::Arc;

use poem_openapi::OpenApi;

pub use source::{HttpSource, PostcodeSource, SourceAddress, SourceError};

pub fn api() -> impl OpenApi {
    api::AddressesApi
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
