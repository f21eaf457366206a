//! Prices a shipment that does not exist, and explains each line.

use std::sync::Arc;

use chrono::NaiveDate;
use poem::http::StatusCode;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::content::Content;
use super::exchange;
use super::priced::{PriceLine, PriceRefusal};
use super::rate_for::{self, Picked, RateRequest};
use super::seen;
use super::simulation::{PriceCostLine, PriceCosts, PriceSimulation, PriceSimulationInput};
use super::store;
use super::tables::{LABEL, PriceTableKind, PriceTableOption, TABLES};
use super::tariffs::{Compiled, Tariffs};
use super::versions::{self, Frame, PriceVersion, PriceVersionStatus, VERSIONS};
use crate::access::ctx::Ctx;
use crate::freight::rating::client_view::ClientView;
use crate::freight::rating::money::{Currency, Money};
use crate::freight::rating::outcome::{CostAndSell, Outcome};
use crate::http::body::Body;
use crate::http::error::{ApiError, ApiResult};
use crate::http::list::{Item, Items};
use crate::http::messages::MessageCode;
use crate::record::Where;
use crate::tags::Tag;

/// Whether a table is assigned to a client or a partner, or to all, on a day.
pub const REACHES: &str = "
    select exists (
        select from price_assignments
        where sell_table_id = $1 and valid_from <= $2 and coalesce(valid_to, 'infinity'::date) >= $2
          and (scope in ('company', 'service') or client_id = $3 or partner_id = $4
               or group_id = (select c.group_id from clients c where c.id = $3))
    )";

const COST_TABLE_FIELD: &str = "cost_table_id";

pub struct PriceSimulationApi;

#[OpenApi(prefix_path = "/price_tables", tag = "Tag::Prices")]
impl PriceSimulationApi {
    /// Simulate the price of a shipment
    ///
    /// Explains each line as a code with parameters, or names all reasons why the table does not price the shipment. 409
    /// `price_version_missing` when no version is in force on the day. Users of a client or a partner reach only tables
    /// that are assigned to them, and no drafts.
    #[oai(path = "/:id/simulate", method = "post", operation_id = "price_table_simulate")]
    async fn price_table_simulate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PriceSimulationInput>,
    ) -> ApiResult<Json<Item<PriceSimulation>>> {
        ctx.require(Resource::PriceTable, Action::Simulate)?;
        let on = match body.on {
            Some(on) => on,
            None => ctx.settings().await?.today(ctx.now()),
        };
        let mut tx = ctx.begin().await?;
        let frame = reached(&mut tx, &ctx, *id, on).await?;
        let version = version(&mut tx, &ctx, &frame, (body.version_id, on)).await?;
        let (request, currency) = body.request(frame.money()?, frame.size_unit)?;
        let sell = compiled(&mut tx, &ctx, &version, &frame).await?;
        let cost = match seen::sees_costs(&ctx) && frame.kind == PriceTableKind::Sell {
            true => cost(&mut tx, &ctx, &frame, (body.cost_table_id, on)).await?,
            false => None,
        };
        let (cost_code, cost) = cost.unzip();
        let own = [sell.tariff.currency(), currency];
        let of_cost = cost.iter().map(|cost| cost.tariff.currency());
        let of_values = [request.declared_value, request.insured_value];
        let of_values = of_values.into_iter().flatten().map(|value| value.currency);
        let currencies: Vec<Currency> = own.into_iter().chain(of_cost).chain(of_values).collect();
        let fx = exchange::rates(&mut tx, &currencies, on).await?;
        let asked = RateRequest {
            client_id: None,
            partner_id: None,
            service_id: frame.service_id,
            on,
            currency: Some(currency),
            fx: &fx,
            limits: None,
            request: &request,
            with_cost: cost.is_some(),
        };
        let picked = Picked { sell, cost };
        let tariffs = ctx.state().slot::<Tariffs>();
        let outcome = rate_for::rated(&mut tx, tariffs, &picked, &asked).await?;
        tx.commit().await?;
        Ok(Json(Item { data: told(&ctx, &version, on, &outcome, cost_code) }))
    }

    /// Show the cost table that a price table is compared with
    ///
    /// The one assigned to its service or to the company today; an empty list without one.
    #[oai(path = "/:id/cost", method = "get", operation_id = "price_cost_show")]
    async fn price_cost_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Items<PriceTableOption>>> {
        ctx.require(Resource::PriceCost, Action::Show)?;
        let today = ctx.settings().await?.today(ctx.now());
        let mut tx = ctx.begin().await?;
        let frame = reached(&mut tx, &ctx, *id, today).await?;
        let keys = rate_for::scope_keys((None, None), None, frame.service_id);
        let (_, cost) = rate_for::assigned(&mut tx, &keys, today).await?;
        let data = match cost {
            Some(cost) => TABLES.select(&mut tx, LABEL, &Where::all().and("id = ", Some(cost)), 1).await?,
            None => Vec::new(),
        };
        tx.commit().await?;
        Ok(Json(Items { data }))
    }
}

