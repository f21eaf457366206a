//! Prices a shipment by the tables that are assigned to its client and services.
//!
//! The number of statements does not depend on the number of services.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use chrono::NaiveDate;
use tenancy::TenantTx;
use uuid::Uuid;

use super::tariffs::{CompiledVersion, FUEL, FuelRow, Tariffs};
use rating::fx::{FuelRate, Fx};
use rating::outcome::Outcome;
use rating::rate::{CostTerms, Terms, rate};
use rating::request::{Destination, Request};
use server_core::http::error::ApiResult;

/// Assignments of some scopes. Inactive tables are left out.
pub const ASSIGNED: &str = "
    select a.scope_key, s.id as sell_id, c.id as cost_id, c.code as cost_code, a.valid_to
    from price_assignments a
    left join price_tables s on s.id = a.sell_table_id and s.active
    left join price_tables c on c.id = a.cost_table_id and c.active
    where a.scope_key = any($1) and a.valid_from <= $2 and coalesce(a.valid_to, 'infinity'::date) >= $2";
pub const IN_FORCE: &str = "
    select price_table_id, id, valid_to from price_table_versions
    where price_table_id = any($1) and status = 'published'
      and valid_from <= $2 and coalesce(valid_to, 'infinity'::date) >= $2";

/// Who ships; none of them for a visitor.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shipper {
    pub client_id: Option<Uuid>,
    /// The group of the client.
    pub group_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
}

/// The versions that price a shipment.
#[derive(Clone)]
pub struct PickedVersions {
    pub sell: Arc<CompiledVersion>,
    pub cost: Option<Arc<CompiledVersion>>,
}

/// The versions of a service, and what is known of their tables.
#[derive(Clone)]
pub struct Pick {
    pub picked: PickedVersions,
    /// Code of the cost table.
    pub cost_code: Option<String>,
    /// The last day of the sell version and its assignment.
    pub ends_on: Option<NaiveDate>,
}

#[derive(sqlx::FromRow)]
struct AssignmentRow {
    scope_key: String,
    sell_id: Option<Uuid>,
    cost_id: Option<Uuid>,
    cost_code: Option<String>,
    valid_to: Option<NaiveDate>,
}

/// The sell and the cost table of each service, with the assignments they come from.
struct Assignments(HashMap<String, AssignmentRow>);

impl Assignments {
    async fn load(tx: &mut TenantTx, keys: &[String], on: NaiveDate) -> ApiResult<Self> {
        let rows: Vec<AssignmentRow> =
            sqlx::query_as(ASSIGNED).bind(keys).bind(on).fetch_all(&mut **tx).await?;
        Ok(Self(rows.into_iter().map(|row| (row.scope_key.clone(), row)).collect()))
    }

    /// The first sell and the first cost table of the scopes.
    fn first(&self, keys: &[String]) -> (Option<&AssignmentRow>, Option<&AssignmentRow>) {
        let find = |has: fn(&AssignmentRow) -> bool| {
            keys.iter().filter_map(|key| self.0.get(key)).find(|assigned| has(assigned))
        };
        (find(|one| one.sell_id.is_some()), find(|one| one.cost_id.is_some()))
    }
}

/// The sell version, the cost version with the code of its table, and the last day.
type PickedIds = (Uuid, Option<(Uuid, Option<String>)>, Option<NaiveDate>);

