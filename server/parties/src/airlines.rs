//! Airlines: providers under whose numbers air waybills are made.

use tenancy::TenantTx;
use uuid::Uuid;

use policy::Resource;

use access::ctx::Ctx;
use server_core::http::error::ApiResult;

/// $2 is the key of a language, $3 the profiles of a user who sees some providers only.
pub const AIRLINE: &str = "
    select id, coalesce(nullif(title_locale ->> $2, ''), nullif(title_locale ->> 'en', ''), code) as name, iata_code,
           awb_prefix, active and ($3::uuid[] is null or profile_ids = '{}' or profile_ids && $3) as is_open
    from providers where id = $1 and provider_type = 'airline'";
/// Several providers can have the number of one airline. They are locked in one order.
pub const LOCK_PREFIX: &str = "select id from providers where awb_prefix = $1 order by id for no key update";

/// An airline with what its waybills need.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Airline {
    pub id: Uuid,
    pub name: String,
    /// Two letters or digits.
    pub iata_code: Option<String>,
    /// Three digits, with which its waybills begin.
    pub awb_prefix: Option<String>,
    /// The user can choose it.
    pub is_open: bool,
}

/// A provider that is an airline; none for another one.
pub async fn find_airline(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Option<Airline>> {
    let query = sqlx::query_as(AIRLINE)
        .bind(id)
        .bind(ctx.language().locale_key())
        .bind(ctx.profiles_for(Resource::Provider));
    Ok(query.fetch_optional(&mut **tx).await?)
}

/// Locks the airline of a number until the transaction ends: whoever gives out its numbers does so alone.
pub async fn lock_prefix(tx: &mut TenantTx, prefix: &str) -> ApiResult<()> {
    sqlx::query(LOCK_PREFIX).bind(prefix).execute(&mut **tx).await?;
    Ok(())
}