/// The table, if the user reaches it.
async fn reached(tx: &mut TenantTx, ctx: &Ctx, id: Uuid, on: NaiveDate) -> ApiResult<Frame> {
    let frame = versions::frame(tx, id).await?;
    if frame.kind == PriceTableKind::Cost && !seen::sees_costs(ctx) {
        return Err(ApiError::not_found());
    }
    if !ctx.is_outside() {
        return Ok(frame);
    }
    let query = sqlx::query_scalar(REACHES).bind(id).bind(on).bind(ctx.user.client_id);
    let reaches: bool = query.bind(ctx.user.partner_id).fetch_one(&mut **tx).await?;
    if reaches && frame.active { Ok(frame) } else { Err(ApiError::not_found()) }
}

/// The version that is asked for, or the one in force on the day.
async fn version(
    tx: &mut TenantTx,
    ctx: &Ctx,
    frame: &Frame,
    (asked, on): (Option<Uuid>, NaiveDate),
) -> ApiResult<PriceVersion> {
    let of_table = Where::all().and("price_table_id = ", Some(frame.id));
    if let Some(id) = asked.filter(|_| !ctx.is_outside()) {
        let found = VERSIONS.find_among(tx, &of_table.and("id = ", Some(id))).await;
        return found.map_err(seen::named_by("version_id"));
    }
    let in_force = of_table
        .and("status = ", Some(PriceVersionStatus::Published.as_str()))
        .and("valid_from <= ", Some(on))
        .and("coalesce(valid_to, 'infinity'::date) >= ", Some(on));
    let found = VERSIONS.find_among(tx, &in_force).await;
    found.map_err(|error| match error.status() {
        StatusCode::NOT_FOUND => ApiError::refused(MessageCode::PriceVersionMissing),
        _ => error,
    })
}

/// Published versions are compiled once; a draft each time.
async fn compiled(
    tx: &mut TenantTx,
    ctx: &Ctx,
    version: &PriceVersion,
    frame: &Frame,
) -> ApiResult<Arc<Compiled>> {
    if version.status != PriceVersionStatus::Draft {
        return ctx.state().slot::<Tariffs>().get(tx, version.id).await;
    }
    let rows = store::rows(tx, version, frame).await?;
    let (fuel_code, fallback_version_id) =
        (version.input.fuel_code.clone(), version.input.fallback_version_id);
    Ok(Arc::new(Compiled::of(version.id, &Content { fuel_code, fallback_version_id, rows })?))
}