/// The versions of these services on a day. A service without a table, or without a version in force, is absent.
pub async fn pick(
    tx: &mut TenantTx,
    tariffs: &Tariffs,
    shipper: Shipper,
    services: &[Uuid],
    on: NaiveDate,
) -> ApiResult<HashMap<Uuid, Pick>> {
    let keys: HashMap<Uuid, Vec<String>> =
        services.iter().map(|service| (*service, scope_keys(shipper, Some(*service)))).collect();
    let mut all: Vec<String> = keys.values().flatten().cloned().collect();
    all.sort_unstable();
    all.dedup();
    let assignments = Assignments::load(tx, &all, on).await?;
    let tables: Vec<Uuid> =
        assignments.0.values().flat_map(|one| [one.sell_id, one.cost_id]).flatten().collect();
    let in_force: Vec<(Uuid, Uuid, Option<NaiveDate>)> =
        sqlx::query_as(IN_FORCE).bind(&tables).bind(on).fetch_all(&mut **tx).await?;
    let version = |table: Option<Uuid>| {
        let found = in_force.iter().find(|(of, ..)| Some(*of) == table);
        found.map(|(_, id, valid_to)| (*id, *valid_to))
    };
    let of_service = |keys: &[String]| {
        let (sell, cost) = assignments.first(keys);
        let (sell_version, valid_to) = version(sell?.sell_id)?;
        let cost_version = cost.and_then(|one| Some((version(one.cost_id)?.0, one.cost_code.clone())));
        let ends_on = [valid_to, sell?.valid_to].into_iter().flatten().min();
        Some((sell_version, cost_version, ends_on))
    };
    let picks: HashMap<Uuid, PickedIds> =
        keys.iter().filter_map(|(service, keys)| Some((*service, of_service(keys)?))).collect();
    let ids: Vec<Uuid> = picks
        .values()
        .flat_map(|(sell, cost, _)| [Some(*sell), cost.as_ref().map(|(id, _)| *id)])
        .flatten()
        .collect();
    let compiled = tariffs.get_many(tx, &ids).await?;
    let pick = |(service, (sell, cost, ends_on)): (Uuid, PickedIds)| {
        let sell = compiled.get(&sell)?.clone();
        let (cost, cost_code) = cost.unzip();
        let cost = cost.and_then(|id| compiled.get(&id).cloned());
        Some((
            service,
            Pick { picked: PickedVersions { sell, cost }, cost_code: cost_code.flatten(), ends_on },
        ))
    };
    Ok(picks.into_iter().filter_map(pick).collect())
}

/// A version that serves the destination, with its fuel rate of the day.
pub struct VersionWithFuel {
    pub compiled: Arc<CompiledVersion>,
    pub fuel: Option<FuelRate>,
}

/// Versions that are ready to price a shipment.
pub struct Ready {
    pub sell: VersionWithFuel,
    pub cost: Option<VersionWithFuel>,
}

impl Ready {
    /// Prices the shipment. Fuel and cost are added to the terms.
    pub fn rate<'a>(&'a self, fx: &Fx, request: &Request, terms: Terms<'a>) -> Outcome {
        let cost = self.cost.as_ref();
        let cost = cost.map(|one| CostTerms { tariff: &one.compiled.tariff, fuel: one.fuel.as_ref() });
        let terms = Terms { fuel: self.sell.fuel.as_ref(), cost, ..terms };
        rate(&self.sell.compiled.tariff, fx, request, &terms)
    }
}

/// The versions that price a shipment, and where it goes.
pub struct PickedRoute<'a> {
    pub picked: &'a PickedVersions,
    pub destination: &'a Destination,
}

impl PickedRoute<'_> {
    fn serves(&self, compiled: &CompiledVersion) -> bool {
        compiled.tariff.zone(self.destination).is_some()
    }

    /// The versions that may stand in for those that do not serve the destination.
    fn fallback_ids(&self) -> impl Iterator<Item = Uuid> {
        let versions = std::iter::once(&self.picked.sell).chain(&self.picked.cost);
        versions.filter(move |one| !self.serves(one)).filter_map(|one| one.fallback_version_id)
    }

    /// The version itself, or the one that stands in for it.
    fn serving(
        &self,
        compiled: &Arc<CompiledVersion>,
        fallbacks: &HashMap<Uuid, Arc<CompiledVersion>>,
    ) -> Arc<CompiledVersion> {
        let fallback = compiled.fallback_version_id.filter(|_| !self.serves(compiled));
        let fallback = fallback.and_then(|id| fallbacks.get(&id)).filter(|one| self.serves(one));
        fallback.unwrap_or(compiled).clone()
    }
}

/// The versions of a shipment's services, made ready for its destination. The answer is in the order of the versions.
pub async fn ready(
    tx: &mut TenantTx,
    tariffs: &Tariffs,
    picked: &[&PickedVersions],
    destination: &Destination,
    on: NaiveDate,
) -> ApiResult<Vec<Ready>> {
    let routes: Vec<PickedRoute<'_>> =
        picked.iter().map(|picked| PickedRoute { picked, destination }).collect();
    ready_routes(tx, tariffs, &routes, on).await
}

