//! Settings of a partner, of a closed list, each with its own kind of value; and the partner's address.

use chrono::NaiveTime;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::records::{Partner, find, lock};
use access::ctx::Ctx;
use access::references::{self, still_active};
use server_core::address::Address;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::optional;
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::tags::Tag;
use trade::wire_name;

wire_name! {
    /// Name of a setting of a partner.
    PartnerConfigName {
        /// Percent of the freight that the partner earns: `12.5`.
        Commission = "commission",
        /// Time of the day until which the partner takes parcels of that day, in the company's time zone: `17:30`.
        CutOff = "cut_off",
        /// Id of the service that is proposed for the partner's shipments.
        DefaultService = "default_service",
        /// Address of the partner's tracking page, https, with `{code}` in the place of the tracking code.
        TrackingUrl = "tracking_url",
    }
}

/// A setting of a partner.
#[derive(Object)]
pub struct PartnerConfig {
    pub name: PartnerConfigName,
    /// The format depends on the setting; null when it is not set.
    pub value: Option<String>,
}

/// A value to set.
#[derive(Object)]
pub struct PartnerConfigInput {
    /// The format depends on the setting; null or blank unsets it.
    #[oai(validator(max_length = 500))]
    pub value: Option<String>,
}

/// The address of a partner.
#[derive(Object)]
pub struct PartnerAddress {
    pub id: Uuid,
    /// Name of the partner.
    pub name: String,
    #[oai(flatten)]
    pub address: Address,
}

pub const LIST: &str = "select name, value from partner_configs where partner_id = $1";
pub const PUT: &str = "
    insert into partner_configs (partner_id, name, value, updated_at) values ($1, $2, $3, $4)
    on conflict (partner_id, name) do update set value = excluded.value, updated_at = excluded.updated_at";
pub const DROP: &str = "delete from partner_configs where partner_id = $1 and name = $2";
/// The address that is marked as the main one.
pub const MAIN_ADDRESS: &str = "
    select country_id, postcode, address_1, address_2, address_number, address_complement, state_id, city
    from party_addresses where owner_type = 'partner' and owner_id = $1 and main";

pub struct PartnerConfigApi;

