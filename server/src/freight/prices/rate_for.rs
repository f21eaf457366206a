//! Prices a shipment by the tables that are assigned to its client and service.

use std::sync::Arc;

use chrono::NaiveDate;
use tenancy::TenantTx;
use uuid::Uuid;

use super::tariffs::{Compiled, FUEL, FuelRow, Tariffs};
use crate::access::ctx::Ctx;
use crate::freight::rating::fx::{FuelRate, Fx};
use crate::freight::rating::limits::Limits;
use crate::freight::rating::money::Currency;
use crate::freight::rating::outcome::Outcome;
use crate::freight::rating::rate::{CostTerms, Terms, rate};
use crate::freight::rating::request::Request;
use crate::http::error::ApiResult;

pub const GROUP: &str = "select group_id from clients where id = $1";
/// Assignments of the scopes, in the order of the keys. Inactive tables are left out.
pub const ASSIGNED: &str = "
    select s.id as sell, c.id as cost
    from unnest($1::text[]) with ordinality k (key, position)
    join price_assignments a on a.scope_key = k.key
    left join price_tables s on s.id = a.sell_table_id and s.active
    left join price_tables c on c.id = a.cost_table_id and c.active
    where a.valid_from <= $2 and coalesce(a.valid_to, 'infinity'::date) >= $2
    order by k.position";
pub const IN_FORCE: &str = "
    select price_table_id, id from price_table_versions
    where price_table_id = any($1) and status = 'published'
      and valid_from <= $2 and coalesce(valid_to, 'infinity'::date) >= $2";

/// A shipment to price.
pub struct RateRequest<'a> {
    pub client_id: Option<Uuid>,
    /// The partner of the shipment.
    pub partner_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    /// The day that decides versions and fuel.
    pub on: NaiveDate,
    /// The currency of the quote; none for that of the table.
    pub currency: Option<Currency>,
    pub fx: &'a Fx,
    pub limits: Option<&'a Limits>,
    pub request: &'a Request,
    /// Whether the cost is rated too.
    pub with_cost: bool,
}

/// The versions that price a shipment.
pub struct Picked {
    pub sell: Arc<Compiled>,
    pub cost: Option<Arc<Compiled>>,
}

/// A priced shipment with the versions it was priced by.
pub struct Rated {
    pub picked: Picked,
    pub outcome: Outcome,
}

/// Prices a shipment by its assigned tables. None when no table is assigned, or the assigned one has no version in force.
pub async fn rate_for(tx: &mut TenantTx, ctx: &Ctx, asked: &RateRequest<'_>) -> ApiResult<Option<Rated>> {
    let group_id = group_of(tx, asked.client_id).await?;
    let keys = scope_keys((asked.client_id, group_id), asked.partner_id, asked.service_id);
    let (sell, cost) = assigned(tx, &keys, asked.on).await?;
    let Some(sell) = sell else { return Ok(None) };
    let cost = cost.filter(|_| asked.with_cost);
    let tables: Vec<Uuid> = std::iter::once(sell).chain(cost).collect();
    let versions: Vec<(Uuid, Uuid)> =
        sqlx::query_as(IN_FORCE).bind(&tables).bind(asked.on).fetch_all(&mut **tx).await?;
    let version_of = |table: Uuid| versions.iter().find(|(of, _)| *of == table).map(|(_, id)| *id);
    let Some(version) = version_of(sell) else { return Ok(None) };
    let tariffs = ctx.state().slot::<Tariffs>();
    let sell = tariffs.get(tx, version).await?;
    let cost = match cost.and_then(version_of) {
        Some(version) => Some(tariffs.get(tx, version).await?),
        None => None,
    };
    let picked = Picked { sell, cost };
    let outcome = rated(tx, tariffs, &picked, asked).await?;
    Ok(Some(Rated { picked, outcome }))
}