/// Adds to picked versions what the destination and the day decide: the fallback of a version that does not serve the
/// destination, and the fuel rate. The answer is in the order of the routes; the number of statements does not depend on
/// theirs.
pub async fn ready_routes(
    tx: &mut TenantTx,
    tariffs: &Tariffs,
    routes: &[PickedRoute<'_>],
    on: NaiveDate,
) -> ApiResult<Vec<Ready>> {
    let fallbacks: BTreeSet<Uuid> = routes.iter().flat_map(PickedRoute::fallback_ids).collect();
    let fallbacks: Vec<Uuid> = fallbacks.into_iter().collect();
    let fallbacks = tariffs.get_many(tx, &fallbacks).await?;
    let served: Vec<(Arc<CompiledVersion>, Option<Arc<CompiledVersion>>)> = routes
        .iter()
        .map(|route| {
            let serving = |compiled: &Arc<CompiledVersion>| route.serving(compiled, &fallbacks);
            (serving(&route.picked.sell), route.picked.cost.as_ref().map(serving))
        })
        .collect();
    let codes: BTreeSet<String> = served
        .iter()
        .flat_map(|(sell, cost)| [Some(sell), cost.as_ref()])
        .flatten()
        .filter_map(|compiled| compiled.fuel_code.clone())
        .collect();
    let codes: Vec<String> = codes.into_iter().collect();
    let rows: Vec<FuelRow> = match codes.is_empty() {
        true => Vec::new(),
        false => sqlx::query_as(FUEL).bind(&codes).bind(on).fetch_all(&mut **tx).await?,
    };
    let fueled = |compiled: Arc<CompiledVersion>| {
        let found = rows.iter().find(|(code, ..)| compiled.fuel_code.as_ref() == Some(code));
        let fuel =
            found.map(|(_, valid_from, pct)| FuelRate { valid_from: *valid_from, pct: pct.normalize() });
        VersionWithFuel { compiled, fuel }
    };
    Ok(served.into_iter().map(|(sell, cost)| Ready { sell: fueled(sell), cost: cost.map(fueled) }).collect())
}

/// Keys of the scopes of a shipper and a service, the first one going before the others.
pub fn scope_keys(shipper: Shipper, service_id: Option<Uuid>) -> Vec<String> {
    let scopes =
        [("client", shipper.client_id), ("group", shipper.group_id), ("partner", shipper.partner_id)];
    let mut keys = Vec::new();
    for (scope, id) in scopes {
        let Some(id) = id else { continue };
        keys.extend(service_id.map(|service| format!("{scope}:{id}/{service}")));
        keys.push(format!("{scope}:{id}/"));
    }
    keys.extend(service_id.map(|service| format!("service/{service}")));
    keys.push("company/".to_owned());
    keys
}

/// The cost table that is assigned to a service, or to the company.
pub async fn assigned_cost(
    tx: &mut TenantTx,
    service_id: Option<Uuid>,
    on: NaiveDate,
) -> ApiResult<Option<Uuid>> {
    let keys = scope_keys(Shipper::default(), service_id);
    let assignments = Assignments::load(tx, &keys, on).await?;
    Ok(assignments.first(&keys).1.and_then(|one| one.cost_id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_goes_before_its_group_its_partner_the_service_and_the_company() {
        let id = |number: u128| Some(Uuid::from_u128(number));
        let shipper = Shipper { client_id: id(1), group_id: id(2), partner_id: id(3) };
        let keys = scope_keys(shipper, id(4));
        let scopes: Vec<&str> = keys.iter().map(|key| key.split([':', '/']).next().unwrap()).collect();
        let expected = ["client", "client", "group", "group", "partner", "partner", "service", "company"];
        assert_eq!(scopes, expected);
        assert!(keys[0].ends_with(&Uuid::from_u128(4).to_string()), "the own service goes first");
        assert_eq!(scope_keys(Shipper::default(), None), ["company/"]);
    }
}
