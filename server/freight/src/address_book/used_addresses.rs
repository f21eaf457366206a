//! Addresses without their people: those of the address book, and those that earlier shipments went to.

use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;

use access::scope::RowScope;
use server_core::http::list::Words;

/// Earlier shipments that are searched, newest first.
const RECENT: i64 = 1000;
const TEXT: &str = "(' ' || search_text(concat_ws(' ', postcode, address_1, address_2, city)))";
/// Ends the rows of `used` and adds the names of their states.
const WITH_STATES: &str = ")
    select used.country_id, used.postcode, used.address_1, used.address_2, s.name as state, used.state_id, used.city
    from used left join ref.states s on s.id = used.state_id";

/// The words and the country to search for.
#[derive(Clone, Copy, Debug)]
pub struct SoughtAddress<'a> {
    /// Words of the street, the district, the postcode or the city.
    pub words: &'a Words,
    pub country_id: Option<i16>,
    pub most: i64,
}

impl SoughtAddress<'_> {
    /// Adds the condition on the columns of an address.
    fn push(&self, query: &mut QueryBuilder<Postgres>) {
        self.words.push(query, TEXT);
        if let Some(id) = self.country_id {
            query.push(" and country_id = ").push_bind(id);
        }
    }
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct UsedAddress {
    pub country_id: i16,
    pub postcode: Option<String>,
    pub address_1: Option<String>,
    pub address_2: Option<String>,
    pub state: Option<String>,
    pub state_id: Option<i32>,
    pub city: Option<String>,
}

/// Addresses of the address book, by street.
pub fn saved_query(scope: &RowScope, sought: &SoughtAddress<'_>) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(
        "with used as (
            select distinct country_id, postcode, address_1, address_2, state_id, city
            from saved_addresses where address_1 is not null",
    );
    // An address belongs to no branch.
    if !matches!(scope, RowScope::Subsidiaries(_)) {
        scope.push(&mut query, "");
    }
    sought.push(&mut query);
    query.push(" order by address_1, city limit ").push_bind(sought.most);
    query.push(WITH_STATES).push(" order by used.address_1, used.city");
    query
}

/// Addresses of the recipients of the newest shipments, those used last first.
pub fn recipients_query(scope: &RowScope, sought: &SoughtAddress<'_>) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(
        "with recent as (
            select created_at, to_country_id as country_id, to_postcode as postcode, to_address_1 as address_1,
                   to_address_2 as address_2, to_state_id as state_id, to_city as city
            from shipments where true",
    );
    scope.push(&mut query, "");
    query.push(" order by created_at desc, id desc limit ").push_bind(RECENT);
    query.push(
        "), used as (
            select country_id, postcode, address_1, address_2, state_id, city, max(created_at) as used_at
            from recent where country_id is not null and address_1 is not null",
    );
    sought.push(&mut query);
    query.push(
        " group by country_id, postcode, address_1, address_2, state_id, city
         order by used_at desc limit ",
    );
    query.push_bind(sought.most);
    query.push(WITH_STATES).push(" order by used.used_at desc");
    query
}

pub async fn load_addresses(
    tx: &mut TenantTx,
    mut query: QueryBuilder<Postgres>,
) -> sqlx::Result<Vec<UsedAddress>> {
    query.build_query_as().fetch_all(&mut **tx).await
}
