//! `/stock-items`: goods that are kept in stock.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{StockItem, StockItemInput, StockItemUpdate};
use super::on_hand;
use crate::levels;
use crate::owned_codes::{OwnedCode, OwnedCodes};
use access::ctx::Ctx;
use parties::clients;
use server_core::address::place::Place;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::record::{ActiveFilter, Choice, Deletion, ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;

/// The columns of an item.
#[derive(Serialize)]
struct StockItemColumns {
    #[serde(flatten)]
    input: StockItemInput,
    client_name: Option<String>,
}

const ITEMS: Table = Table {
    name: "stock_items",
    resource: "stock_item",
    columns: "client_id, sku, ean, title, unit, hs_code, origin_country_id, weight_g, keep_lot, keep_expiry, \
              min_quantity, alert_days, client_name",
    read: &["active", "excluded_at", ON_HAND],
    unique: &[("stock_items_once_key", "sku")],
    order: "search_text(title), id",
};
const ON_HAND: &str = "
    (select coalesce(sum(l.on_hand), 0) from stock_lots t join stock_levels l on l.lot_id = t.id
     where t.item_id = stock_items.id) as on_hand";
const BELOW_MINIMUM: &str = "
    min_quantity > (select coalesce(sum(l.on_hand), 0) from stock_lots t join stock_levels l on l.lot_id = t.id
                    where t.item_id = stock_items.id)";
/// Within the branches that a user reaches, whose units alone are shown.
const BELOW_MINIMUM_OF_BRANCHES: &str = "
    min_quantity > (select coalesce(sum(l.on_hand), 0) from stock_lots t join stock_levels l on l.lot_id = t.id
                    join stock_places p on p.id = l.place_id
                    where t.item_id = stock_items.id and array[p.subsidiary_id] && ";
/// Only items of which some are free, and have not expired on a day, in a warehouse: the values end the two parts.
const FREE_IN_WAREHOUSE: [&str; 2] = [
    "exists (select from stock_lots t join stock_levels l on l.lot_id = t.id join stock_places p on p.id = l.place_id
             where t.item_id = stock_items.id and t.status = 'available' and p.kind <> 'quarantine'
               and l.on_hand > l.reserved and coalesce(t.expires_on, 'infinity') >= ",
    " and p.warehouse_id = ",
];
const CODES: OwnedCodes = OwnedCodes { table: &ITEMS, field: "sku", excluded: EXCLUDED };
pub const EXCLUDED: &str = "
    select exists (
        select from stock_items
        where client_id is not distinct from $1 and sku = $2 and excluded_at is not null and id is distinct from $3
    )";
pub const HAS_LOTS: &str = "select exists (select from stock_lots where item_id = $1)";
const SORTS: Sorts = &[
    ("sku", "sku"),
    ("title", "search_text(title)"),
    ("client_name", "search_text(client_name)"),
    ("updated_at", "updated_at"),
];
const SEARCHED: &str = "concat_ws(' ', sku, title, ean, client_name)";
const LABEL: &str = "sku as code, sku || ' · ' || title";
/// Most options of a choice.
const MAX_OPTIONS: i64 = 50;

/// Whether the state of an item allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    ITEMS.load_record_state(tx, id, action).await
}

pub struct StockItemApi;

#[OpenApi(prefix_path = "/stock-items", tag = "Tag::Stock")]
impl StockItemApi {
    /// List the goods that are kept in stock
    #[oai(path = "/", method = "get", operation_id = "stock_item_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn stock_item_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `sku`, `title`, `client_name` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number, the title, the GTIN or the name of the client.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        client_id: Query<Option<Uuid>>,
        /// True: items of which less is there than their minimum.
        below_minimum: Query<Option<bool>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<StockItem>>> {
        ctx.require(Resource::StockItem, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let (is_below, branches) = (below_minimum.0 == Some(true), ctx.user.subsidiary_ids.clone());
        let filter = Where::words(&asked.words, SEARCHED)
            .and("client_id = ", client_id.0)
            .only(BELOW_MINIMUM, is_below && branches.is_none())
            .and_inside(BELOW_MINIMUM_OF_BRANCHES, branches.filter(|_| is_below))
            .state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = ITEMS.list(&mut tx, &filter, &asked).await?;
        let rows = on_hand::narrow(&mut tx, &ctx, rows).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List goods to choose from
    ///
    /// Active items by title, at most 50.
    #[oai(path = "/select", method = "get", operation_id = "stock_item_select")]
    async fn stock_item_select(
        &self,
        ctx: Ctx,
        /// Words in the number, the title, the GTIN or the name of the client.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// Goods of this client.
        client_id: Query<Option<Uuid>>,
        /// True: only the company's own goods.
        own: Query<Option<bool>>,
        /// Goods of which some are free in this warehouse, and have not expired.
        warehouse_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Items<Choice>>> {
        let scope = ctx.scope(Resource::StockItem, Action::Select)?;
        let (client, _, partner) = scope.parts();
        let filter = Where::words(&Words::parse(search.0.as_deref()), SEARCHED)
            .and("client_id = ", client.or(partner.map(|_| Uuid::nil())))
            .and("client_id = ", client_id.0)
            .only("client_id is null", own.0 == Some(true))
            .and_both_inside(FREE_IN_WAREHOUSE, ctx.settings().today(ctx.now()), warehouse_id.0)
            .and("active = ", Some(true));
        let mut tx = ctx.begin().await?;
        let data = ITEMS.select(&mut tx, LABEL, &filter, MAX_OPTIONS).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show goods that are kept in stock
    #[oai(path = "/:id", method = "get", operation_id = "stock_item_show")]
    async fn stock_item_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<StockItem>>> {
        ctx.require(Resource::StockItem, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create goods that are kept in stock
    #[oai(path = "/", method = "post", operation_id = "stock_item_create")]
    async fn stock_item_create(
        &self,
        ctx: Ctx,
        body: Body<StockItemInput>,
    ) -> ApiResult<Json<Item<StockItem>>> {
        ctx.require(Resource::StockItem, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let mut errors = FieldErrors::default();
        let input = body.0.check(&mut errors);
        check_country(&mut tx, &input, &mut errors).await?;
        let client_name = match input.client_id {
            Some(client_id) => clients::lock_active(&mut tx, client_id).await?,
            None => None,
        };
        if input.client_id.is_some() && client_name.is_none() {
            errors.push("client_id", MessageCode::UnknownOption);
        }
        errors.into_result()?;
        let columns = StockItemColumns { input, client_name };
        let code = OwnedCode { owner: columns.input.client_id, code: &columns.input.sku };
        let id = CODES.create(&mut tx, &ctx, code, &columns).await?;
        answer(tx, &ctx, id).await
    }

    /// Update goods that are kept in stock
    ///
    /// Once some were received, it stays whether they have lots and a day of expiry, and in which unit they are counted.
    #[oai(path = "/:id", method = "patch", operation_id = "stock_item_update")]
    async fn stock_item_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<StockItemUpdate>,
    ) -> ApiResult<Json<Item<StockItem>>> {
        ctx.require(Resource::StockItem, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before: StockItem = ITEMS.lock(&mut tx, *id).await?;
        let mut errors = FieldErrors::default();
        let sent: StockItemInput = body.change(&before.input, before.version)?;
        let input = sent.check(&mut errors);
        check_country(&mut tx, &input, &mut errors).await?;
        if input.client_id != before.input.client_id {
            errors.push("client_id", MessageCode::Invalid);
        }
        check_keeping(&mut tx, *id, &before.input, &input, &mut errors).await?;
        errors.into_result()?;
        let stood = StockItemColumns { input: before.input, client_name: before.client_name };
        let columns = StockItemColumns { input, client_name: stood.client_name.clone() };
        let code = OwnedCode { owner: columns.input.client_id, code: &columns.input.sku };
        CODES.update(&mut tx, &ctx, *id, code, &stood, &columns).await?;
        levels::renew_items(&mut tx, &[*id]).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate goods
    #[oai(path = "/:id/activate", method = "post", operation_id = "stock_item_activate")]
    async fn stock_item_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<StockItem>>> {
        ctx.require(Resource::StockItem, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        ITEMS.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate goods
    ///
    /// Units that are there can be taken out; nothing comes in.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "stock_item_deactivate")]
    async fn stock_item_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<StockItem>>> {
        ctx.require(Resource::StockItem, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        ITEMS.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete goods
    ///
    /// Those that were used or changed are kept where they are used, and can be restored; any other are gone for good. Returns 409
    /// `stock_not_empty` while there are some.
    #[oai(path = "/:id", method = "delete", operation_id = "stock_item_delete")]
    async fn stock_item_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::StockItem, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: StockItem = ITEMS.lock(&mut tx, *id).await?;
        levels::refuse_goods_of_item(&mut tx, *id).await?;
        let data = ITEMS.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore goods that were deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "stock_item_restore")]
    async fn stock_item_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<StockItem>>> {
        ctx.require(Resource::StockItem, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        ITEMS.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

async fn check_country(tx: &mut TenantTx, input: &StockItemInput, errors: &mut FieldErrors) -> ApiResult<()> {
    if let Some(country_id) = input.origin_country_id
        && Place::find(tx, country_id, None).await?.is_none()
    {
        errors.push("origin_country_id", MessageCode::UnknownOption);
    }
    Ok(())
}

/// Goods that are there have lots and days of expiry, or have not, and were counted in their unit.
async fn check_keeping(
    tx: &mut TenantTx,
    id: Uuid,
    before: &StockItemInput,
    input: &StockItemInput,
    errors: &mut FieldErrors,
) -> ApiResult<()> {
    let changed = [
        ("keep_lot", before.keep_lot != input.keep_lot),
        ("keep_expiry", before.keep_expiry != input.keep_expiry),
        ("unit", before.unit != input.unit),
    ];
    if changed.iter().all(|(_, is_changed)| !is_changed) {
        return Ok(());
    }
    let has_lots: bool = sqlx::query_scalar(HAS_LOTS).bind(id).fetch_one(&mut **tx).await?;
    for (field, _) in changed.into_iter().filter(|(_, is_changed)| has_lots && *is_changed) {
        errors.push(field, MessageCode::StockItemUsed);
    }
    Ok(())
}

fn seen_by(ctx: &Ctx, item: StockItem) -> StockItem {
    let excluded = item.excluded_at.is_some();
    StockItem { can: SwitchCan::of(&ctx.grants, Resource::StockItem, item.active, excluded), ..item }
}

/// Commits, and answers with the item as it is now.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<StockItem>>> {
    let item = ITEMS.find(&mut tx, id).await?;
    let items = on_hand::narrow(&mut tx, ctx, vec![item]).await?;
    tx.commit().await?;
    let item = items.into_iter().next().ok_or_else(ApiError::not_found)?;
    Ok(Json(Item { data: seen_by(ctx, item) }))
}