#[OpenApi(tag = "Tag::Partners")]
impl PartnerConfigApi {
    /// Show the address of a partner
    ///
    /// Its address that is marked as main, or the address of its record if none is.
    #[oai(path = "/partner-address/:id", method = "get", operation_id = "partner_address")]
    async fn partner_address(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<PartnerAddress>>> {
        ctx.require(Resource::Partner, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let partner = find(&mut tx, *id).await?;
        let main: Option<Address> = sqlx::query_as(MAIN_ADDRESS).bind(*id).fetch_optional(&mut *tx).await?;
        tx.commit().await?;
        let Partner { input, .. } = partner;
        let address = main.unwrap_or(input.address);
        Ok(Json(Item { data: PartnerAddress { id: *id, name: input.name, address } }))
    }

    /// List the settings of a partner
    ///
    /// All settings, including those without a value.
    #[oai(path = "/partner-configs/:a", method = "get", operation_id = "partner_config_list")]
    async fn partner_config_list(
        &self,
        ctx: Ctx,
        /// Id of the partner.
        a: Path<Uuid>,
    ) -> ApiResult<Json<Items<PartnerConfig>>> {
        ctx.require(Resource::Partner, Action::Show)?;
        let mut tx = ctx.begin().await?;
        find(&mut tx, *a).await?;
        let stored = list_values(&mut tx, *a).await?;
        tx.commit().await?;
        let config =
            |name: &PartnerConfigName| PartnerConfig { name: *name, value: value_of(&stored, *name) };
        Ok(Json(Items { data: PartnerConfigName::ALL.iter().map(config).collect() }))
    }

    /// Show a setting of a partner
    #[oai(path = "/partner-configs/:a/:b", method = "get", operation_id = "partner_config_show")]
    async fn partner_config_show(
        &self,
        ctx: Ctx,
        /// Id of the partner.
        a: Path<Uuid>,
        /// Name of the setting: `commission`, `cut_off`, `default_service` or `tracking_url`.
        #[oai(validator(max_length = 60))]
        b: Path<String>,
    ) -> ApiResult<Json<Item<PartnerConfig>>> {
        ctx.require(Resource::Partner, Action::Show)?;
        let mut tx = ctx.begin().await?;
        find(&mut tx, *a).await?;
        let name = PartnerConfigName::from_name(&b.0).ok_or_else(ApiError::not_found)?;
        let stored = list_values(&mut tx, *a).await?;
        tx.commit().await?;
        Ok(Json(Item { data: PartnerConfig { name, value: value_of(&stored, name) } }))
    }

    /// Set a setting of a partner
    #[oai(path = "/partner-configs/:a/:b", method = "post", operation_id = "partner_config_update")]
    async fn partner_config_update(
        &self,
        ctx: Ctx,
        /// Id of the partner.
        a: Path<Uuid>,
        /// Name of the setting: `commission`, `cut_off`, `default_service` or `tracking_url`.
        #[oai(validator(max_length = 60))]
        b: Path<String>,
        body: Body<PartnerConfigInput>,
    ) -> ApiResult<Json<Item<PartnerConfig>>> {
        ctx.require(Resource::Partner, Action::Update)?;
        let mut tx = ctx.begin().await?;
        lock(&mut tx, *a).await?;
        let name = PartnerConfigName::from_name(&b.0).ok_or_else(ApiError::not_found)?;
        let before = value_of(&list_values(&mut tx, *a).await?, name);
        let value = match optional(body.value.as_ref()) {
            Some(typed) => Some(check_value(&mut tx, name, &typed, before.as_deref()).await?),
            None => None,
        };
        if value != before {
            save(&mut tx, &ctx, *a, name, value.as_deref()).await?;
            let changes = json!({ name.as_str(): [before, value] });
            audit::record(&mut tx, &ctx, "partner.configure", Some(*a), changes).await?;
            live::records_changed(&mut tx, &Audience::Staff, "partner", &[*a]);
        }
        tx.commit().await?;
        Ok(Json(Item { data: PartnerConfig { name, value } }))
    }
}

async fn list_values(tx: &mut TenantTx, partner: Uuid) -> sqlx::Result<Vec<(String, String)>> {
    sqlx::query_as(LIST).bind(partner).fetch_all(&mut **tx).await
}

fn value_of(stored: &[(String, String)], name: PartnerConfigName) -> Option<String> {
    stored.iter().find(|(known, _)| known == name.as_str()).map(|(_, value)| value.clone())
}

async fn save(
    tx: &mut TenantTx,
    ctx: &Ctx,
    partner: Uuid,
    name: PartnerConfigName,
    value: Option<&str>,
) -> sqlx::Result<()> {
    let write = match value {
        Some(value) => sqlx::query(PUT).bind(partner).bind(name.as_str()).bind(value).bind(ctx.now()),
        None => sqlx::query(DROP).bind(partner).bind(name.as_str()),
    };
    write.execute(&mut **tx).await?;
    Ok(())
}

/// The value in its stored form; 422 at `value` for another kind. `before` is the stored value.
async fn check_value(
    tx: &mut TenantTx,
    name: PartnerConfigName,
    typed: &str,
    before: Option<&str>,
) -> ApiResult<String> {
    let read = match name {
        PartnerConfigName::Commission => percent(typed),
        PartnerConfigName::CutOff => time(typed),
        PartnerConfigName::TrackingUrl => tracking_url(typed),
        PartnerConfigName::DefaultService => {
            let asked = typed.parse::<Uuid>().ok();
            let stored = before.and_then(|id| id.parse().ok());
            let is_known = asked.is_some() && still_active(tx, references::SERVICE, asked, stored).await?;
            asked.filter(|_| is_known).map(|id| id.to_string()).ok_or(MessageCode::UnknownOption)
        }
    };
    read.map_err(|code| ApiError::invalid_field("value", code))
}

/// A percentage of at most 100, with at most two decimals.
pub fn percent(typed: &str) -> Result<String, MessageCode> {
    let percent: Decimal = typed.replace(',', ".").parse().map_err(|_| MessageCode::NotANumber)?;
    let is_sound = percent >= Decimal::ZERO && percent <= Decimal::ONE_HUNDRED;
    let is_fine = percent.normalize().scale() <= 2;
    (is_sound && is_fine).then(|| percent.normalize().to_string()).ok_or(MessageCode::InvalidPercent)
}

/// A time of the day: `17:30`.
pub fn time(typed: &str) -> Result<String, MessageCode> {
    let time = NaiveTime::parse_from_str(typed, "%H:%M").map_err(|_| MessageCode::InvalidTime)?;
    Ok(time.format("%H:%M").to_string())
}

/// An https address with the place of the tracking code.
fn tracking_url(typed: &str) -> Result<String, MessageCode> {
    let host = typed.strip_prefix("https://").and_then(|rest| rest.split('/').next());
    let has_host = host.is_some_and(|host| host.contains('.') && !host.contains('{'));
    let is_sound = has_host && typed.contains("{code}") && !typed.contains(char::is_whitespace);
    is_sound.then(|| typed.to_owned()).ok_or(MessageCode::InvalidTrackingUrl)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_setting_has_its_kind_of_value() {
        assert_eq!(percent("12,50"), Ok("12.5".into()));
        assert_eq!(percent("100.01"), Err(MessageCode::InvalidPercent));
        assert_eq!(percent("-1"), Err(MessageCode::InvalidPercent));
        assert_eq!(percent("1.234"), Err(MessageCode::InvalidPercent));
        assert_eq!(percent("ten"), Err(MessageCode::NotANumber));
        assert_eq!(time("7:05"), Ok("07:05".into()));
        assert_eq!(time("24:00"), Err(MessageCode::InvalidTime));
        let url = "https://track.example.com/{code}";
        assert_eq!(tracking_url(url), Ok(url.into()));
        for wrong in ["http://track.example.com/{code}", "https://track.example.com/", "https://{code}"] {
            assert_eq!(tracking_url(wrong), Err(MessageCode::InvalidTrackingUrl), "{wrong}");
        }
    }
}
