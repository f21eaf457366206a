//! `/stocks`: the list, and one of them.

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use uuid::Uuid;

use super::model::Stock;
use super::stock_view::{to_view, to_views};
use super::store::{self, KEY, STOCKS, StockFilter};
use crate::allocation::LotStatus;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::http::list::{Item, Items, Page, PageAnswer};
use server_core::record::{Choice, ListQuery, Sorts, Where};
use server_core::tags::Tag;

pub const SORTS: Sorts = &[
    ("sku", "i.sku"),
    ("title", "i.title_key"),
    ("lot", "t.code"),
    ("expiration_date", "t.expires_on"),
    ("place", "p.code"),
    ("on_hand", "l.on_hand"),
    ("reserved", "l.reserved"),
    ("removed_itens", "l.removed"),
    ("received_at", "t.received_at"),
    ("last_moved_at", "l.last_moved_at"),
];

pub struct StockApi;

#[OpenApi(prefix_path = "/stocks", tag = "Tag::Stock")]
impl StockApi {
    /// List stocks
    ///
    /// One row for each lot and place. Sort by `sku`, `title`, `lot`, `expiration_date`, `place`, `on_hand`, `reserved`,
    /// `removed_itens`, `received_at` or `last_moved_at`. Default: what came last first.
    #[oai(path = "/", method = "get", operation_id = "stock_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn stock_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number or the title of the item, its GTIN, the client, the lot, the place or the warehouse.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        item_id: Query<Option<Uuid>>,
        lot_id: Query<Option<Uuid>>,
        client_id: Query<Option<Uuid>>,
        partner_id: Query<Option<Uuid>>,
        provider_id: Query<Option<Uuid>>,
        warehouse_id: Query<Option<Uuid>>,
        place_id: Query<Option<Uuid>>,
        status: Query<Option<LotStatus>>,
        /// Goods that expire on this day or before it.
        expires_by: Query<Option<NaiveDate>>,
        /// True: goods that expire within the days of their item, or have expired.
        expiring: Query<Option<bool>>,
        /// True: also places from which the lot is gone.
        empty: Query<Option<bool>>,
        /// True: goods of which the ledger says something else than lies there. Nothing for clients.
        differing: Query<Option<bool>>,
    ) -> ApiResult<PageAnswer<Stock>> {
        let scope = ctx.scope(Resource::Stock, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let today = ctx.settings().today(ctx.now());
        let filter = StockFilter {
            item_id: item_id.0,
            lot_id: lot_id.0,
            client_id: client_id.0,
            partner_id: partner_id.0,
            provider_id: provider_id.0,
            warehouse_id: warehouse_id.0,
            place_id: place_id.0,
            status: status.0.map(LotStatus::as_str),
            expires_by: expires_by.0,
            expiring_on: (expiring.0 == Some(true)).then_some(today),
            has_empty: empty.0 == Some(true),
            is_differing: differing.0 == Some(true),
        };
        let words = Where::stored_words(&asked.words, "l.search_key")
            .only("false", filter.is_differing && ctx.is_outside());
        let filter = filter.narrow(store::build_filter(&scope, words));
        let mut tx = ctx.begin().await?;
        let joins = store::find_joins(sort.0.as_deref(), filter.is_whole_list());
        let (rows, meta) = STOCKS.keyed_page(&mut tx, KEY, &joins, &filter, &asked).await?;
        tx.commit().await?;
        Ok(PageAnswer(Page { data: to_views(&ctx, rows).await?, meta }))
    }

    /// List the warehouses where goods lie
    ///
    /// By code, at most 50.
    #[oai(path = "/warehouses", method = "get", operation_id = "stock_warehouse_select")]
    async fn stock_warehouse_select(
        &self,
        ctx: Ctx,
        /// Where goods of this client lie.
        client_id: Query<Option<Uuid>>,
        /// True: where goods of the company lie.
        own: Query<Option<bool>>,
    ) -> ApiResult<Json<Items<Choice>>> {
        let scope = ctx.scope(Resource::Stock, Action::List)?;
        let mut tx = ctx.begin().await?;
        let data = store::list_warehouses(&mut tx, &scope, client_id.0, own.0 == Some(true)).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a stock
    #[oai(path = "/:id", method = "get", operation_id = "stock_show")]
    async fn stock_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Stock>>> {
        let scope = ctx.scope(Resource::Stock, Action::Show)?;
        let today = ctx.settings().today(ctx.now());
        let mut tx = ctx.begin().await?;
        let stock = store::find(&mut tx, &scope, *id).await?;
        tx.commit().await?;
        Ok(Json(Item { data: to_view(&ctx, stock, today) }))
    }
}
