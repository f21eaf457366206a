//! `/auxiliar/addresses`: what the user's shipments and address book have, then streets and cities (AUX-1).

use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use policy::{Action, Resource};
use tenancy::TenantTx;

use access::ctx::Ctx;
use freight::address_book::used_addresses::{self, SoughtAddress, UsedAddress};
use server_core::http::cacheable::{CacheTime, CacheableResponse};
use server_core::http::error::ApiResult;
use server_core::http::list::{Items, Words};
use server_core::tags::Tag;
use site::addresses::{self, Address};

const MOST: i64 = 20;
const MIN_TERM_LENGTH: usize = 2;
const MAX_TERM_LENGTH: usize = 100;

pub struct AddressSearchApi;

#[OpenApi(tag = "Tag::Lookups")]
impl AddressSearchApi {
    /// Search addresses
    ///
    /// Returns up to 20 matches: addresses of the address book and of the recipients of earlier shipments that the user
    /// can see, then streets that this tenant looked up by postcode, then cities.
    #[oai(path = "/auxiliar/addresses", method = "get", operation_id = "address_search")]
    async fn address_search(
        &self,
        ctx: Ctx,
        request: &Request,
        /// At least two letters of the street, the postcode or the city; accents and case are ignored.
        search: Query<String>,
        /// Only addresses of this country.
        country_id: Query<Option<i16>>,
    ) -> ApiResult<CacheableResponse<Items<Address>>> {
        let term: String = search.trim().chars().take(MAX_TERM_LENGTH).collect();
        let mut data: Vec<Address> = Vec::new();
        if term.chars().filter(|letter| letter.is_alphanumeric()).count() >= MIN_TERM_LENGTH {
            let mut tx = ctx.begin().await?;
            let words = Words::parse(Some(&term));
            let sought = SoughtAddress { words: &words, country_id: country_id.0, most: MOST };
            let used = load_used(&mut tx, &ctx, &sought).await?;
            let known = addresses::search(&mut tx, &term, country_id.0, MOST).await?;
            tx.commit().await?;
            data = keep_distinct(used.into_iter().chain(known));
        }
        Ok(CacheableResponse::of(request, CacheTime::Session, &Items { data }))
    }
}

/// The addresses that the user has used, as far as the user can see them.
async fn load_used(tx: &mut TenantTx, ctx: &Ctx, sought: &SoughtAddress<'_>) -> ApiResult<Vec<Address>> {
    let mut used: Vec<UsedAddress> = Vec::new();
    if let Ok(scope) = ctx.scope(Resource::SavedAddress, Action::Select) {
        used.extend(used_addresses::load_addresses(tx, used_addresses::saved_query(&scope, sought)).await?);
    }
    if let Ok(scope) = ctx.scope(Resource::Shipment, Action::List) {
        let query = used_addresses::recipients_query(&scope, sought);
        used.extend(used_addresses::load_addresses(tx, query).await?);
    }
    Ok(used.into_iter().map(address_of).collect())
}

fn address_of(used: UsedAddress) -> Address {
    Address {
        country_id: used.country_id,
        postcode: used.postcode,
        address_1: used.address_1,
        address_2: used.address_2,
        state: used.state,
        state_id: used.state_id,
        city: used.city,
    }
}

/// Each address once, in the given order.
fn keep_distinct(found: impl Iterator<Item = Address>) -> Vec<Address> {
    let mut distinct: Vec<Address> = Vec::new();
    for address in found {
        if distinct.len() < MOST.unsigned_abs() as usize && !distinct.iter().any(|one| is_same(one, &address))
        {
            distinct.push(address);
        }
    }
    distinct
}

fn is_same(one: &Address, other: &Address) -> bool {
    let key = |it: &Address| {
        [&it.postcode, &it.address_1, &it.city].map(|part| {
            let letters =
                part.as_deref().unwrap_or_default().chars().filter(|letter| letter.is_alphanumeric());
            letters.flat_map(char::to_lowercase).collect::<String>()
        })
    };
    // Cities of one name lie in several states.
    let is_same_state = one.address_1.is_some() || one.state_id == other.state_id;
    one.country_id == other.country_id && is_same_state && key(one) == key(other)
}
