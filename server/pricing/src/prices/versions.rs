//! Versions of price tables: the record, without its grid.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::seen;
use super::settings::PriceVersionInput;
use super::tables::{PriceSizeUnit, PriceTableKind, PriceWeightUnit};
use access::ctx::Ctx;
use access::user_name;
use rating::money::Currency;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use server_core::record::{Table, Where};
use trade::countries::decimals_of;
use trade::wire_name;

wire_name! {
    /// A draft can be changed. A published version applies on its days. An archived version no longer applies to new
    /// quotes.
    PriceVersionStatus { Draft = "draft", Published = "published", Archived = "archived" }
}

/// Actions that the current user can do on this version now. Buttons and guards use the same values.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PriceVersionCan {
    /// Change rules and grid of a draft, note and last day of a published version.
    pub update: bool,
    /// Change the grid.
    pub edit: bool,
    pub delete: bool,
    pub publish: bool,
    pub archive: bool,
    /// Create a draft from it.
    pub copy: bool,
    pub simulate: bool,
}

/// A version of a price table, without its grid.
#[derive(Object, sqlx::FromRow)]
pub struct PriceVersion {
    pub id: Uuid,
    pub price_table_id: Uuid,
    /// 1 for the first version of the table.
    pub number: i32,
    pub status: PriceVersionStatus,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: PriceVersionInput,
    pub zone_count: i32,
    pub band_count: i32,
    pub cell_count: i32,
    pub published_at: Option<DateTime<Utc>>,
    pub published_by_name: Option<String>,
    /// SHA-256 of the published prices, in hexadecimal digits.
    pub content_hash: Option<String>,
    /// Increases with every change of rules and grid. Send it with an update.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    #[sqlx(skip)]
    pub can: PriceVersionCan,
}

/// The fields that are written together.
#[derive(Serialize, Deserialize, Clone)]
pub struct VersionColumns {
    pub price_table_id: Uuid,
    pub number: i32,
    #[serde(flatten)]
    pub input: PriceVersionInput,
}

/// The table of a version: what gives its numbers a meaning.
#[derive(sqlx::FromRow, Clone)]
pub struct Frame {
    pub id: Uuid,
    pub code: String,
    pub kind: PriceTableKind,
    pub currency: String,
    pub weight_unit: PriceWeightUnit,
    pub size_unit: PriceSizeUnit,
    pub service_id: Option<Uuid>,
    pub active: bool,
}

impl Frame {
    pub fn money(&self) -> ApiResult<Currency> {
        let known = Currency::new(&self.currency, decimals_of(&self.currency));
        known.ok_or_else(|| ApiError::internal(anyhow::anyhow!("no currency {}", self.currency)))
    }

    /// Whether numbers of the other table mean the same.
    pub fn measures_as(&self, other: &Self) -> bool {
        self.currency == other.currency
            && self.weight_unit == other.weight_unit
            && self.size_unit == other.size_unit
    }
}

pub const VERSIONS: Table = Table {
    name: "price_table_versions",
    resource: "price_table_version",
    columns: "price_table_id, number, note, valid_from, valid_to, divisor, volumetric_rule, weighed_per, priced_per, \
              rounding_step, scale_division, inch_ceil, minimum, taxable, fuel_code, fuel_on, insurance, adjustments, \
              fallback_version_id",
    read: &[
        "status",
        "zone_count",
        "band_count",
        "cell_count",
        "published_at",
        concat!(user_name!("published_by"), " as published_by_name"),
        "(select encode(p.content_hash, 'hex') from price_table_publications p
          where p.version_id = price_table_versions.id) as content_hash",
    ],
    unique: &[],
    order: "number desc",
};
const FRAME: &str = "
    select t.id, t.code, t.kind, t.currency, t.weight_unit, t.size_unit, t.service_id, t.active
    from price_tables t where t.id = $1";
pub const NEXT_NUMBER: &str =
    "select coalesce(max(number), 0) + 1 from price_table_versions where price_table_id = $1";

/// The conditions for the versions that the user may see.
pub fn seen_versions(ctx: &Ctx) -> Where {
    let only = (!seen::sees_costs(ctx)).then_some(PriceTableKind::Sell.as_str());
    Where::all().and("(select t.kind from price_tables t where t.id = price_table_id) = ", only)
}

pub async fn find(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<PriceVersion> {
    VERSIONS.find_among(tx, &seen_versions(ctx).and("id = ", Some(id))).await
}

/// Same as [`find`], and locks the version until the transaction ends.
pub async fn lock(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<PriceVersion> {
    VERSIONS.lock_among(tx, &seen_versions(ctx).and("id = ", Some(id))).await
}

pub async fn frame(tx: &mut TenantTx, price_table_id: Uuid) -> ApiResult<Frame> {
    let found = sqlx::query_as(FRAME).bind(price_table_id).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::not_found)
}

/// Whether the status of a version allows an action. A change of a published version is limited to its note and last day.
pub fn verdict(status: PriceVersionStatus, action: Action) -> Verdict {
    use PriceVersionStatus::{Archived, Draft, Published};
    match (action, status) {
        (Action::Archive, Archived) | (Action::Publish, Published) => Verdict::Already,
        (Action::Delete, Published | Archived) | (Action::Publish | Action::Update, Archived) => {
            Verdict::no(MessageCode::PriceVersionPublished)
        }
        (Action::Archive, Draft) => Verdict::no(MessageCode::PriceVersionDraft),
        _ => Verdict::Yes,
    }
}

/// Whether the prices of a version can be changed.
pub fn edit_verdict(status: PriceVersionStatus) -> Verdict {
    match status {
        PriceVersionStatus::Draft => Verdict::Yes,
        _ => Verdict::no(MessageCode::PriceVersionPublished),
    }
}

impl PriceVersionCan {
    pub fn of(ctx: &Ctx, status: PriceVersionStatus) -> Self {
        let allows = |action| ctx.grants.allow(Resource::PriceTable, action);
        let may = |action| allows(action) && verdict(status, action).is_yes();
        Self {
            update: may(Action::Update),
            edit: allows(Action::Update) && edit_verdict(status).is_yes(),
            delete: may(Action::Delete),
            publish: may(Action::Publish),
            archive: may(Action::Archive),
            copy: may(Action::Create),
            simulate: may(Action::Simulate),
        }
    }
}

/// The version as the user may see it.
pub fn seen_by(ctx: &Ctx, version: PriceVersion) -> PriceVersion {
    let input = match seen::sees_costs(ctx) {
        true => version.input,
        false => version.input.without_margins(),
    };
    PriceVersion { can: PriceVersionCan::of(ctx, version.status), input, ..version }
}
