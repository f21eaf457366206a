//! An address from its postcode, and addresses by a few words of them (AUX-1).
//!
//! A postcode is answered from the tenant's cache, then by the service an installation may have configured, and for
//! Brazil at least by the state whose range it lies in. Without a service nothing leaves this server.

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

/// The postcode service of this installation, if it has one.
#[derive(Clone, Default)]
pub struct Postcodes(Option<Arc<dyn PostcodeSource>>);

impl Postcodes {
    /// `url` names the service as `HttpSource` says; none or an empty one means no service.
    pub fn connect(url: Option<&str>) -> anyhow::Result<Self> {
        let source = url.filter(|url| !url.is_empty()).map(HttpSource::new).transpose()?;
        Ok(Self(source.map(|source| Arc::new(source) as Arc<dyn PostcodeSource>)))
    }

    fn source(&self) -> Option<&dyn PostcodeSource> {
        self.0.as_deref()
    }
}
