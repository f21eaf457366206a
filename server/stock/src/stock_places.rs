//! Places of warehouses in which goods are kept: shelves, floors and docks.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::inventories;
use crate::levels;
use crate::owned_codes::{OwnedCode, OwnedCodes};
use access::ctx::Ctx;
use access::scope::RowScope;
use parties::transport_places;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::{RecordOwner, RecordState, SwitchCan, Verdict};
use server_core::record::{ActiveFilter, Choice, Deletion, ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;
use trade::wire_name;

wire_name! {
    /// Part of a place in the way of goods.
    StockPlaceKind {
        /// Goods come in here.
        Receiving = "receiving",
        Storage = "storage",
        /// Goods that must not leave. What lies here is never picked.
        Quarantine = "quarantine",
        /// Goods go out from here.
        Dispatch = "dispatch",
    }
}

/// A place in which goods are kept.
#[derive(Object, sqlx::FromRow)]
pub struct StockPlace {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: StockPlaceInput,
    pub warehouse_code: String,
    /// Branch that runs the warehouse; null when none does.
    pub subsidiary_id: Option<Uuid>,
    /// When what lies there was counted last; null for never. Nothing can have happened there before.
    pub last_counted_at: Option<DateTime<Utc>>,
    /// Goods come only into active places. What lies in others can be taken out.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// Input of a place.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct StockPlaceInput {
    /// It stays.
    pub warehouse_id: Uuid,
    /// Unique in its warehouse, in capitals: zone, aisle and shelf, `A-01-1`. Picks go in its order.
    #[oai(validator(max_length = 32))]
    pub code: String,
    pub kind: StockPlaceKind,
    #[oai(validator(max_length = 200))]
    pub note: Option<String>,
}

/// The fields of a place to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct StockPlaceUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: StockPlaceInput,
    /// Version that was read; 409 `stale_version` if the place has changed since.
    pub version: i32,
}

/// The columns of a place.
#[derive(Serialize)]
struct StockPlaceColumns {
    #[serde(flatten)]
    input: StockPlaceInput,
    warehouse_code: String,
    subsidiary_id: Option<Uuid>,
}

impl StockPlaceInput {
    /// The texts as they are stored; problems are reported at their fields.
    fn check(self, errors: &mut FieldErrors) -> Self {
        Self {
            code: required("code", &self.code, errors).to_uppercase(),
            note: optional(self.note.as_ref()),
            ..self
        }
    }
}

const PLACES: Table = Table {
    name: "stock_places",
    resource: "stock_place",
    columns: "warehouse_id, code, kind, note, warehouse_code, subsidiary_id",
    read: &["active", "excluded_at", "last_counted_at"],
    unique: &[("stock_places_once_key", "code")],
    order: "warehouse_code, code, id",
};
const ACTIVE_OR_STOCKED: &str = "
    excluded_at is null
    and (active or exists (select from stock_levels l where l.place_id = stock_places.id and l.on_hand > 0))";
const CODES: OwnedCodes = OwnedCodes { table: &PLACES, field: "code", excluded: EXCLUDED };
pub const EXCLUDED: &str = "
    select exists (
        select from stock_places
        where warehouse_id = $1 and code = $2 and excluded_at is not null and id is distinct from $3
    )";
const SORTS: Sorts = &[
    ("code", "code"),
    ("warehouse_code", "search_text(warehouse_code)"),
    ("kind", "kind"),
    ("updated_at", "updated_at"),
];
const SEARCHED: &str = "concat_ws(' ', code, warehouse_code, note)";
const LABEL: &str = "code, warehouse_code || ' · ' || code";
/// Most options of a choice.
const MAX_OPTIONS: i64 = 200;

/// Whether the state of a place allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let place: StockPlace = PLACES.find(tx, id).await?;
    let owner =
        RecordOwner::ByParties { client_id: None, subsidiary_id: place.subsidiary_id, partner_id: None };
    let verdict = Verdict::of_record(place.active, place.excluded_at.is_some(), action);
    Ok(RecordState { owner, status: None, verdict })
}