/// The cost table that is asked for, or the one assigned to the service or the company, with its version in force.
async fn cost(
    tx: &mut TenantTx,
    ctx: &Ctx,
    frame: &Frame,
    (asked, on): (Option<Uuid>, NaiveDate),
) -> ApiResult<Option<(String, Arc<Compiled>)>> {
    let table = match asked {
        Some(id) => Some(id),
        None => {
            let keys = rate_for::scope_keys((None, None), None, frame.service_id);
            rate_for::assigned(tx, &keys, on).await?.1
        }
    };
    let Some(table) = table else { return Ok(None) };
    let known = Where::all().and("id = ", Some(table)).and("kind = ", Some(PriceTableKind::Cost.as_str()));
    let found: super::tables::PriceTable =
        TABLES.find_among(tx, &known).await.map_err(seen::named_by(COST_TABLE_FIELD))?;
    let versions: Vec<(Uuid, Uuid)> =
        sqlx::query_as(rate_for::IN_FORCE).bind(vec![table]).bind(on).fetch_all(&mut **tx).await?;
    let Some((_, version)) = versions.first() else {
        let wrong = || ApiError::invalid_field(COST_TABLE_FIELD, MessageCode::PriceVersionMissing);
        return if asked.is_some() { Err(wrong()) } else { Ok(None) };
    };
    let compiled = ctx.state().slot::<Tariffs>().get(tx, *version).await?;
    Ok(Some((found.input.code, compiled)))
}

fn told(
    ctx: &Ctx,
    version: &PriceVersion,
    on: NaiveDate,
    outcome: &Outcome,
    cost_code: Option<String>,
) -> PriceSimulation {
    let simulation = PriceSimulation {
        number: version.number,
        on,
        weights: outcome.weights.as_ref().map(Into::into),
        zone: outcome.zone.as_ref().map(ToString::to_string),
        lines: Vec::new(),
        total: outcome.total.map(Into::into),
        refused: outcome.refused.iter().map(PriceRefusal::from).collect(),
        costs: None,
    };
    if seen::sees_costs(ctx) {
        let lines = outcome.lines.iter().map(PriceLine::of).collect();
        return PriceSimulation { lines, costs: Some(costs(outcome, cost_code)), ..simulation };
    }
    let lines = ClientView::from(outcome).lines.iter().map(PriceLine::of_client).collect();
    PriceSimulation { lines, ..simulation }
}

fn costs(outcome: &Outcome, table_code: Option<String>) -> PriceCosts {
    let beside = outcome.cost_beside_sell();
    let priced = outcome.cost.as_deref();
    let of_surcharges = beside
        .iter()
        .filter_map(|line| line.cost)
        .reduce(|sum, next| Money { amount: sum.amount + next.amount, ..sum });
    let total = match priced {
        Some(cost) => cost.total.and(of_surcharges),
        None => of_surcharges,
    };
    let margin = outcome.total.zip(total).filter(|(sell, cost)| sell.currency == cost.currency);
    let margin = margin.map(|(sell, cost)| Money { amount: sell.amount - cost.amount, ..sell });
    let pct = outcome.total.zip(margin).filter(|(sell, _)| !sell.amount.is_zero());
    PriceCosts {
        table_code,
        lines: priced.map(|cost| cost.lines.iter().map(PriceLine::of).collect()).unwrap_or_default(),
        refused: priced.map(|cost| cost.refused.iter().map(PriceRefusal::from).collect()).unwrap_or_default(),
        beside: beside.into_iter().map(PriceCostLine::from).collect(),
        total: total.map(Into::into),
        margin: margin.map(Into::into),
        margin_pct: pct.map(|(sell, margin)| {
            (margin.amount * Decimal::ONE_HUNDRED / sell.amount).round_dp(2).normalize()
        }),
    }
}

impl From<CostAndSell> for PriceCostLine {
    fn from(line: CostAndSell) -> Self {
        let (code, of) = line.key;
        Self {
            code: code.to_owned(),
            of: of.map(|code| code.to_string()),
            sell: line.sell.map(Into::into),
            cost: line.cost.map(Into::into),
        }
    }
}
