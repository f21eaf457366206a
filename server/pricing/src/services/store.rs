//! Services in the database.

use std::collections::HashSet;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use super::limits::Rules;
use super::model::ServiceInput;
use access::ctx::Ctx;
use access::profiles;
use access::references::{self, still_active};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::RecordState;
use server_core::record::Table;

pub const SERVICES: Table = Table {
    name: "services",
    resource: "service",
    columns: "code, title_locale, group_id, mode, scope, transit_min_days, transit_max_days, volumetric_divisor, \
              rounding_step_g, min_weight_g, max_weight_g, max_side_mm, max_sides_mm, max_girth_mm, max_value, \
              value_currency, contents, origin_country_ids, destination_country_ids, tax_modality, requirements, \
              delivery_attempts, last_mile_provider_id, profile_ids, position",
    read: &[
        "active",
        "excluded_at",
        "(select g.title_locale from service_groups g where g.id = services.group_id) as group_title_locale",
        "(select p.code from providers p where p.id = services.last_mile_provider_id) as last_mile_provider_code",
    ],
    unique: &[("services_code_key", "code")],
    order: "position, code",
};
pub const RULES: &str = "
    select volumetric_divisor, rounding_step_g, min_weight_g, max_weight_g, max_side_mm, max_sides_mm, max_girth_mm,
           max_value, value_currency, contents, origin_country_ids, destination_country_ids
    from services
    where id = $1 and active and ($2::uuid[] is null or profile_ids = '{}' or profile_ids && $2)";
pub const MEASURE_LIMITS: &str = "select max_weight_g, max_side_mm from services where id = $1";
pub const KNOWN_COUNTRIES: &str = "select id from ref.countries where id = any($1)";
pub const CURRENCY_EXISTS: &str = "select exists (select from ref.currencies where code = $1)";
pub const GROUP: &str = "select active from service_groups where id = $1 for share";

/// Whether the state of a service allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    SERVICES.load_record_state(tx, id, action).await
}

/// The weighing and the limits of an active service, if these profiles open it (`Ctx::service_profiles`).
pub async fn rules(tx: &mut TenantTx, id: Uuid, profiles: Option<&[Uuid]>) -> sqlx::Result<Option<Rules>> {
    sqlx::query_as(RULES).bind(id).bind(profiles).fetch_optional(&mut **tx).await
}

/// What a service takes of weight and length.
#[derive(Clone, Copy, Debug, Default, sqlx::FromRow)]
pub struct MeasureLimits {
    /// The heaviest shipment.
    pub max_weight_g: Option<i32>,
    /// The longest side of a parcel.
    pub max_side_mm: Option<f64>,
}

/// The limits of a service, also of an inactive one.
pub async fn find_measure_limits(tx: &mut TenantTx, id: Uuid) -> ApiResult<MeasureLimits> {
    let found = sqlx::query_as(MEASURE_LIMITS).bind(id).fetch_optional(&mut **tx).await?;
    Ok(found.unwrap_or_default())
}

/// Reports references of a service that do not exist, or are inactive and were not there `before`.
pub async fn check_references(
    tx: &mut TenantTx,
    ctx: &Ctx,
    input: &ServiceInput,
    before: Option<&ServiceInput>,
    errors: &mut FieldErrors,
) -> ApiResult<()> {
    if !still_active(tx, GROUP, input.group_id, before.and_then(|it| it.group_id)).await? {
        errors.push("group_id", MessageCode::UnknownOption);
    }
    let stored_provider_id = before.and_then(|it| it.last_mile_provider_id);
    if !references::provider_is_open(tx, ctx, input.last_mile_provider_id, stored_provider_id).await? {
        errors.push("last_mile_provider_id", MessageCode::UnknownOption);
    }
    let stored_profiles = before.map(|it| it.profile_ids.as_slice()).unwrap_or_default();
    profiles::check_new(tx, &input.profile_ids, stored_profiles, errors).await?;
    let limits = &input.limits;
    if let Some(code) = &limits.value_currency
        && !sqlx::query_scalar::<_, bool>(CURRENCY_EXISTS).bind(code).fetch_one(&mut **tx).await?
    {
        errors.push("value_currency", MessageCode::UnknownOption);
    }
    let asked = [
        ("origin_country_ids", &limits.origin_country_ids),
        ("destination_country_ids", &limits.destination_country_ids),
    ];
    let all: Vec<i16> = asked.iter().flat_map(|(_, ids)| ids.iter().copied()).collect();
    if all.is_empty() {
        return Ok(());
    }
    let known: Vec<i16> = sqlx::query_scalar(KNOWN_COUNTRIES).bind(all).fetch_all(&mut **tx).await?;
    for (field, ids) in asked {
        if ids.iter().any(|id| !known.contains(id)) {
            errors.push(field, MessageCode::UnknownCountry);
        }
    }
    Ok(())
}

/// False when the carrier that a service names for the last mile is inactive, or its server fails.
pub const HAS_ACTIVE_CARRIER: &str = "
    select coalesce(p.active and not p.carrier_is_failing, true)
    from services v left join providers p on p.id = v.last_mile_provider_id where v.id = $1";

pub const WITHOUT_ACTIVE_CARRIER: &str = "
    select v.id from services v join providers p on p.id = v.last_mile_provider_id
    where v.id = any($1) and (not p.active or p.carrier_is_failing)";

pub const EXISTING: &str = "select id from services where id = any($1)";

/// Those of these ids that are services.
pub async fn find_existing(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<HashSet<Uuid>> {
    let found: Vec<Uuid> = sqlx::query_scalar(EXISTING).bind(ids).fetch_all(&mut **tx).await?;
    Ok(found.into_iter().collect())
}

/// Those among the services whose carrier of the last mile takes no shipments now.
pub async fn find_without_active_carrier(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<HashSet<Uuid>> {
    let found: Vec<Uuid> = sqlx::query_scalar(WITHOUT_ACTIVE_CARRIER).bind(ids).fetch_all(&mut **tx).await?;
    Ok(found.into_iter().collect())
}

/// Whether the carrier of a service's last mile takes shipments, or none is named.
pub async fn has_active_carrier(tx: &mut TenantTx, service_id: Uuid) -> ApiResult<bool> {
    let is_active = sqlx::query_scalar(HAS_ACTIVE_CARRIER).bind(service_id).fetch_optional(&mut **tx).await?;
    Ok(is_active.unwrap_or(true))
}