/// The places that a user reaches: for staff bound to branches, those of their warehouses.
fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (_, branches, _) = scope.parts();
    filter.among("subsidiary_id", branches.map(<[Uuid]>::to_vec))
}

/// The place of an id that the user reaches; 404 for any other one.
async fn find(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<StockPlace> {
    PLACES.find_among(tx, &build_filter(scope, Where::all()).and("id = ", Some(id))).await
}

/// The same, locked until the transaction ends.
async fn lock(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<StockPlace> {
    PLACES.lock_among(tx, &build_filter(scope, Where::all()).and("id = ", Some(id))).await
}

pub struct StockPlaceApi;

#[OpenApi(prefix_path = "/stock-places", tag = "Tag::Stock")]
impl StockPlaceApi {
    /// List places of goods
    #[oai(path = "/", method = "get", operation_id = "stock_place_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn stock_place_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `warehouse_code`, `kind` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code, the code of the warehouse or the note.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        warehouse_id: Query<Option<Uuid>>,
        kind: Query<Option<StockPlaceKind>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<StockPlace>>> {
        let scope = ctx.scope(Resource::StockPlace, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = build_filter(&scope, Where::words(&asked.words, SEARCHED))
            .and("warehouse_id = ", warehouse_id.0)
            .and("kind = ", kind.0.map(StockPlaceKind::as_str))
            .state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = PLACES.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List places of goods to choose from
    ///
    /// Active places by warehouse and code, at most 200.
    #[oai(path = "/select", method = "get", operation_id = "stock_place_select")]
    async fn stock_place_select(
        &self,
        ctx: Ctx,
        /// Words in the code, the code of the warehouse or the note.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        warehouse_id: Query<Option<Uuid>>,
        kind: Query<Option<StockPlaceKind>>,
        /// True: also inactive places where goods lie, which are counted like others.
        with_inactive: Query<Option<bool>>,
    ) -> ApiResult<Json<Items<Choice>>> {
        let scope = ctx.scope(Resource::StockPlace, Action::Select)?;
        let with_inactive = with_inactive.0 == Some(true);
        let filter = build_filter(&scope, Where::words(&Words::parse(search.0.as_deref()), SEARCHED))
            .and("warehouse_id = ", warehouse_id.0)
            .and("kind = ", kind.0.map(StockPlaceKind::as_str))
            .only(ACTIVE_OR_STOCKED, with_inactive)
            .only("active", !with_inactive);
        let mut tx = ctx.begin().await?;
        let data = PLACES.select(&mut tx, LABEL, &filter, MAX_OPTIONS).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a place of goods
    #[oai(path = "/:id", method = "get", operation_id = "stock_place_show")]
    async fn stock_place_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<StockPlace>>> {
        let scope = ctx.scope(Resource::StockPlace, Action::Show)?;
        answer(ctx.begin().await?, &ctx, &scope, *id).await
    }

    /// Create a place of goods
    #[oai(path = "/", method = "post", operation_id = "stock_place_create")]
    async fn stock_place_create(
        &self,
        ctx: Ctx,
        body: Body<StockPlaceInput>,
    ) -> ApiResult<Json<Item<StockPlace>>> {
        let scope = ctx.scope(Resource::StockPlace, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let mut errors = FieldErrors::default();
        let input = body.0.check(&mut errors);
        let warehouse = transport_places::find_origin(&mut tx, input.warehouse_id, scope.parts().1).await?;
        if warehouse.is_none() {
            errors.push("warehouse_id", MessageCode::UnknownOption);
        }
        errors.into_result()?;
        let (warehouse_code, subsidiary_id) =
            warehouse.map(|it| (it.code, it.subsidiary_id)).unwrap_or_default();
        let columns = StockPlaceColumns { input, warehouse_code, subsidiary_id };
        let code = OwnedCode { owner: Some(columns.input.warehouse_id), code: &columns.input.code };
        let id = CODES.create(&mut tx, &ctx, code, &columns).await?;
        answer(tx, &ctx, &scope, id).await
    }

    /// Update a place of goods
    #[oai(path = "/:id", method = "patch", operation_id = "stock_place_update")]
    async fn stock_place_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<StockPlaceUpdate>,
    ) -> ApiResult<Json<Item<StockPlace>>> {
        let scope = ctx.scope(Resource::StockPlace, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before = lock(&mut tx, &scope, *id).await?;
        let mut errors = FieldErrors::default();
        let sent: StockPlaceInput = body.change(&before.input, before.version)?;
        let input = sent.check(&mut errors);
        if input.warehouse_id != before.input.warehouse_id {
            errors.push("warehouse_id", MessageCode::Invalid);
        }
        errors.into_result()?;
        // Codes and branches of warehouses change; the place follows when it is saved.
        let warehouse = transport_places::find_origin(&mut tx, input.warehouse_id, scope.parts().1).await?;
        let stood = StockPlaceColumns {
            input: before.input,
            warehouse_code: before.warehouse_code,
            subsidiary_id: before.subsidiary_id,
        };
        let (warehouse_code, subsidiary_id) = match warehouse {
            Some(warehouse) => (warehouse.code, warehouse.subsidiary_id),
            None => (stood.warehouse_code.clone(), stood.subsidiary_id),
        };
        let columns = StockPlaceColumns { input, warehouse_code, subsidiary_id };
        let code = OwnedCode { owner: Some(columns.input.warehouse_id), code: &columns.input.code };
        CODES.update(&mut tx, &ctx, *id, code, &stood, &columns).await?;
        levels::renew_place(&mut tx, *id).await?;
        answer(tx, &ctx, &scope, *id).await
    }

    /// Activate a place of goods
    #[oai(path = "/:id/activate", method = "post", operation_id = "stock_place_activate")]
    async fn stock_place_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<StockPlace>>> {
        let scope = ctx.scope(Resource::StockPlace, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        find(&mut tx, &scope, *id).await?;
        PLACES.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, &scope, *id).await
    }

    /// Deactivate a place of goods
    ///
    /// Goods that lie there stay, and can be taken out; nothing comes in.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "stock_place_deactivate")]
    async fn stock_place_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<StockPlace>>> {
        let scope = ctx.scope(Resource::StockPlace, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        find(&mut tx, &scope, *id).await?;
        PLACES.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, &scope, *id).await
    }

    /// Delete a place of goods
    ///
    /// One that was used or changed is kept where it is used, and can be restored; any other is gone for good. Returns 409
    /// `stock_not_empty` while goods lie there: they would be in no count. Returns 409 `inventory_place_open` while it is counted:
    /// somebody may find goods there.
    #[oai(path = "/:id", method = "delete", operation_id = "stock_place_delete")]
    async fn stock_place_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        let scope = ctx.scope(Resource::StockPlace, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before = lock(&mut tx, &scope, *id).await?;
        levels::refuse_goods_in_place(&mut tx, *id).await?;
        inventories::refuse_counted(&mut tx, *id).await?;
        let data = PLACES.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a place of goods that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "stock_place_restore")]
    async fn stock_place_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<StockPlace>>> {
        let scope = ctx.scope(Resource::StockPlace, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        find(&mut tx, &scope, *id).await?;
        PLACES.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, &scope, *id).await
    }
}

fn seen_by(ctx: &Ctx, place: StockPlace) -> StockPlace {
    let excluded = place.excluded_at.is_some();
    StockPlace { can: SwitchCan::of(&ctx.grants, Resource::StockPlace, place.active, excluded), ..place }
}

/// Commits, and answers with the place as it is now.
async fn answer(
    mut tx: TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
) -> ApiResult<Json<Item<StockPlace>>> {
    let place = find(&mut tx, scope, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, place) }))
}
