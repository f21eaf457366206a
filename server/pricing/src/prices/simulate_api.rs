//! Prices a shipment that does not exist, and explains each line.

use std::sync::Arc;

use chrono::{Days, NaiveDate};
use poem::http::StatusCode;
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::content::Content;
use super::costs::PriceCosts;
use super::exchange;
use super::priced::{PriceLine, PriceRefusal};
use super::rate_for::{self, PickedVersions};
use super::seen;
use super::simulation::{PriceSimulation, PriceSimulationInput};
use super::store;
use super::tables::{LABEL, PriceTableKind, PriceTableOption, TABLES};
use super::tariffs::{CompiledVersion, Tariffs};
use super::versions::{self, Frame, PriceVersion, PriceVersionStatus, VERSIONS};
use access::ctx::Ctx;
use rating::client_view::ClientView;
use rating::money::Currency;
use rating::outcome::Outcome;
use rating::rate::Terms;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::record::Where;
use server_core::tags::Tag;

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
    /// Explains each line as a code with parameters, or returns all reasons why the table does not price the shipment.
    /// Returns 409 `price_version_missing` when no version is in force on the day. Users of a client or a partner can
    /// use only tables that are assigned to them, no drafts, and no day after that until which a quote of today is valid.
    #[oai(path = "/:id/simulate", method = "post", operation_id = "price_table_simulate")]
    async fn price_table_simulate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PriceSimulationInput>,
    ) -> ApiResult<Json<Item<PriceSimulation>>> {
        ctx.require(Resource::PriceTable, Action::Simulate)?;
        let settings = ctx.settings();
        let today = settings.today(ctx.now());
        let on = body.on.unwrap_or(today);
        check_horizon(&ctx, on, today + Days::new(settings.quote_days.unsigned_abs().into()))?;
        let mut tx = ctx.begin().await?;
        let frame = find_reachable(&mut tx, &ctx, *id, on).await?;
        let version = version(&mut tx, &ctx, &frame, body.version_id, on).await?;
        let (request, currency) = body.request(frame.money()?, frame.size_unit, settings.country_id)?;
        let sell = compile(&mut tx, &ctx, &version, &frame).await?;
        let cost = match seen::sees_costs(&ctx) && frame.kind == PriceTableKind::Sell {
            true => cost(&mut tx, &ctx, &frame, body.cost_table_id, on).await?,
            false => None,
        };
        let (cost_code, cost) = cost.unzip();
        let own = [sell.tariff.currency(), currency];
        let of_cost = cost.iter().map(|cost| cost.tariff.currency());
        let of_values = [request.declared_value, request.insured_value];
        let of_values = of_values.into_iter().flatten().map(|value| value.currency);
        let currencies: Vec<Currency> = own.into_iter().chain(of_cost).chain(of_values).collect();
        let fx = exchange::rates(&mut tx, &currencies, on).await?;
        let picked = PickedVersions { sell, cost };
        let tariffs = ctx.state().slot::<Tariffs>();
        let ready = rate_for::ready(&mut tx, tariffs, &[&picked], &request.destination, on).await?;
        tx.commit().await?;
        let outcome = ready.first().map(|one| one.rate(&fx, &request, Terms::in_currency(currency)));
        let outcome = outcome.ok_or_else(ApiError::not_found)?;
        Ok(Json(Item { data: to_simulation(&ctx, &version, on, &outcome, cost_code) }))
    }

    /// Show the cost table that a price table is compared with
    ///
    /// The cost table that is assigned to its service or to the company today; an empty list if there is none.
    #[oai(path = "/:id/cost", method = "get", operation_id = "price_cost_show")]
    async fn price_cost_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Items<PriceTableOption>>> {
        ctx.require(Resource::PriceCost, Action::Show)?;
        let today = ctx.settings().today(ctx.now());
        let mut tx = ctx.begin().await?;
        let frame = find_reachable(&mut tx, &ctx, *id, today).await?;
        let cost = rate_for::assigned_cost(&mut tx, frame.service_id, today).await?;
        let data = match cost {
            Some(cost) => TABLES.select(&mut tx, LABEL, &Where::all().and("id = ", Some(cost)), 1).await?,
            None => Vec::new(),
        };
        tx.commit().await?;
        Ok(Json(Items { data }))
    }
}

