//! Lookups (AUX-1): shared data in schema `ref` with the tenant's edits, and short lists of the tenant.
//!
//! Lookups for the registration form need no session; all others require a signed-in user.

mod airports;
pub mod edits;
mod languages;
mod money;
mod places;

use std::time::Duration;

use poem_openapi::OpenApi;
use poem_openapi::types::{ParseFromJSON, ToJSON, Type};

use edits::Lookup;
use server_core::http::cacheable::Snapshot;
use server_core::http::error::ApiResult;
use server_core::http::list::Items;
use server_core::http::visit::Visit;

pub use places::{name_countries, time_zone};

pub fn api() -> impl OpenApi {
    (places::PlacesApi, airports::AirportLookupApi, money::MoneyApi, languages::LanguagesApi)
}

/// Serialised lists of schema `ref`, which changes only with a release, and their edited versions.
#[derive(Clone)]
pub struct LookupCache(moka::future::Cache<String, Snapshot>);

const KEPT_FOR: Duration = Duration::from_secs(60);
const MAX_BYTES: u64 = 16 * 1024 * 1024;

impl Default for LookupCache {
    fn default() -> Self {
        let weight =
            |key: &String, list: &Snapshot| u32::try_from(key.len() + list.len()).unwrap_or(u32::MAX);
        Self(
            moka::future::Cache::builder()
                .weigher(weight)
                .max_capacity(MAX_BYTES)
                .time_to_live(KEPT_FOR)
                .build(),
        )
    }
}

impl LookupCache {
    /// The list with this key; loaded when it is missing. A failed load leaves no entry.
    async fn get<T>(&self, key: &str, load: impl Future<Output = ApiResult<Vec<T>>>) -> ApiResult<Snapshot>
    where
        T: ParseFromJSON + ToJSON + Type + Send + Sync,
    {
        if let Some(list) = self.0.get(key).await {
            return Ok(list);
        }
        let list = Snapshot::of(&Items { data: load.await? });
        self.0.insert(key.to_owned(), list.clone()).await;
        Ok(list)
    }

    /// Same as `get`, for a list that the tenant may have edited. There is a copy for each state of the edits, so that
    /// every node sees an edit with the next request. Tenants without edits do not share a copy either: an edit may be
    /// committed before the list is read.
    async fn get_edited<T>(
        &self,
        list: &'static str,
        lookup: Lookup,
        visit: &Visit,
        load: impl Future<Output = ApiResult<Vec<T>>>,
    ) -> ApiResult<Snapshot>
    where
        T: ParseFromJSON + ToJSON + Type + Send + Sync,
    {
        let state = edits::load_version(visit, lookup).await?.unwrap_or_default();
        self.get(&format!("{list}:{}:{state}", visit.tenant.id), load).await
    }
}
