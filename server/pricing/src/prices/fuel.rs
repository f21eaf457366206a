//! Fuel rates: the percentages of a carrier, each from a day on until the next one of its list.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::numbers::within;
use access::ctx::Ctx;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::list::{Item, Items, Page};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::{RecordState, Verdict};
use server_core::record::{ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;

/// The most per cent of a fuel rate.
const MAX_PCT: i64 = 1_000;

/// Input of a fuel rate.
#[derive(Object, Serialize, Deserialize, Clone, Debug, sqlx::FromRow)]
pub struct FuelRateInput {
    /// Name of the list that versions of price tables follow, e.g. of a carrier's air products.
    #[oai(validator(max_length = 40))]
    pub code: String,
    /// First day. A list has one rate for each day.
    pub valid_from: NaiveDate,
    /// Per cent of the lines that the price table names.
    pub pct: Decimal,
    /// Where the rate was published.
    #[oai(validator(max_length = 200))]
    pub note: Option<String>,
}

/// The fields of a fuel rate to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct FuelRateUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: FuelRateInput,
    /// Version that was read; 409 `stale_version` if the rate has changed since.
    pub version: i32,
}

/// Actions that the current user can do on this fuel rate.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FuelRateCan {
    pub update: bool,
    pub delete: bool,
}

/// A fuel rate.
#[derive(Object, sqlx::FromRow)]
pub struct FuelRate {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: FuelRateInput,
    /// The last day, which is the one before the next rate of the list begins; null for the latest rate.
    pub valid_to: Option<NaiveDate>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    #[sqlx(skip)]
    pub can: FuelRateCan,
}

/// A list of fuel rates to choose.
#[derive(Object, sqlx::FromRow)]
pub struct FuelList {
    pub code: String,
    /// First day of the latest rate.
    pub valid_from: NaiveDate,
    /// The latest rate.
    pub pct: Decimal,
}

impl FuelRateInput {
    /// Normalizes and checks the input; returns all errors at once.
    fn check(mut self) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        self.code = required("code", &self.code, &mut errors);
        self.note = optional(self.note.as_ref());
        self.pct = within("pct", Some(self.pct), &mut errors).unwrap_or_default();
        if self.pct > Decimal::from(MAX_PCT) && !errors.contains("pct") {
            errors.push_with("pct", MessageCode::TooLarge, Params::from([("max", MAX_PCT.into())]));
        }
        errors.into_result()?;
        Ok(self)
    }
}

const RATES: Table = Table {
    name: "fuel_rates",
    resource: "fuel_rate",
    columns: "code, valid_from, pct, note",
    read: &["(select min(n.valid_from) - 1 from fuel_rates n
          where n.code = fuel_rates.code and n.valid_from > fuel_rates.valid_from) as valid_to"],
    unique: &[("fuel_rates_code_day_key", "valid_from")],
    order: "code, valid_from desc",
};
const SORTS: Sorts = &[
    ("code", "search_text(code)"),
    ("valid_from", "valid_from"),
    ("pct", "pct"),
    ("updated_at", "updated_at"),
];
const LISTS: &str = "
    select distinct on (code) code, valid_from, pct from fuel_rates order by code, valid_from desc limit 500";

/// Whether a fuel rate exists, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid) -> ApiResult<RecordState> {
    let _found: FuelRate = RATES.find(tx, id).await?;
    Ok(RecordState::of_company(Verdict::Yes))
}

pub struct FuelRateApi;

#[OpenApi(prefix_path = "/fuel_rates", tag = "Tag::Prices")]
impl FuelRateApi {
    /// List fuel rates
    #[oai(path = "/", method = "get", operation_id = "fuel_rate_list")]
    async fn fuel_rate_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `valid_from`, `pct` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// Only the rates of this list.
        #[oai(validator(max_length = 40))]
        code: Query<Option<String>>,
    ) -> ApiResult<Json<Page<FuelRate>>> {
        ctx.require(Resource::FuelRate, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, "code").and("code = ", code.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = RATES.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx.grants, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List the fuel lists to choose from
    ///
    /// Each with its latest rate, at most 500.
    #[oai(path = "/select", method = "get", operation_id = "fuel_rate_select")]
    async fn fuel_rate_select(&self, ctx: Ctx) -> ApiResult<Json<Items<FuelList>>> {
        ctx.require(Resource::FuelRate, Action::Select)?;
        let mut tx = ctx.begin().await?;
        let data = sqlx::query_as(LISTS).fetch_all(&mut *tx).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Create a fuel rate
    #[oai(path = "/", method = "post", operation_id = "fuel_rate_create")]
    async fn fuel_rate_create(&self, ctx: Ctx, body: Body<FuelRateInput>) -> ApiResult<Json<Item<FuelRate>>> {
        ctx.require(Resource::FuelRate, Action::Create)?;
        let input = body.0.check()?;
        let mut tx = ctx.begin().await?;
        let id = RATES.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Show a fuel rate
    #[oai(path = "/:id", method = "get", operation_id = "fuel_rate_show")]
    async fn fuel_rate_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<FuelRate>>> {
        ctx.require(Resource::FuelRate, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Update a fuel rate
    ///
    /// Existing quotes and shipments keep their prices.
    #[oai(path = "/:id", method = "patch", operation_id = "fuel_rate_update")]
    async fn fuel_rate_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<FuelRateUpdate>,
    ) -> ApiResult<Json<Item<FuelRate>>> {
        ctx.require(Resource::FuelRate, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before: FuelRate = RATES.lock(&mut tx, *id).await?;
        let input: FuelRateInput = body.change(&before.input, before.version)?;
        RATES.update(&mut tx, &ctx, *id, &before.input, &input.check()?).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a fuel rate
    ///
    /// The previous rate applies to its days again.
    #[oai(path = "/:id", method = "delete", operation_id = "fuel_rate_delete")]
    async fn fuel_rate_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::FuelRate, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: FuelRate = RATES.lock(&mut tx, *id).await?;
        RATES.delete(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(())
    }
}

fn seen_by(grants: &Grants, rate: FuelRate) -> FuelRate {
    let may = |action| grants.allow(Resource::FuelRate, action);
    FuelRate { can: FuelRateCan { update: may(Action::Update), delete: may(Action::Delete) }, ..rate }
}

/// Commits and returns the rate.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<FuelRate>>> {
    let rate = RATES.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(&ctx.grants, rate) }))
}