/// Prices a shipment by versions that are already picked.
pub async fn rated(
    tx: &mut TenantTx,
    tariffs: &Tariffs,
    picked: &Picked,
    asked: &RateRequest<'_>,
) -> ApiResult<Outcome> {
    let sell = serving(tx, tariffs, &picked.sell, asked.request).await?;
    let cost = match &picked.cost {
        Some(cost) => Some(serving(tx, tariffs, cost, asked.request).await?),
        None => None,
    };
    let codes: Vec<&str> = [Some(&sell), cost.as_ref()]
        .into_iter()
        .flatten()
        .filter_map(|compiled| compiled.fuel_code.as_deref())
        .collect();
    let rows: Vec<FuelRow> = match codes.is_empty() {
        true => Vec::new(),
        false => sqlx::query_as(FUEL).bind(&codes).bind(asked.on).fetch_all(&mut **tx).await?,
    };
    let fuel = |compiled: &Compiled| {
        let code = compiled.fuel_code.as_ref()?;
        let (_, valid_from, pct) = rows.iter().find(|(of, ..)| of == code)?;
        Some(FuelRate { valid_from: *valid_from, pct: pct.normalize() })
    };
    let (sell_fuel, cost_fuel) = (fuel(&sell), cost.as_deref().and_then(fuel));
    let currency = asked.currency.unwrap_or_else(|| sell.tariff.currency());
    let cost = cost.as_deref().map(|cost| CostTerms { tariff: &cost.tariff, fuel: cost_fuel.as_ref() });
    let terms =
        Terms { limits: asked.limits, fuel: sell_fuel.as_ref(), cost, ..Terms::in_currency(currency) };
    Ok(rate(&sell.tariff, asked.fx, asked.request, &terms))
}

/// The version itself, or its fallback where it does not serve the destination.
async fn serving(
    tx: &mut TenantTx,
    tariffs: &Tariffs,
    compiled: &Arc<Compiled>,
    request: &Request,
) -> ApiResult<Arc<Compiled>> {
    let Some(fallback) = compiled.fallback_version_id else { return Ok(compiled.clone()) };
    if compiled.tariff.zone(&request.destination).is_some() {
        return Ok(compiled.clone());
    }
    let fallback = tariffs.get(tx, fallback).await?;
    let serves = fallback.tariff.zone(&request.destination).is_some();
    Ok(if serves { fallback } else { compiled.clone() })
}

/// The group of a client, if it has one.
async fn group_of(tx: &mut TenantTx, client_id: Option<Uuid>) -> ApiResult<Option<Uuid>> {
    let Some(id) = client_id else { return Ok(None) };
    let found: Option<Option<Uuid>> = sqlx::query_scalar(GROUP).bind(id).fetch_optional(&mut **tx).await?;
    Ok(found.flatten())
}

/// Keys of the scopes of a client with its group, a partner and a service, the first one going before the others.
pub fn scope_keys(
    (client_id, group_id): (Option<Uuid>, Option<Uuid>),
    partner_id: Option<Uuid>,
    service_id: Option<Uuid>,
) -> Vec<String> {
    let mut keys = Vec::new();
    for (scope, id) in [("client", client_id), ("group", group_id), ("partner", partner_id)] {
        let Some(id) = id else { continue };
        keys.extend(service_id.map(|service| format!("{scope}:{id}/{service}")));
        keys.push(format!("{scope}:{id}/"));
    }
    keys.extend(service_id.map(|service| format!("service/{service}")));
    keys.push("company/".to_owned());
    keys
}

/// The first sell and the first cost table of the scopes.
pub async fn assigned(
    tx: &mut TenantTx,
    keys: &[String],
    on: NaiveDate,
) -> ApiResult<(Option<Uuid>, Option<Uuid>)> {
    let rows: Vec<(Option<Uuid>, Option<Uuid>)> =
        sqlx::query_as(ASSIGNED).bind(keys).bind(on).fetch_all(&mut **tx).await?;
    Ok((rows.iter().find_map(|row| row.0), rows.iter().find_map(|row| row.1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_goes_before_its_group_its_partner_the_service_and_the_company() {
        let id = |number: u128| Some(Uuid::from_u128(number));
        let keys = scope_keys((id(1), id(2)), id(3), id(4));
        let scopes: Vec<&str> = keys.iter().map(|key| key.split([':', '/']).next().unwrap()).collect();
        let expected = ["client", "client", "group", "group", "partner", "partner", "service", "company"];
        assert_eq!(scopes, expected);
        assert!(keys[0].ends_with(&Uuid::from_u128(4).to_string()), "the own service goes first");
        assert_eq!(scope_keys((None, None), None, None), ["company/"]);
    }
}
