//! Price tables: what the company asks, or what a carrier asks from it. The prices are in their versions.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::seen::{self, known_service};
use access::ctx::Ctx;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::list::{Item, Items, Page};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;
use trade::countries::is_currency;
use trade::wire_name;

wire_name! {
    /// The kind of a price table: prices that the company asks, or prices that a carrier asks from it.
    PriceTableKind { Sell = "sell", Cost = "cost" }
}
wire_name! {
    /// Unit of the weights of a price table.
    PriceWeightUnit { G = "g", Kg = "kg", Oz = "oz", Lb = "lb" }
}
wire_name! {
    /// Unit of the sizes of a price table.
    PriceSizeUnit { Mm = "mm", Cm = "cm", In = "in" }
}

/// Input of a price table.
#[derive(Object, Serialize, Deserialize, Clone, Debug, sqlx::FromRow)]
pub struct PriceTableInput {
    /// Short name, unique in the company.
    #[oai(validator(max_length = 40))]
    pub code: String,
    #[oai(validator(max_length = 200))]
    pub title: String,
    /// Cannot be changed after the first version is published, like the currency and the units.
    pub kind: PriceTableKind,
    /// ISO 4217.
    #[oai(validator(max_length = 3))]
    pub currency: String,
    /// Unit of the weight bands and of all weight limits.
    pub weight_unit: PriceWeightUnit,
    /// Unit of the volume in the divisor: `in` with `lb`, `cm` with `kg`.
    pub size_unit: PriceSizeUnit,
    /// The service that the table is for; null for any.
    pub service_id: Option<Uuid>,
}

/// The fields of a price table to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct PriceTableUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: PriceTableInput,
    /// Version that was read; 409 `stale_version` if the table has changed since.
    pub version: i32,
}

/// A price table of the company.
#[derive(Object, sqlx::FromRow)]
pub struct PriceTable {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: PriceTableInput,
    /// Code of the service.
    pub service_code: Option<String>,
    /// Only active tables can be assigned.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    /// Number of drafts.
    pub draft_count: i64,
    /// Number of published versions.
    pub published_count: i64,
    /// First day of the published version that begins last; null without one.
    pub published_from: Option<NaiveDate>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// A price table to choose.
#[derive(Object, sqlx::FromRow)]
pub struct PriceTableOption {
    pub id: Uuid,
    pub code: String,
    /// Code and title.
    pub label: String,
}

impl PriceTableInput {
    /// Normalizes and checks the input; returns all errors at once.
    async fn check(mut self, tx: &mut TenantTx, before: Option<&PriceTable>) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        self.code = required("code", &self.code, &mut errors);
        self.title = required("title", &self.title, &mut errors);
        if !is_currency(&self.currency) {
            errors.push("currency", MessageCode::UnknownOption);
        }
        let stored = before.and_then(|table| table.input.service_id);
        if !known_service(tx, self.service_id, stored).await? {
            errors.push("service_id", MessageCode::UnknownService);
        }
        if let Some(before) = before.filter(|table| table.published_from.is_some()) {
            self.keeps_meaning_of(&before.input, &mut errors);
        }
        errors.into_result()?;
        Ok(self)
    }

    /// The numbers of published versions and their drafts would mean something else.
    fn keeps_meaning_of(&self, before: &Self, errors: &mut FieldErrors) {
        for (field, is_changed) in [
            ("kind", self.kind != before.kind),
            ("currency", self.currency != before.currency),
            ("weight_unit", self.weight_unit != before.weight_unit),
            ("size_unit", self.size_unit != before.size_unit),
        ] {
            if is_changed {
                errors.push(field, MessageCode::PriceTablePublished);
            }
        }
    }
}

pub const TABLES: Table = Table {
    name: "price_tables",
    resource: "price_table",
    columns: "code, title, kind, currency, weight_unit, size_unit, service_id",
    read: &[
        "active",
        "excluded_at",
        "(select s.code from services s where s.id = service_id) as service_code",
        "(select count(*) from price_table_versions v
          where v.price_table_id = price_tables.id and v.status = 'draft') as draft_count",
        "(select count(*) from price_table_versions v
          where v.price_table_id = price_tables.id and v.status = 'published') as published_count",
        "(select max(v.valid_from) from price_table_versions v
          where v.price_table_id = price_tables.id and v.status = 'published') as published_from",
    ],
    unique: &[("price_tables_code_key", "code")],
    order: "search_text(title), id",
};
/// The label of a table to choose.
pub const LABEL: &str = "code, code || ' · ' || title";
const SORTS: Sorts = &[
    ("code", "search_text(code)"),
    ("title", "search_text(title)"),
    ("kind", "kind"),
    ("currency", "currency"),
    ("published_from", "published_from"),
    ("updated_at", "updated_at"),
];

/// Whether the state of a price table allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    TABLES.load_record_state(tx, id, action).await
}

