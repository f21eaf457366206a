//! `/auxiliar/postcode`.

use chrono::TimeDelta;
use poem::Request;
use poem::http::StatusCode;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;

use super::model::{self, Address};
use super::source::SourceAddress;
use super::store::{self, Country, ListedPlace, Place};
use crate::addresses::Postcodes;
use server_core::http::cacheable::{CacheTime, CacheableResponse};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::POSTCODES;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::http::visit::Visit;
use server_core::tags::Tag;

/// Streets are renamed only rarely.
const CACHED_FOR: TimeDelta = TimeDelta::days(180);

pub struct AddressesApi;

#[OpenApi(tag = "Tag::Lookups")]
impl AddressesApi {
    /// Look up the address of a postcode
    ///
    /// Returns 404 `postcode_not_found` when the postcode does not exist. Without a postcode service, city and state are
    /// found in the shipped list of 14 countries, and the street if the operator of the server has loaded those of the
    /// country; where several places share a postcode, only the state. For countries without a list, only the country and
    /// the postcode are returned.
    #[oai(path = "/auxiliar/postcode/:country/:postcode", method = "get", operation_id = "lookup_postcode")]
    async fn postcode(
        &self,
        visit: Visit,
        request: &Request,
        /// Country id or two-letter code: `32` or `BR`.
        country: Path<String>,
        /// With or without punctuation.
        postcode: Path<String>,
    ) -> ApiResult<CacheableResponse<Item<Address>>> {
        visit.limit_address(POSTCODES).await?;
        let data = address_of(&visit, &country, &postcode).await?;
        Ok(CacheableResponse::of(request, CacheTime::Session, &Item { data }))
    }
}

/// The data known without the service.
struct PostcodeLookup {
    country: Country,
    key: String,
    cached: Option<Address>,
    listed: ListedPlace,
}

async fn address_of(visit: &Visit, country: &str, postcode: &str) -> ApiResult<Address> {
    let PostcodeLookup { country, key, cached, listed } = look_up(visit, country, postcode).await?;
    if let Some(mut address) = cached {
        address.postcode = Some(model::format_postcode(country.id, &key));
        return Ok(address);
    }
    let place = match listed {
        // Even if a service knows it.
        ListedPlace::Nowhere => return Err(not_found()),
        ListedPlace::NoList => None,
        ListedPlace::At(place) => Some(place),
    };
    let has_street = place.as_ref().is_some_and(|place| place.street.is_some());
    let source = visit.state.slot::<Postcodes>().source().filter(|_| !has_street);
    let Some(source) = source else {
        return Ok(write_address(&country, &key, place.unwrap_or_default()));
    };
    match source.find(&country.alpha2, &key).await {
        Ok(Some(found)) => cache_answer(visit, &country, &key, found, place.unwrap_or_default()).await,
        Ok(None) => Err(not_found()),
        Err(error) => {
            tracing::warn!(%error, country = %country.alpha2, "postcode service");
            let unavailable =
                || ApiError::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::Unavailable, 5);
            place.map(|place| write_address(&country, &key, place)).ok_or_else(unavailable)
        }
    }
}

async fn look_up(visit: &Visit, country: &str, postcode: &str) -> ApiResult<PostcodeLookup> {
    let mut tx = visit.begin().await?;
    let country = store::country(&mut tx, country).await?.ok_or_else(not_found)?;
    let key = model::find_key(country.id, postcode);
    let listed = store::find_listed(&mut tx, country.id, &key).await?;
    let has_source = visit.state.slot::<Postcodes>().source().is_some();
    let has_list = has_source || !matches!(listed, ListedPlace::NoList);
    let fits = |text: &str| model::is_possible(text, country.postcode_pattern.as_deref());
    // The pattern of some countries wants their hyphen, which people leave out.
    let is_shipped = trade::countries::country(country.id).is_some();
    let has_form = is_shipped && trade::postcode::is_possible(Some(country.id), postcode);
    if has_list && !has_form && !fits(postcode) && !fits(&key) {
        return Err(not_found());
    }
    let cached = store::find_cached(&mut tx, country.id, &key, visit.now() - CACHED_FOR).await?;
    tx.commit().await?;
    Ok(PostcodeLookup { country, key, cached, listed })
}

/// Caches the service's answer. An answer that contradicts the state of the list is ignored.
async fn cache_answer(
    visit: &Visit,
    country: &Country,
    key: &str,
    found: SourceAddress,
    place: Place,
) -> ApiResult<Address> {
    let mut tx = visit.begin().await?;
    let named = match &found.state {
        Some(name) => store::state_named(&mut tx, country.id, name).await?,
        None => None,
    };
    if named.is_some() && place.state.is_some() && named != place.state {
        tracing::warn!(country = %country.alpha2, "the postcode service contradicts the list");
        return Ok(write_address(country, key, place));
    }
    let state = named.or(place.state);
    let state_id = state.as_ref().map(|state| state.id);
    store::cache(&mut tx, country.id, key, &found, state_id, visit.now()).await?;
    tx.commit().await?;
    Ok(Address {
        country_id: country.id,
        postcode: Some(model::format_postcode(country.id, key)),
        address_1: found.address_1,
        address_2: found.address_2,
        state: state.map(|state| state.name),
        state_id,
        city: found.city,
    })
}

/// The address of a place in the list; nothing but the postcode for a country without a list.
fn write_address(country: &Country, key: &str, place: Place) -> Address {
    Address {
        country_id: country.id,
        postcode: Some(model::format_postcode(country.id, key)),
        address_1: place.street,
        address_2: place.district,
        state_id: place.state.as_ref().map(|state| state.id),
        state: place.state.map(|state| state.name),
        city: place.city,
    }
}

fn not_found() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, MessageCode::PostcodeNotFound)
}
