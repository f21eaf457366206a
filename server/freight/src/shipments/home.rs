//! The home of the client portal: what moves, what waits for the client, and what has arrived.

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Grants, Resource};
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;

use super::list;
use super::model::ShipmentSummary;
use super::summary::SummaryRow;
use crate::status::ShipmentStatus;
use crate::unconfirmed;
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::list::{Item, TOTAL_CAP};
use server_core::record::plan_for_values;
use server_core::tags::Tag;

/// Shipments of a block.
const SHOWN: i64 = 6;
/// The newest delivered shipments, among which the latest deliveries are. Older ones rarely arrive after all of them.
const DELIVERED: i64 = 500;
/// As in the index of open shipments.
const OPEN: &str = "s.status not in (0, 90, 93, 95, 96)";

/// The states of shipments that their clients have to do something about.
const PROBLEMS: [ShipmentStatus; 5] = [
    ShipmentStatus::NeedsAttention,
    ShipmentStatus::AwaitingPayment,
    ShipmentStatus::ReweighHold,
    ShipmentStatus::CustomsHold,
    ShipmentStatus::DeliveryFailed,
];

pub struct PortalApi;

/// The shipments that matter now.
#[derive(Object)]
pub struct PortalHome {
    /// Number of open shipments, exact up to 10,000.
    pub active_count: i64,
    /// Number of open shipments that need something; part of `active_count`.
    pub problem_count: i64,
    /// Open shipments that need something, the longest waiting first; at most 6.
    pub problems: Vec<ShipmentSummary>,
    /// Other open shipments, newest first; at most 6.
    pub active: Vec<ShipmentSummary>,
    /// The latest deliveries among the 500 newest delivered shipments; at most 6.
    pub delivered: Vec<ShipmentSummary>,
    pub can: PortalHomeCan,
}

/// Permissions of the user.
#[derive(Object)]
pub struct PortalHomeCan {
    pub create: bool,
}

#[OpenApi(prefix_path = "/portal", tag = "Tag::Shipments")]
impl PortalApi {
    /// Show the home of the client portal
    ///
    /// Counts and short lists of the shipments that the user can list.
    #[oai(path = "/home", method = "get", operation_id = "portal_home_show")]
    async fn portal_home_show(&self, ctx: Ctx) -> ApiResult<Json<Item<PortalHome>>> {
        let scope = ctx.scope(Resource::Shipment, Action::List)?;
        let mut tx = ctx.begin().await?;
        plan_for_values(&mut tx).await?;
        let (active_count, problem_count) = counts(&mut tx, &scope).await?;
        let problems = Block::Problems.list(&mut tx, &scope, &ctx.grants).await?;
        let active = Block::Active.list(&mut tx, &scope, &ctx.grants).await?;
        let delivered = Block::Delivered.list(&mut tx, &scope, &ctx.grants).await?;
        tx.commit().await?;
        let can = PortalHomeCan { create: ctx.grants.allow(Resource::Shipment, Action::Create) };
        Ok(Json(Item { data: PortalHome { active_count, problem_count, problems, active, delivered, can } }))
    }
}

/// A list of the page.
#[derive(Clone, Copy, Debug)]
pub enum Block {
    Problems,
    Active,
    Delivered,
}

impl Block {
    async fn list(
        self,
        tx: &mut TenantTx,
        scope: &RowScope,
        grants: &Grants,
    ) -> ApiResult<Vec<ShipmentSummary>> {
        let mut query = self.query(scope);
        let rows: Vec<SummaryRow> = query.build_query_as().fetch_all(&mut **tx).await?;
        Ok(rows.into_iter().map(|row| row.view(grants)).collect())
    }

    /// The caller has it planned for the values of its scope.
    pub fn query(self, scope: &RowScope) -> QueryBuilder<Postgres> {
        let (filter, order) = match self {
            Self::Problems => (format!("{OPEN} and {}", is_problem()), "s.created_at, s.id"),
            Self::Active => (format!("{OPEN} and not {}", is_problem()), "s.created_at desc, s.id desc"),
            Self::Delivered => ("s.status = 90".to_owned(), "s.created_at desc, s.id desc"),
        };
        let (limit, shown) = match self {
            Self::Delivered => (DELIVERED, "s.last_event_at desc nulls last, s.id desc"),
            Self::Problems | Self::Active => (SHOWN, order),
        };
        let mut query = QueryBuilder::new(format!(
            "select {} from (select s.id from (
                select s.id, s.created_at, s.last_event_at from shipments s where {filter}",
            list::COLUMNS
        ));
        scope.push(&mut query, "s.");
        query.push(format_args!(
            " order by {order} limit {limit}) s order by {shown} limit {SHOWN}) page
            join shipments s using (id) {} order by {shown}",
            list::JOINS
        ));
        query
    }
}

/// Numbers of open shipments and of problems among them.
pub fn counts_query(scope: &RowScope) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(format!(
        "select count(*), count(*) filter (where is_problem) from (
            select {} as is_problem from shipments s where {OPEN}",
        is_problem()
    ));
    scope.push(&mut query, "s.");
    query.push(format_args!(" limit {TOTAL_CAP}) open"));
    query
}

async fn counts(tx: &mut TenantTx, scope: &RowScope) -> ApiResult<(i64, i64)> {
    let mut query = counts_query(scope);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}

/// Whether a shipment needs something of its client: by its state, because it is held, or because it has gone on without a confirmation. Never
/// null.
fn is_problem() -> String {
    let codes = PROBLEMS.map(|status| status.code().to_string()).join(", ");
    format!("(s.status in ({codes}) or s.held_at is not null or coalesce({}, false))", unconfirmed!())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_shipments_are_those_that_are_not_final() {
        let ended = ShipmentStatus::ALL.iter().filter(|status| status.is_final());
        let ended: Vec<String> = ended.map(|status| status.code().to_string()).collect();
        assert_eq!(OPEN, format!("s.status not in ({})", ended.join(", ")));
        assert!(PROBLEMS.iter().all(|status| !status.is_final()));
    }
}
