//! Facts from the database about the input of a warehouse.

use std::collections::HashSet;

use tenancy::TenantTx;
use uuid::Uuid;

use super::storage_places::list_groups;
use super::warehouses::WarehouseInput;
use access::ctx::Ctx;
use access::references;
use server_core::http::error::ApiResult;
use server_core::http::fields::optional;

pub const AIRPORT_EXISTS: &str = "
    select exists (select from ref.airports where iata = $1)
        or exists (select from own_airports where iata = $1 and excluded_at is null)";
/// Whether all of these countries exist.
pub const COUNTRIES_EXIST: &str =
    "select count(*) = cardinality($1::smallint[]) from ref.countries where id = any($1)";

/// Facts from the database about an input.
#[derive(Debug, Clone, Default)]
pub struct WarehouseReferences {
    pub subsidiary: bool,
    pub provider: bool,
    pub airport: bool,
    /// The currency of the storage, and the groups of clients that its rates can name.
    pub currency: bool,
    pub groups: HashSet<Uuid>,
    /// The countries from which it takes nothing.
    pub countries: bool,
}

impl WarehouseReferences {
    /// About the input of a new warehouse, or of one that was `before`.
    pub async fn load(
        tx: &mut TenantTx,
        ctx: &Ctx,
        input: &WarehouseInput,
        before: Option<&WarehouseInput>,
    ) -> ApiResult<Self> {
        let stored_subsidiary = before.and_then(|before| before.subsidiary_id);
        let subsidiary =
            references::subsidiary_is_open(tx, ctx, input.subsidiary_id, stored_subsidiary).await?;
        let stored_provider = before.and_then(|before| before.provider_id);
        let provider = references::provider_is_open(tx, ctx, input.provider_id, stored_provider).await?;
        let airport = match airport_of(input) {
            // One that the company has deleted since stays.
            Some(code) if before.and_then(airport_of).as_ref() == Some(&code) => true,
            Some(code) => sqlx::query_scalar(AIRPORT_EXISTS).bind(code).fetch_one(&mut **tx).await?,
            None => true,
        };
        let currency = match &input.storage {
            Some(terms) => references::is_currency(tx, &terms.currency).await?,
            None => true,
        };
        let asked = list_groups(input.storage.as_ref());
        let mut groups = references::active(tx, references::CLIENT_GROUPS, &asked).await?;
        // Those that are closed since stay.
        groups.extend(list_groups(before.and_then(|before| before.storage.as_ref())));
        let countries = match &input.intake {
            Some(rules) => {
                let query = sqlx::query_scalar(COUNTRIES_EXIST).bind(&rules.refused_countries);
                query.fetch_one(&mut **tx).await?
            }
            None => true,
        };
        Ok(Self { subsidiary, provider, airport, currency, groups, countries })
    }
}

pub fn airport_of(input: &WarehouseInput) -> Option<String> {
    optional(input.airport.as_ref()).map(|code| code.to_uppercase())
}
