//! Airports.

use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::types::Example;
use poem_openapi::{Object, OpenApi};

use super::LookupCache;
use super::edits::Lookup;
use access::ctx::Ctx;
use server_core::http::cacheable::{CacheTime, CacheableResponse, Snapshot};
use server_core::http::error::ApiResult;
use server_core::http::list::Items;
use server_core::http::visit::Visit;
use server_core::tags::Tag;

/// Maximum number of airports in a search result.
const MAX_FOUND: i64 = 50;

/// An airport with an IATA code.
#[derive(Object, sqlx::FromRow)]
#[oai(example)]
pub struct Airport {
    pub id: i32,
    /// IATA code, three letters.
    pub iata: String,
    /// ICAO code, four letters; null when there is none.
    pub icao: Option<String>,
    pub name: String,
    pub city: Option<String>,
    pub country_id: i16,
    pub state_id: Option<i32>,
    /// IANA time zone name.
    pub time_zone: String,
    /// Degrees; null for an airport of the company without them.
    pub latitude: Option<f64>,
    /// Degrees; null for an airport of the company without them.
    pub longitude: Option<f64>,
    /// True when the company uses it.
    pub active: bool,
    /// True when the company offers it before the others.
    pub favourite: bool,
}

/// All airports, or the active ones to choose from: an exact code first, then favourites. The search text is normalised
/// once, not per airport.
pub const AIRPORTS: &str = "
    select a.id, a.iata, a.icao, coalesce(e.name, a.name) as name, a.city, a.country_id, a.state_id, a.time_zone,
        a.latitude::float8 as latitude, a.longitude::float8 as longitude, coalesce(e.active, true) and not a.deleted as active,
        coalesce(e.favourite, false) as favourite
    from (
        select id, iata, icao, name, city, country_id, state_id, time_zone, latitude, longitude, plain, false as deleted
        from ref.airports s
        where not exists (select from own_airports o where o.iata = s.iata and o.excluded_at is null)
        union all
        select id, iata, icao, name, city, country_id, state_id, time_zone, latitude, longitude,
            ref.plain(iata || ' ' || name || ' ' || coalesce(city, '')), excluded_at is not null
        from own_airports o
        where excluded_at is null or not exists (select from ref.airports s where s.iata = o.iata)
    ) a
    left join lookup_edits e on e.lookup = 'airport' and e.code = a.iata
    where $2::bigint is null
       or coalesce(e.active, true) and not a.deleted and ($1::text is null
            or a.plain like (select '%' || ref.plain($1) || '%')
            or ref.plain(e.name) like (select '%' || ref.plain($1) || '%'))
    order by a.iata <> upper($1), $2 is not null and not coalesce(e.favourite, false),
        a.plain not like (select ref.plain($1) || '%'), a.iata limit $2";

pub struct AirportLookupApi;

#[OpenApi(tag = "Tag::Lookups")]
impl AirportLookupApi {
    /// List the airports
    ///
    /// All airports, including the company's own; those that it has deleted are inactive. With `search` or `offered`, the 50 best matches among the active ones.
    #[oai(path = "/auxiliar/airports", method = "get", operation_id = "lookup_airports")]
    async fn airports(
        &self,
        ctx: Ctx,
        request: &Request,
        /// Part of the code, name or city; accents and case are ignored.
        search: Query<Option<String>>,
        /// True: only airports to choose from, the company's favourites first.
        offered: Query<Option<bool>>,
    ) -> ApiResult<CacheableResponse<Items<Airport>>> {
        let term = search.as_deref().map(str::trim).filter(|term| !term.is_empty());
        let most = (term.is_some() || offered.0 == Some(true)).then_some(MAX_FOUND);
        let load = airports_of(&ctx.visit, term, most);
        let list = match most {
            None => {
                ctx.state()
                    .slot::<LookupCache>()
                    .get_edited("airports", Lookup::Airport, &ctx.visit, load)
                    .await?
            }
            Some(_) => Snapshot::of(&Items { data: load.await? }),
        };
        Ok(CacheableResponse::snapshot(request, CacheTime::Session, list))
    }
}

async fn airports_of(visit: &Visit, term: Option<&str>, most: Option<i64>) -> ApiResult<Vec<Airport>> {
    let mut tx = visit.begin().await?;
    let airports = sqlx::query_as(AIRPORTS).bind(term).bind(most).fetch_all(&mut *tx).await?;
    tx.commit().await?;
    Ok(airports)
}

impl Example for Airport {
    fn example() -> Self {
        Self {
            id: 2399,
            iata: "GRU".into(),
            icao: Some("SBGR".into()),
            name: "Guarulhos International Airport".into(),
            city: Some("São Paulo".into()),
            country_id: 32,
            state_id: Some(26),
            time_zone: "America/Sao_Paulo".into(),
            latitude: Some(-23.433_56),
            longitude: Some(-46.473_06),
            active: true,
            favourite: false,
        }
    }
}