/// The table with this id among those that the user may see.
pub async fn find(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<PriceTable> {
    TABLES.find_among(tx, &seen::tables(ctx).and("id = ", Some(id))).await
}

/// Same as [`find`], and locks the table until the transaction ends.
pub async fn lock(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<PriceTable> {
    TABLES.lock_among(tx, &seen::tables(ctx).and("id = ", Some(id))).await
}

pub struct PriceTableApi;

#[OpenApi(prefix_path = "/price_tables", tag = "Tag::Prices")]
impl PriceTableApi {
    /// List price tables
    ///
    /// Users who may not see costs get only tables of kind `sell`, here and everywhere.
    #[oai(path = "/", method = "get", operation_id = "price_table_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn price_table_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `title`, `kind`, `currency`, `published_from` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code or the title.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        kind: Query<Option<PriceTableKind>>,
        service_id: Query<Option<Uuid>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<PriceTable>>> {
        ctx.require(Resource::PriceTable, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = seen::limit_to_seen_kinds(&ctx, Where::stored_words(&asked.words, "search_key"))
            .and("kind = ", kind.0.map(PriceTableKind::as_str))
            .and("service_id = ", service_id.0)
            .state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = TABLES.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List price tables to choose from
    ///
    /// Active tables by title, at most 500, each with code and title.
    #[oai(path = "/select", method = "get", operation_id = "price_table_select")]
    async fn price_table_select(
        &self,
        ctx: Ctx,
        kind: Query<Option<PriceTableKind>>,
    ) -> ApiResult<Json<Items<PriceTableOption>>> {
        ctx.require(Resource::PriceTable, Action::Select)?;
        let kind = kind.0.map(PriceTableKind::as_str);
        let filter = seen::tables(&ctx).and("active = ", Some(true)).and("kind = ", kind);
        let mut tx = ctx.begin().await?;
        let data = TABLES.select(&mut tx, LABEL, &filter, 500).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Create a price table
    #[oai(path = "/", method = "post", operation_id = "price_table_create")]
    async fn price_table_create(
        &self,
        ctx: Ctx,
        body: Body<PriceTableInput>,
    ) -> ApiResult<Json<Item<PriceTable>>> {
        ctx.require(Resource::PriceTable, Action::Create)?;
        seen::require_kind(&ctx, body.kind)?;
        let mut tx = ctx.begin().await?;
        let input = body.0.check(&mut tx, None).await?;
        let id = TABLES.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Show a price table
    #[oai(path = "/:id", method = "get", operation_id = "price_table_show")]
    async fn price_table_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<PriceTable>>> {
        ctx.require(Resource::PriceTable, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Update a price table
    #[oai(path = "/:id", method = "patch", operation_id = "price_table_update")]
    async fn price_table_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<PriceTableUpdate>,
    ) -> ApiResult<Json<Item<PriceTable>>> {
        ctx.require(Resource::PriceTable, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before = lock(&mut tx, &ctx, *id).await?;
        let input: PriceTableInput = body.change(&before.input, before.version)?;
        seen::require_kind(&ctx, input.kind)?;
        let input = input.check(&mut tx, Some(&before)).await?;
        TABLES.update(&mut tx, &ctx, *id, &before.input, &input).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a price table
    #[oai(path = "/:id/activate", method = "post", operation_id = "price_table_activate")]
    async fn price_table_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<PriceTable>>> {
        ctx.require(Resource::PriceTable, Action::Activate)?;
        switch(&ctx, *id, true).await
    }

    /// Deactivate a price table
    ///
    /// Its assignments no longer apply. Quotes and shipments that were priced by it are unchanged.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "price_table_deactivate")]
    async fn price_table_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<PriceTable>>> {
        ctx.require(Resource::PriceTable, Action::Deactivate)?;
        switch(&ctx, *id, false).await
    }

    /// Delete a price table
    ///
    /// One that was used or changed is kept where it is used, and can be restored; any other is gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "price_table_delete")]
    async fn price_table_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::PriceTable, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before = lock(&mut tx, &ctx, *id).await?;
        let data = TABLES.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a price table that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "price_table_restore")]
    async fn price_table_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<PriceTable>>> {
        ctx.require(Resource::PriceTable, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        find(&mut tx, &ctx, *id).await?;
        TABLES.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

async fn switch(ctx: &Ctx, id: Uuid, active: bool) -> ApiResult<Json<Item<PriceTable>>> {
    let mut tx = ctx.begin().await?;
    find(&mut tx, ctx, id).await?;
    TABLES.switch(&mut tx, ctx, id, active).await?;
    answer(tx, ctx, id).await
}

fn seen_by(ctx: &Ctx, table: PriceTable) -> PriceTable {
    PriceTable {
        can: SwitchCan::of(&ctx.grants, Resource::PriceTable, table.active, table.excluded_at.is_some()),
        ..table
    }
}

/// Commits and returns the table.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<PriceTable>>> {
    let table = find(&mut tx, ctx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, table) }))
}

/// The table of a form, locked against being switched. Returns 422 at the field unless the table is active, of this kind,
/// and may be seen by the user.
pub async fn choose(
    tx: &mut TenantTx,
    ctx: &Ctx,
    field: &'static str,
    kind: PriceTableKind,
    id: Uuid,
) -> ApiResult<PriceTable> {
    let filter = seen::tables(ctx)
        .and("id = ", Some(id))
        .and("kind = ", Some(kind.as_str()))
        .and("active = ", Some(true));
    TABLES.lock_among(tx, &filter).await.map_err(seen::named_by(field))
}
