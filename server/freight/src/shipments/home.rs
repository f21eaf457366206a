//! The home of the client portal: what moves, what waits for the client, and what has arrived.

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;

use super::list;
pub use super::summary::ShipmentSummary;
use super::summary::SummaryRow;
use super::totals::PriceSum;
use crate::draft_price;
use crate::status::ShipmentStatus;
use crate::unconfirmed;
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::list::{Item, TOTAL_CAP};
use server_core::record::plan_for_values;
use server_core::tags::Tag;

/// Drafts of one confirmation.
const MOST_READY: i64 = 200;
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
    /// Finished drafts, which wait for their confirmation.
    pub ready: PortalReady,
    /// The latest deliveries among the 500 newest delivered shipments; at most 6.
    pub delivered: Vec<ShipmentSummary>,
    pub can: PortalHomeCan,
}

/// Drafts that lack nothing and are not held.
#[derive(Object)]
pub struct PortalReady {
    /// Exact up to 200, the most of one confirmation; 201 for more.
    pub count: i64,
    /// Those among them with a price that was told and still holds.
    pub priced_count: i64,
    /// Sums of these prices, by currency.
    pub totals: Vec<PriceSum>,
}

/// Permissions of the user.
#[derive(Object)]
pub struct PortalHomeCan {
    pub create: bool,
    /// Confirm the finished drafts.
    pub confirm: bool,
}

#[OpenApi(prefix_path = "/portal", tag = "Tag::Shipments")]
impl PortalApi {
    /// Show the home of the client portal
    ///
    /// Counts and short lists of the shipments that the user can list.
    #[oai(path = "/home", method = "get", operation_id = "portal_home_show")]
    async fn portal_home_show(&self, ctx: Ctx) -> ApiResult<Json<Item<PortalHome>>> {
        Ok(Json(Item { data: load_home(&ctx).await? }))
    }
}

/// The home of the signed-in user. Returns 403 for users who may not list shipments.
pub async fn load_home(ctx: &Ctx) -> ApiResult<PortalHome> {
    let scope = ctx.scope(Resource::Shipment, Action::List)?;
    let mut tx = ctx.begin().await?;
    plan_for_values(&mut tx).await?;
    let (active_count, problem_count) = counts(&mut tx, &scope).await?;
    let problems = Block::Problems.list(&mut tx, &scope, &ctx.grants).await?;
    let active = Block::Active.list(&mut tx, &scope, &ctx.grants).await?;
    let ready = load_ready(&mut tx, &scope).await?;
    let delivered = Block::Delivered.list(&mut tx, &scope, &ctx.grants).await?;
    tx.commit().await?;
    let may = |action| ctx.grants.allow(Resource::Shipment, action);
    let can = PortalHomeCan { create: may(Action::Create), confirm: may(Action::Confirm) };
    Ok(PortalHome { active_count, problem_count, problems, active, ready, delivered, can })
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

/// Sums of the prices of finished drafts, by currency; none for those without a price.
pub fn ready_query(scope: &RowScope) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(concat!(
        "select price ->> 'currency' as currency, sum((price ->> 'amount')::numeric) as amount, count(*) as shipments
        from (select ",
        draft_price!(),
        " as price from shipments s where s.status = 10 and s.held_at is null"
    ));
    scope.push(&mut query, "s.");
    query.push(format_args!(" limit {}) ready group by 1 order by 1", MOST_READY + 1));
    query
}

async fn load_ready(tx: &mut TenantTx, scope: &RowScope) -> ApiResult<PortalReady> {
    let mut query = ready_query(scope);
    let rows: Vec<ReadyRow> = query.build_query_as().fetch_all(&mut **tx).await?;
    let totals: Vec<(i64, PriceSum)> = rows
        .iter()
        .filter_map(|row| {
            let (amount, currency) = row.amount.zip(row.currency.clone())?;
            Some((row.shipments, PriceSum { amount, currency }.with_decimals()))
        })
        .collect();
    Ok(PortalReady {
        count: rows.iter().map(|row| row.shipments).sum(),
        priced_count: totals.iter().map(|(shipments, _)| shipments).sum(),
        totals: totals.into_iter().map(|(_, total)| total).collect(),
    })
}

#[derive(sqlx::FromRow)]
struct ReadyRow {
    currency: Option<String>,
    amount: Option<Decimal>,
    shipments: i64,
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