/// Prices that begin later are not told to those who pay them.
fn check_horizon(ctx: &Ctx, on: NaiveDate, last: NaiveDate) -> ApiResult<()> {
    if !ctx.is_outside() || on <= last {
        return Ok(());
    }
    Err(ApiError::invalid_field("on", MessageCode::DayBeyondQuotes))
}

/// The table, if the user reaches it: its frame, which gives the numbers of its versions a meaning.
async fn find_reachable(tx: &mut TenantTx, ctx: &Ctx, id: Uuid, on: NaiveDate) -> ApiResult<Frame> {
    let frame = versions::frame(tx, id).await?;
    if frame.kind == PriceTableKind::Cost && !seen::sees_costs(ctx) {
        return Err(ApiError::not_found());
    }
    if !ctx.is_outside() {
        return Ok(frame);
    }
    // A carrier's user stands for no client and no partner: no table is for them, not even those for everybody.
    if ctx.user.client_id.or(ctx.user.partner_id).is_none() {
        return Err(ApiError::not_found());
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
    asked: Option<Uuid>,
    on: NaiveDate,
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
async fn compile(
    tx: &mut TenantTx,
    ctx: &Ctx,
    version: &PriceVersion,
    frame: &Frame,
) -> ApiResult<Arc<CompiledVersion>> {
    if version.status != PriceVersionStatus::Draft {
        return ctx.state().slot::<Tariffs>().get(tx, version.id).await;
    }
    let rows = store::load_rows(tx, version, frame).await?;
    let (fuel_code, fallback_version_id) =
        (version.input.fuel_code.clone(), version.input.fallback_version_id);
    Ok(Arc::new(CompiledVersion::of(version.id, &Content { fuel_code, fallback_version_id, rows })?))
}

/// The cost table that is asked for, or the one assigned to the service or the company, with its version in force: its code and
/// its prices. None without an assigned one; 422 at `cost_table_id` for one that was asked for and has no such version.
async fn cost(
    tx: &mut TenantTx,
    ctx: &Ctx,
    frame: &Frame,
    asked: Option<Uuid>,
    on: NaiveDate,
) -> ApiResult<Option<(String, Arc<CompiledVersion>)>> {
    let table = match asked {
        Some(id) => Some(id),
        None => rate_for::assigned_cost(tx, frame.service_id, on).await?,
    };
    let Some(table) = table else { return Ok(None) };
    let known = Where::all().and("id = ", Some(table)).and("kind = ", Some(PriceTableKind::Cost.as_str()));
    let found: super::tables::PriceTable =
        TABLES.find_among(tx, &known).await.map_err(seen::named_by(COST_TABLE_FIELD))?;
    let versions: Vec<(Uuid, Uuid, Option<NaiveDate>)> =
        sqlx::query_as(rate_for::IN_FORCE).bind(vec![table]).bind(on).fetch_all(&mut **tx).await?;
    let Some((_, version, _)) = versions.first() else {
        let wrong = || ApiError::invalid_field(COST_TABLE_FIELD, MessageCode::PriceVersionMissing);
        return if asked.is_some() { Err(wrong()) } else { Ok(None) };
    };
    let compiled = ctx.state().slot::<Tariffs>().get(tx, *version).await?;
    Ok(Some((found.input.code, compiled)))
}

fn to_simulation(
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
        return PriceSimulation { lines, costs: Some(PriceCosts::of(outcome, cost_code)), ..simulation };
    }
    let lines = ClientView::from(outcome).lines.iter().map(PriceLine::of_client).collect();
    PriceSimulation { lines, ..simulation }
}
